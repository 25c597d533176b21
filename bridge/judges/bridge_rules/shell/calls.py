"""Writes calls down, and follows what each calls in turn: a function's body, a wrapper's command, a script's text."""

from abc import ABC, abstractmethod
from typing import Final, NamedTuple

from bridge.judges.bridge_rules.shell.builtins import apply, folder_after
from bridge.judges.bridge_rules.shell.environment import HOME_MARK, Environment, Input, Value
from bridge.judges.bridge_rules.shell.folders import place
from bridge.judges.bridge_rules.shell.launchers import inner_calls
from bridge.judges.bridge_rules.shell.model import (
    PLANTED,
    Call,
    Node,
    Piece,
    Pipe,
    Redirection,
    Source,
    Unread,
    Word,
    verbatim,
)
from bridge.judges.bridge_rules.shell.options import options
from bridge.judges.bridge_rules.shell.output import bounded, output
from bridge.judges.bridge_rules.shell.shells import script_of
from bridge.judges.bridge_rules.shell.syntax import Exhausted, Statement, TooMuch
from bridge.judges.bridge_rules.shell.wrappers import Inner

MAX_CALLS: Final = 1200
"""How many calls one command line may come to; the rest of it is then unread."""

MAX_DEPTH: Final = 52
"""How deep calls may stand in one another: substitutions, functions, ``eval``, ``bash -c``."""


MAX_FILES_RUN: Final = 4
"""How many files that something will run are read."""

_COPIES: Final = frozenset(("cp", "mv", "ln", "install"))


class Context(NamedTuple):
    """What surrounds a statement."""

    pipe: Pipe
    input: Input = Input()
    via: tuple[str, ...] = ()
    elsewhere: str | None = None
    redirections: tuple[Redirection, ...] = ()


