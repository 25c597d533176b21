"""What a call calls in turn: programs that call others in ways of their own, by name."""

from collections.abc import Mapping
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.shell.clients import CLIENTS, client_shell
from bridge.judges.bridge_rules.shell.git_calls import dashed_git, git
from bridge.judges.bridge_rules.shell.interpreters import INTERPRETERS, interpreter
from bridge.judges.bridge_rules.shell.items import fd, find_runs, parallel, xargs
from bridge.judges.bridge_rules.shell.listing import names
from bridge.judges.bridge_rules.shell.model import Call, Piece, Source, Word, verbatim
from bridge.judges.bridge_rules.shell.options import options, tail
from bridge.judges.bridge_rules.shell.remotes import (
    _CLUSTERS,
    _CONTAINERS,
    adb,
    ansible,
    aws,
    cluster,
    container,
    on_many,
    remote_text,
    salt,
    ssh,
)
from bridge.judges.bridge_rules.shell.shells import (
    SHELLS,
    env_split,
    eval_text,
    fed_commands,
    jobs,
    joined,
    shell,
    su,
    sudo_shell,
    trap,
    windows_shell,
    windows_task,
)
from bridge.judges.bridge_rules.shell.wrappers import Inner, Reader, after_prefix


def inner_calls(call: Call) -> list[Inner]:
    """What a call would call in turn.

    Args:
        call: any call.
    """
    name = call.name or ""
    if not name:
        return _after_variable(call)
    reader = _READERS.get(name) or _READERS.get(name.lower()) or _by_kind(name)
    found = [*_variables(call), *(reader(call) if reader else [])]
    if name in _BY_OPTION:
        found.extend(_by_option(call))
    prefixed = after_prefix(call)
    return [*found, prefixed] if prefixed else found


_SETS: Final = frozenset(("export", "declare", "typeset", "env"))


def _variables(call: Call) -> list[Inner]:
    given = call.arguments if call.name in _SETS else ()
    if not call.environment and not given:
        return []
    # Loaded here and below, because most lines set nothing that a program runs.
    from bridge.judges.bridge_rules.shell.configured import variables_run

    return variables_run(call.environment, given)


_BY_OPTION: Final = frozenset(names("sort rsync scp sftp wget man nano zip tcpdump npm nodemon nix-shell"))


def _by_option(call: Call) -> list[Inner]:
    from bridge.judges.bridge_rules.shell.configured import options_run

    return options_run(call)


def _searched(call: Call) -> list[Inner]:
    from bridge.judges.bridge_rules.shell.configured import searched

    return searched(call)


def _make(call: Call) -> list[Inner]:
    from bridge.judges.bridge_rules.shell.configured import make_runs

    return make_runs(call)


def _escape(call: Call) -> list[Inner]:
    from bridge.judges.bridge_rules.shell import editors

    name = call.name or ""
    if name in editors.DEBUGGERS:
        return editors.debugged(call)
    return editors.edited(call) if name in editors.LINE_EDITORS else editors.paged(call)


def _bubble(call: Call) -> list[Inner]:
    """``bwrap``: here where a folder of the machine is bound so that it can be written, else in a file system apart."""
    words, at, is_here = call.arguments, 0, False
    while at < len(words) and words[at].text.startswith("--"):
        name = words[at].text[2:].removesuffix("-try")
        if not name:
            at += 1
            break
        is_here = is_here or name in ("bind", "dev-bind")
        at += 3 if name in _BOUND else 1 if name.startswith(_BARE) else 2
    return [Inner("bwrap", words[at:], elsewhere=None if is_here else "bwrap")] if words[at:] else []


_BOUND: Final = names(
    "bind ro-bind dev-bind bind-data ro-bind-data bind-fd ro-bind-fd symlink file setenv chmod overlay"
)
_BARE: Final = ("unshare-", "share-", "die-with-parent", "new-session", "as-pid-1", "clearenv", "disable-userns")


def _sed(call: Call) -> list[Inner]:
    from bridge.judges.bridge_rules.shell.configured import sed_runs

    return sed_runs(call)


_SHELL_VARIABLES: Final = frozenset(("SHELL", "BASH", "0"))
_PROGRAM_VARIABLE: Final = pattern(r"([A-Z][A-Z0-9]*?)(?:_(?:BIN|CMD|BINARY|EXE|PATH))?")


