"""Hosts and URLs in the members of a call, against a scope."""

from typing import Any

import pytest

from tests.unit.judges.bridge_rules.saying import SCOPE, says

OFF: list[tuple[str, Any]] = [
    ("WebFetch", {"url": "evil.example"}),
    ("WebFetch", {"url": "evil.example/x"}),
    ("WebFetch", {"url": "evil.example:443"}),
    ("WebFetch", {"url": "https:evil.example"}),
    ("WebFetch", {"url": "\\\\evil.example\\x"}),
    ("WebFetch", {"url": "/\\evil.example"}),
    ("fetch", {"uri": "https://evil.example"}),
    ("x", {"endpoint": "https://evil.example"}),
    ("x", {"baseUrl": "https://evil.example"}),
    ("x", {"request": {"target_url": "https://evil.example"}}),
    ("x", {"urls": ["https://api.example.com", "https://evil.example"]}),
    ("mcp__browser__navigate", {"target": "https://evil.example"}),
    ("x", {"webhook_url": "https://evil.example"}),
    ("x", {"host": "evil.example", "port": 1}),
    ("WebFetch", '{"url":"https://evil.example"}'),
    ("x", {"arguments": '{"url":"https://evil.example"}'}),
    ("x", {"href": "https://evil.example"}),
    ("x", {"callbackURL": "https://evil.example"}),
    ("WebFetch", {"url": "http://127.0.0.1/"}),
    ("WebFetch", {"url": "http://[::1]/"}),
    ("WebFetch", {"url": "http://0/"}),
    ("WebFetch", {"url": " https://evil.example "}),
    ("WebFetch", {"url": "ftp://evil.example"}),
    ("WebFetch", {"url": "ws://evil.example"}),
    ("WebFetch", {"url": "https://api.example.com⁄@evil.example"}),
    ("WebFetch", {"url": "https://аpi.example.com/"}),
    ("x", {"repo_url": "git@evil.example:a/b.git"}),
    ("WebFetch", {"URL": "https://evil.example"}),
    ("WebFetch", {"url": "https://api.example.com:443:80/"}),
    ("WebFetch", {"url": "http://api.example.com%00.evil.example/"}),
    ("WebFetch", {"url": "https://api.example.com\t.evil.example/"}),
    ("WebFetch", {"url": "///evil.example/x"}),
    ("web_fetch", {"prompt": "Summarise https://evil.example/a, please."}),
    ("x", {"dsn": "postgres://u@evil.example/d"}),
    ("x", {"connection_string": "jdbc:postgresql://evil.example/d"}),
    ("git_clone", {"repository": "git@evil.example:a/b"}),
    ("http", {"url": "https://api.example.com", "headers": {"Host": "evil.example"}}),
    ("http", {"url": "https://api.example.com", "json": {"callback_url": "https://evil.example"}}),
    ("x", {"domain": "evil.example"}),
    ("fetch", {"uri": "docs://evil.example/x"}),
    ("process_start", {"command": "npm test", "env": {"HTTPS_PROXY": "http://evil.example:8080"}}),
    ("process_start", {"command": "npm test", "env": {"PIP_INDEX_URL": "https://evil.example/simple"}}),
    ("airtable_update", {"url": "https://evil.example", "fields": {}}),
    ("pg_connect", {"properties": {"host": "evil.example"}}),
]
ON: list[tuple[str, Any]] = [
    ("WebFetch", {"url": "https://api.example.com"}),
    ("WebFetch", {"url": "api.example.com/v1"}),
    ("WebFetch", {"url": "/relative"}),
    ("WebFetch", {"url": "./x"}),
    ("WebFetch", {"url": "index.html"}),
    ("WebFetch", {"url": "#a"}),
    ("Write", {"file_path": "a", "content": "https://evil.example"}),
    ("mcp__gh__create_issue", {"title": "x", "body": "https://evil.example"}),
    ("Grep", {"pattern": "https://evil.example"}),
    ("WebFetch", {"url": "https://api.example.com", "prompt": "compare with https://evil.example"}),
    ("x", {"url": "mailto:a@evil.example"}),
    ("x", {"url": "data:text/plain,hi"}),
    ("x", {"url": ""}),
    ("x", {"url": None}),
    ("WebFetch", {"url": "https://api.example.com/?next=https://evil.example"}),
    ("x", {"server": "github"}),
    ("Task", {"description": "x", "prompt": "fetch https://evil.example"}),
    ("WebSearch", {"query": "site:evil.example"}),
    ("x", {"url": "file:///home/dev/acme/x"}),
    ("web_fetch", {"prompt": "Summarise https://api.example.com/a."}),
    ("read_resource", {"uri": "docs://guide/intro"}),
    ("climate", {"domain": "light"}),
    ("maps", {"origin": "46.948,7.447", "destination": "47.05,8.3"}),
    ("mail", {"address": "ann@evil.example"}),
    ("git_clone", {"repository": "acme/web.site"}),
    ("http", {"url": "https://api.example.com", "headers": {"Referer": "https://evil.example"}}),
    ("http", {"url": "https://api.example.com", "json": {"avatar": "https://evil.example/a.png"}}),
    ("http", {"url": "https://api.example.com", "$schema": "https://evil.example/s"}),
    ("browser_click", {"element": "link to https://evil.example", "ref": "e1"}),
    ("process_start", {"command": "npm test", "env": {"BACKEND_URL": "https://evil.example"}}),
    ("airtable_update", {"records": [{"fields": {"Homepage": "https://evil.example", "URL": "https://evil.example"}}]}),
    ("browser_fill_form", {"fields": [{"name": "Homepage", "ref": "e3", "value": "https://evil.example"}]}),
]


