"""Programs that call another elsewhere: ``ssh``, containers, clusters, the clients of platforms."""

import re
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.shell.listing import names
from bridge.judges.bridge_rules.shell.model import Call, Piece, Word, verbatim
from bridge.judges.bridge_rules.shell.options import options, tail
from bridge.judges.bridge_rules.shell.shells import joined
from bridge.judges.bridge_rules.shell.wrappers import Inner

_CONTAINERS: Final = frozenset(
    ("docker", "podman", "nerdctl", "docker-compose", "podman-compose", "lxc", "incus", "buildah", "crictl")
)
_CLUSTERS: Final = frozenset(("kubectl", "k", "oc", "k3s", "microk8s", "minikube"))
_SSH_VALUES: Final = tuple("BbcDEeFIiJLlmOopQRSWw")


def ssh(call: Call) -> list[Inner]:
    """The command on the other machine, and those that ``-o`` runs here."""
    given = options(call.arguments, _SSH_VALUES, permutes=False)
    found = [
        Inner("ssh -o", text=tail(value, len(value.text.partition("=")[0]) + 1))
        for value in given.values("o")
        if value.text.lower().startswith(("proxycommand=", "localcommand="))
    ]
    command = options(given.operands[1:], _SSH_VALUES, permutes=False).operands
    if command:
        found.append(Inner("ssh", text=joined(command), elsewhere="ssh"))
    elif call.stdin is not None:
        found.append(Inner("ssh", text=call.stdin, elsewhere="ssh"))
    return found


def adb(call: Call) -> list[Inner]:
    """``adb shell``."""
    words = options(call.arguments, ("s", "t", "H", "P"), permutes=False).operands
    if len(words) < 2 or words[0].text != "shell":
        return []
    return [Inner("adb shell", text=joined(words[1:]), elsewhere="adb")]


_CONTAINER_VALUES: Final = names(
    "e u w v p m h l c f H n env user workdir volume publish name network entrypoint env-file mount label "
    "memory cpus hostname platform add-host detach-keys index file project-name project-directory profile "
    "context host log-level config ulimit shm-size device gpus restart pull cap-add cap-drop security-opt "
    "dns ip tmpfs"
)


def container(call: Call) -> list[Inner]:
    """``docker exec`` and ``docker run``."""
    words = options(call.arguments, _CONTAINER_VALUES, permutes=False).operands
    if words and words[0].text in ("compose", "container"):
        words = options(words[1:], _CONTAINER_VALUES, permutes=False).operands
    if not words or words[0].text not in ("exec", "run"):
        return []
    given = options(words[1:], _CONTAINER_VALUES, permutes=False)
    name = call.name or "docker"
    command = tuple(word for word in given.operands[1:2] if word.text != "--") + given.operands[2:]
    entry = given.value("entrypoint")
    words = (entry, *command) if entry else command
    if not words or not given.values("v", "volume", "mount"):
        return _entered(name, words, call)
    # Loaded here, because few containers are handed a folder.
    from bridge.judges.bridge_rules.shell.mounts import mounted, mounts, with_machine_paths

    found = mounts(given)
    return [*_entered(name, with_machine_paths(words, found, call), call), *mounted(name, words, found)]


def cluster(call: Call) -> list[Inner]:
    """``kubectl exec``."""
    texts = [word.text for word in call.arguments]
    if "exec" not in texts and "run" not in texts and "ssh" not in texts:
        return []
    if "--" in texts:
        return _entered(call.name or "kubectl", call.arguments[texts.index("--") + 1 :], call)
    words = options(call.arguments, ("n", "namespace", "c", "container", "context")).operands
    return _entered(call.name or "kubectl", words[2:], call) if words and words[0].text == "exec" else []


def _entered(name: str, words: tuple[Word, ...], _call: Call) -> list[Inner]:
    """A command in a container; a shell there reads what the client is fed."""
    return [Inner(name, words, elsewhere=name)] if words else []


def remote_text(call: Call) -> list[Inner]:
    """``vagrant ssh -c``, ``gcloud compute ssh --command``, ``fly ssh console -C``, ``az vm run-command --scripts``."""
    given = options(call.arguments, ("c", "C", "command", "scripts", "a", "app"))
    if "ssh" in given.texts or "run-command" in given.texts:
        texts = given.values("c", "C", "command", "scripts")
        return [Inner(f"{call.name} ssh", text=text, elsewhere="ssh") for text in texts]
    if call.name == "heroku" and given.texts[:1] in (("run",), ("run:detached",)):
        return [Inner("heroku run", text=joined(given.operands[1:]), elsewhere="heroku")] if given.operands[1:] else []
    return []


_ABSENT: Final = pattern(r"(?=.*\bstate=absent\b).*\b(?:path|dest|name)=(\S+)")


def ansible(call: Call) -> list[Inner]:
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


def salt(call: Call) -> list[Inner]:
    """``salt hosts cmd.run text``."""
    words = options(call.arguments, ("t", "C", "N", "timeout")).operands
    at = next((i for i, word in enumerate(words) if word.text.startswith("cmd.run")), len(words))
    return [Inner("salt", text=word, elsewhere="ssh") for word in words[at + 1 : at + 2]]


def on_many(call: Call) -> list[Inner]:
    """``pssh -h hosts text``."""
    words = options(call.arguments, names("h H l p t o e w x g f u a"), permutes=False).operands
    return [Inner(call.name or "", text=joined(words), elsewhere="ssh")] if words else []


_SENT_COMMANDS: Final = pattern(r"commands=\[?\s*(.+?)\s*\]?\Z", re.DOTALL)


def aws(call: Call) -> list[Inner]:
    """``aws ssm send-command --parameters commands=…``."""
    if [word.text for word in call.arguments[:2]] != ["ssm", "send-command"]:
        return []
    values = options(call.arguments, ("parameters", "targets", "document-name", "instance-ids")).values("parameters")
    found = (match for value in values if (match := _SENT_COMMANDS.match(value.text)))
    return [Inner("aws ssm", text=verbatim(one[1].strip("\"'"), call.node), elsewhere="ssh") for one in found]
