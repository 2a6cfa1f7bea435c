"""Numbers with their nouns."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """Say how many of something there are.

    Example:
        >>> counted(1, "file"), counted(2000, "triple"), counted(3, "entry")
        ('1 file', '2,000 triples', '3 entries')
    """
    if number == 1:
        return f"1 {noun}"
    plural = noun[:-1] + "ies" if noun.endswith(("ry", "ty")) else noun + "s"
    return f"{number:,} {plural}"
