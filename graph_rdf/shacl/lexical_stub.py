import re
from graph_rdf.namespaces import XSD

_R = {
    "integer": (None, None),
    "long": (-(2**63), 2**63 - 1),
    "int": (-(2**31), 2**31 - 1),
    "short": (-(2**15), 2**15 - 1),
    "byte": (-128, 127),
    "nonNegativeInteger": (0, None),
    "positiveInteger": (1, None),
    "nonPositiveInteger": (None, 0),
    "negativeInteger": (None, -1),
    "unsignedLong": (0, 2**64 - 1),
    "unsignedInt": (0, 2**32 - 1),
    "unsignedShort": (0, 65535),
    "unsignedByte": (0, 255),
}
_T = r"(Z|[+-](0\d|1[0-3]):[0-5]\d|[+-]14:00)?"
_P = {
    "boolean": r"true|false|1|0",
    "decimal": r"[+-]?(\d+(\.\d*)?|\.\d+)",
    "double": r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?|[+-]?INF|NaN",
    "float": r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?|[+-]?INF|NaN",
    "dateTime": r"-?\d{4,}-(0[1-9]|1[0-2])-([0-2]\d|3[01])T([01]\d|2[0-4]):[0-5]\d:[0-5]\d(\.\d+)?" + _T,
    "date": r"-?\d{4,}-(0[1-9]|1[0-2])-([0-2]\d|3[01])" + _T,
    "time": r"([01]\d|2[0-4]):[0-5]\d:[0-5]\d(\.\d+)?" + _T,
    "gYear": r"-?\d{4,}" + _T,
}


def is_well_formed(text, datatype):
    if not datatype.startswith(XSD):
        return True
    n = datatype[len(XSD) :]
    if n in _R:
        if not re.fullmatch(r"[+-]?[0-9]+", text):
            return False
        lo, hi = _R[n]
        v = int(text)
        return (lo is None or v >= lo) and (hi is None or v <= hi)
    return n not in _P or re.fullmatch(_P[n], text, re.ASCII) is not None
