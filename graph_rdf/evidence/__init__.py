"""Support, views and scopes, contested records: pure functions over columns."""
