"""Command lines of PowerShell and ``cmd``: a backslash is a character, a backtick or a caret escapes.

What comes of it is the same as for a shell: calls with words. Script blocks in braces are read as statements.
"""

import re
from collections.abc import Mapping
from itertools import islice
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.shell.listing import names
from bridge.judges.bridge_rules.shell.model import Call, Node, Piece, Pipe, Redirection, Source, Word, verbatim
from bridge.judges.bridge_rules.shell.options import tail
from bridge.judges.bridge_rules.shell.windows_expressions import LEAST, MAX_DEPTH, Expressions
from bridge.judges.bridge_rules.shell.windows_functions import Function, bound, entered, functions_in, unbound
from bridge.judges.bridge_rules.shell.windows_spelling import listed_by_dir, moved, spelled, started_process
from bridge.judges.bridge_rules.shell.windows_values import LISTS, is_list, items_of, listed_by, printed_by, value_of

MAX_STATEMENTS: Final = 2000
MAX_VALUES: Final = 16
MAX_LOOPS: Final = 2

_SPACE: Final = pattern(r"[ \t\r]+|`\r?\n|\^\r?\n")
_END: Final = pattern(r"&&|\|\||[;\n]|&(?=\s|\Z)")
_SET: Final = pattern(r"\$((?:\w+:)?\w+)(?:(?=[ \t]+(?:=\s|in\s))|(=)(?!=))")
_NOWHERE: Final = frozenset(("nul", "nul:", "$null"))
_PICKS: Final = pattern(r"\bif\s*\([^)\n]*\s-(?:c|i)?(?:like|match|eq|contains|in|lt|gt|le|ge)\b", re.IGNORECASE)
"""What makes a block run for some items alone."""
_PICKERS: Final = frozenset(names("where-object where ?"))
_OF_EACH: Final = _PICKERS | frozenset(names("foreach-object foreach %"))
_CALLERS: Final = frozenset(names("& . call start start-process saps invoke-expression iex foreach-object % do"))

_RUNS_TEXT: Final = frozenset(("iex", "invoke-expression"))


def windows_calls(text: str, node: Node, cwd: str | None, via: tuple[str, ...]) -> list[Call]:
    """The calls of a PowerShell or ``cmd`` command line.

    Args:
        text: the command line.
        node: where it stands.
        cwd: the folder it is run in.
        via: what it was reached through.
    """
    reader = _Reader(text, node, cwd, via)
    reader.read()
    return reader.calls


_DELETE: Final = pattern(
    r"\[(?:System\.)?IO\.(?:Directory|File)\]::Delete\(\s*('[^'\n]+'|\"[^\"\n]+\"|\$[\w:]+)"
    r"|\((?:Get-Item|gi)\s+('[^'\n]+'|\"[^\"\n]+\"|[^'\"()\n]+)\)\.Delete\(|(\$\w+)\.Delete\(",
    re.IGNORECASE,
)


