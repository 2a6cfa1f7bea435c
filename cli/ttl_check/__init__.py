"""The command line of ttl-check."""
