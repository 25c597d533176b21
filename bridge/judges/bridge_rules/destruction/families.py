"""Which commands each family of the rules of ``shell_destructive`` has to be asked about."""

from typing import Final

from bridge.judges.bridge_rules.families import Family, Outline
from bridge.judges.bridge_rules.listed import listed
from bridge.judges.bridge_rules.shell.interpreters import INTERPRETERS
from bridge.judges.bridge_rules.shell.shells import SHELLS

_NULL: Final = "/dev/null"


def _overwrites(outline: Outline) -> bool:
    """Whether something is written over another file than the one that keeps nothing."""
    calls = outline.command.reading.calls
    return any(one.empties and one.target.literal != _NULL for call in calls for one in call.redirections)


def _is_of_disks(outline: Outline) -> bool:
    if any(name.startswith(("mkfs", "newfs")) for name in outline.programs):
        return True
    targets = (one.target for call in outline.command.reading.calls for one in call.redirections)
    return any(word.text.startswith(("/dev/", "\\")) and word.literal != _NULL for word in targets)


def _is_of_the_machine(outline: Outline) -> bool:
    """Whether a function is called, which may call itself without end, or something could not be read."""
    reading = outline.command.reading
    return bool(reading.unread) or any(one.endswith("()") for call in reading.calls for one in call.via)


def _is_fed_to_a_framework(outline: Outline) -> bool:
    calls = outline.command.reading.calls
    return any(word.text == "dbshell" for call in calls for word in call.arguments[1:2])


def _removes_by_cmdlet(outline: Outline) -> bool:
    return any(name.startswith("remove-") for name in outline.programs)


def _is_python(outline: Outline) -> bool:
    return any(name.startswith("python") for name in outline.programs)


_PACKAGE: Final = "bridge.judges.bridge_rules.destruction"

FAMILIES: Final = (
    Family(
        f"{_PACKAGE}.removal",
        listed("rm grm srm unlink gunlink rimraf del-cli find gfind rsync rclone mv gmv tar bsdtar gtar zip 7z 7za"),
    ),
    Family(
        f"{_PACKAGE}.emptying",
        listed("truncate gtruncate cp gcp install ln tee sed gsed shred gshred wipe srm set-content out-file"),
        _overwrites,
    ),
    Family(
        f"{_PACKAGE}.disks",
        listed(
            """badblocks blkdiscard btrfs cp cryptsetup dcfldd dd ddrescue diskutil fdisk format.com gcp gdd hdparm
            install lvremove mdadm mkdosfs mke2fs mkntfs mkswap mv nvme nwipe parted pct pvcreate pvremove qm scrub
            sfdisk sgdisk snapper tee timeshift tmutil truncate vgremove virsh wipefs zfs zpool"""
        ),
        _is_of_disks,
    ),
    Family(
        f"{_PACKAGE}.systems",
        SHELLS
        | listed(
            """chattr chflags chgrp chmod chown crontab deluser eval gpg gpg2 kill killall killall5 pkill security
            setfacl userdel"""
        ),
        _is_of_the_machine,
    ),
    Family(f"{_PACKAGE}.versions", listed("git git-filter-repo bfg gh glab hub tea hg svn")),
    Family(
        f"{_PACKAGE}.databases",
        listed(
            """athenacli beeline bq bteq clickhouse clickhouse-client cockroach cqlsh cypher-shell dbt dragonfly-cli
            dropdb dropuser pg_dropcluster duckdb edgedb heroku hive impala-shell influx invoke-sqlcmd iredis isql
            keydb-cli mariadb mariadb-admin memcached-tool mongo mongorestore mongosh mycli mysql mysqladmin nc ncat
            pg_restore pgcli presto prisma psql redis-cli singlestore snow snowsql spark-sql sqlcmd sqlite sqlite3
            sqlplus telnet tidb trino tsql turso usql valkey-cli wrangler ysqlsh"""
        ),
        _is_fed_to_a_framework,
    ),
    Family(
        f"{_PACKAGE}.frameworks",
        listed(
            """ace alembic artisan bench bun bundle composer console dbmate dbt deno diesel django-admin dotnet
            dotnet-ef drizzle-kit drush ef flask flyway goose gradle gradlew hasura just knex liquibase make
            manage.py migrate mikro-orm magento mix mvn mvnw node npm nx php pnpm prisma python python3 rails rake ruby
            sail sea-orm-cli
            sequelize sequelize-cli sqlx task turbo typeorm typeorm-ts-node-commonjs typeorm-ts-node-esm wp yarn"""
        ),
    ),
    Family(
        f"{_PACKAGE}.containers",
        listed(
            """argocd colima consul docker docker-compose eksctl etcdctl flux helm helmfile incus k k3d
            k3s-uninstall.sh kind kops kubeadm kubectl limactl lxc minikube multipass nerdctl nomad oc podman
            podman-compose rancher vagrant vault vboxmanage velero virsh"""
        ),
    ),
    Family(
        f"{_PACKAGE}.services",
        listed(
            """amplify atlas aws awslocal az azcopy azd b2 borg bq cdk cdktf ceph cf confluent convex copilot crossplane
            databricks doctl doppler dvc eb exo firebase fly flyctl gcloud gluster gsutil hcloud heroku ibmcloud
            influx juju kafka-topics kafka-topics.sh linode-cli mc mongocli nats neon neonctl netlify nixops npm oci
            op openstack opentofu pscale pulsar-admin pulumi rabbitmqadmin rabbitmqctl rados railway render restic
            s3cmd s5cmd sam sanity scw serverless sls sst stripe supabase terraform terragrunt tofu turso upstash
            vercel vultr-cli wrangler"""
        ),
    ),
    Family(
        f"{_PACKAGE}.requests",
        listed("curl curlie http https httpie invoke-restmethod invoke-webrequest irm iwr wget xh"),
    ),
    Family(
        f"{_PACKAGE}.scripts",
        frozenset(name.lower() for name in INTERPRETERS) | listed("rails flask tinker manage.py"),
        _is_python,
    ),
    Family(
        f"{_PACKAGE}.windows",
        listed(
            """cipher clc clear-content clear-disk clear-recyclebin icacls takeown del diskpart erase format
            format-volume format.com initialize-disk mi move move-item rd reg remove-item remove-partition
            remove-physicaldisk remove-storagepool remove-virtualdisk remove-vm remove-volume reset-physicaldisk ri
            rm rmdir robocopy vssadmin wbadmin wmic wsl"""
        ),
        _removes_by_cmdlet,
    ),
)
"""The families, in the order in which their rules are asked."""
