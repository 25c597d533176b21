"""Infrastructure, clouds and platforms: each client's verbs for destroying, as patterns over its operands."""

import re
from collections.abc import Iterator
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.destruction.finding import is_named, only_shows, rule, verbs
from bridge.judges.bridge_rules.destruction.targets import shown
from bridge.judges.bridge_rules.rule import CommandRule
from bridge.judges.bridge_rules.shell.listing import names
from bridge.judges.bridge_rules.shell.model import Call
from bridge.judges.bridge_rules.shell.options import options

_TERRAFORM: Final = ("terraform", "tofu", "terragrunt", "opentofu", "cdktf")


def _infrastructure(call: Call, _root: str | None) -> Iterator[str]:
    if call.name not in _TERRAFORM and call.name not in _STACKS:
        return
    texts = [word.text for word in call.arguments]
    if is_named(call, *_TERRAFORM):
        verbs = [text for text in texts if not text.startswith("-")]
        flags = {text.lstrip("-").partition("=")[0] for text in texts if text.startswith("-")}
        yield from _terraform(verbs, flags, texts)
    elif is_named(call, *_STACKS) and call.name:
        text = " ".join(options(call.arguments, ("s", "stack", "C", "cwd", "a", "app")).texts)
        if re.match(_STACKS[call.name], text) and not {"--preview-only", "-n"} & set(texts):
            yield f"{call.name} {shown(text)} destroys what it manages"


def _terraform(verbs: list[str], flags: set[str], texts: list[str]) -> Iterator[str]:
    verb = " ".join(verbs[:2])
    if re.match(r"destroy\b|(?:run-all|stack run) destroy|destroy-all", verb) or (
        "run" in verbs[:1] and "destroy" in verbs
    ):
        yield "it destroys all that it manages"
    elif "apply" in verbs[:2] and "destroy" in flags and "-destroy=false" not in texts:
        yield "apply with -destroy destroys all that it manages"
    elif "apply" in verbs[:2] and "replace" in flags:
        yield "apply with -replace destroys what it names before it makes it anew"
    elif verb in ("state rm", "workspace delete"):
        yield f"{verb} forgets what it manages"


_STACKS: Final = {
    "pulumi": r"destroy|stack rm|state delete|down",
    "cdk": r"destroy",
    "sam": r"delete",
    "serverless": r"remove",
    "sls": r"remove",
    "sst": r"remove",
    "amplify": r"delete",
    "eb": r"terminate",
    "copilot": r"(?:app|env|svc|job) delete",
    "azd": r"down",
    "nixops": r"destroy|delete",
    "juju": r"destroy-\w+|kill-controller|remove-(?:application|machine|unit)",
    "crossplane": r"delete",
}

_AWS_VERB: Final = pattern(
    r"(?:delete|batch-delete|terminate|purge|destroy|schedule-key-deletion|deregister-(?:image|db)|remove-(?:source|account))(?:-[a-z0-9-]+)?\Z"
)
_AWS_TRIVIAL: Final = pattern(
    r"delete-(?:tags?|message|message-batch|alarms|dashboards|network-interface-permission)\Z"
)


def _aws(call: Call, _root: str | None) -> Iterator[str]:
    if not is_named(call, "aws", "awslocal"):
        return
    given = options(call.arguments, ("profile", "region", "endpoint-url", "output", "query"))
    texts = given.texts
    if len(texts) < 2 or texts[1] == "help" or texts[-1] == "help" or given.has("generate-cli-skeleton"):
        return
    service, verb = texts[:2]
    if service == "s3":
        if verb in ("rb", "rm") or (verb == "sync" and given.has("delete")):
            yield f"s3 {verb} removes what is stored there"
    elif _AWS_VERB.match(verb) and not _AWS_TRIVIAL.match(verb) and call.name == "aws":
        yield f"{service} {verb} cannot be undone"


_WORDS: Final = r"(?:[\w-]+ )*?"

