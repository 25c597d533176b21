"""Command lines of PowerShell and ``cmd``: a backslash is a character, a backtick or a caret escapes.

What comes of it is the same as for a shell: calls with words. Script blocks in braces are read as statements.
"""

import re
from collections.abc import Mapping
from itertools import islice
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.shell.folders import windows
from bridge.judges.bridge_rules.shell.listing import names
from bridge.judges.bridge_rules.shell.model import Call, Node, Piece, Pipe, Redirection, Source, Word
from bridge.judges.bridge_rules.shell.options import tail
from bridge.judges.bridge_rules.shell.syntax import Raw
from bridge.judges.bridge_rules.shell.windows_spelling import spelled

MAX_STATEMENTS: Final = 2000
MAX_DEPTH: Final = 8
MAX_VALUES: Final = 16
MAX_LOOPS: Final = 2

_SPACE: Final = pattern(r"[ \t\r]+|`\r?\n|\^\r?\n")
_END: Final = pattern(r"&&|\|\||[;\n]|&(?=\s|\Z)")
_PLAIN: Final = pattern(r"[^\s;|&'\"`$%^(){}\n,<>]+")
_VARIABLE: Final = pattern(
    r"\$\{([^}]*)\}|\$((?:env:|global:|script:|using:)?\w+(?::\w+)?)|%(\w+)%|!(\w+)!|%%?([A-Za-z])(?![\w%])",
    re.IGNORECASE,
)
_NOWHERE: Final = frozenset(("nul", "nul:", "$null"))
_HOMES: Final = frozenset(names("HOME ENV:HOME ENV:USERPROFILE USERPROFILE HOMEPATH ENV:HOMEPATH ~"))
_PLACES: Final = {"SYSTEMDRIVE": "C:", "HOMEDRIVE": "C:", "SYSTEMROOT": "C:\\Windows", "WINDIR": "C:\\Windows"}
_BRACE: Final = pattern(r"[{}]")
_PICKS: Final = pattern(r"\bif\s*\([^)\n]*\s-(?:c|i)?(?:like|match|eq|contains|in|lt|gt|le|ge)\b", re.IGNORECASE)
"""What makes a block run for some items alone."""
_OF_EACH: Final = frozenset(names("foreach-object foreach % where-object where ?"))
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
    removed = (_Reader(match[1] or match[2], node, cwd, via).word() for match in _DELETE.finditer(text))
    as_cmdlet = (
        Call(
            (*(Word((Piece(one, quoted=True),), node) for one in ("Remove-Item", "-Recurse", "-Force")), path),
            node,
            cwd=cwd,
            via=via,
        )
        for path in islice(removed, MAX_STATEMENTS)
    )
    return [*reader.calls, *as_cmdlet]


_DELETE: Final = pattern(
    r"\[(?:System\.)?IO\.(?:Directory|File)\]::Delete\(\s*('[^'\n]+'|\"[^\"\n]+\"|\$[\w:]+)"
    r"|\((?:Get-Item|gi)\s+('[^'\n]+'|\"[^\"\n]+\"|[^'\"()\n]+)\)\.Delete\(",
    re.IGNORECASE,
)


_CMDLET: Final = pattern(
    r"(?:Remove|Clear|Format|Get|Set|New|Invoke|Start|Stop|Move|Copy|Initialize|Reset|Test|Select|Where|ForEach|Out|Write)-[A-Za-z]+",
    re.IGNORECASE,
)
_COMMANDS: Final = frozenset(names("del erase rd rmdir format robocopy vssadmin ri gci cipher reg"))
_SWITCH: Final = pattern(r"/[A-Za-z?](?::\S*)?|-(?:r|rec\w*|fo\w*|force)", re.IGNORECASE)


_LONG_SWITCH: Final = pattern(r"-(?:recurse|force|literalpath|path|confirm:\$false)", re.IGNORECASE)


