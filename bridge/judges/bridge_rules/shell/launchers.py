"""What a call calls in turn: programs that call others in ways of their own, by name."""

import re
from collections.abc import Mapping
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.shell.clients import CLIENTS, client_shell
from bridge.judges.bridge_rules.shell.interpreters import INTERPRETERS, interpreter
from bridge.judges.bridge_rules.shell.items import fd, find_runs, parallel, xargs
from bridge.judges.bridge_rules.shell.listing import names
from bridge.judges.bridge_rules.shell.model import Call, Piece, Source, Word
from bridge.judges.bridge_rules.shell.options import options, tail
from bridge.judges.bridge_rules.shell.remotes import _CLUSTERS, _CONTAINERS, adb, cluster, container, remote_text, ssh
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


def _make(call: Call) -> list[Inner]:
    from bridge.judges.bridge_rules.shell.configured import make_runs

    return make_runs(call)


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
        return _dashed_git
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


def _flock(call: Call) -> list[Inner]:
    given = options(call.arguments, ("w", "E", "timeout", "wait", "conflict-exit-code"), permutes=False)
    rest = options(given.operands[1:], ("c", "command"), permutes=False)
    text = rest.value("c", "command")
    if text:
        return [Inner("flock -c", text=text)]
    return [Inner("flock", rest.operands)] if rest.operands else []


def _script(call: Call) -> list[Inner]:
    text = options(call.arguments, names("c command E I O B T m o")).value("c", "command")
    return [Inner("script -c", text=text)] if text else []


def _git(call: Call) -> list[Inner]:
    """An alias that git is given on the command line, and the command of ``rebase -x`` or ``bisect run``."""
    given = options(call.arguments, ("C", "c", "git-dir", "work-tree"), permutes=False)
    found: list[Inner] = []
    values = given.values("c")
    if values:
        from bridge.judges.bridge_rules.shell.configured import settings_run

        found.extend(settings_run(values))
    for value in values:
        name, _, text = value.text.partition("=")
        if name.lower().startswith("alias.") and given.operands and given.texts[0].lower() == name[6:].lower():
            start = len(name) + 1 + text.startswith("!")
            found.append(
                Inner("git alias", text=tail(value, start)) if text.startswith("!") else _git_words(call, value, name)
            )
    words = given.operands
    if words and words[0].text == "difftool":
        found.extend(Inner("git difftool -x", text=text) for text in options(words[1:], _EXT).values(*_EXT))
    if words and words[0].text == "rebase":
        found.extend(
            Inner("git rebase -x", text=text) for text in options(words[1:], ("x", "exec", "onto")).values("x", "exec")
        )
    if len(words) > 2 and [word.text for word in words[:2]] in (["bisect", "run"], ["submodule", "foreach"]):
        rest = options(words[2:], permutes=False).operands
        found.append(Inner(f"git {words[0].text} {words[1].text}", text=joined(rest)) if rest else Inner("git"))
    return [one for one in found if one.words or one.text]


_EXT: Final = ("x", "extcmd")


def _dashed_git(call: Call) -> list[Inner]:
    """``git-reset``, by which git calls its own ``reset``."""
    node = call.node
    named = (Word((Piece("git"),), node), Word((Piece((call.name or "")[len("git-") :]),), node))
    return [Inner("git", (*named, *call.arguments))]


def _git_words(call: Call, value: Word, name: str) -> Inner:
    given = options(call.arguments, ("C", "c"), permutes=False)
    return Inner("git alias", text=joined((call.argv[0], tail(value, len(name) + 1), *given.operands[1:])))


def _tmux(call: Call) -> list[Inner]:
    words = options(call.arguments, names("L S f s n c t x y e F"), permutes=False).operands
    named = names("new new-session new-window neww split-window splitw run run-shell send-keys send")
    if not words or words[0].text not in named:
        return []
    rest = options(words[1:], ("s", "n", "c", "t", "x", "y", "e", "F")).operands
    kept = tuple(word for word in rest if word.text not in ("Enter", "C-m", "ENTER"))
    return [Inner("tmux", text=joined(kept))] if kept else []


def _tar(call: Call) -> list[Inner]:
    values = options(call.arguments, ("checkpoint-action", "to-command", "I", "use-compress-program")).flags
    found = []
    for name, value in values:
        if value and name == "checkpoint-action" and value.text.startswith("exec="):
            found.append(Inner("tar", text=tail(value, 5)))
        elif value and name in ("to-command", "I", "use-compress-program"):
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


