"""The embedded store, and what any dataset can be asked."""
