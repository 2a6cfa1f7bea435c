"""The entry point: run the command line, and turn whatever happens into one of the documented exit codes."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import sys
import traceback
from typing import NoReturn

import click

from graph_rdf.errors import GraphRdfError
from graph_rdf.report.printable import printable
from ttl_check.group import command_line

PROGRAM = "ttl-check"

EXIT_COULD_NOT_CHECK = 2
EXIT_INTERRUPTED = 130
"""128 + SIGINT, as shells expect it after Ctrl-C."""
EXIT_CLOSED_PIPE = 141
"""128 + SIGPIPE, what a program that the reader of its pipe left would end with."""


def entry_point() -> NoReturn:
    """Run `ttl-check` and leave the interpreter.

    Python exits with 1 on an uncaught exception, which would mean "checked, and there are findings". So
    everything is caught here and exits with 2, in one line; `--debug` shows the traceback too.
    """
    _open_streams()
    arguments = sys.argv[1:]
    try:
        _hear_signals()
        code = run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = EXIT_INTERRUPTED
    except OSError as error:
        code = _output_failed(error)
    finally:
        # From here on nothing is left to undo, so the system's own end will do.
        _answer(signal.SIGINT, signal.default_int_handler, signal.SIG_DFL)
    _leave(code)


def _hear_signals() -> None:
    """Let Ctrl-C, and what the system sends to end a program, undo what is half written."""
    _answer(signal.SIGINT, signal.SIG_DFL, signal.default_int_handler)
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):  # Windows has no SIGHUP
            _answer(getattr(signal, name), signal.SIG_DFL, _end)


def _answer(number: int, now: object, then: signal._HANDLER) -> None:
    """Answer a signal in another way; where the caller has it ignored, it stays so."""
    if signal.getsignal(number) is now:
        signal.signal(number, then)


def _end(number: int, _frame: object) -> NoReturn:
    """End as a shell expects it after a signal, by way of all that cleans up."""
    sys.exit(128 + number)


def _open_streams() -> None:
    """Make the standard streams write UTF-8; where the caller closed one, what goes there is dropped.

    A terminal with a code page of its own is served in that one.
    A report that nobody can read is no report: without standard output the run ends here.
    """
    closed = sys.stdout is None
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123 - for the whole run
        stream = getattr(sys, name)
        # What a code page cannot show is escaped there; files and pipes are UTF-8 whatever the system says.
        encoding = stream.encoding if stream.isatty() else "utf-8"
        stream.reconfigure(encoding=encoding, errors="backslashreplace", newline="\n")
    if closed:
        _say("standard output is closed; give it a place to write to")
        sys.exit(EXIT_COULD_NOT_CHECK)


def run(arguments: list[str]) -> int:
    """Run one command.

    Args:
        arguments: What stands behind the program's name.

    Returns:
        The exit code.

    Raises:
        OSError: Standard output cannot be written.
        KeyboardInterrupt: The user stopped it.
    """
    debug = "--debug" in arguments
    try:
        if f"_{PROGRAM.upper().replace('-', '_')}_COMPLETE" in os.environ:
            command_line.main(arguments, prog_name=PROGRAM)
        with command_line.make_context(PROGRAM, arguments) as context:
            code = command_line.invoke(context)
        return code if isinstance(code, int) else 0
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except (click.Abort, EOFError):
        raise KeyboardInterrupt from None
    except click.exceptions.NoArgsIsHelpError as error:
        sys.stderr.write(error.format_message() + "\n")
    except click.UsageError as error:
        asked = error.ctx.command_path if error.ctx is not None else PROGRAM
        said = " ".join(error.format_message().split())  # click lists choices one a line
        _say(continued(said, f"see '{asked} --help'"))
    except click.ClickException as error:
        _say(error.format_message())
    except GraphRdfError as error:
        if debug:
            traceback.print_exc()
        _say_all(error)
    except OSError as error:
        if error.filename is None:
            raise
        if debug:
            traceback.print_exc()
        _say(f"{error.filename}: {error.strerror}")
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:
        if debug:
            traceback.print_exc()
        foreign = [text for text in arguments if not _is_unicode(text)]
        if foreign and isinstance(error, ValueError):
            _say(f"{foreign[0]!a}: this is no UTF-8 text, as all but the names of files must be")
            return EXIT_COULD_NOT_CHECK
        said = f"internal error: {type(error).__name__}: {error}"
        _say(said if debug else continued(said, "this is a fault of ttl-check, --debug shows where"))
    return EXIT_COULD_NOT_CHECK


def continued(said: str, remark: str) -> str:
    """Add a remark to what others said, whatever mark that ends with.

    Args:
        said: One or more sentences.
        remark: A clause; behind a question or an exclamation it becomes a sentence.

    Example:
        >>> continued("Did you mean '--format'?", "see the help")
        "Did you mean '--format'? See the help"
    """
    said = said.rstrip()
    if said.endswith(("?", "!")):
        return f"{said} {remark[:1].upper()}{remark[1:]}"
    return f"{said.rstrip('.:;,')}; {remark}"


def _is_unicode(text: str) -> bool:
    """Tell whether an argument was UTF-8: Python keeps the bytes that are none as lone surrogates."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def _say_all(error: GraphRdfError) -> None:
    """Print the problems that an error carries, then the error itself, one line each."""
    for problem in getattr(error, "problems", ()):
        if str(problem) != str(error):
            sys.stderr.write(printable(str(problem)) + "\n")
    _say(str(error))


def _say(message: str) -> None:
    """Print one line of diagnosis."""
    sys.stderr.write(f"{PROGRAM}: {printable(message)}\n")


def _output_failed(error: OSError) -> int:
    """Answer a failure to write: silence when the reader has gone, one line otherwise."""
    if error.errno == errno.EPIPE:
        return EXIT_CLOSED_PIPE
    with contextlib.suppress(OSError):
        _say(f"cannot write to standard output: {error.strerror or error}")
    return EXIT_COULD_NOT_CHECK


def _leave(code: int) -> NoReturn:
    """Exit without a second complaint: what a closed or full stream still holds is dropped."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    sys.exit(code)
