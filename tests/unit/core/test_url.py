"""Which host a URL leads to: one view, and every reading where clients differ."""

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.core.url import Host, host_name, hosts, on_list
from bridge.errors import JudgeUnavailable
from bridge.judges.http import HttpJudge


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://api.example.com/x", "api.example.com"),
        ("HTTPS://API.Example.COM./x", "api.example.com"),
        ("https://user:pw@api.example.com:8443/x", "api.example.com"),
        ("https://api.example.com:443@other.example/", "other.example"),
        ("https://other.example/@api.example.com", "other.example"),
        ("https://other.example?@api.example.com", "other.example"),
        ("https://other.example#@api.example.com", "other.example"),
        ("//other.example/x", "other.example"),
        ("https:other.example", "other.example"),
        ("https:/other.example", "other.example"),
        ("https:///other.example", "other.example"),
        ("\\\\other.example\\x", "other.example"),
        (" ht\ttps://oth\ner.example ", "other.example"),
        ("http://other%2eexample/", "other.example"),
        ("http://ｏｔｈｅｒ。example/", "other.example"),
        ("http://bücher.example/", "xn--bcher-kva.example"),
        ("http://XN--BCHER-KVA.example/", "xn--bcher-kva.example"),
        ("http://oth\u00ader.example/", "other.example"),
        ("http://2130706433/", "127.0.0.1"),
        ("http://0x7f.0.0.1/", "127.0.0.1"),
        ("http://0177.1/", "127.0.0.1"),
        ("http://[::1]:3000/", "::1"),
        ("http://[0:0:0:0:0:0:0:1]/", "::1"),
        ("http://[::ffff:127.0.0.1]/", "127.0.0.1"),
        ("http://[fe80::1%25eth0]/", "fe80::1"),
        ("jdbc:postgresql://db.example/x", "db.example"),
        ("git+ssh://git@other.example/x", "other.example"),
        ("file://server/share", "server"),
    ],
)
def test_a_url_leads_to_one_host(url: str, name: str) -> None:
    (host,) = hosts(url)
    assert (host.name, host.is_readable) == (name, True)


@pytest.mark.parametrize(
    ("text", "name", "port"),
    [
        ("other.example/x", "other.example", None),
        ("other.example:8080/x", "other.example", 8080),
        ("user:pw@other.example/x", "other.example", None),
        ("localhost:3000", "localhost", 3000),
        ("::1", "::1", None),
    ],
)
def test_what_stands_for_a_url_may_lack_a_scheme(text: str, name: str, port: int | None) -> None:
    assert hosts(text, schemeless=True) == (Host(name, port),)
    assert hosts(text) == ()


def test_where_clients_differ_every_reading_is_there() -> None:
    names = {host.name for host in hosts("https://other.example\\@api.example.com/")}
    assert names == {"other.example", "api.example.com"}


@pytest.mark.parametrize(
    "url",
    [
        "http://api.example.com%40other.example/",
        "http://api.example.com%00/",
        "http://api.example.com:x/",
        "http://1.2.3.4.5/",
        "http://300.1.1.1/",
        "http://[::1/",
        "http://a b/",
        "http://%ff/",
    ],
)
def test_a_host_that_cannot_be_read_is_on_no_list(url: str) -> None:
    (host,) = hosts(url)
    assert not host.is_readable
    assert not on_list(host, (host.name, "*.example", "api.example.com"))


@pytest.mark.parametrize(
    "url", ["", "/x", "x", "./x", "mailto:a@b.example", "data:,x", "file:///x", "http://", "?q", "urn:a:b"]
)
def test_what_names_no_host_has_none(url: str) -> None:
    assert hosts(url) == ()


@pytest.mark.parametrize("text", ["", "a b", "[::1", "300.1.1.1", "a%zz", "a/b"])
def test_what_is_no_name_has_no_spelling(text: str) -> None:
    assert host_name(text) is None


LABELS = st.from_regex(r"[a-z][a-z0-9]{0,8}", fullmatch=True)
NAMES = st.lists(LABELS, min_size=2, max_size=4).map(".".join)


@given(
    NAMES,
    st.sampled_from(["http", "https"]),
    st.integers(1, 65535),
    st.sampled_from(["", "u@", "u:p@", "a.example:1@"]),
)
def test_the_host_is_the_one_that_is_dialled(name: str, scheme: str, port: int, user: str) -> None:
    url = f"{scheme}://{user}{name.upper()}:{port}/x?y=http://z.example"
    assert hosts(url) == (Host(name, port),)
    assert httpx.URL(url).host == name


@given(NAMES, NAMES)
def test_a_suffix_allows_what_is_below_it_alone(name: str, other: str) -> None:
    assert on_list(Host(f"a.{name}"), (f"*.{name}",))
    assert not on_list(Host(name), (f"*.{name}",))
    assert not on_list(Host(f"a{name}"), (f"*.{name}",))
    assert on_list(Host(other), (f"*.{name}",)) == other.endswith("." + name)


@given(st.text(max_size=60))
def test_any_text_is_read(text: str) -> None:
    for schemeless in (False, True):
        for host in hosts(text, schemeless=schemeless):
            assert host.is_readable <= (host_name(host.name) == host.name)
            assert on_list(host, ("*",))


def test_a_judge_whose_url_is_read_in_two_ways_is_not_asked() -> None:
    for url in ("https://api.example.com/", "http://[::1]:8/", "http://b\u00fccher.example/", "http://127.0.0.1:1/"):
        HttpJudge(url)
    with pytest.raises(JudgeUnavailable, match="more than one host"):
        HttpJudge("https://other.example\\@api.example.com/")
