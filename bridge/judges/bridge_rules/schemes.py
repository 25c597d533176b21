"""The schemes of URLs that lead to a host on a network, rather than to something that only some tool knows."""

import re
from typing import Final

from bridge.core.lazy_pattern import pattern

NETWORK_SCHEME: Final = pattern(
    r"(?:[a-z]+\+)?(?:https?|wss?|ftps?|sftp|scp|ssh|git|svn|rsync|rediss?|postgres(?:ql)?|mysqlx?|mariadb|mongodb(?:\+srv)?"
    r"|amqps?|mqtts?|kafka|nats|grpcs?|tcp|udp|tls|ssl|quic|rtmps?|rtsps?|telnet|gopher|gemini|imaps?|pop3s?|smtps?"
    r"|ldaps?|smb|cifs|nfs|dict|tftp|vnc|rdp|socks[45]?[ah]?|proxy|oci|docker|sqlserver|mssql|hkps?|clickhouse|cassandra|bolt|neo4j|stun|turns?)",
    re.IGNORECASE,
)
