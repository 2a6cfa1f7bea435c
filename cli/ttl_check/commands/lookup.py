import click


@click.command("lookup")
def command() -> int:
    """Temp lookup."""
    return 0
