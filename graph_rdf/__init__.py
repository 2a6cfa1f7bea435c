"""Evidence graphs: an edge counts only when a span of a stated document version says exactly that triple."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("ttl-check")
except PackageNotFoundError:  # a checkout that was never installed
    __version__ = "0+unknown"

__all__ = ["__version__"]
