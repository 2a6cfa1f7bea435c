"""`python -m ttl_check` is `ttl-check`."""

from ttl_check.start import entry_point

if __name__ == "__main__":
    entry_point()
