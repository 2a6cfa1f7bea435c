"""Findings as text for people and machines; functions return text, never print."""
