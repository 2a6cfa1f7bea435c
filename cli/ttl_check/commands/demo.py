import click


@click.command("demo")
def command() -> int:
    """Temp demo."""
    return 0