def is_windows(words: tuple[Raw, ...]) -> bool:
    """Whether a statement is one of PowerShell or ``cmd``, by its first word and its switches."""
    name = words[0].text.lower() if words else ""
    if "-" in name and _CMDLET.fullmatch(name):
        return True
    if name in ("rm", "rmdir", "mv", "cp", "ls") and any(_LONG_SWITCH.fullmatch(word.text) for word in words[1:]):
        return True
    return name.removesuffix(".exe") in _COMMANDS and any(
        _SWITCH.fullmatch(word.text) or word.text[1:2] == ":" for word in words[1:]
    )


_STARTED_BY: Final = frozenset(("-filepath", "-argumentlist", "-args"))


def _started(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words of what ``Start-Process`` starts: its list of arguments is cut at blanks."""
    found = [word for word in words[1:] if word.text.lower() not in _STARTED_BY]
    given = [word if not word.is_known else part for word in found[1:] for part in _cut(word)]
    return (*found[:1], *given)


def _cut(word: Word) -> list[Word]:
    return [Word((Piece(part, quoted=True),), word.node) for part in word.text.split()]


class _Reader:
    def __init__(self, text: str, node: Node, cwd: str | None, via: tuple[str, ...], depth: int = 0) -> None:
        self._text = text
        self._node = node
        self._cwd = cwd
        self._via = via
        self._depth = depth
        self._at = 0
        self._words: list[Word] = []
        self._redirections: list[Redirection] = []
        self._stage: list[int] = []
        self._pipelines = 0
        self.calls: list[Call] = []
        self._variables: dict[str, tuple[Piece, ...]] = {}
        self._counter = ""
        self._loop: tuple[str, tuple[Word, ...]] | None = None

    def read(self) -> None:
        while self._at < len(self._text) and len(self.calls) < MAX_STATEMENTS:
            self._step()
        self._end_pipeline()

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
        elif text[at] in "(){},<&":
            if text[at] == "{" and self._takes_block():
                self._of_pipeline()
                return
            if text[at] in "(){}":
                self._end_pipeline()
            if text[at] == "{" and self._loop is not None and self._depth < MAX_LOOPS:
                self._repeat(*self._loop)
                return
            self._at += 1
        else:
            self._words.append(self.word())

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
            return
        if self._counter:
            self._variables[self._counter], self._counter = words[0].pieces, ""
            return
        if len(words) > 3 and words[1].text == "=" and words[0].text[:1] == "$":
            words = words[2:]
        words = spelled(words)
        if words[0].text.lower() in ("start-process", "saps"):
            words = _started(words)
        if len(words) == 1 and words[0].text.lower() in _RUNS_TEXT and self._stage and self._depth < MAX_DEPTH:
            self._run(self.calls[self._stage[-1]].argv[-1].text)
        while len(words) > 1 and words[0].text.lower() in _CALLERS:
            runs_text = words[0].text.lower() in _RUNS_TEXT and words[1].is_known
            words = spelled(words[1:])
            if runs_text and " " in words[0].text and self._depth < MAX_DEPTH:
                self._run(words[0].text)
                return
        self._stage.append(len(self.calls))
        self.calls.append(Call(words, self._node, redirections=redirections, cwd=self._cwd, via=self._via))
        if words[0].text.lower() in ("cd", "set-location", "chdir", "sl", "push-location"):
            target = words[-1].literal if len(words) > 1 else None
            self._cwd = windows(target) if target and re.match(r"[A-Za-z]:|[\\/~]", target) else None

    def _run(self, text: str, via: str = "iex", variables: Mapping[str, tuple[Piece, ...]] | None = None) -> None:
        inner = _Reader(text, self._node, self._cwd, (*self._via, via), self._depth + 1)
        inner._variables.update(variables or {})
        inner.read()
        self.calls.extend(inner.calls)

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
        if _PICKS.search(body):
            fed = (*fed, Call((Word((Piece("Where-Object"),), self._node),), self._node))
        item = (Piece("$_", source=Source.INPUT, calls=fed),)
        self._run(body, "foreach", {**self._variables, "_": item, "PSITEM": item})

    def _block(self) -> str:
        """The block in braces that starts here."""
        start, depth = self._at, 0
        self._at = len(self._text)
        for match in _BRACE.finditer(self._text, start):
            depth += 1 if match[0] == "{" else -1
            if depth == 0:
                self._at = match.end()
                break
        return self._text[start + 1 : self._at - 1]

    def _assigns(self, words: tuple[Word, ...]) -> bool:
        if len(words) > 2 and words[1].text.lower() == "in" and words[0].text.startswith("$"):
            self._loop = (words[0].text[1:].upper(), words[2:])
            return True
        if len(words) > 1 and words[0].text.lower() == "set" and "=" in words[1].text:
            name = words[1].text.partition("=")[0]
            self._variables[name.upper()] = tail(words[1], len(name) + 1).pieces
            return True
        if len(words) > 2 and words[1].text == "=" and words[0].text.startswith("$"):
            self._variables[words[0].text[1:].upper()] = words[2].pieces
            return len(words) == 3
        first = words[0].pieces
        if len(words) == 1 and len(first) > 2 and first[0].source is Source.VARIABLE and first[1].text == "=":
            self._variables[first[0].name.upper()] = first[2:]
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

    def word(self) -> Word:
        pieces: list[Piece] = []
        while self._at < len(self._text):
            piece = self._piece()
            if piece is None:
                break
            pieces.extend(piece)
        if not pieces:
            pieces.append(Piece(self._text[self._at]))
            self._at += 1
        return Word(tuple(pieces), self._node)

    def _piece(self) -> list[Piece] | None:
        text, at = self._text, self._at
        char = text[at]
        variable = _VARIABLE.match(text, at)
        if variable:
            self._at = variable.end()
            return self._value(variable)
        if char in "\"'":
            return self._quoted(char)
        if char in "`^" and at + 1 < len(text):
            self._at += 2
            return [Piece(text[at + 1], quoted=True)]
        plain = _PLAIN.match(text, at)
        if plain:
            self._at = plain.end()
            if re.match(r"~(?:[\\/]|\Z)", plain[0]) and (at == 0 or text[at - 1] in " \t\"'"):
                return [Piece("~", source=Source.HOME), Piece(plain[0][1:])]
            return [Piece(plain[0])]
        if char in "$%":
            self._at += 1
            return [Piece(char)]
        return None

    def _quoted(self, mark: str) -> list[Piece]:
        end = self._text.find(mark, self._at + 1)
        end = len(self._text) if end < 0 else end
        inside = self._text[self._at + 1 : end]
        self._at = end + 1
        if mark == "'":
            return [Piece(inside, quoted=True)]
        pieces: list[Piece] = []
        at = 0
        for match in _VARIABLE.finditer(inside):
            pieces.append(Piece(inside[at : match.start()], quoted=True))
            pieces.extend(self._value(match))
            at = match.end()
        pieces.append(Piece(inside[at:], quoted=True))
        return [piece for piece in pieces if piece.text] or pieces[:1]

    def _value(self, match: re.Match[str]) -> list[Piece]:
        name = next(group for group in match.groups() if group is not None)
        upper = name.upper()
        if upper in self._variables:
            return list(self._variables[upper])
        if upper in _HOMES:
            return [Piece("~", source=Source.HOME)]
        if upper.removeprefix("ENV:") in _PLACES:
            return [Piece(_PLACES[upper.removeprefix("ENV:")])]
        if match[5] is not None:
            return [Piece(match[0], quoted=True)]
        if upper in ("PWD", "CD"):
            return [Piece(self._cwd or ".")]
        return [Piece(match[0], source=Source.VARIABLE, name=name)]