_CLOUDS: Final = {
    "gcloud": rf"{_WORDS}(?:(?:bulk-)?delete|destroy|storage rm)(?= |\Z)",
    "gsutil": r"(?:-m )?(?:rm|rb)\b",
    "az": rf"{_WORDS}(?:delete|purge|delete-batch)(?= |\Z)",
    "bq": r"rm\b",
    "doctl": rf"{_WORDS}(?:delete|rm|d|destroy)(?= |\Z)",
    "hcloud": r"\S+ delete\b",
    "linode-cli": r"\S+ \S*(?:delete|rm)\b",
    "vultr-cli": rf"{_WORDS}delete(?= |\Z)",
    "scw": rf"{_WORDS}(?:delete|terminate)(?= |\Z)",
    "oci": rf"{_WORDS}(?:delete|terminate|bulk-delete|purge)(?= |\Z)",
    "ibmcloud": r".*\b\w*-?(?:delete|rm)\b",
    "openstack": rf"{_WORDS}delete(?= |\Z)",
    "s3cmd": r"(?:del|rm|rb)\b",
    "mc": r"(?:rm|rb)\b",
    "azcopy": r"(?:remove|rm)\b",
    "s5cmd": r"(?:rm|rb)\b",
    "restic": r"forget\b|prune\b",
    "borg": r"(?:delete|prune|rdelete|repo-delete)\b",
    "op": r"(?:item|document|vault|user|group) delete\b",
    "doppler": r"(?:secrets|configs|projects|environments) delete\b",
    "heroku": r"(?:(?:apps|addons|pg:credentials|pipelines):destroy|apps:delete|destroy|pg:reset|redis:reset)\b",
    "fly": r"(?:(?:apps?|postgres|pg) destroy|destroy|volumes? (?:destroy|delete|rm)|machines? (?:destroy|rm))\b",
    "railway": r"(?:delete|down|volume delete|environment delete|service delete)\b",
    "vercel": r"(?:remove|rm|(?:projects?|domains?) (?:rm|remove)|blob (?:del|store remove)|env rm)\b",
    "netlify": r"(?:sites:delete|api deleteSite)\b",
    "firebase": r"(?:firestore:delete|database:remove|hosting:disable|(?:functions|projects|auth|apps):delete)\b",
    "supabase": r"(?:db reset|projects delete|branches delete|functions delete|storage rm)\b",
    "wrangler": r"(?:delete|(?:d1|queues|pages project|r2 (?:bucket|object)|kv:?\s?(?:namespace|key|bulk)) delete)\b",
    "neonctl": r"(?:projects?|branch(?:es)?|databases?) delete\b",
    "neon": r"(?:projects?|branch(?:es)?|databases?) delete\b",
    "pscale": r"(?:database|branch|backup) delete\b",
    "turso": r"(?:db|group) destroy\b",
    "mongocli": rf"{_WORDS}delete(?= |\Z)",
    "atlas": rf"(?:{_WORDS}delete|schema clean)(?= |\Z)",
    "cf": r"delete",
    "convex": r"(?:data )?(?:clear|delete)\b",
    "sanity": r"dataset delete\b",
    "influx": r"(?:delete|bucket delete|org delete)\b",
    "npm": r"unpublish\b",
    "stripe": rf"{_WORDS}delete(?= |\Z)",
    "nats": r"(?:stream|str|s|consumer|con|c|kv|object|obj) (?:rm|delete|del|purge)\b",
    "pulsar-admin": rf"{_WORDS}(?:delete|delete-bundle|clear-backlog)(?= |\Z)",
    "b2": r"(?:delete-bucket|bucket delete|rm|delete-file-version|file delete)\b",
    "exo": rf"{_WORDS}(?:delete|rb|rm)(?= |\Z)",
    "confluent": rf"{_WORDS}delete(?= |\Z)",
    "databricks": rf"(?:fs rm|{_WORDS}(?:permanent-)?delete(?:-\w+)?)(?= |\Z)",
    "upstash": r"\S+ delete\b",
    "render": r"\S+ delete\b",
    "dvc": r"(?:gc|destroy)\b",
    "kafka-topics": r"",
    "kafka-topics.sh": r"",
    "rabbitmqadmin": r"(?:delete|purge)\b",
    "ceph": r"osd (?:pool (?:delete|rm)|purge|lost)\b|fs rm\b",
    "rados": r"(?:rmpool|purge)\b",
    "gluster": r"volume delete\b",
    "rabbitmqctl": r"(?:reset|force_reset|delete_queue|purge_queue|delete_vhost)\b",
}