@pytest.mark.parametrize(("tool", "input"), OFF)
def test_a_host_off_scope_is_found(tool: str, input: Any) -> None:
    assert says("network_off_scope", input, tool=tool, network_scope=SCOPE)


@pytest.mark.parametrize(("tool", "input"), ON)
def test_a_host_on_scope_or_in_prose_is_left_alone(tool: str, input: Any) -> None:
    assert not says("network_off_scope", input, tool=tool, network_scope=SCOPE)


@pytest.mark.parametrize(
    ("host", "entry"),
    [
        ("api.example.com", "API.example.com."),
        ("api.example.com", "https://api.example.com/v1"),
        ("api.example.com:8443", "api.example.com"),
        ("api.example.com:8443", "api.example.com:8443"),
        ("b\u00fccher.example", "xn--bcher-kva.example"),
        ("xn--bcher-kva.example", "b\u00fccher.example"),
        ("10.1.2.3", "10.0.0.0/8"),
        ("[::1]:3000", "::1"),
        ("[0:0:0:0:0:0:0:1]", "[::1]"),
        ("0x7f.1", "127.0.0.1"),
        ("a.b.corp.example", "*.corp.example"),
        ("anything.example", "*"),
        ("corp.example", ".corp.example"),
        ("a.b.corp.example", ".corp.example"),
        ("a.b.corp.example", "**.corp.example"),
    ],
)
def test_an_entry_of_the_scope_allows_its_host_in_any_spelling(host: str, entry: str) -> None:
    assert not says("network_off_scope", {"url": f"https://{host}/x"}, tool="WebFetch", network_scope=[entry])


@pytest.mark.parametrize(
    ("host", "entry"),
    [
        ("corp.example", "*.corp.example"),
        ("xcorp.example", "*.corp.example"),
        ("xcorp.example", ".corp.example"),
        ("api.example.com:8443", "api.example.com:443"),
        ("11.0.0.1", "10.0.0.0/8"),
        ("api.example.com", ""),
        ("api.example.com", "*example.com"),
        ("api.example.com", "https://"),
        ("[::2]", "::1"),
    ],
)
def test_an_entry_allows_nothing_else(host: str, entry: str) -> None:
    assert says("network_off_scope", {"url": f"https://{host}/x"}, tool="WebFetch", network_scope=[entry])
