"""Programs that call another program with the words after their own options: ``sudo``, ``env``, ``xargs``, …."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from bridge.judges.bridge_rules.shell.listing import names
from bridge.judges.bridge_rules.shell.model import Call, Piece, Source, Word
from bridge.judges.bridge_rules.shell.options import options


class Inner(NamedTuple):
    """What a wrapper would call.

    Args:
        via: what to call the wrapper in ``Call.via``.
        words: the words it calls.
        text: the text it has a shell read, where it does that instead.
        positional: the positional parameters of that text, from ``$1``.
        script_name: its ``$0``.
        elsewhere: where it would run; None for here.
        cwd: the folder it changes to first.
        keeps: whether it is the same shell, whose variables change (``eval``).
    """

    via: str
    words: tuple[Word, ...] = ()
    text: Word | None = None
    positional: tuple[Word, ...] | None = None
    script_name: Word | None = None
    elsewhere: str | None = None
    cwd: Word | None = None
    keeps: bool = False


class Prefix(NamedTuple):
    """A wrapper's own arguments.

    Args:
        valued: its options that take a value.
        operands: how many operands stand before the command.
        sets: whether ``NAME=value`` may stand before the command.
        folder: its option that changes the folder.
        elsewhere: whether the command runs in another file system.
    """

    valued: str = ""
    operands: int = 0
    sets: bool = False
    folder: str = ""
    elsewhere: bool = False

    def command(self, words: tuple[Word, ...]) -> tuple[Word, ...]:
        """The words of the command that it calls."""
        rest = options(words, self.valued.split(), permutes=False).operands
        if self.sets and rest and rest[0].text == "-":
            # env - is env -i
            rest = rest[1:]
        if self.sets:
            rest = _after_assignments(rest)
        # A subcommand may have options of its own, and end them: ``dotenvx run -f .env -- …``.
        return options(rest[self.operands :], self.valued.split(), permutes=False).operands if self.operands else rest


def _after_assignments(words: tuple[Word, ...]) -> tuple[Word, ...]:
    at = 0
    while at < len(words) and "=" in words[at].text.partition("/")[0]:
        at += 1
    return words[at:]


PREFIXES: Final[Mapping[str, Prefix]] = {
    "sudo": Prefix(
        "u g h p C D R T U r t user group host prompt close-from chdir chroot other-user role type command-timeout",
        sets=True,
        folder="D",
    ),
    "doas": Prefix("u C a"),
    "pkexec": Prefix("user"),
    "run0": Prefix("u g D user group chdir unit property description slice nice", folder="D"),
    "env": Prefix("u C unset chdir", sets=True, folder="C"),
    "nice": Prefix("n adjustment"),
    "ionice": Prefix("c n p P u class classdata pid pgid uid"),
    "nohup": Prefix(),
    "coproc": Prefix(),
    "setsid": Prefix(),
    "stdbuf": Prefix("i o e input output error"),
    "timeout": Prefix("k s kill-after signal", operands=1),
    "gtimeout": Prefix("k s kill-after signal", operands=1),
    "time": Prefix("f o format output"),
    "command": Prefix(),
    "builtin": Prefix(),
    "exec": Prefix("a"),
    "noglob": Prefix(),
    "nocorrect": Prefix(),
    "busybox": Prefix(),
    "toybox": Prefix(),
    "k3s": Prefix(),
    "microk8s": Prefix(),
    "chroot": Prefix("userspec groups", operands=1, elsewhere=True),
    "taskset": Prefix(operands=1),
    "chrt": Prefix("T P D sched-runtime sched-period sched-deadline", operands=1),
    "numactl": Prefix("i p m N C interleave preferred membind cpunodebind physcpubind"),
    "prlimit": Prefix(),
    "cpulimit": Prefix("l e p limit exe pid"),
    "unshare": Prefix("R S G root wd setuid setgid map-user map-group propagation"),
    "nsenter": Prefix("t S G target setuid setgid wd", elsewhere=True),
    "strace": Prefix("e o p s a b E I O P u X"),
    "ltrace": Prefix("e o p s a n l u"),
    "unbuffer": Prefix(),
    "caffeinate": Prefix("t w"),
    "proxychains": Prefix("f"),
    "proxychains4": Prefix("f"),
    "torsocks": Prefix("a P u p"),
    "faketime": Prefix("f", operands=1),
    "firejail": Prefix(),
    "systemd-run": Prefix("u p E t unit property slice description uid gid working-directory setenv"),
    "gosu": Prefix(operands=1),
    "su-exec": Prefix(operands=1),
    "setpriv": Prefix("reuid regid groups inh-caps ambient-caps bounding-set"),
    "tini": Prefix("p e"),
    "dumb-init": Prefix("r rewrite"),
    "fakeroot": Prefix("l s i b"),
    "eatmydata": Prefix(),
    "rlwrap": Prefix("f H s"),
    "winpty": Prefix(),
    "entr": Prefix(),
    "screen": Prefix("S s h T e c"),
    "chronic": Prefix(),
    "xvfb-run": Prefix("e f n p s w error-file auth-file server-num xauth-protocol server-args wait"),
    "torify": Prefix(),
    "setarch": Prefix(),
    "linux32": Prefix(),
    "linux64": Prefix(),
    "x86_64": Prefix(),
    "envdir": Prefix(operands=1),
    "catchsegv": Prefix(),
    "cgexec": Prefix("g"),
    "srun": Prefix("n N p c t J"),
    "mpirun": Prefix("n np N H host hostfile"),
    "dbus-run-session": Prefix("config-file"),
    "ssh-agent": Prefix("t a"),
    "valgrind": Prefix(),
    "cross-env": Prefix(sets=True),
    "dotenvx": Prefix("f e env env-file", operands=1),
    "env-cmd": Prefix("f e r file environments rc-file"),
    "flatpak-spawn": Prefix("env directory"),
    "rtk": Prefix(),
    "tsp": Prefix("L S"),
    "nq": Prefix(),
    "sem": Prefix("j id"),
    "retry": Prefix("t d m times delay"),
    "direnv": Prefix(operands=2),
    "npx": Prefix("p package"),
    "bunx": Prefix(),
    "shx": Prefix(),
    "uvx": Prefix("from with p python"),
    "watchexec": Prefix("w e i f r s d watch exts ignore filter signal debounce shell"),
    "arch": Prefix("arch"),
    **dict.fromkeys(("tsocks", "fakechroot", "nocache", "ifne", "softlimit"), Prefix("m a d s f l o p t r c")),
    "systemd-inhibit": Prefix("what who why mode"),
    "chpst": Prefix("u U e n l L m d o p f c t b P"),
    "runcon": Prefix("t u r l type user role range"),
    "proot": Prefix("r b q w k rootfs bind cwd"),
    **dict.fromkeys(("setuidgid", "s6-setuidgid", "setlock"), Prefix(operands=1)),
    "systemd-nspawn": Prefix("D M u i directory machine user image bind bind-ro", elsewhere=True),
    "sandbox-exec": Prefix("f n p D"),
    **dict.fromkeys(("xterm", "alacritty", "konsole", "kitty", "gnome-terminal", "foot", "wezterm"), Prefix()),
    **dict.fromkeys(("dtach", "abduco"), Prefix("r e", operands=1)),
}
"""The programs whose command is simply the rest of their words."""

SUBCOMMANDS: Final[Mapping[str, tuple[str, ...]]] = {
    "npm": ("exec", "x"),
    "pnpm": ("dlx", "exec"),
    "yarn": ("dlx", "exec"),
    "bun": ("x",),
    "poetry": ("run",),
    "pipenv": ("run",),
    "uv": ("run",),
    "pdm": ("run",),
    "hatch": ("run",),
    "rye": ("run",),
    "conda": ("run",),
    "mamba": ("run",),
    "micromamba": ("run",),
    "teller": ("run",),
    "tox": ("exec",),
    "toolbox": ("run",),
    "distrobox": ("enter",),
    "minikube": ("kubectl",),
    "bundle": ("exec",),
    "mise": ("exec", "x"),
    "devbox": ("run",),
    "asdf": ("exec",),
    "rbenv": ("exec",),
    "pyenv": ("exec",),
    "op": ("run",),
    "doppler": ("run",),
    "dotenv": ("run",),
    "infisical": ("run",),
    "chamber": ("exec",),
    "aws-vault": ("exec",),
    "nix-shell": (),
    "perf": ("stat", "record", "trace"),
    "rr": ("record",),
    "lerna": ("exec",),
    "nx": ("exec",),
    "pipx": ("run",),
    "fnm": ("exec",),
    "nvm": ("exec",),
    "volta": ("run",),
    "zellij": ("run",),
    "railway": ("run",),
    "foreman": ("run",),
    "sops": ("exec-env",),
}
"""The programs of which one subcommand calls the rest of the words."""

_RUN_VALUES: Final = names("n name env-file e env with project p package python config c")


def after_prefix(call: Call) -> Inner | None:
    """What a wrapper of ``PREFIXES`` or ``SUBCOMMANDS`` calls."""
    name = call.name or ""
    prefix = PREFIXES.get(name)
    if name == "command" and options(call.arguments, permutes=False).has("v", "V"):
        return None
    if prefix is not None:
        words = prefix.command(call.arguments)
        folder = options(call.arguments, prefix.valued.split(), permutes=False).value(prefix.folder, "chdir")
        return Inner(name, words, elsewhere=name if prefix.elsewhere else None, cwd=folder) if words else None
    return _after_subcommand(name, call.arguments) if name in SUBCOMMANDS else None


def _after_subcommand(name: str, arguments: tuple[Word, ...]) -> Inner | None:
    own = options(arguments, _RUN_VALUES, permutes=False).operands
    if own and name == "dotenv" and own[0].text != "run":
        return Inner(name, own)
    if own and name in ("yarn", "pnpm") and own[0].text not in SUBCOMMANDS[name]:
        # Both run the program of a package by its bare name.
        return Inner(name, own[1:] if own[0].text == "run" else own)
    if not own or own[0].text not in SUBCOMMANDS[name]:
        return None
    inner = options(own[1:], _RUN_VALUES, permutes=False).operands
    if name == "minikube":
        inner = (own[0], *inner)
    if name in ("aws-vault", "chamber", "distrobox", "nvm", "sops"):
        inner = tuple(word for word in inner[1:] if word.text != "--")
    return Inner(f"{name} {own[0].text}", inner) if inner else None


def filled(word: Word, call: Call, feeding: tuple[Call, ...]) -> Word:
    """A word that stands for an item of the input, or for a path that was found."""
    piece = Piece("{}", quoted=True, source=Source.INPUT, name=call.name or "", calls=feeding, may_be_empty=False)
    return Word((piece,), word.node)


def with_input(word: Word, mark: str, item: Word) -> Word:
    """A word in which a mark is replaced by an item."""
    text = word.literal
    if not mark or text is None or mark not in text:
        return word
    pieces: list[Piece] = []
    for index, part in enumerate(text.split(mark)):
        if index:
            pieces.extend(item.pieces)
        if part:
            pieces.append(Piece(part, quoted=True))
    return Word(tuple(pieces), word.node)


Reader = Callable[[Call], list[Inner]]
"""What a program calls in turn."""