class Caller(ABC):
    """Follows calls; its subclass walks statements."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.unread: list[Unread] = []
        self._depth = 0
        self._planted = 0

    @abstractmethod
    def _walk(self, statement: Statement, environment: Environment, context: Context) -> Value | None:
        """Walks a statement; what it prints, where that is known."""

    @abstractmethod
    def _nested(
        self, text: str, start: int, environment: Environment, context: Context, anchor: Node | None
    ) -> Value | None:
        """Reads a text inside another and walks it."""

    def _made(self, words: tuple[Word, ...], node: Node, environment: Environment, context: Context) -> Call:
        given = context.input
        stdin = Word(given.text, node) if given.text is not None else None
        if stdin is None and given.calls:
            stdin = Word((Piece("", source=Source.INPUT, calls=given.calls),), node)
        return Call(
            words,
            node,
            context.redirections,
            environment.cwd,
            (),
            context.pipe,
            stdin,
            context.via,
            context.elsewhere,
        )

    def call(self, call: Call, environment: Environment, context: Context) -> Value | None:
        """Writes a call down, then what it calls in turn; what it prints."""
        if len(self.calls) >= MAX_CALLS:
            raise Exhausted(f"it comes to more than {MAX_CALLS} calls")
        call = _with_script(call, environment)
        if environment.links:
            call = call._replace(argv=tuple(_through_link(word, environment) for word in call.argv))
        self.calls.append(call)
        name = call.name or ""
        called = call.argv[0].text if call.argv else ""
        if called in environment.functions:
            return self._function(called, call, environment, context)
        apply(call, environment)
        printed = output(call, environment)
        if name == "printf" and len(call.arguments) > 1 and call.arguments[0].text == "-v":
            environment.assign(call.arguments[1].text, printed or ())
            printed = ()
        for inner in inner_calls(call):
            text = self._inner(inner, call, environment, context)
            printed = text if printed is None else printed
        script = self._script(call, environment)
        if script is not None:
            self._run_script(script, call, environment, context)
        if name == "tee" and call.stdin is not None:
            given = options(call.arguments)
            for word in given.operands:
                self._written(word, call.stdin.pieces, environment, appends=given.has("a", "append"))
                self._plant(word, call.stdin.pieces, environment, context)
        if name == "git" and environment.aliases:
            self._git_alias(call, environment, context)
        return printed

    def _git_alias(self, call: Call, environment: Environment, context: Context) -> None:
        """Runs the alias of git that the line has set, in which it does not stand for itself."""
        words = options(call.arguments, ("C", "c", "git-dir", "work-tree"), permutes=False).operands
        key = f"git {words[0].text}" if words else ""
        text = environment.aliases.pop(key, None)
        if text is not None:
            command = text[1:] if text.startswith("!") else f"git {text}"
            self._text(verbatim(command, call.node), environment, context)
            environment.aliases[key] = text

    def _function(self, name: str, call: Call, environment: Environment, context: Context) -> Value | None:
        if name in environment.running or self._depth >= MAX_DEPTH:
            return None
        before = environment.positional, environment.running
        environment.positional = tuple(word.pieces for word in call.arguments)
        environment.running = environment.running | {name}
        self._depth += 1
        inside = context._replace(via=(*context.via, f"{name}()"), redirections=call.redirections)
        printed = self._walk(environment.functions[name], environment, inside)
        self._depth -= 1
        environment.positional, environment.running = before
        return printed

    def _run_script(self, script: Value, call: Call, environment: Environment, context: Context) -> None:
        """Reads the text of a script, which is told where it stands and its arguments; what is sourced is not."""
        word = script_of(call)
        own = environment
        if call.name not in ("source", ".") and word is not None and word.is_known:
            own = environment.copy()
            own.assign("0", word.pieces)
            own.assign("BASH_SOURCE", word.pieces)
            if word in call.argv:
                own.positional = tuple(one.pieces for one in call.argv[call.argv.index(word) + 1 :])
        self._text(Word(script, call.node), own, context)

    def _script(self, call: Call, environment: Environment) -> Value | None:
        """The text of the script that a call runs, where the command line has written it or makes it."""
        word = script_of(call)
        if word is None:
            return None
        for inner in word.calls[-1:]:
            return output(inner, environment)
        if word.text == "/dev/stdin":
            return call.stdin.pieces if call.stdin is not None else None
        held = environment.files.get(file_key(word, environment))
        return None if held is not None and len(held) == 1 and held[0].source is Source.COMMAND else held

    def _inner(self, inner: Inner, call: Call, environment: Environment, context: Context) -> Value | None:
        inside = context._replace(
            via=(*context.via, inner.via),
            elsewhere=inner.elsewhere or context.elsewhere,
            redirections=call.redirections,
        )
        if inner.text is not None and inner.text is call.stdin:
            # What is left to read is the text itself.
            inside = inside._replace(input=Input())
        elif inner.via in ("xargs", "parallel"):
            inside = inside._replace(input=Input(()))
        own = environment if inner.keeps or not inner.text else environment.copy()
        if inner.elsewhere or inner.cwd is not None:
            own = environment.copy()
            own.cwd = None if inner.elsewhere else folder_after(inner.cwd, environment)
        if inner.text is None:
            words = tuple(inner.words)
            made = self._made(words, call.node, own, inside)._replace(environment=call.environment)
            return self._deeper(made, own, inside)
        if inner.positional is not None:
            own.positional = tuple(word.pieces for word in inner.positional)
        if inner.script_name is not None:
            own.assign("0", inner.script_name.pieces)
        if inner.via in ("cmd", "powershell"):
            self.windows(inner.text.text, call.node, own, inside)
            return None
        return self._text(inner.text, own, inside)

    def _deeper(self, call: Call, environment: Environment, context: Context) -> Value | None:
        if self._depth >= MAX_DEPTH:
            raise TooMuch(f"calls nest deeper than {MAX_DEPTH}")
        self._depth += 1
        printed = self.call(call, environment, context)
        self._depth -= 1
        return printed

    def _text(self, word: Word, environment: Environment, context: Context) -> Value | None:
        """Reads the text of a word as a command."""
        text = "".join(_spelled(piece, environment) for piece in word.pieces)
        return self._nested(text, word.node.start, environment, context, word.node)

    def _printed(self, printed: Value | None, call: Call, environment: Environment, context: Context) -> Value | None:
        """What goes on to the next command, once redirections have taken theirs."""
        # Of several redirections the last, which is the call's own, has what is printed.
        for one in reversed(call.redirections):
            if one.writes and one.descriptor == 1:
                made = printed if printed is not None else _printed_by(call, one.target)
                self._written(one.target, made, environment, appends=not one.empties)
                self._plant(one.target, made, environment, context)
                printed = ()
        if call.name in _COPIES and len(call.arguments) > 1:
            source, target = call.arguments[-2:]
            held = environment.files.get(file_key(source, environment))
            reader = call._replace(argv=(Word((Piece("cat"),), call.node), source), redirections=())
            self._written(target, held or _printed_by(reader, target), environment, appends=False)
            self._plant(target, held, environment, context)
        return printed

    def _plant(self, target: Word, written: Value | None, environment: Environment, context: Context) -> None:
        """Reads what is written to a file that something will run, as if it ran."""
        path = file_key(target, environment)
        if not written or not may_be_run(path):
            return
        # Loaded here, because few lines write such a file.
        from bridge.judges.bridge_rules.shell.planted import planted

        text = planted(path, written)
        if text is None or PLANTED in context.via or self._planted >= MAX_FILES_RUN:
            return
        self._planted += 1
        inside = Context(context.pipe, via=(*context.via, PLANTED), elsewhere=context.elsewhere)
        own = environment.copy()
        own.aliases, own.functions = {}, {}
        self._nested(text, target.node.start, own, inside, target.node)

    def _written(self, target: Word, text: Value | None, environment: Environment, *, appends: bool) -> None:
        path = file_key(target, environment)
        held = environment.files.get(path, ()) if appends else ()
        whole = None if text is None else bounded(held + text)
        if whole is None:
            environment.files.pop(path, None)
        else:
            environment.files[path] = whole

    def windows(self, text: str, node: Node, environment: Environment, context: Context) -> None:
        """Reads a text as PowerShell or ``cmd`` does, and writes its calls down."""
        # Loaded here, because most lines are a shell's.
        from bridge.judges.bridge_rules.shell.windows import windows_calls

        for call in windows_calls(text, node, environment.cwd, context.via):
            redirections = (*context.redirections, *call.redirections)
            made = call._replace(redirections=redirections, elsewhere=context.elsewhere)
            if made.pipe.length == 1:
                made = made._replace(stdin=self._made((), node, environment, context).stdin, pipe=context.pipe)
            self._deeper(made, environment, context)
            if "profile" in text.lower() and PLANTED not in context.via and self._planted < MAX_FILES_RUN:
                from bridge.judges.bridge_rules.shell.planted import profile_text

                written = profile_text(made)
                self._planted += written is not None
                inside = context._replace(via=(*context.via, PLANTED), redirections=())
                self.windows(written or "", node, environment, inside)


def _with_script(call: Call, environment: Environment) -> Call:
    """A call with the text of the file that it is told to run, where the line has written that."""
    if not environment.files and not any(
        p.source is Source.PROCESS for word in call.arguments[:4] for p in word.pieces
    ):
        return call
    # Loaded here, so that a line that writes no file does not pay for it.
    from bridge.judges.bridge_rules.shell.scripts import program_file

    word = program_file(call)
    if word is not None and word.calls:
        held = output(word.calls[-1], environment)
    else:
        held = environment.files.get(file_key(word, environment)) if word is not None else None
    return call._replace(script=Word(held, call.node)) if held else call


def _through_link(word: Word, environment: Environment) -> Word:
    """What a path below a link leads to that the line has made."""
    path = place(word, environment.cwd) if "/" in word.text else None
    if path is None:
        return word
    for link, target in environment.links.items():
        below = path[len(link) :]
        if path.startswith(link) and (below.startswith("/") or (not below and word.text.endswith("/"))):
            return Word((*target, Piece(below or "/")), word.node)
    return word


def may_be_run(path: str) -> bool:
    """Whether a file at a path may be run by its place alone, at next to no cost."""
    return "hooks/" in path or "husky/" in path or path.startswith(("~/.", "/etc/", "/var/")) or "/." in path


def file_key(word: Word, environment: Environment) -> str:
    """The name under which a file's text is kept."""
    return place(word, environment.cwd) or word.text


def _printed_by(call: Call, target: Word) -> Value:
    """What a call has written to a file, of which no more is known than the call."""
    return (Piece(f"$(cat {target.text})", quoted=True, source=Source.COMMAND, calls=(call,)),)


def _spelled(piece: Piece, environment: Environment) -> str:
    """A piece of a text that is read again: what is not text in it is held in a variable."""
    if piece.source is Source.HOME:
        return HOME_MARK
    if piece.source is Source.INPUT and piece.name:
        name = f"__{piece.name}_item"
        environment.assign(name, (piece,))
        return f"${{{name}}}"
    return piece.text
