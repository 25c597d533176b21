"""Shells and what starts one: ``bash -c``, ``eval``, ``trap``, ``su``, ``cmd``."""

import base64
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.shell.environment import HOME_MARK
from bridge.judges.bridge_rules.shell.folders import windows
from bridge.judges.bridge_rules.shell.listing import names
from bridge.judges.bridge_rules.shell.model import Call, Piece, Source, Word, verbatim
from bridge.judges.bridge_rules.shell.options import options
from bridge.judges.bridge_rules.shell.wrappers import Inner, with_input

SHELLS: Final = frozenset(names("sh bash zsh dash ksh mksh ash fish rbash csh tcsh yash nu xonsh"))
WINDOWS_SHELLS: Final = frozenset(("cmd", "powershell", "pwsh"))
_SHELL_VALUES: Final = ("O", "o", "rcfile", "init-file")


def shell(call: Call) -> list[Inner]:
    """``bash -c text``, or the text that it is fed where it has no script."""
    given = options(call.arguments, _SHELL_VALUES, permutes=False)
    name = call.name or ""
    if given.has("n", "noexec"):
        return []
    if given.has("c") or given.has("command"):
        text = given.value("command") or (given.operands[0] if given.operands else None)
        named = given.operands[1] if len(given.operands) > 1 else None
        return [Inner(f"{name} -c", text=text, positional=given.operands[2:], script_name=named)] if text else []
    if call.stdin is not None and (given.has("s") or not given.operands or given.texts[0] in ("-", "/dev/stdin")):
        return [Inner(name, text=call.stdin, positional=given.operands)]
    return []


def script_of(call: Call) -> Word | None:
    """The file that a shell is told to run, or that is run by its path; None where the call runs none."""
    name = call.name or ""
    if name in SHELLS:
        given = options(call.arguments, _SHELL_VALUES, permutes=False)
        return given.operands[0] if given.operands and not given.has("c", "n") else None
    if name in ("source", "."):
        return call.arguments[0] if call.arguments else None
    return call.argv[0] if call.argv and "/" in call.argv[0].text else None


def eval_text(call: Call) -> list[Inner]:
    """The arguments, joined."""
    words = tuple(map(_of_somebody, call.arguments))
    return [Inner("eval", text=joined(words), keeps=True)] if words else []


def _of_somebody(word: Word) -> Word:
    """``~$USER``, which is a home folder once it is read again."""
    tilde, *rest = word.pieces or (None,)
    if tilde is None or tilde.text != "~" or not rest or rest[0].source is not Source.VARIABLE:
        return word
    return Word((Piece("~", source=Source.HOME), *rest[1:]), word.node)


def joined(words: tuple[Word, ...]) -> Word:
    """Words with blanks between them, as a shell that joins its arguments reads them."""
    pieces: list[Piece] = []
    for word in words:
        pieces.extend((Piece(" "), *word.pieces) if pieces else word.pieces)
    return Word(tuple(pieces), words[0].node)


def trap(call: Call) -> list[Inner]:
    """The action, as if the signal had come."""
    words = options(call.arguments).operands
    return [Inner("trap", text=words[0])] if words and words[0].text not in ("", "-") else []


def env_split(call: Call) -> list[Inner]:
    """``env -S text``."""
    given = options(call.arguments, ("u", "C", "S", "unset", "chdir", "split-string"), permutes=False)
    text = given.value("S", "split-string")
    return [Inner("env -S", text=joined((text, *given.operands)))] if text else []


def su(call: Call) -> list[Inner]:
    """``su -c text``."""
    given = options(call.arguments, names("c command s shell g G u user session-command"))
    name = call.name or "su"
    text = given.value("c", "command", "session-command")
    if text:
        return [Inner(f"{name} -c", text=text)]
    if given.has("u", "user") and given.operands:
        return [Inner(name, given.operands)]
    if name == "sg" and len(given.operands) > 1:
        return [Inner(name, text=given.operands[1])]
    # Without a command they start a shell, which reads what it is fed.
    return [Inner(name, text=call.stdin)] if call.stdin is not None else []


def sudo_shell(call: Call) -> list[Inner]:
    """``sudo -s`` and ``sudo -i`` without a command start a shell, which reads what it is fed."""
    given = options(call.arguments, names("u g h p C D R T U"), permutes=False)
    has_shell = given.has("s", "i", "shell", "login") and not given.operands
    return [Inner("sudo -s", text=call.stdin)] if has_shell and call.stdin is not None else []


