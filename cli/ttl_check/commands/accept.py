import click


@click.command("accept")
def command() -> int:
    """Temp accept."""
    return 0
