import click


@click.command("export")
def command() -> int:
    """Temp export."""
    return 0
