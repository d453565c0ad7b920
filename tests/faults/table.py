"""docs/errors.md, made from the cases that are tested: `python tests/faults/table.py > docs/errors.md`."""

import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / name) for name in ("faults", "unit", "scons")] + [str(TESTS.parent / "site_scons")]

from oddities import ODDITIES  # noqa: E402
from refusals import LONG, REFUSALS  # noqa: E402
from wrong_calls import CURES, WRONG  # noqa: E402

HEAD = """\
# What can be wrong with an input

Every line of these tables is a case of `tests/faults` or `tests/scons`, where the message is checked to the letter; the page is
printed by `python tests/faults/table.py`. The cases start from a network in `gen/` with three constants, P and Q equal, and write
to `build/kws`.

A refused input ends the command line with exit status 2 and this one line on stderr; nothing in the target folder has changed.
SCons prints it behind `scons: *** [target]` or, where the call itself is at fault, behind the line of the SConstruct, and ends
with 2. A fault of GapNetwork itself says that it is a bug and ends both with 70. Interrupted, the command line ends with 130.
Whatever stops a run, SIGKILL or a full disk too, each file is complete or as it was, and the next run removes what was left.
"""


def cell(text):
    return text.replace("|", "\\|").replace("\n", " ")


def said(message):
    """A message as code; what is long only to be long is cut."""
    shown = message.replace(LONG, "xxx...").replace("x" * 300, "xxx...").replace("{python}", "python")
    fence = "``" if "`" in shown else "`"
    return f"{fence}{cell(shown)}{fence}"


def refusals():
    for title, cases in REFUSALS.items():
        yield f"\n## {title}\n\n| what is wrong | message | cure |\n|---|---|---|"
        for case in cases:
            message = said(case.message)
            if case.scons:
                message += f"<br>SCons: {said(case.scons)}"
            yield f"| {cell(case.about)} | {message} | {cell(case.cure)} |"


def wrong_calls():
    yield "\n## The call in an SConstruct\n\n| call | message | cure |\n|---|---|---|"
    for name, (call, message) in WRONG.items():
        yield f"| {'<br>'.join(said(line) for line in call.splitlines())} | {said(message)} | {cell(CURES[name])} |"


def oddities():
    yield ("\n## What is odd and yet understood\n\nThe exit status is 0.\n\n"
           "| what is odd | what the run prints | what comes of it |\n|---|---|---|")
    for case in ODDITIES:
        yield f"| {cell(case.about)} | {said(case.line)} | {cell(case.becomes)} |"


def page():
    """The whole page."""
    return HEAD + "\n".join([*refusals(), *wrong_calls(), *oddities()]) + "\n"


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    sys.stdout.write(page())