def _after_variable(call: Call) -> list[Inner]:
    """What is left where the variable that stands first is empty, or a wrapper: ``$SUDO rm x``.

    Nor is it more than a name for a program where it is called as one: ``$GIT status``, ``"$SHELL" -c text``.
    """
    first = call.argv[0].pieces if len(call.argv) > 1 else ()
    if not first or any(piece.source is not Source.VARIABLE for piece in first):
        return []
    found = [] if any(piece.quoted for piece in first) else [Inner(first[0].text, call.arguments)]
    name = first[0].name
    program = _PROGRAM_VARIABLE.fullmatch(name)
    if len(first) == 1 and (program or name in _SHELL_VARIABLES):
        called = "bash" if program is None or name in _SHELL_VARIABLES else program[1].lower()
        found.append(Inner(first[0].text, (Word((Piece(called),), call.node), *call.arguments)))
    return found


def _by_kind(name: str) -> Reader | None:
    if name in SHELLS:
        return shell
    if name in INTERPRETERS or name.rstrip("0123456789.") in INTERPRETERS:
        return interpreter
    if name in _CONTAINERS:
        return container
    if name.startswith("git-"):
        return dashed_git
    if name in CLIENTS:
        return client_shell
    return cluster if name in _CLUSTERS else None


def _text_of_rest(call: Call, valued: str, via: str, skip: int = 0) -> list[Inner]:
    words = options(call.arguments, valued.split(), permutes=False).operands[skip:]
    return [Inner(via, text=joined(words))] if words else []


def _watch(call: Call) -> list[Inner]:
    words = options(call.arguments, ("n", "interval"), permutes=False).operands
    # It joins its words for a shell; with -x, and in the mind of whoever quotes them, they are a call as they stand.
    return [*_text_of_rest(call, "n interval", "watch"), *([Inner("watch", words)] if len(words) > 2 else [])]


def _subsystem(call: Call) -> list[Inner]:
    """``wsl command``; after ``-e`` its words are the call as they stand."""
    found = _text_of_rest(call, "d u distribution user cd", "wsl")
    at = next((i for i, word in enumerate(call.arguments) if word.text in ("-e", "--exec", "--")), len(call.arguments))
    return [*found, *([Inner("wsl", call.arguments[at + 1 :])] if call.arguments[at + 1 :] else [])]


def _flock(call: Call) -> list[Inner]:
    given = options(call.arguments, ("w", "E", "timeout", "wait", "conflict-exit-code"), permutes=False)
    rest = options(given.operands[1:], ("c", "command"), permutes=False)
    text = rest.value("c", "command")
    if text:
        return [Inner("flock -c", text=text)]
    return [Inner("flock", rest.operands)] if rest.operands else []


def _script(call: Call) -> list[Inner]:
    given = options(call.arguments, names("c command E I O B T m o"), permutes=False)
    text = given.value("c", "command") or options(given.operands, ("c", "command")).value("c", "command")
    if text:
        return [Inner("script -c", text=text)]
    # On BSD and macOS the command stands after the file.
    return [Inner("script", given.operands[1:])] if len(given.operands) > 1 else []


def _tmux(call: Call) -> list[Inner]:
    words = options(call.arguments, names("L S f s n c t x y e F"), permutes=False).operands
    named = names("new new-session new-window neww split-window splitw run run-shell send-keys send")
    if not words or words[0].text not in named:
        return []
    rest = options(words[1:], ("s", "n", "c", "t", "x", "y", "e", "F")).operands
    kept = tuple(word for word in rest if word.text not in ("Enter", "C-m", "ENTER"))
    return [Inner("tmux", text=joined(kept))] if kept else []


def _tar(call: Call) -> list[Inner]:
    named = names("checkpoint-action to-command I use-compress-program rsh-command F info-script new-volume-script")
    values = options(call.arguments, named).flags
    found = []
    for name, value in values:
        if value and name == "checkpoint-action" and value.text.startswith("exec="):
            found.append(Inner("tar", text=tail(value, 5)))
        elif value and name in named:
            found.append(Inner("tar", text=value))
    return found


def _npx_text(call: Call) -> list[Inner]:
    text = options(call.arguments, ("c", "call", "p", "package"), permutes=False).value("c", "call")
    return [Inner("npx -c", text=text)] if text else []


