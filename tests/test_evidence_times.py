"""Moments: exact order of xsd:dateTime with a zone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_rdf.evidence.times import parse_moment

ASCENDING = [
    ["-9999999-12-31T23:59:59Z"],
    ["-0044-03-15T12:00:00Z"],
    ["-0001-12-31T24:00:00Z", "0000-01-01T00:00:00Z"],
    ["0000-02-29T00:00:00Z"],
    ["0000-02-29T24:00:00Z", "0000-03-01T00:00:00Z"],
    ["1900-02-28T23:59:59Z"],
    ["1900-03-01T00:00:00Z"],
    [
        "2026-01-01T00:00:00Z",
        "2026-01-01T14:00:00+14:00",
        "2025-12-31T10:00:00-14:00",
        " 2026-01-01T00:00:00.000Z\n",
    ],
    ["2026-01-01T00:00:00.0000000000000000000000001Z"],
    ["2026-01-01T00:00:00.1Z", "2026-01-01T00:00:00.10Z", "2026-01-01T05:30:00.1+05:30"],
    ["2026-01-01T00:00:00.11Z"],
    ["2026-01-01T00:00:00.9Z"],
    ["2026-01-01T00:00:01Z"],
    ["123456789012345678-01-01T00:00:00Z"],
]

NO_MOMENT = [
    "",
    "2026-01-01",
    "2026-01-01T00:00:00",
    "2026-01-01T00:00:00z",
    "2026-01-01 00:00:00Z",
    "2026-1-01T00:00:00Z",
    "2026-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z",
    "2026-04-31T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-01-01T24:00:01Z",
    "2026-01-01T24:30:00Z",
    "2026-01-01T25:00:00Z",
    "2026-01-01T00:60:00Z",
    "2026-01-01T00:00:60Z",
    "2026-01-01T00:00:00.Z",
    "2026-01-01T00:00:00+14:01",
    "2026-01-01T00:00:00+15:00",
    "02026-01-01T00:00:00Z",
    "+2026-01-01T00:00:00Z",
    "202-01-01T00:00:00Z",
    "２０２６-01-01T00:00:00Z",
    "9" * 5000 + "-01-01T00:00:00Z",
    "\ud800",
]


def test_moments_of_a_group_are_equal_and_groups_ascend() -> None:
    groups = [[parse_moment(text) for text in group] for group in ASCENDING]
    assert all(moment is not None for group in groups for moment in group)
    assert all(len(set(group)) == 1 for group in groups)
    firsts = [group[0] for group in groups if group[0] is not None]
    assert firsts == sorted(set(firsts))


@pytest.mark.parametrize("text", NO_MOMENT)
def test_no_moment(text: str) -> None:
    assert parse_moment(text) is None


@given(
    st.datetimes(timezones=st.builds(lambda m: timezone(timedelta(minutes=m)), st.integers(-840, 840))),
    st.datetimes(timezones=st.just(UTC)),
)
def test_order_is_that_of_the_standard_library(left: datetime, right: datetime) -> None:
    first, second = (parse_moment(moment.isoformat()) for moment in (left, right))
    assert first is not None
    assert second is not None
    assert (first < second, first == second) == (left < right, left == right)