_ABSENT: Final = pattern(r"(?=.*\bstate=absent\b).*\b(?:path|dest|name)=(\S+)")


def _ansible(call: Call) -> list[Inner]:
    """``ansible hosts -m shell -a text``, and ``-m file -a 'path=… state=absent'``."""
    given = options(call.arguments, names("m a i u l e f B P args module-name inventory user limit extra-vars"))
    module = given.value("m", "module-name")
    is_shell = module is None or module.text.rpartition(".")[2] in ("shell", "command", "raw")
    if module is not None and module.text.rpartition(".")[2] == "file":
        paths = [one for text in given.values("a", "args") if (one := _ABSENT.match(text.text))]
        words = [[Word((Piece(word),), call.node) for word in ("rm", "-rf", one[1])] for one in paths]
        return [Inner("ansible", tuple(one), elsewhere="ssh") for one in words]
    texts = given.values("a", "args") if is_shell else []
    return [Inner("ansible", text=text, elsewhere="ssh") for text in texts]


def _salt(call: Call) -> list[Inner]:
    """``salt hosts cmd.run text``."""
    words = options(call.arguments, ("t", "C", "N", "timeout")).operands
    at = next((i for i, word in enumerate(words) if word.text.startswith("cmd.run")), len(words))
    return [Inner("salt", text=word, elsewhere="ssh") for word in words[at + 1 : at + 2]]


def _on_many(call: Call) -> list[Inner]:
    """``pssh -h hosts text``."""
    words = options(call.arguments, names("h H l p t o e w x g f u a"), permutes=False).operands
    return [Inner(call.name or "", text=joined(words), elsewhere="ssh")] if words else []


def _nix(call: Call) -> list[Inner]:
    """``nix develop -c …``, ``nix shell … --command …`` and ``nix run nixpkgs#program -- …``."""
    texts = [word.text for word in call.arguments]
    if texts[:1] == ["run"] and "--" in texts[2:]:
        program = Word((Piece(texts[1].rpartition("#")[2]),), call.node)
        return [Inner("nix run", (program, *call.arguments[texts.index("--", 2) + 1 :]))]
    at = next((i for i, text in enumerate(texts) if text in ("-c", "--command")), len(texts))
    return [Inner("nix", call.arguments[at + 1 :])] if call.arguments[at + 1 :] else []


_SENT_COMMANDS: Final = pattern(r"commands=\[?\s*(.+?)\s*\]?\Z", re.DOTALL)


def _aws(call: Call) -> list[Inner]:
    """``aws ssm send-command --parameters commands=…``."""
    if [word.text for word in call.arguments[:2]] != ["ssm", "send-command"]:
        return []
    values = options(call.arguments, ("parameters", "targets", "document-name", "instance-ids")).values("parameters")
    found = (match for value in values if (match := _SENT_COMMANDS.match(value.text)))
    return [
        Inner("aws ssm", text=Word((Piece(one[1].strip("\"'"), quoted=True),), call.node), elsewhere="ssh")
        for one in found
    ]


def _option_text(call: Call, *named: str) -> list[Inner]:
    return [Inner(call.name or "", text=text) for text in options(call.arguments, named).values(*named)]


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
    "git": _git,
    "crontab": jobs,
    "at": fed_commands,
    "batch": fed_commands,
    "cmd": windows_shell,
    "powershell": windows_shell,
    "pwsh": windows_shell,
    **dict.fromkeys(("schtasks", "forfiles", "wmic"), windows_task),
    "wsl": lambda call: _text_of_rest(call, "d u distribution user cd", "wsl"),
    "adb": adb,
    "tmux": _tmux,
    "vagrant": remote_text,
    "gcloud": remote_text,
    "fly": remote_text,
    "flyctl": remote_text,
    "az": remote_text,
    "heroku": remote_text,
    "ansible": _ansible,
    "salt": _salt,
    "pssh": _on_many,
    "parallel-ssh": _on_many,
    "pdsh": _on_many,
    "clush": _on_many,
    "nix": _nix,
    "aws": _aws,
    "tar": _tar,
    "npx": _npx_text,
    "npm": _npm_text,
    "concurrently": _concurrently,
    "hyperfine": _hyperfine,
    "nodemon": lambda call: _option_text(call, "x", "exec"),
    "man": lambda call: _option_text(call, "P", "pager"),
    "bun": _bun,
    "nix-shell": lambda call: _option_text(call, "run", "command"),
    "make": _make,
    "gmake": _make,
    "sed": _sed,
    "gsed": _sed,
}
