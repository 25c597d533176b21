"""What is secret, and which commands print it."""

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.listed import listed
from bridge.judges.bridge_rules.shell.model import Call, Piece, Source, Word

_SECRET_FILE: Final = pattern(
    r"""(?:^|/|=|@|:)(?:
        \.env(?:rc)?(?:\.(?!(?:[\w-]+\.){0,9}(?:example|sample|template|dist|defaults?\b|schema))[\w.-]+)?
      | \.?id_(?:rsa|dsa|ecdsa|ed25519)(?:_[\w]+)?
      | \.(?:netrc|npmrc|pypirc|pgpass|htpasswd|git-credentials|vault-token|my\.cnf|s3cfg|boto|dockercfg)
      | \.(?:aws|gnupg|password-store|azure)(?:/.*)?
      | \.ssh(?:/(?!known_hosts|config$|.*\.pub$).*)?
      | \.kube/config | kubeconfig | \.docker/config\.json | \.config/gcloud(?:/.*)? | \.config/gh(?:/.*)?
      | \.claude(?:/\.credentials\.json|\.json) | \.codex/auth\.json | application_default_credentials\.json
      | [\w.-]*(?:credentials?|secrets?)(?:\.(?:json|ya?ml|toml|ini|txt|env|csv|enc|xml|properties))?
      | [\w-]*service[-_]?account[\w-]*\.json
      | (?:credentials?|secrets?)/
        (?!.*\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|kt|swift|php|cs|cc?|cpp|h|hpp|vue|svelte|md|html|css)$).*
      | [\w.-]*(?:access|auth|api|session|refresh)[-_.]?tokens?(?:\.(?:json|txt|env))?
      | [\w.-]*token(?:\.(?:json|txt|env))? | [\w.-]*tokens(?:\.(?:txt|env))?
      | (?:private|server|client|ssl|tls|signing|master)[\w.-]*\.(?:key|pem)
      | (?!(?:[\w-]*-)?(?:ca|cacert|certs?|chain|fullchain|bundle|public|pub|pubkey)(?:[-_.][\w.-]*)?\.pem$)
        [\w.-]+\.(?:pem|p12|pfx|jks|keystore|kdbx|ppk|ovpn|agekey)
      | [\w.-]*(?:(?:private|secret|api)[-_]?keys?|passwords?)(?:\.(?:txt|json|csv|ya?ml|env|key|md|db|xlsx?))?
      | master\.key
      | terraform\.tfstate[\w.]* | [\w.-]+\.tfvars
      | \.(?:\w+_)?history | \.(?:bash|zsh|python|psql|mysql|node_repl)_history
      | wallet\.dat | (?:Default|Network|Profile\ \d+)/Cookies | key[34]\.db | logins\.json | cookies\.sqlite
      | Login\ Data | [\w.-]*\.keychain(?:-db)?
    )$""",
    re.VERBOSE | re.IGNORECASE,
)
_SECRET_PLACE: Final = pattern(
    r"/etc/(?:shadow|gshadow|passwd|sudoers|master\.passwd|kubernetes/.*)(?:-)?|/proc/[^/]+/environ"
)
_SENTENCE: Final = pattern(r"(?![~./@$])\S+\s|[^\n]*\n")
_LONGEST: Final = 4096
_TEMPTING: Final = (
    ".env",
    "id_rsa",
    "id_ed25519",
    "credentials",
    ".netrc",
    ".npmrc",
    ".git-credentials",
    ".ssh",
    ".aws",
)
_SECRET_VARIABLE: Final = pattern(
    r"(?:^|[_:])(?:SECRET|SECRETS|PASSWORD|PASSWD|PASSPHRASE|PRIVATE|CREDENTIALS?|TOKEN|API_?KEY|ACCESS_?KEY|KEY|PAT|DSN)(?:_|$)|^PGPASSWORD$|DATABASE_URL",
    re.IGNORECASE,
)
_TELLS_ABOUT: Final = pattern(
    r"_(?:URL|URI|HOST|HOSTNAME|ENDPOINT|DOMAIN|NAME|IDS?|ARN|PATH|FILE|FILENAME|DIR|IP|ADDR|ADDRESS|DNS|PORT|COUNT|LEN|LENGTH|SIZE"
    r"|LIMIT|TTL|EXPIRY|TYPE|VERSION|REGION|USER|EMAIL|SUBNET|HEADER|FINGERPRINT|INDEX|PREFIX|SUFFIX|ALGORITHM|FORMAT|ISSUER"
    r"|AUDIENCE)$"
    r"|(?:^|_)(?:PUBLIC|CACHE|PRIMARY|FOREIGN|SORT|PARTITION|ROUTING|S3|OBJECT|ISSUE|JIRA|GPG|PGP|LOOKUP|REGISTRY|MAP|DATA)_KEY$"
    r"|(?:^|_)(?:PAGE|NEXT|CONTINUATION|SYNC|STARTING|CSRF|XSRF)_TOKEN$",
    re.IGNORECASE,
)
_TELLS_ANYWAY: Final = pattern(r"DATABASE_URL|ACCESS_KEY_ID", re.IGNORECASE)
_TELLS_ALL: Final = frozenset(("env", "printenv", "history", "fc"))
_TELLS_WITH: Final = {
    "export": ("-p",),
    "declare": ("-p", "-x", "-px", "-xp"),
    "typeset": ("-p", "-x"),
    "gpg": ("--export-secret-keys", "--export-secret-key", "--export-secret-subkeys"),
    "security": ("find-generic-password", "find-internet-password", "export", "dump-keychain"),
    "secret-tool": ("lookup", "search"),
    "keyring": ("get",),
    "pass": ("show",),
    "op": ("read", "item", "inject"),
    "bw": ("get", "list"),
    "vault": ("read", "kv"),
    "doppler": ("secrets",),
    "heroku": ("config", "config:get", "auth:token"),
    "sops": ("-d", "--decrypt", "decrypt"),
}
_TELLS_BY: Final = (
    ("gh", "auth", "token"),
    ("git", "credential", "fill"),
    ("gcloud", "auth", "print-access-token"),
    ("gcloud", "auth", "print-identity-token"),
    ("gcloud", "secrets", "versions"),
    ("aws", "configure", "export-credentials"),
    ("aws", "configure", "get"),
    ("aws", "secretsmanager", "get-secret-value"),
    ("aws", "sts", "get-session-token"),
    ("aws", "ssm", "get-parameter"),
    ("az", "account", "get-access-token"),
    ("az", "keyvault", "secret"),
    ("kubectl", "get", "secret"),
    ("kubectl", "get", "secrets"),
    ("kubectl", "config", "view"),
    ("docker", "secret", "inspect"),
    ("ps", "eww"),
    ("ps", "auxe"),
)
_ABOUT_FILES: Final = listed(
    "ls stat test [ [[ rm touch chmod chown mkdir find git cp mv ln du file which cd realpath echo printf"
)


