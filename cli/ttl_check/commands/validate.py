import click
@click.command("validate")
def command() -> int:
    """Temp validate."""
    return 0