def windows_shell(call: Call) -> list[Inner]:
    """``cmd /c text`` and ``powershell -Command text``."""
    texts = [word.text.lower() for word in call.arguments]
    is_cmd = (call.name or "").lower() == "cmd"
    marks = ("/c", "/k", "/r", "//c") if is_cmd else ("-command", "-c", "/c", "-com", "-comm")
    encoded = _encoded(call) if not is_cmd else None
    if encoded is not None:
        return [Inner("powershell", text=encoded)]
    at = next((i for i, text in enumerate(texts) if text in marks), None)
    if at is None and not is_cmd:
        at = next((i - 1 for i, text in enumerate(texts) if not text.startswith(("-", "/"))), None)
    rest = call.arguments[at + 1 :] if at is not None else ()
    if is_cmd:
        rest = tuple(
            Word(tuple(p._replace(text=_DOUBLED.sub("/", p.text)) for p in word.pieces), word.node) for word in rest
        )
    if rest:
        return [Inner("cmd" if is_cmd else "powershell", text=joined(rest))]
    return [Inner("cmd" if is_cmd else "powershell", text=call.stdin)] if call.stdin is not None else []


_DOUBLED: Final = pattern(r"(?<!\S)//(?=[A-Za-z?](?:\s|\Z))")
"""A switch as Git Bash wants it written, so that it is not taken for a path."""


def _with_switches(word: Word) -> Word:
    return Word(tuple(p._replace(text=_DOUBLED.sub("/", p.text)) for p in word.pieces), word.node)


def windows_task(call: Call) -> list[Inner]:
    """``schtasks /tr text``, ``forfiles /p folder /c text`` and ``wmic process call create text``."""
    pairs = [(one.text.lower(), word) for one, word in zip(call.arguments, call.arguments[1:], strict=False)]
    folders = [Word((Piece(windows(word.text)),), word.node) for flag, word in pairs if flag == "/p"]
    given = [one.text.lower() for one in call.arguments]
    picks = "/d" in given or any(flag == "/m" and word.text not in ("*", "*.*") for flag, word in pairs)
    # What goes into every folder and picks nothing comes to everything.
    everything = Word((Piece("*"),), call.node) if "/s" in given and not picks else None
    return [
        Inner(
            "cmd",
            text=with_input(word, "@path", everything) if everything else word,
            cwd=folders[0] if folders else None,
        )
        for flag, word in pairs
        if flag in ("/tr", "/c", "create")
    ]


def _encoded(call: Call) -> Word | None:
    """What ``-EncodedCommand`` says: UTF-16 in base64."""
    for before, word in zip(call.arguments, call.arguments[1:], strict=False):
        name = before.text.lower()
        if name == "-ec" or (len(name) > 1 and "-encodedcommand".startswith(name)):
            try:
                text = base64.b64decode(word.text, validate=True).decode("utf-16-le")
            except ValueError:
                return None
            return verbatim(text, word.node)
    return None


_JOB: Final = pattern(r"(?m)^[ \t]*(?:@\w+|(?:[\d*/,?\-A-Za-z]+[ \t]+){4}[\d*/,?\-A-Za-z]+)[ \t]+(.+)$")


def jobs(call: Call) -> list[Inner]:
    """The commands of the jobs that ``crontab -`` is fed, as if their time had come."""
    if call.stdin is None and call.script is None:
        return []
    fed_by = call.script or call.stdin or Word((), call.node)
    # Beside the jobs that there are, a new one is most often what echo prints.
    printed = (word for one in fed_by.calls if one.name in ("echo", "printf") for word in one.arguments)
    pieces = (*fed_by.pieces, *(piece for word in printed for piece in (Piece("\n"), *word.pieces)))
    fed = "".join(HOME_MARK if p.source is Source.HOME else p.text if p.is_known else "\n" for p in pieces)
    found = "\n".join(match[1] for match in _JOB.finditer(fed))
    return [Inner("crontab", text=verbatim(found, call.node))] if found else []


def fed_commands(call: Call) -> list[Inner]:
    """What a scheduler is fed."""
    return [Inner(call.name or "", text=call.stdin)] if call.stdin is not None else []
