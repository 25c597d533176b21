"""The clients of stores, brokers, files and remote calls: where in their arguments they name the host."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.listed import listed
from bridge.judges.bridge_rules.programs import text_of
from bridge.judges.bridge_rules.shell.model import Word
from bridge.judges.bridge_rules.shell.options import options

Named = Iterator[tuple[Word, str]]


def _sql_client(words: tuple[Word, ...]) -> Named:
    yield from _of_client(words, ("h", "host"))


def _client(words: tuple[Word, ...]) -> Named:
    yield from _of_client(words, ("h", "host", "H", "server", "s", "b"))


def _redis(words: tuple[Word, ...]) -> Named:
    """What follows the options of redis-cli is a command, whatever it keeps."""
    read = options(words, listed("h p u a n r i s pass user sni cacert cert key"), permutes=False)
    yield from ((value, text_of(value)) for value in read.values("h", "u"))


def _of_client(words: tuple[Word, ...], named: tuple[str, ...]) -> Named:
    read = options(words, (*named, *listed("p port U u user username d dbname db f file c command e execute")))
    yield from ((value, text_of(value)) for value in read.values(*named))
    yield from ((word, text_of(word)) for word in read.operands if "://" in word.text)
    yield from ((value, text_of(value)) for value in read.values("d", "dbname", "u") if "://" in text_of(value))
    told = ((word, _CONNINFO.search(text_of(word))) for word in (*read.operands, *read.values("d", "dbname")))
    yield from ((word, match[1]) for word, match in told if match is not None)


_CONNINFO: Final = pattern(r"(?:^|\s)host(?:addr)?\s*=\s*'?([^\s'/]+)")


def _grpcurl(words: tuple[Word, ...]) -> Named:
    """The address is the first word that is neither an option, written with one dash, nor the value of one."""
    before = ""
    for word in words:
        flag, before = before, word.text.lstrip("-") if word.text.startswith("-") else ""
        if not word.text.startswith("-") and flag not in _GRPC_VALUED:
            yield word, text_of(word)
            return


_GRPC_VALUED: Final = listed(
    """d H rpc-header reflect-header import-path proto protoset cert key cacert authority servername max-time
    connect-timeout keepalive-time format max-msg-sz user-agent"""
)


def _lftp(words: tuple[Word, ...]) -> Named:
    yield from ((word, text_of(word)) for word in options(words, listed("e u p c f")).operands[:1])


_FETCHED: Final = ("-uri", "-source", "-proxy", "-computername", "-targetname")
_FETCH_SWITCHES: Final = listed(
    """-usebasicparsing -usedefaultcredentials -skipcertificatecheck -disablekeepalive -passthru -resume -noproxy
    -quiet -skiphttperrorcheck -allowunencryptedauthentication"""
)


def _fetch_cmdlet(words: tuple[Word, ...]) -> Named:
    texts = [word.text.lower() for word in words]
    named = [word for name, word in zip(texts, words[1:], strict=False) if name in _FETCHED]
    rest = [word for word in words if word.text.lower() not in _FETCH_SWITCHES]
    first = [word for word in rest[:1] if not word.text.startswith("-")]
    yield from ((word, text_of(word)) for word in named or first)


CLIENTS: Final[Mapping[str, Callable[[tuple[Word, ...]], Named]]] = {
    **dict.fromkeys(
        listed(
            """mongosh mongo mongodump mosquitto_pub mosquitto_sub clickhouse-client cqlsh ldapsearch swaks kcat
            kafkacat"""
        ),
        _client,
    ),
    **dict.fromkeys(("redis-cli", "valkey-cli"), _redis),
    **dict.fromkeys(listed("psql pg_dump pg_restore mysql mysqldump mariadb"), _sql_client),
    "grpcurl": _grpcurl,
    "lftp": _lftp,
    **dict.fromkeys(("invoke-webrequest", "invoke-restmethod", "iwr", "irm", "start-bitstransfer"), _fetch_cmdlet),
    **dict.fromkeys(("test-netconnection", "tnc", "test-connection"), _fetch_cmdlet),
}
"""What each of these clients connects to."""
