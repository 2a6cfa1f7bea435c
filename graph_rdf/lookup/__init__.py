"""Bounded traversal of a declared predicate sequence, and the accepted graph."""
