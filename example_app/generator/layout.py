"""C text laid out as clang-format (LLVM style, 160 columns) lays it out, for the few forms that generated code consists of."""

COLUMNS = 160


class Text:
    """Lines of C. Every method appends one construct, indented by `indent` spaces."""

    def __init__(self):
        self.lines = []

    def __str__(self):
        return "\n".join(self.lines) + "\n"

    def line(self, text="", indent=0):
        self.lines.append(" " * indent + text if text else "")

    def comment(self, text, indent=0):
        """A comment; one that is too long continues on the next line."""
        words = text.split(" ")
        line = " " * indent + "//"
        for word in words:
            if len(line) + 1 + len(word) > COLUMNS and line.strip() != "//":
                self.lines.append(line)
                line = " " * indent + "//"
            line += f" {word}"
        self.lines.append(line)

    def assign(self, left, right, indent=0):
        """`left = right;`, broken after the `=` where it is too long."""
        self.lines += self._assignment(left, right, ";", indent)

    def _assignment(self, left, right, end, indent):
        one_line = f"{' ' * indent}{left} = {right}{end}"
        if len(one_line) <= COLUMNS:
            return [one_line]
        return [f"{' ' * indent}{left} =", f"{' ' * (indent + 4)}{right}{end}"]

    def advance(self, pointer, step, indent=0):
        """`pointer = (void *)((char *)(pointer) + step);`, broken after the `=` and, where that is not enough, after the `+`."""
        start = f"{' ' * (indent + 4)}(void *)((char *)({pointer}) +"
        if len(start) + len(step) + 3 <= COLUMNS:
            self.assign(pointer, f"(void *)((char *)({pointer}) + {step})", indent)
        else:
            self.lines += [f"{' ' * indent}{pointer} =", start, f"{' ' * (indent + 13)}{step});"]

    def call(self, function, arguments, indent=0):
        """`function(arguments);`: as many arguments to a line as fit.

        They stand below the first one or, where that takes fewer lines, indented by 4.
        """
        start = f"{' ' * indent}{function}("
        aligned = self._fill(start, len(start), arguments)
        indented = [start, *self._fill(" " * (indent + 4), indent + 4, arguments)]
        self.lines += aligned if aligned and len(aligned) <= len(indented) else indented

    @staticmethod
    def _fill(start, column, arguments):
        lines = [start]
        for position, argument in enumerate(arguments):
            text = argument + (");" if position == len(arguments) - 1 else ",")
            space = "" if lines[-1].endswith("(") or not lines[-1].strip() else " "
            if len(lines[-1]) + len(space) + len(text) > COLUMNS and lines[-1] != start:
                lines.append(" " * column)
                space = ""
            lines[-1] += space + text
            if len(lines[-1]) > COLUMNS:
                return None
        return lines

    def compound_literal(self, ctype, name, fields, indent=0):
        """`ctype name = (ctype){.field = value, ...};`, one field per line unless all fit on one.

        The fields stand below each other after the brace, or, where that leaves too little room, indented by 4.
        """
        one_line = (
            f"{' ' * indent}{ctype} {name} = ({ctype}){{{', '.join(f'.{key} = {value}' for key, value in fields)}}};"
        )
        if len(one_line) <= COLUMNS:
            self.lines.append(one_line)
            return
        below = f"{' ' * (indent + 4)}({ctype}){{"
        start = f"{' ' * indent}{ctype} {name} = ({ctype}){{"
        texts = [
            f".{key} = {value}" + ("};" if position == len(fields) - 1 else ",")
            for position, (key, value) in enumerate(fields)
        ]
        if len(below) + max(map(len, texts)) <= COLUMNS:
            self.lines += [f"{' ' * indent}{ctype} {name} =", below + texts[0]]
            self.lines += [" " * len(below) + text for text in texts[1:]]
            return
        self.lines.append(start)
        for position, (key, value) in enumerate(fields):
            self.lines += self._assignment(f".{key}", value, "};" if position == len(fields) - 1 else ",", indent + 4)

    def initialiser(self, declaration, fields, indent=0):
        """`declaration = {.field = value, ...};`, one field per line, below the first, unless all fit on one line."""
        texts = [f".{key} = {value}" for key, value in fields]
        start = f"{' ' * indent}{declaration} = {{"
        if len(start) + len(", ".join(texts)) + 2 <= COLUMNS:
            self.lines.append(f"{start}{', '.join(texts)}}};")
        elif indent + 4 + len(", ".join(texts)) + 2 <= COLUMNS:
            self.lines += [start, f"{' ' * (indent + 4)}{', '.join(texts)}}};"]
        else:
            self.lines += [
                (start if n == 0 else " " * len(start)) + text + ("};" if n == len(texts) - 1 else ",")
                for n, text in enumerate(texts)
            ]

    def array(self, declaration, values):
        """`declaration = {values};`: on one line, or in columns as wide as their widest entry, indented by 4."""
        one_line = f"{declaration} = {{{', '.join(values)}}};"
        if len(one_line) <= COLUMNS:
            self.lines.append(one_line)
            return
        self.lines.append(f"{declaration} = {{")
        best = None
        for columns in range(1, len(values) + 1):
            widths = [
                max(len(value) + 1 for value in values[column::columns]) for column in range(min(columns, len(values)))
            ]
            if 4 + sum(widths) + columns - 1 <= COLUMNS:
                best = widths
        for start in range(0, len(values), len(best)):
            row = values[start : start + len(best)]
            last = start + len(row) == len(values)
            cells = [f"{value}," for value in row[:-1]] + [row[-1] + ("};" if last else ",")]
            self.lines.append("    " + " ".join(cell.ljust(width) for cell, width in zip(cells, best)).rstrip())
