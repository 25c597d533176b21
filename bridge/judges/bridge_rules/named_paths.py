"""Which members of a call name files of this machine: by their names, what the tool is for, and what stands beside.

A text is a path because of where it stands. What a search leaves out, what is put into a file, a route of a service
and a folder in a store are none.
"""

import re
from collections.abc import Iterator
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.core.strict_json import Json
from bridge.judges.bridge_rules.case import Case
from bridge.judges.bridge_rules.listed import listed
from bridge.judges.bridge_rules.members import Held, is_variable, key_words, last_word, names_prose

_PATH_KEYS: Final = listed(
    """path paths file files filename filenames filepath filepaths dir dirs directory directories folder folders
    cwd workdir infile outfile basedir notebook pwd chdir"""
)
_PATHS_OR_TEXTS: Final = listed(
    """destination dest target targets output out source src root location archive archives attachment attachments"""
)
_MAY_BE_PATHS: Final = listed(
    "from to input in resource glob entry entries members name config document documents database"
)
_PATH_NAMES: Final = (("file", "name"), ("dir", "name"), ("folder", "name"))
_CODE_NAMES: Final = (("new", "source"), ("old", "source"), ("cell", "source"), ("name", "path"))
_LOCATORS: Final = frozenset(("url", "uri", "href", "urls", "uris", "link", "endpoint"))
_ADDRESSES: Final = frozenset(("url", "uri", "href", "urls", "uris"))
_CONTENTS: Final = listed(
    """find replace with edit edits append prepend data value values line lines insert token tokens selector xpath
    regexp"""
)
_LEFT_OUT: Final = listed("exclude excluded excludes excluding ignore ignored ignores except skip skipped omit")
_ASKED: Final = _PATH_KEYS | _PATHS_OR_TEXTS | {"name", "pattern"}
_FILE_TOOLS: Final = listed(
    """file files fs filesystem read write edit notebook glob ls move copy delete remove rename create view open
    editor multiedit directory folder"""
)
_SCREEN_TOOLS: Final = frozenset(("browser", "playwright", "puppeteer", "page", "selenium"))
_ROUTES: Final = listed(
    """api rest http https request openapi swagger graphql route routes router redirect redirects rewrite endpoint visit
    navigate"""
)
_STORES: Final = listed(
    """dropbox gdrive googledrive onedrive sharepoint nextcloud webdav github gitlab bitbucket gitea firebase
    firestore vault consul etcd zookeeper azure s3 gcs vercel netlify wordpress cms contentful mqtt rabbitmq kafka
    activemq"""
)
_BRINGS: Final = listed("upload download save import export sync clone attach fs filesystem")
"""What a tool is for that names files of this machine beside those of a service."""

_ELSEWHERE: Final = frozenset(("method", "op", "repo", "repository", "bucket", "share", "container"))
_CRAWLERS: Final = frozenset(("crawl", "crawler", "firecrawl", "scrape", "scraper", "spider", "sitemap"))
"""What a tool does whose selected paths are those of a site."""

_LOOKS_LIKE_A_PATH: Final = pattern(r"[/~\\]|\.\.(?:[/\\]|$)|[A-Za-z]:[/\\]|file:", re.IGNORECASE)
_CLIMBS: Final = pattern(r"(?:^|[/\\])\.\.(?:[/\\]|$)")
_URL: Final = pattern(r"(?!file:)[A-Za-z][A-Za-z0-9+.-]+://", re.IGNORECASE)
_BUILD_TARGET: Final = pattern(r"//[\w/.+-]*:[\w/.+-]+")
_COMMANDS: Final = frozenset(("command", "cmd", "commands", "args", "argv", "script"))


