"""Runs the firmware untouched and shared, and prints what both report side by side.

    python compare.py UNTOUCHED_APP UNTOUCHED_FLASH SHARED_APP SHARED_FLASH [COMMAND...]

COMMAND runs one firmware, with {app} and {flash} in place of the two files; without it, the firmware is a program of this
machine and takes its flash as an argument.
Exits with 1 unless both have no error, compared as many outputs, and read the same bytes from L3 in the same order.
Right outputs alone prove little: two weights may be mixed up within the tolerance. An equal read stream proves that
every kernel saw the same bytes.
"""

import re
import subprocess
import sys

REPORT = re.compile(
    r"Errors: (?P<errors>\d+) out of (?P<compared>\d+)\n"
    r"L3 requested: (?P<requested>\d+) bytes in (?P<allocations>\d+) allocations\n"
    r"Files loaded: (?P<loads>\d+) \((?P<loaded>\d+) bytes\)\n"
    r"L3 read stream: (?P<stream>[0-9a-f]{16})\n"
)
ROWS = {
    "Errors": "errors",
    "Outputs compared": "compared",
    "L3 requested (bytes)": "requested",
    "L3 allocations": "allocations",
    "Files loaded": "loads",
    "Bytes loaded": "loaded",
    "L3 read stream": "stream",
}


def run(command, app, flash):
    """What the firmware reports, as {name: text}. Ends the program if it does not report."""
    command = [part.format(app=app, flash=flash) for part in command]
    result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    report = REPORT.search(result.stdout)
    if report is None:
        print(f"{result.stdout}{result.stderr}", end="", file=sys.stderr)
        sys.exit(f"compare: {app} ended with status {result.returncode} before it reported")
    return report.groupdict()


def differences(untouched, shared):
    """Why the two do not do the same; nothing if they do."""
    for name, report in (("untouched", untouched), ("shared", shared)):
        if report["errors"] != "0":
            yield f"the {name} firmware has {report['errors']} errors"
    if untouched["compared"] != shared["compared"]:
        yield "the two compared a different number of outputs"
    if untouched["stream"] != shared["stream"]:
        yield "the two read different bytes from L3"


def main(arguments):
    if len(arguments) < 4:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    command = arguments[4:] or ["{app}", "{flash}"]
    untouched, shared = run(command, *arguments[:2]), run(command, *arguments[2:4])
    print(f"{'':22}{'untouched':>18}{'shared':>18}")
    for title, key in ROWS.items():
        print(f"{title:22}{untouched[key]:>18}{shared[key]:>18}")
    saving = 1 - int(shared["requested"]) / int(untouched["requested"])
    print(f"L3 saving: {saving:.1%}")
    problems = list(differences(untouched, shared))
    for problem in problems:
        print(f"compare: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