def is_secret_path(text: str) -> bool:
    """Whether a path, as written, is of a file that people keep keys or tokens in; a pattern of one counts."""
    path = text[-_LONGEST:].rstrip("/").replace("\\", "/")
    if _SECRET_FILE.search(path) or _SECRET_PLACE.fullmatch(path):
        return True
    last = path.rpartition("/")[2]
    is_pattern = not frozenset("*?[").isdisjoint(last) and last.strip("*.?") != ""
    return is_pattern and any(fnmatchcase(name, last) for name in _TEMPTING)


def secret_path(word: Word) -> str | None:
    """The secret file that a word names; None where it names none, or where it is a sentence that mentions one."""
    text = word.text.removeprefix("@")
    if _SENTENCE.match(text):
        return None
    named = text.partition("=")[2] if text.startswith("-") else text
    return named if named and is_secret_path(named) else None


def told_secret(call: Call) -> str | None:
    """The secret that a command prints, as its text; None where it prints none."""
    name = call.name or ""
    texts = [word.text for word in call.arguments]
    if name in _TELLS_ALL and not _is_prefix(name, call):
        return name
    if name in _TELLS_WITH and not frozenset(_TELLS_WITH[name]).isdisjoint(texts):
        return f"{name} {texts[0]}"
    given = (name, *(text for text in texts if not text.startswith("-")))
    told = next((tell for tell in _TELLS_BY if given[: len(tell)] == tell), None)
    if told is not None:
        return " ".join(told)
    return None if name in _ABOUT_FILES else _read_secret(call)


def _is_prefix(name: str, call: Call) -> bool:
    """Whether ``env`` sets variables for another command, or ``printenv`` prints one that is no secret."""
    operands = [word.text for word in call.arguments if not word.text.startswith("-")]
    if name == "printenv":
        return bool(operands) and not any(map(is_secret_variable, operands))
    return name == "env" and any("=" not in text for text in operands)


def _read_secret(call: Call) -> str | None:
    for redirection in call.redirections:
        if redirection.operator == "<" and secret_path(redirection.target) is not None:
            return redirection.target.text
    name = call.name or ""
    words = call.arguments[1:] if name in ("grep", "egrep", "rg", "sed", "awk", "jq") else call.arguments
    return next((path for word in words if (path := secret_path(word)) is not None), None)


def is_secret_variable(name: str) -> bool:
    """Whether a variable's name says that it holds a secret, and not where one is kept or which one it is."""
    if _SECRET_VARIABLE.search(name) is None:
        return False
    return _TELLS_ABOUT.search(name) is None or _TELLS_ANYWAY.search(name) is not None


def secrets_in(word: Word, *, variables: bool = True) -> Iterator[str]:
    """What is secret in the pieces of a word that commands or variables fill in."""
    for piece in word.pieces:
        if piece.source is Source.VARIABLE and variables and is_secret_variable(piece.name):
            yield piece.text
        yield from _told(piece)


def _told(piece: Piece) -> Iterator[str]:
    waiting = list(piece.calls)
    for call in waiting:
        told = told_secret(call)
        if told is not None:
            yield told
        for word in call.argv:
            waiting.extend(word.calls)
        if len(waiting) > _MOST_CALLS:
            return


_MOST_CALLS: Final = 1000