def named_paths(case: Case) -> Iterator[tuple[str, str, str]]:
    """The paths that a call names, each with the last word of the name it stands under, and where that is."""
    purpose = case.call.purpose
    if isinstance(case.call.input, str | list) and not purpose.isdisjoint(_FILE_TOOLS):
        yield from ((text, "", "$.input") for text in _texts(case.call.input) if _LOOKS_LIKE_A_PATH.match(text))
    for one in case.call.objects:
        if _is_by_file(one):
            yield from ((key, "file", one.where(key)) for key in one.members)
            continue
        is_elsewhere = _is_elsewhere(one, purpose)
        is_of_service, brings = _is_of_service(one, purpose), not purpose.isdisjoint(_BRINGS)
        asked = frozenset(one.under(_ASKED))
        for key, value in one.members.items():
            if is_variable(key, one.keys):
                continue
            for text in dict.fromkeys(_texts(value)):
                may = key in asked or _LOOKS_LIKE_A_PATH.match(text) is not None or _climbs(text)
                is_bare = len(key_words(key)) == 1
                away = (is_of_service and is_bare) or (is_elsewhere and (is_bare or not brings))
                if may and _is_path(key, text, one, purpose, is_elsewhere=away):
                    yield text, last_word(key), one.where(key)


def _stands_for_path(one: Held) -> bool:
    """Whether an object stands under a path's name: ``{"path": {"value": …}}``."""
    return bool(one.keys) and last_word(one.keys[-1]) in _PATH_KEYS


def _is_by_file(one: Held) -> bool:
    """Whether an object holds what files hold, each under the file's path."""
    return bool(one.keys) and last_word(one.keys[-1]) == "files" and any(map(_IS_FILE.search, one.members))


_IS_FILE: Final = pattern(r"[./\\]")


def _is_of_service(one: Held, purpose: frozenset[str]) -> bool:
    """Whether a bare ``path`` in an object is a route of a service, or a place in its store."""
    if not purpose.isdisjoint(_BRINGS):
        return False
    return not purpose.isdisjoint(_STORES) or (
        not purpose.isdisjoint(_ROUTES) and _ADDRESSES.isdisjoint(one.named.keys())
    )


def _is_elsewhere(one: Held, purpose: frozenset[str]) -> bool:
    """Whether an object says that its paths are of a request, a repository, a bucket or a container."""
    if "image" in one.members and not purpose.isdisjoint(_CONTAINERS):
        return True
    return not _ELSEWHERE.isdisjoint(one.members) and not _is_file_operation(one, purpose)


_CONTAINERS: Final = frozenset(("docker", "podman", "container"))


def _is_file_operation(one: Held, purpose: frozenset[str]) -> bool:
    """Whether an object with an ``op`` is one step of a file tool, and no step of a JSON patch."""
    is_step = "op" in one.members and "value" not in one.members and "to" in one.members
    return is_step and not purpose.isdisjoint(_FILE_TOOLS)


def _texts(value: Json) -> Iterator[str]:
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, list):
            waiting.extend(reversed(item))


def _climbs(text: str) -> bool:
    return ".." in text and _CLIMBS.search(text) is not None


def _is_path(key: str, text: str, one: Held, purpose: frozenset[str], *, is_elsewhere: bool) -> bool:
    words = key_words(key)
    name, last = words[-1] if words else "", words[-2:]
    if _URL.match(text) or "remote" in words[:-1] or not _LEFT_OUT.isdisjoint(words):
        return False
    if name == "target" and (_BUILD_TARGET.fullmatch(text) or not purpose.isdisjoint(_SCREEN_TOOLS)):
        return False
    if words[:1] in (("include",), ("select",)) and not purpose.isdisjoint(_CRAWLERS):
        return _climbs(text)
    if name == "pattern" and "glob" in purpose:
        return True
    if one.is_prose or names_prose(name) or name in _COMMANDS or last in _CODE_NAMES:
        return False
    if name in _LOCATORS:
        return text[:5].lower() == "file:"
    is_of_files = not purpose.isdisjoint(_FILE_TOOLS)
    if name in _PATH_KEYS or last in _PATH_NAMES or (name in _PATHS_OR_TEXTS and (is_of_files or "\n" not in text)):
        return not is_elsewhere or _climbs(text)
    if _LOOKS_LIKE_A_PATH.match(text) is None and not _climbs(text):
        return False
    if is_elsewhere or (name in _CONTENTS and not _stands_for_path(one)) or re.search(r"\s", text.strip()):
        return False
    if name == "name" and not is_of_files:
        return text.count("/") > 1 or text.startswith("~") or _climbs(text)
    return name in _MAY_BE_PATHS or is_of_files or text[:5].lower() == "file:"
