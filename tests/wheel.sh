#!/bin/sh
# Build the wheel, install it with its runtime dependencies alone, and use it from another folder.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
python=${PYTHON:-python3}
case $python in */*) python=$(cd "$(dirname "$python")" && pwd)/$(basename "$python") ;; esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM

"$python" -m build --wheel --outdir "$work/dist" "$root" >"$work/build.log" 2>&1 || { cat "$work/build.log"; exit 1; }
"$python" -m venv "$work/venv"
"$work/venv/bin/python" -m pip install --quiet --disable-pip-version-check "$work"/dist/*.whl

mkdir "$work/elsewhere"
cd "$work/elsewhere"
exec "$work/venv/bin/python" -I "$root/tests/wheel_check.py" "$work/venv/bin/ttl-check"
