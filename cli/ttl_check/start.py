"""Where the program starts: until it can answer Ctrl-C itself, it ends on it without a word.

Python shows a traceback for Ctrl-C while it imports; the system's own way to end says nothing, and a shell
reports it as exit code 130 all the same. So this stands before every other import.
"""

import signal

if (
    signal.getsignal(signal.SIGINT) is signal.default_int_handler
):  # in the background it is ignored, and stays so
    signal.signal(signal.SIGINT, signal.SIG_DFL)

from ttl_check.main import entry_point

__all__ = ["entry_point"]