_VALUED: Final = {"restic": ("r", "repo"), "borg": ("r", "repo")}
_BY_FLAG: Final = {
    "gsutil": ("rsync", ("d",)),
    "gcloud": ("storage rsync", ("delete-unmatched-destination-objects",)),
    "azcopy": ("sync", ("delete-destination",)),
    "s3cmd": ("sync", ("delete-removed",)),
    "convex": ("import", ("replace", "replace-all")),
    "supabase": ("stop", ("no-backup",)),
}
"""The verbs that delete with one of these options alone."""


def _clouds(call: Call, _root: str | None) -> Iterator[str]:
    name = {"flyctl": "fly"}.get(call.name or "", call.name or "")
    if name not in _CLOUDS or only_shows(call.arguments):
        return
    given = options(
        call.arguments,
        (*names("a app project g resource-group n name s subscription region zone"), *_VALUED.get(name, ())),
    )
    text = verbs(given)
    if name.startswith("kafka-topics") or (name == "dvc" and text.startswith("gc") and given.has("dry")):
        found = given.has("delete")
    elif name == "bq" and given.texts[:1] == ("rm",):
        found = True
    elif name in ("mc", "restic"):
        found = bool(re.match(_CLOUDS[name], text)) and (
            given.has("r", "recursive", "force", "prune") or text.startswith("rb")
        )
    else:
        verb, flags = _BY_FLAG.get(name, ("", ()))
        found = bool(re.match(_CLOUDS[name], text)) or (bool(flags) and text.startswith(verb) and given.has(*flags))
    if found and not _is_dry(name, given.has("n")):
        yield f"{name} {shown(text)} removes what is kept there"


def _is_dry(name: str, has_n: bool) -> bool:
    return has_n and name in ("borg", "restic", "gsutil")


RULES: Final[tuple[CommandRule, ...]] = (
    rule(
        "destroys-infrastructure",
        "Destroying what an infrastructure tool manages, with or without its question. A plan only shows.",
        _infrastructure,
        yes=(
            "terraform destroy -auto-approve",
            "terraform -chdir=infra apply -destroy",
            "terragrunt run-all destroy",
            "pulumi destroy -y",
            "cdk destroy --force",
            "terraform state rm aws_db_instance.main",
        ),
        no=("terraform plan -destroy", "terraform apply", "pulumi preview", "terraform destroy -help", "cdk diff"),
    ),
    rule(
        "deletes-at-aws",
        "aws with a verb that deletes, terminates or purges; s3 rm and rb.",
        _aws,
        yes=(
            "aws s3 rm s3://acme-backups --recursive",
            "aws --profile prod s3 rb s3://acme-backups --force",
            "aws rds delete-db-instance --db-instance-identifier prod --skip-final-snapshot",
            "aws ec2 terminate-instances --instance-ids i-1",
            "aws s3 sync empty/ s3://acme-site --delete",
        ),
        no=(
            "aws s3 ls s3://acme-backups --recursive",
            "aws s3 rm s3://acme-backups --recursive --dryrun",
            "aws s3 cp a.txt s3://acme-backups/",
            "aws rds describe-db-instances",
            "aws rds delete-db-instance help",
        ),
    ),
    rule(
        "deletes-at-a-service",
        "The deleting verbs of other clouds, platforms, stores and backups.",
        _clouds,
        yes=(
            "gcloud sql instances delete prod",
            "az group delete -n prod --yes",
            "gsutil -m rm -r gs://acme-backups",
            "heroku pg:reset DATABASE --confirm acme",
            "flyctl volumes destroy vol_1",
            "wrangler d1 delete prod",
        ),
        no=(
            "gcloud sql instances list",
            "az group list",
            "gsutil ls gs://acme-backups",
            "heroku logs --tail",
            "fly status",
        ),
    ),
)
