import click


@click.command("query")
def command() -> int:
    """Temp query."""
    return 0
