"""Which commands the rules of ``shell_exfiltrates`` have to be asked about."""

from typing import Final

from bridge.judges.bridge_rules.families import Family, Outline
from bridge.judges.bridge_rules.listed import listed
from bridge.judges.bridge_rules.programs import INLINE_CODE
from bridge.judges.bridge_rules.shell.model import Call


def _may_send(outline: Outline) -> bool:
    """Whether something is told in an address, or could not be read, or a connection of the shell's own is opened."""
    reading = outline.command.reading
    return bool(reading.unread) or "WebClient" in reading.command or any(map(_reaches_out, reading.calls))


def _reaches_out(call: Call) -> bool:
    targets = (one.target.text for one in call.redirections)
    return any("/dev/tcp/" in text or "/dev/udp/" in text for text in targets) or any(
        "://" in word.text for word in call.arguments if word.calls
    )


FAMILIES: Final = (
    Family(
        "bridge.judges.bridge_rules.exfiltration.rules",
        frozenset(INLINE_CODE)
        | listed(
            """ab aria2c aws axel az azcopy b2 bitsadmin cancel copy copy-item croc cryptcat curl curlie dig docker dog
            drill elinks ffsend finger ftp gcloud getent gh gist git glab gsutil gtar host http httpie https hub
            invoke-restmethod invoke-webrequest irm iwr ix kafkacat kcat kdig lftp links lwp-request lynx
            magic-wormhole mail mailx mc mcli mosquitto_pub move-item mpack msmtp mtr mutt nats nc nc.openbsd
            nc.traditional ncat ncftpput nerdctl netcat nslookup ntfy open openssl ossutil pastebinit ping ping6
            podman pscp psftp rclone rcp redis-cli resolve-dnsname resolvectl rlogin rsync s-nail s3cmd s5cmd scp
            send-mailmessage sendmail sftp smbclient socat ssh ssmtp start-bitstransfer swaks tailscale tar telnet
            tftp tracepath traceroute transfer w3m websocat wget wget2 wgetpaste whois wormhole wscat xcopy xdg-open
            xh xhs"""
        ),
        _may_send,
    ),
)
"""The families, in the order in which their rules are asked."""