class _Reader(Expressions):
    def __init__(self, text: str, node: Node, cwd: str | None, via: tuple[str, ...], depth: int = 0) -> None:
        super().__init__(text, node, cwd, depth)
        self._via = via
        self._redirections: list[Redirection] = []
        self._stage: list[int] = []
        self._pipelines = 0
        self._of_command = False
        self._counter = ""
        self._loop: tuple[str, tuple[Word, ...]] | None = None
        self._functions: dict[str, Function] = {}

    def read(self) -> None:
        if "function" in self._text.lower():
            self._functions.update(functions_in(self._text))
            self._variables = {**unbound(self._functions), **self._variables}
        while self._at < len(self._text) and len(self.calls) < MAX_STATEMENTS:
            self._step()
        self._end_pipeline()
        for match in islice(_DELETE.finditer(self._text), MAX_STATEMENTS):
            path = self._inner(match[match.lastindex or 0], "Delete").word()
            cmdlet = tuple(verbatim(one, self._node) for one in names("Remove-Item -Recurse -Force"))
            self.calls.append(Call((*cmdlet, path), self._node, cwd=self._cwd, via=self._via))

    def _step(self) -> None:
        text, at = self._text, self._at
        space = _SPACE.match(text, at)
        if space:
            self._at = space.end()
        elif text[at] == "#" and (at == 0 or text[at - 1] in " \t\n;"):
            end = text.find("\n", at)
            self._at = len(text) if end < 0 else end
        elif joint := _END.match(text, at):
            self._end_pipeline()
            self._at = joint.end()
        elif text[at] == "|":
            self._end_call()
            self._at += 1
        elif text[at] == ">":
            self._redirect()
        elif self._value_here():
            return
        elif text[at] in "(){},<&":
            if text[at] == "{" and self._takes_block():
                self._of_pipeline()
                return
            if text[at] == "{" and text[at - 1 : at] == "@" and self._words and self._of_table():
                return
            if text[at] in "(){}":
                self._end_pipeline()
            if text[at] == "{" and self._loop is not None and self._depth < MAX_LOOPS:
                self._repeat(*self._loop)
                return
            self._at += 1
        elif not self._assigned_here():
            self._words.append(self.word())

    def _assigned_here(self) -> bool:
        """Reads the variable that starts a statement which sets it, whatever it held before; whether there is one."""
        match = _SET.match(self._text, self._at) if not self._words else None
        if match is None:
            return False
        equals = (Word((Piece("="),), self._node),) if match[2] else ()
        self._words.extend((Word((Piece(f"${match[1]}", source=Source.VARIABLE, name=match[1]),), self._node), *equals))
        self._at = match.end()
        return True

    def _redirect(self) -> None:
        """Reads a redirection: ``>``, ``>>``, with the number of a stream, or ``*`` for all, before it."""
        text, begun = self._text, self._at
        stream = text[begun - 1] if begun else " "
        if (
            self._words
            and self._words[-1].text == stream
            and stream in "123456*"
            and text[begun - 2 : begun - 1] in " \t"
        ):
            self._words.pop()
        operator = ">>" if text.startswith(">>", begun) else ">"
        self._at = begun + len(operator)
        if text.startswith("&", self._at):
            self._at += 2
            return
        while blank := _SPACE.match(text, self._at):
            self._at = blank.end()
        if self._at < len(text) and text[self._at] not in ";|\n(){}<>&":
            target = self.word()
            if target.text.lower() not in _NOWHERE:
                descriptor = int(stream) if stream.isdigit() else 1
                self._redirections.append(Redirection(operator, descriptor, target, self._node))

    def _end_call(self) -> None:
        words, redirections = tuple(self._words), tuple(self._redirections)
        self._words.clear()
        self._redirections.clear()
        if not words or self._assigns(words):
            return
        if words[0].text.lower() == "for" and words[-1].text.lower() == "in":
            self._counter = next((word.text.strip("%").upper() for word in words if word.text[:1] == "%"), "")
            self._of_command = words[1].text.lower() == "/f"
            return
        if self._counter:
            self._keep(self._counter, (self._of_command and listed_by_dir(words[0])) or words[0].pieces)
            self._counter = ""
            return
        if len(words) > 3 and words[1].text == "=" and words[0].text[:1] == "$":
            words = words[2:]
        words = self._told(spelled(words))
        if self._names_alias(words):
            return
        if words[0].text.lower() in ("start-process", "saps"):
            words = started_process(words)
        if len(words) == 1 and words[0].text.lower() in _RUNS_TEXT and self._stage and self._depth < MAX_DEPTH:
            self._run(self.calls[self._stage[-1]].argv[-1].text)
        while len(words) > 1 and words[0].text.lower() in _CALLERS:
            runs_text = words[0].text.lower() in _RUNS_TEXT and words[1].is_known
            words = self._told(spelled(words[1:]))
            if runs_text and " " in words[0].text and self._depth < MAX_DEPTH:
                self._run(words[0].text)
                return
        self._stage.append(len(self.calls))
        self.calls.append(Call(words, self._node, redirections=redirections, cwd=self._cwd, via=self._via))
        self._enter(words)
        if words[0].text.lower() in ("cd", "set-location", "chdir", "sl", "push-location"):
            self._cwd = moved(words[-1].literal if len(words) > 1 else None, self._cwd)

    def _inner(self, text: str, via: str, variables: Mapping[str, tuple[Piece, ...]] | None = None) -> "_Reader":
        inner = _Reader(text, self._node, self._cwd, (*self._via, via), self._depth + 1)
        inner._variables.update(variables or self._variables)
        inner._aliases, inner._tables, inner._budget = self._aliases, self._tables, self._budget
        inner._functions = self._functions
        return inner

    def _run(self, text: str, via: str = "iex", variables: Mapping[str, tuple[Piece, ...]] | None = None) -> None:
        inner = self._inner(text, via, variables)
        inner.read()
        self.calls.extend(inner.calls)

    def _enter(self, words: tuple[Word, ...]) -> None:
        """Reads the body of the function that a call names, with its arguments for the parameters."""
        function = self._functions.get(words[0].text.lower())
        if function is None or not function.parameters or self._depth >= MAX_DEPTH or self._budget[0] <= 0:
            return
        self._budget[0] -= max(len(function.body), LEAST)
        held = bound(function, words[1:])
        self._run(entered(function, held), f"{words[0].text}()", {**self._variables, **held})

    def _repeat(self, name: str, values: tuple[Word, ...]) -> None:
        """Reads the block of a loop, which starts here, for each of its values."""
        self._loop = None
        body = self._block()
        rest = (Piece("/x"),) if _PICKS.search(body) else ()
        for value in values[:MAX_VALUES]:
            self._run(body, "foreach", {**self._variables, name: (*value.pieces, *rest)})

    def _takes_block(self) -> bool:
        """Whether a call is being read whose block is run for what a pipeline feeds it."""
        return bool(self._words) and self._words[0].text.lower() in _OF_EACH and self._depth < MAX_DEPTH

    def _of_pipeline(self) -> None:
        """Reads the block that starts here, in which ``$_`` is what comes before in the pipeline."""
        fed = tuple(self.calls[one] for one in self._stage)
        body = self._block()
        if self._words[0].text.lower() in _PICKERS:
            self._words.append(verbatim(body, self._node))
        elif len(fed) == 1 and (len(fed[0].argv) > 1 or fed[0].argv[0].is_known) and is_list(fed[0].argv):
            for value in fed[0].argv[:MAX_VALUES]:
                self._run(body, "foreach", {**self._variables, "_": value.pieces, "PSITEM": value.pieces})
            return
        if _PICKS.search(body):
            fed = (*fed, Call((Word((Piece("Where-Object"),), self._node),), self._node))
        is_listed = bool(fed) and fed[0].argv[0].text.lower() in LISTS
        item = (Piece("$_", source=Source.INPUT, calls=fed, may_be_empty=not is_listed),)
        self._run(body, "foreach", {**self._variables, "_": item, "PSITEM": item})

    def _assigns(self, words: tuple[Word, ...]) -> bool:
        if len(words) > 2 and words[1].text.lower() == "in" and words[0].text.startswith("$"):
            self._loop = (words[0].text[1:].upper(), tuple(one for word in words[2:] for one in items_of(word)))
            return True
        if len(words) > 1 and words[0].text.lower() == "set" and "=" in words[1].text:
            name = words[1].text.partition("=")[0]
            self._keep(name.upper(), tail(words[1], len(name) + 1).pieces)
            return True
        if len(words) > 2 and words[1].text == "=" and words[0].text.startswith("$"):
            name = words[0].text[1:].upper()
            # What is listed here is looked at where it is used.
            listing = Call(words[2:], self._node, cwd=self._cwd, via=self._via)
            self._keep(name, value_of(words[2:]) or listed_by(words[2:], (listing,)) or printed_by(listing))
            if words[2] is self._table[0]:
                self._tables[name] = self._table[1]
            return len(words) == 3 or words[3].text == "+"
        first = words[0].pieces
        if len(words) == 1 and len(first) > 2 and first[0].source is Source.VARIABLE and first[1].text == "=":
            self._keep(first[0].name.upper(), first[2:])
            return True
        return False

    def _end_pipeline(self) -> None:
        self._end_call()
        self._pipelines += 1
        for position, index in enumerate(self._stage):
            call = self.calls[index]
            fed = tuple(self.calls[one] for one in self._stage[:position])
            stdin = Word((Piece("", source=Source.INPUT, calls=fed),), self._node) if fed else None
            pipe = Pipe(self._pipelines, position, len(self._stage))
            self.calls[index] = call._replace(pipe=pipe, stdin=stdin)
        self._stage.clear()
