"""Read a certificate: strict JSON, and the question that it answers."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NoReturn

from graph_rdf.errors import CertificateError
from graph_rdf.json_keys import RepeatedKeyError, unique_keys
from graph_rdf.lookup.certificate import Question
from graph_rdf.lookup.result import Limits
from graph_rdf.namespaces import CERTIFICATE, STATEMENT

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_CERTIFICATE: Final = 64 * 1024 * 1024
"""Bytes; a certificate grows with its answers, and the default limits keep those far below."""

MAX_LIMIT: Final = 1 << 62


def parse_certificate(data: bytes) -> dict[str, Any]:
    """Read the JSON of a certificate.

    Args:
        data: The bytes of the file.

    Returns:
        The statement; only its types and the question have been looked at.

    Raises:
        CertificateError: It is no JSON, an object has a key twice, or it is no certificate.

    Example:
        >>> parse_certificate(b'{"_type": 1, "_type": 2}')
        Traceback (most recent call last):
        graph_rdf.errors.CertificateError: the key '_type' stands twice in one object
    """
    if len(data) > MAX_CERTIFICATE:
        raise CertificateError(f"it is larger than {MAX_CERTIFICATE:,} bytes")
    try:
        statement = json.loads(
            data.decode("utf-8"),
            object_pairs_hook=unique_keys,
            parse_constant=_constant,
            parse_float=_constant,
        )
    except RepeatedKeyError as error:
        raise CertificateError(str(error)) from error
    except UnicodeDecodeError as error:
        raise CertificateError(f"it is not UTF-8 at byte {error.start}") from error
    except RecursionError as error:
        raise CertificateError("it is nested too deeply") from error
    except json.JSONDecodeError as error:
        raise CertificateError(
            f"it is no JSON: {error.msg}", line=error.lineno, column=error.colno
        ) from error
    except ValueError as error:
        raise CertificateError("it holds a number with too many digits") from error
    if not isinstance(statement, dict) or statement.get("_type") != STATEMENT:
        raise CertificateError(f"it is no in-toto statement: _type is not {STATEMENT}")
    if statement.get("predicateType") != CERTIFICATE:
        raise CertificateError(f"it is no certificate of a lookup: predicateType is not {CERTIFICATE}")
    read_question(statement)
    return statement


def read_question(statement: Mapping[str, Any]) -> Question:
    """Read the question of a certificate.

    Raises:
        CertificateError: It is not complete, or a part is of the wrong type.
    """
    predicate = statement.get("predicate")
    question = predicate.get("question") if isinstance(predicate, dict) else None
    if not isinstance(question, dict):
        raise CertificateError("it holds no question")
    limits = question.get("limits")
    if not isinstance(limits, dict):
        raise CertificateError("its question has no limits")
    return Question(
        start=_text(question, "start"),
        path=_texts(question, "path", at_least=1),
        view=_optional(question, "view"),
        as_of=_optional(question, "as_of"),
        scopes=_texts(question, "scopes"),
        limits=Limits(*(_count(limits, name) for name in ("steps", "paths", "fan_out"))),
        base=_optional(question, "base"),
    )


def _constant(text: str) -> NoReturn:
    raise CertificateError(f"it holds the number {text[:40]}; a certificate has whole numbers only")


def _text(values: Mapping[str, Any], key: str) -> str:
    value = values.get(key)
    if not isinstance(value, str):
        raise CertificateError(f"{key!r} of its question is no string")
    return value


def _optional(values: Mapping[str, Any], key: str) -> str | None:
    return None if values.get(key) is None else _text(values, key)


def _texts(values: Mapping[str, Any], key: str, at_least: int = 0) -> tuple[str, ...]:
    value = values.get(key)
    if not isinstance(value, list) or len(value) < at_least or not all(isinstance(one, str) for one in value):
        raise CertificateError(f"{key!r} of its question is no list of strings")
    return tuple(value)


def _count(values: Mapping[str, Any], key: str) -> int:
    value = values.get(key)
    if type(value) is not int or not 1 <= value <= MAX_LIMIT:
        raise CertificateError(f"the limit {key!r} of its question is no whole number from 1")
    return value
