"""Containers and clusters: volumes, namespaces, releases, whole machines."""

import re
from collections.abc import Iterator
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.destruction.finding import first_operand, is_named, only_shows, rule, verbs
from bridge.judges.bridge_rules.rule import CommandRule
from bridge.judges.bridge_rules.shell.listing import names
from bridge.judges.bridge_rules.shell.model import Call, Word
from bridge.judges.bridge_rules.shell.options import Options, options

_ENGINES: Final = ("docker", "podman", "nerdctl", "docker-compose", "podman-compose")
_OWN_VALUES: Final = names(
    "H l c f p host context config log-level file project-name profile env-file project-directory"
)


def _engine(call: Call, _root: str | None) -> Iterator[str]:
    if not is_named(call, *_ENGINES):
        return
    own = options(call.arguments, _OWN_VALUES, permutes=False)
    words = own.operands
    if first_operand(own) == "compose":
        words = options(words[1:], _OWN_VALUES, permutes=False).operands
    is_compose = first_operand(own) == "compose" or (call.name or "").endswith("-compose")
    if words:
        given = options(words[1:], ("filter", "t", "timeout", "time"))
        yield from _composed(words[0].text, given) if is_compose else _object(words[0].text, given)


def _composed(verb: str, given: Options) -> Iterator[str]:
    if verb in ("down", "rm") and given.has("v", "volumes"):
        yield f"compose {verb} with -v removes the volumes and the data in them"


def _object(kind: str, given: Options) -> Iterator[str]:
    verb = first_operand(given)
    if kind == "system" and verb in ("prune", "reset"):
        yield f"system {verb} removes every container that is stopped, and more"
    elif kind in ("volume", "machine", "pod") and verb in ("rm", "remove", "prune", "reset"):
        yield f"{kind} {verb} removes the data that is kept there"
    elif kind == "container" and verb == "prune":
        yield "it removes every container that is stopped"
    elif kind in ("rm", "remove") or (kind == "container" and verb in ("rm", "remove")):
        if given.has("v", "volumes") or given.has("a", "all"):
            yield "it removes containers with their volumes, or all of them"
        elif any(map(_lists_all, given.operands)):
            yield "it removes every container"
    elif kind == "stack" and verb in ("rm", "down", "remove"):
        yield "it removes a stack"


def _lists_all(word: Word) -> bool:
    """Whether a word is what ``docker ps -aq`` prints, unfiltered."""
    return any(
        call.name in _ENGINES
        and call.arguments
        and ("ps" in [w.text for w in call.arguments] or "ls" in [w.text for w in call.arguments])
        and not options(call.arguments, ("f", "filter")).has("f", "filter")
        for call in word.calls
    )


_CLUSTER_VALUES: Final = names(
    "n namespace context cluster kubeconfig l selector f filename o output grace-period timeout s server "
    "user as field-selector kube-context k"
)
_KINDS: Final = pattern(
    r"(?:namespaces?|ns|projects?|persistentvolumes?|pv|persistentvolumeclaims?|pvc|statefulsets?|sts|crds?|customresourcedefinitions?"
    r"|secrets?|nodes?|no|volumesnapshots?|clusters?|databases?|postgresqls?|backups?|all)(?:\.[\w.]+)?\Z"
)


def _cluster(call: Call, _root: str | None) -> Iterator[str]:
    name = call.name or ""
    if name not in _CLIENTS or only_shows(call.arguments):
        return
    given = options(call.arguments, _CLUSTER_VALUES)
    verb = first_operand(given)
    if name in ("kubectl", "oc", "k") and verb == "delete":
        yield from _deleted(given)
    elif name in ("kubectl", "oc", "k") and verb == "drain" and given.has("delete-emptydir-data", "delete-local-data"):
        yield "it drains a node with the data that its pods keep there"
    elif name == "helm" and verb in ("uninstall", "delete", "del", "un"):
        yield "helm removes a release with all that belongs to it"
    elif name == "etcdctl" and verb == "del" and (given.has("prefix", "from-key") or "" in given.texts):
        yield "it deletes every key under a prefix"
    else:
        yield from _cluster_tools(name, verbs(given), given)


