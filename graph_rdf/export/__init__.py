"""Profiles: the same records in the forms that other tools read."""
