"""git and the places that host repositories: discarded work, rewritten or removed history."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.destruction.finding import first_operand, is_named, only_shows, rule
from bridge.judges.bridge_rules.destruction.targets import loss
from bridge.judges.bridge_rules.rule import CommandRule
from bridge.judges.bridge_rules.shell.folders import located
from bridge.judges.bridge_rules.shell.listing import names
from bridge.judges.bridge_rules.shell.model import Call, Word
from bridge.judges.bridge_rules.shell.options import Options, options

_OWN_VALUES: Final = ("C", "c", "git-dir", "work-tree", "namespace", "exec-path", "config-env", "super-prefix")
_VALUES: Final = names("m F o message source s b B e exclude push-option repo expire prune")
_NEEDS_NO_FORCE: Final = pattern(r"clean\.requireforce=(?:false|no|off|0)", re.IGNORECASE)
_EVERYTHING: Final = pattern(r"(?:\.|\./|:/|:/\*|\*|:\(top\)|--|\.\./?)\Z")


def _discards(call: Call, root: str | None) -> Iterator[str]:
    if is_named(call, "hg", "svn"):
        yield from _discards_elsewhere(call)
    if not is_named(call, "git"):
        return
    own = options(call.arguments, _OWN_VALUES, permutes=False)
    verb = first_operand(own)
    look = _DISCARDS.get(verb)
    if look:
        given = options(own.operands[1:], _VALUES)
        if verb == "clean" and any(_NEEDS_NO_FORCE.fullmatch(word.text) for word in own.values("c")):
            given = given._replace(flags=(*given.flags, ("force", None)))
        yield from look(given, _at(call, own.value("C")), root)


def _discards_elsewhere(call: Call) -> Iterator[str]:
    """Mercurial and Subversion throwing away all that is not committed."""
    given = options(call.arguments, names("r m rev message depth cwd repository"))
    verb, is_all = first_operand(given), any(map(_EVERYTHING.match, given.texts[1:]))
    if call.name == "svn":
        lost = verb == "revert" and given.has("R", "recursive") and is_all
        lost = lost or (verb == "cleanup" and given.has("remove-unversioned", "remove-ignored"))
    else:
        lost = (verb in ("update", "up", "checkout", "co") and given.has("C", "clean")) or verb in (
            "strip",
            "debugstrip",
        )
        lost = lost or (verb == "revert" and (is_all or given.has("a", "all")))
        lost = lost or (verb == "purge" and not given.has("p", "print"))
    if lost:
        yield f"{call.name} {verb} discards what is not kept elsewhere"


def _at(call: Call, folder: Word | None) -> Call:
    if folder is None:
        return call
    text = folder.literal
    cwd = located(text, is_home=folder.is_home_relative, cwd=call.cwd) if text else None
    return Call(call.argv, call.node, cwd=cwd, via=call.via, elsewhere=call.elsewhere)


Verb = Callable[[Options, Call, str | None], Iterator[str]]


def _reset(given: Options, _call: Call, _root: str | None) -> Iterator[str]:
    if given.has("hard", "merge"):
        yield "git reset --hard discards every change that is not committed"


def _clean(given: Options, call: Call, root: str | None) -> Iterator[str]:
    if given.has("n", "dry-run", "i", "interactive") or not given.has("f", "force"):
        return
    paths = given.operands
    if not paths or any(_EVERYTHING.match(word.text) or loss(word, call, root, recursive=True) for word in paths):
        yield "git clean removes files that git does not know and cannot bring back"


def _checkout(given: Options, _call: Call, _root: str | None) -> Iterator[str]:
    if given.has("p", "patch"):
        return
    names_paths = len(given.operands) > 1 and not given.has("b", "B", "orphan", "track", "t", "d", "detach")
    if (given.has("f", "force", "discard-changes") and not names_paths) or _names_everything(given):
        yield "it discards every change that is not committed"


def _names_everything(given: Options) -> bool:
    if given.has("b", "B", "orphan", "track", "t"):
        return False
    return any(_EVERYTHING.match(word.text) and word.text != "--" for word in given.operands)


def _restore(given: Options, _call: Call, _root: str | None) -> Iterator[str]:
    if given.has("p", "patch") or (given.has("S", "staged") and not given.has("W", "worktree")):
        return
    if any(_EVERYTHING.match(text) for text in given.texts):
        yield "it discards every change that is not committed"


def _switch(given: Options, _call: Call, _root: str | None) -> Iterator[str]:
    if given.has("f", "force", "discard-changes"):
        yield "it discards every change that is not committed"


def _stash(given: Options, _call: Call, _root: str | None) -> Iterator[str]:
    if first_operand(given) in ("drop", "clear"):
        yield f"git stash {first_operand(given)} removes the only handle on what was put away"


def _rm(given: Options, call: Call, root: str | None) -> Iterator[str]:
    if given.has("cached", "n", "dry-run"):
        return
    if given.has("r") and any(loss(word, call, root, recursive=True) for word in given.operands):
        yield "git rm removes everything that is tracked"


def _worktree(given: Options, _call: Call, _root: str | None) -> Iterator[str]:
    if first_operand(given) == "remove" and given.has("f", "force"):
        yield "it removes a work tree with changes that are not committed"


def _submodule(given: Options, _call: Call, _root: str | None) -> Iterator[str]:
    is_all = given.has("all") or any(map(_EVERYTHING.match, given.texts[1:]))
    if first_operand(given) == "deinit" and given.has("f", "force") and is_all:
        yield "it removes submodules with changes that are not committed"


def _read_tree(given: Options, _call: Call, _root: str | None) -> Iterator[str]:
    if given.has("reset") and given.has("u"):
        yield "it discards every change that is not committed"


def _checkout_index(given: Options, _call: Call, _root: str | None) -> Iterator[str]:
    if given.has("f", "force") and given.has("a", "all"):
        yield "it discards every change that is not committed"


_DISCARDS: Final[Mapping[str, Verb]] = {
    "reset": _reset,
    "clean": _clean,
    "checkout": _checkout,
    "co": _checkout,
    "restore": _restore,
    "switch": _switch,
    "stash": _stash,
    "rm": _rm,
    "worktree": _worktree,
    "submodule": _submodule,
    "read-tree": _read_tree,
    "checkout-index": _checkout_index,
}


def _rewrites(call: Call, _root: str | None) -> Iterator[str]:
    if call.name in ("git-filter-repo", "bfg") and not only_shows(call.arguments) and call.arguments:
        yield "it rewrites history"
        return
    if not is_named(call, "git"):
        return
    own = options(call.arguments, _OWN_VALUES, permutes=False)
    look = _REWRITES.get(first_operand(own))
    if look:
        yield from look(options(own.operands[1:], _VALUES))


def _push(given: Options) -> Iterator[str]:
    if given.has("n", "dry-run"):
        return
    names = [flag for flag, _ in given.flags]
    if "force" in names or "f" in names:
        yield "a forced push throws away what the remote branch had"
    lease = given.value("force-with-lease")
    is_leased = "force-with-lease" in names and (lease is None or ":" not in lease.text)
    if is_leased and any(map(_is_shared, given.texts[1:])):
        yield "a forced push, leased or not, rewrites a branch that others build on"
    if given.has("mirror", "prune"):
        yield "the push removes what the remote has and this repository does not"
    deletes = "delete" in names or "d" in names
    for word in given.operands[1:]:
        if word.text.startswith("+"):
            yield f"the plus in {word.text} forces the push"
        elif (deletes or word.text.startswith(":")) and not _is_topic(word):
            yield f"the push removes {word.text.lstrip(':') or 'what is named'} from the remote"


_SHARED: Final = pattern(r"(?:refs/heads/)?(?:main|master|trunk|production|prod|releases?(?:/.*|-v?\d.*)?)")
_TOPIC: Final = pattern(r"(?:refs/heads/)?[A-Za-z][\w.-]*(?:/[\w.-]+)+")


def _is_topic(word: Word) -> bool:
    """Whether a word names one branch under a prefix such as ``feature/``, which is cleaned up once it is merged."""
    name = word.text.removeprefix(":").removeprefix("refs/heads/")
    return word.is_known and not name.startswith("refs/") and bool(_TOPIC.fullmatch(name)) and not _is_shared(name)


def _is_shared(refspec: str) -> bool:
    return _SHARED.fullmatch(refspec.rpartition(":")[2]) is not None


def _branch(given: Options) -> Iterator[str]:
    if given.has("D") or (given.has("d", "delete") and given.has("f", "force")):
        yield "it removes a branch, merged or not"


def _reflog(given: Options) -> Iterator[str]:
    if first_operand(given) in ("expire", "delete", "drop") and not given.has("n"):
        yield "without the reflog what was reset or rebased away cannot be found again"


def _gc(given: Options) -> Iterator[str]:
    value = given.value("prune")
    if value and value.text in ("now", "all"):
        yield "it removes every object that no branch reaches, at once"


def _update_ref(given: Options) -> Iterator[str]:
    if given.has("d", "stdin"):
        yield "it removes a reference"


def _always(why: str) -> Callable[[Options], Iterator[str]]:
    return lambda given: iter(() if given.has("n", "analyze") else (why,))


_REWRITES: Final[Mapping[str, Callable[[Options], Iterator[str]]]] = {
    "push": _push,
    "branch": _branch,
    "reflog": _reflog,
    "gc": _gc,
    "prune": _always("it removes every object that no branch reaches"),
    "update-ref": _update_ref,
    "filter-branch": _always("it rewrites history"),
    "filter-repo": _always("it rewrites history"),
}

_HOSTED: Final = pattern(
    r"(?:repo|project|release|gist|codespace|variable|secret|environment) (?:delete|remove)\b|codespace rm\b"
)


def _unhosts(call: Call, _root: str | None) -> Iterator[str]:
    if not is_named(call, "gh", "glab", "hub", "tea"):
        return
    given = options(call.arguments, names("R repo X method f F H q t"))
    text = " ".join(given.texts)
    if _HOSTED.match(text):
        yield f"{call.name} {' '.join(given.texts[:2])} removes what the host keeps"
    method = given.value("X", "method")
    if text.startswith("api ") and method and method.text.upper() == "DELETE":
        yield "the request deletes what the host keeps"


RULES: Final[tuple[CommandRule, ...]] = (
    rule(
        "discards-changes",
        "git, hg or svn throwing away work that is not committed: reset --hard, clean -f, checkout and restore of "
        "everything, a dropped stash. One named path, an unstaging and a dry run lose nothing that matters.",
        _discards,
        yes=(
            "git reset --hard HEAD~3",
            "git -C ../other clean -xfd",
            "git checkout -- .",
            "git restore .",
            "git stash clear",
            "git checkout -f main",
            "git rm -rf .",
            "hg update --clean",
        ),
        no=(
            "git reset --soft HEAD~1",
            "git clean -nfd",
            "git checkout main",
            "git checkout -- src/a.py",
            "git restore --staged .",
            "git stash push -m wip",
            "git rm -r --cached .",
            'git commit -m "git reset --hard"',
        ),
    ),
    rule(
        "rewrites-history",
        "Forcing or deleting on a remote, deleting unmerged branches, rewriting history, removing what the reflog "
        "still reaches. --force-with-lease stops where somebody else has pushed, so it is routine after a rebase; "
        "removing a topic branch, one with a prefix such as feature/, is routine after a merge.",
        _rewrites,
        yes=(
            "git push --force origin main",
            "git push -fu origin topic",
            "git push origin +main",
            "git push origin :release",
            "git push origin --delete main",
            "git push --force-with-lease origin main",
            "git branch -D topic",
            "git reflog expire --expire=now --all",
            "git gc --prune=now",
            "git filter-branch --tree-filter 'rm x' HEAD",
        ),
        no=(
            "git push",
            "git push --force-with-lease origin topic",
            "git push --dry-run --force origin main",
            "git push origin --delete feature/login",
            "git branch -d topic",
            "git gc",
            "git fetch --prune",
            "git reflog",
        ),
    ),
    rule(
        "deletes-hosted-repository",
        "Deleting a repository, a release or the like where it is hosted.",
        _unhosts,
        yes=("gh repo delete acme/site --yes", "gh api -X DELETE /repos/acme/site", "glab repo delete acme/site"),
        no=(
            "gh repo view acme/site",
            "gh pr close 12",
            "gh api /repos/acme/site",
            "gh issue create --body 'gh repo delete'",
        ),
    ),
)