def _deleted(given: Options) -> Iterator[str]:
    kinds = [kind for text in given.texts[1:2] for kind in text.split(",")]
    named = [text.partition("/")[0] for text in given.texts[1:] if "/" in text]
    for kind in (*kinds, *named):
        if _KINDS.match(kind.lower()):
            yield f"it deletes a {kind} with all that it holds"
            return
    for call in (one for word in given.operands for one in word.calls):
        listed = [word.text.lower() for word in call.arguments]
        if call.name in ("kubectl", "oc", "k") and "get" in listed and any(map(_KINDS.match, listed)):
            yield "it deletes all that kubectl get lists"
            return
    if given.has("all", "A", "all-namespaces"):
        yield f"it deletes all {kinds[0] if kinds else 'objects'}"


_TOOLS: Final = {
    "helmfile": r"destroy|delete",
    "argocd": r"app delete|appset delete|proj delete",
    "flux": r"uninstall",
    "velero": r"(?:backup|restore|schedule) delete|uninstall",
    "eksctl": r"delete ",
    "kops": r"delete ",
    "rancher": r".*\b(?:rm|delete)\b",
    "kubeadm": r"reset",
    "vagrant": r"destroy",
    "multipass": r"purge|delete",
    "colima": r"delete",
    "limactl": r"delete|factory-reset",
    "lxc": r"delete|storage volume delete",
    "incus": r"delete|storage volume delete",
    "virsh": r"undefine",
    "VBoxManage": r"unregistervm .*|closemedium .*",
    "k3s-uninstall.sh": r"",
    "nomad": r"system gc|volume delete",
    "consul": r"kv delete",
    "vault": r"(?:kv (?:destroy|metadata delete|delete)|secrets disable|delete|auth disable)",
}


def _cluster_tools(name: str, text: str, given: Options) -> Iterator[str]:
    pattern = _TOOLS.get(name)
    if pattern is not None and re.match(rf"(?:{pattern})(?:\b|\Z)", text):
        yield f"{name} {text[:40]} destroys what it manages"
    elif (
        name == "nomad" and re.match(r"(?:job )?stop\b", text) and (given.has("purge") or all(map(given.has, "purge")))
    ):
        yield "nomad stops a job and removes all that is known of it"
    elif (
        name in ("minikube", "kind", "k3d")
        and text.startswith(("delete", "cluster delete"))
        and given.has("all", "a", "purge")
    ):
        yield f"{name} deletes every cluster"


_CLIENTS: Final = frozenset((*_TOOLS, "kubectl", "oc", "k", "helm", "etcdctl", "minikube", "kind", "k3d"))


RULES: Final[tuple[CommandRule, ...]] = (
    rule(
        "removes-container-data",
        "Removing volumes, pruning a container engine, or removing every container. One container or image can be "
        "made again.",
        _engine,
        yes=(
            "docker system prune --volumes -af",
            "docker-compose -f dev.yml down --remove-orphans -v",
            "docker compose down --volumes",
            "podman volume rm -f db",
            "docker rm -f $(docker ps -aq)",
            "docker ps -aq | xargs docker rm -f",
        ),
        no=(
            "docker compose down",
            "docker rm web",
            "docker image prune -f",
            "docker builder prune",
            "docker run --rm -v db:/data alpine ls /data",
            "docker volume ls",
        ),
    ),
    rule(
        "deletes-cluster-objects",
        "Deleting a namespace, a volume, a release or all objects of a kind. A single pod, job or deployment is "
        "made again from its manifest.",
        _cluster,
        yes=(
            "kubectl delete namespace prod",
            "kubectl -n logs delete ns --all",
            "kubectl delete pvc data-db-0",
            "kubectl delete pods --all -A",
            "helm uninstall api -n prod",
            "vagrant destroy -f",
        ),
        no=(
            "kubectl delete pod web-7d9",
            "kubectl get ns",
            "kubectl delete ns prod --dry-run=client",
            "helm upgrade --install api ./chart",
            "helm uninstall api --dry-run",
        ),
    ),
)