def _npm_text(call: Call) -> list[Inner]:
    """``npm exec -c text``."""
    is_exec = [word.text for word in call.arguments[:1]] in (["exec"], ["x"])
    return _npx_text(call._replace(argv=call.argv[1:])) if is_exec else []


def _bun(call: Call) -> list[Inner]:
    """``bun exec text``, and the program that it is given as any interpreter."""
    is_shell = [word.text for word in call.arguments[:1]] == ["exec"]
    return [*interpreter(call), *(_text_of_rest(call, "", "bun exec", skip=1) if is_shell else [])]


def _hyperfine(call: Call) -> list[Inner]:
    """Each text that it measures, and those that it runs before and after."""
    valued = names("w m M r p c S n warmup min-runs max-runs runs prepare setup cleanup shell command-name export-json")
    given = options(call.arguments, valued)
    texts = (*given.operands, *given.values("p", "prepare", "setup", "c", "cleanup"))
    return [Inner("hyperfine", text=text) for text in texts]


def _concurrently(call: Call) -> list[Inner]:
    return [Inner(call.name or "", text=word) for word in options(call.arguments, ("n", "c", "names")).operands]


def _nix(call: Call) -> list[Inner]:
    """``nix develop -c …``, ``nix shell … --command …`` and ``nix run nixpkgs#program -- …``."""
    texts = [word.text for word in call.arguments]
    if texts[:1] == ["run"] and "--" in texts[2:]:
        program = Word((Piece(texts[1].rpartition("#")[2]),), call.node)
        return [Inner("nix run", (program, *call.arguments[texts.index("--", 2) + 1 :]))]
    at = next((i for i, text in enumerate(texts) if text in ("-c", "--command")), len(texts))
    return [Inner("nix", call.arguments[at + 1 :])] if call.arguments[at + 1 :] else []


def _is_netns(call: Call) -> bool:
    return [word.text for word in call.arguments[:2]] == ["netns", "exec"] and len(call.arguments) > 3


def _typed(call: Call) -> list[Inner]:
    """``screen -X stuff text``."""
    texts = [word.text for word in call.arguments]
    at = texts.index("stuff") + 1 if "stuff" in texts else len(texts)
    typed = (verbatim(_ENTER.sub("", word.text), word.node) for word in call.arguments[at : at + 1])
    return [Inner("screen", text=word) for word in typed]


_ENTER: Final = pattern(r"(?:\\n|\\r|\^M|\\01[25]|\s)+\Z")


_READERS: Final[Mapping[str, Reader]] = {
    "eval": eval_text,
    "trap": trap,
    "env": env_split,
    "su": su,
    "runuser": su,
    "sg": su,
    "sudo": sudo_shell,
    "ssh": ssh,
    "mosh": ssh,
    "xargs": xargs,
    "gxargs": xargs,
    "parallel": parallel,
    "find": find_runs,
    "gfind": find_runs,
    "fd": fd,
    "fdfind": fd,
    "watch": _watch,
    "flock": _flock,
    "script": _script,
    "git": git,
    "crontab": jobs,
    "at": fed_commands,
    "batch": fed_commands,
    "cmd": windows_shell,
    "powershell": windows_shell,
    "pwsh": windows_shell,
    **dict.fromkeys(("schtasks", "forfiles", "wmic"), windows_task),
    "wsl": _subsystem,
    "adb": adb,
    "tmux": _tmux,
    "vagrant": remote_text,
    "gcloud": remote_text,
    "fly": remote_text,
    "flyctl": remote_text,
    "az": remote_text,
    "heroku": remote_text,
    "ansible": ansible,
    "salt": salt,
    "pssh": on_many,
    "parallel-ssh": on_many,
    "pdsh": on_many,
    "clush": on_many,
    "nix": _nix,
    "aws": aws,
    "tar": _tar,
    "npx": _npx_text,
    "npm": _npm_text,
    "concurrently": _concurrently,
    "hyperfine": _hyperfine,
    "rg": _searched,
    "ip": lambda call: [Inner("ip netns", call.arguments[3:])] if _is_netns(call) else [],
    "screen": _typed,
    "bun": _bun,
    "make": _make,
    "gmake": _make,
    **dict.fromkeys(("gdb", "lldb", "rust-gdb", "rust-lldb", "ed", "red", "less", "more", "most"), _escape),
    "bwrap": _bubble,
    "sed": _sed,
    "gsed": _sed,
}
