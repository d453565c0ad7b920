"""What can go wrong, told apart by whose fault it is.

`InputError` is the user's to mend: it carries a place, what is wrong there and what to do about it.
`InternalError` is ours: a result that failed its own check. Nothing else leaves this package.
"""

from __future__ import annotations


class GapnetError(Exception):
    """Root of all errors of this package.

    message: what is wrong, one line. path, line: where (line counts from 1). hint: what to do about it.
    """

    exit_status = 70

    def __init__(self, message: str, path: str | None = None, line: int | None = None, hint: str | None = None):
        self.message = message
        self.path = path
        self.line = line
        self.hint = hint
        super().__init__(str(self))

    def __str__(self) -> str:
        path = None if self.path is None else self.path.replace("\n", "\\n")
        place = "" if path is None else f"{path}: " if self.line is None else f"{path}:{self.line}: "
        return f"{place}{self.message}" + (f". {self.hint}" if self.hint else "")


class InputError(GapnetError):
    """The input is at fault; nothing was written."""

    exit_status = 2


class InternalError(GapnetError):
    """A bug of this project: a result that contradicts itself. Nothing was written."""

    exit_status = 70


class Mismatch(InternalError):
    """A result on disk that is not what its original says: ours, or of whoever changed it since."""
