"""The rules behind ``network_off_scope``. All are silent where no scope is declared.

Loopback is a host like any other: whoever declares a scope and means it to be reached declares it.
"""

from collections.abc import Iterator
from typing import Final

from bridge.core.strict_json import Json
from bridge.core.url import UNKNOWN, Host, on_list
from bridge.judges.bridge_rules.case import Case
from bridge.judges.bridge_rules.named_hosts import named_hosts
from bridge.judges.bridge_rules.rule import Finding, Rule


def _members(case: Case) -> Iterator[Finding]:
    scope = case.call.network_scope
    for text, where, host in named_hosts(case) if scope else ():
        if not on_list(host, scope):
            yield Finding("host-off-scope", why_off(host), text[:_LONGEST], where)


_LONGEST: Final = 200


def why_off(host: Host) -> str:
    """Why a host that no scope admits is off scope, as a clause."""
    if host.is_readable:
        return f"{host.name.replace(UNKNOWN, '…')} is not in the declared scope"
    return "its host cannot be read, so no scope can admit it"


def _commands(case: Case) -> Iterator[Finding]:
    scope = case.call.network_scope
    if not scope:
        return
    for command in case.commands:
        from bridge.judges.bridge_rules.reach import reached

        for node, host in reached(command.reading):
            if not on_list(host, scope):
                text = node.text(command.reading.command).strip()[:_LONGEST]
                yield Finding("command-host-off-scope", why_off(host), text, command.where)


_SCOPE: Final[dict[str, Json]] = {
    "workspace_root": "/home/dev/acme",
    "network_scope": ["api.example.com", "*.corp.example"],
}


def _fetch(url: str) -> dict[str, Json]:
    return {**_SCOPE, "tool": "WebFetch", "input": {"url": url}}


def _bash(command: str) -> dict[str, Json]:
    return {**_SCOPE, "tool": "Bash", "input": {"command": command}}


RULES: Final[tuple[Rule[Case], ...]] = (
    Rule(
        "host-off-scope",
        "A URL or a host that the call names is not in the declared scope: under a name such as `url`, `endpoint` or "
        "`host`, or, where the tool is one of the network, anywhere people do not write prose. A header and what is "
        "sent to an address that is named are not asked for; `.example.com` in the scope is the name and all below it.",
        yes=(
            _fetch("https://other.example/x"),
            _fetch("https://api.example.com@other.example/"),
            _fetch("https://corp.example/"),
            _fetch("https://evilcorp.example/"),
            _fetch("http://2130706433/"),
            _fetch("//other.example/x"),
            _fetch("other.example:8080/x"),
            _fetch("https://other.example\\@api.example.com/"),
            {**_SCOPE, "tool": "mcp__web__open", "input": {"target": "https://other.example/"}},
            {**_SCOPE, "tool": "mcp__pg__query", "input": {"dsn": "postgres://me@other.example/x", "sql": "select 1"}},
        ),
        no=(
            _fetch("https://API.example.com.:8443/v1"),
            _fetch("https://user:pw@api.example.com/"),
            _fetch("https://a.b.corp.example/"),
            {**_SCOPE, "tool": "Write", "input": {"file_path": "x", "content": "https://other.example/"}},
            {**_SCOPE, "tool": "WebSearch", "input": {"query": "x", "blocked_domains": ["other.example"]}},
            {
                **_SCOPE,
                "tool": "http_post",
                "input": {"url": "https://api.example.com/", "json": {"avatar": "https://other.example/a.png"}},
            },
            {**_SCOPE, "tool": "climate", "input": {"domain": "light", "service": "turn_on"}},
            {**_SCOPE, "tool": "ReadMcpResource", "input": {"server": "docs", "uri": "docs://guide/intro"}},
            {"tool": "WebFetch", "input": {"url": "https://other.example/"}},
        ),
        check=_members,
    ),
    Rule(
        "command-host-off-scope",
        "A command reaches a host that is not in the declared scope.",
        yes=(
            _bash("curl -s other.example"),
            _bash("git push git@other.example:a/b.git"),
            _bash("ssh -p 22 me@other.example uptime"),
            _bash("pip install --index-url https://other.example/simple x"),
            _bash("HTTPS_PROXY=http://other.example curl https://api.example.com/"),
            _bash("npx https://other.example/tool.tgz"),
            _bash("echo hi > /dev/tcp/other.example/80"),
            _bash("python3 -c \"import urllib.request as u; u.urlopen('https://other.example/')\""),
        ),
        no=(
            _bash("curl -s https://api.example.com/v1 -o other.html -e https://other.example/"),
            _bash("git commit -m 'see https://other.example/x'"),
            _bash("echo https://other.example/ >> links.txt"),
            _bash("npm ci && npm run build -- --base=https://other.example/"),
        ),
        check=_commands,
    ),
)
