"""One module a command; each imports the library inside its function, so that `--help` is quick."""
