"""Framework commands and scripts of a project that reset a database."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.destruction.finding import is_named, only_shows, rule
from bridge.judges.bridge_rules.destruction.sql import is_for_tests
from bridge.judges.bridge_rules.rule import CommandRule
from bridge.judges.bridge_rules.shell.model import Call
from bridge.judges.bridge_rules.shell.options import options

_TESTING: Final = frozenset(("test", "testing", "ci"))


_RUNNERS: Final = frozenset(("npm", "pnpm", "yarn", "bun", "make", "just", "task", "deno", "nx", "turbo", "composer"))
_RESET_SCRIPT: Final = pattern(
    r"(?:[\w-]+[:.])*(?:db|database|prisma|supabase|drizzle|sequelize|knex|schema|migrations?|migrate|pg|postgres|mysql|mongo|redis)"
    r"[:._-](?:force-?)?(?:reset|drop|wipe|nuke|destroy|fresh|purge|flush|truncate)(?:[:._-][\w-]+)*",
    re.IGNORECASE,
)


def _scripts(call: Call, _root: str | None) -> Iterator[str]:
    if not is_named(call, *_RUNNERS):
        return
    texts = options(call.arguments, ("C", "f", "w", "workspace", "filter", "prefix", "cwd", "F")).texts
    run = texts[1:2] if texts[:1] in (("run",), ("run-script",), ("task",)) else texts[:1]
    for name in run:
        if _RESET_SCRIPT.fullmatch(name) and "test" not in name.lower():
            yield f"{call.name} runs the script {name}, which by its name empties a database"


_SCRIPTED: Final = frozenset(("php", "python", "python3", "node", "bundle", "ruby"))


def _frameworks(call: Call, _root: str | None) -> Iterator[str]:
    name = call.name or ""
    pattern = _RESETS.get(name)
    if (pattern is None and name not in _SCRIPTED) or only_shows(call.arguments) or _is_test(call):
        return
    if pattern is None and name in _SCRIPTED:
        name, call = _script(call)
        pattern = _RESETS.get(name)
    if pattern is _RAILS and options(call.arguments, ("f", "e", "environment")).has(*_LISTS_TASKS):
        return
    if pattern is not None and pattern.search(" ".join(word.text for word in call.arguments)):
        yield f"{name} {' '.join(word.text for word in call.arguments)[:60]} drops a database's content"


def _script(call: Call) -> tuple[str, Call]:
    """``php artisan …`` and ``python manage.py …`` as the script's own call."""
    at = next((i for i, word in enumerate(call.arguments) if not word.text.startswith("-")), None)
    if at is None:
        return "", call
    words = call.arguments[at:]
    inner = Call(words, call.node)
    return inner.name or "", inner


def _is_test(call: Call) -> bool:
    """Whether the call says that it is for tests."""
    named = {name: word.text for name, word in call.environment}
    if any(
        named.get(one) in _TESTING for one in ("RAILS_ENV", "RACK_ENV", "NODE_ENV", "MIX_ENV", "APP_ENV", "DJANGO_ENV")
    ) or any(":memory:" in text or is_for_tests(_database(text)) for text in named.values()):
        return True
    return any(word.text in ("--env=testing", "--env=test", "-e=test") for word in call.arguments)


def _database(url: str) -> str:
    """The name of the database at the end of its address; empty for what is no address."""
    return url.rpartition("/")[2].partition("?")[0] if "://" in url else ""


_RAILS: Final = pattern(
    r"(?:^|\s)(?:db:(?:drop|reset|purge|migrate:reset|truncate_all|schema:load)|[\w:]*db:drop)(?::\w+)?(?=\s|$)"
)
_LISTS_TASKS: Final = ("T", "tasks", "D", "describe", "P", "prereqs", "W", "where", "n", "dry-run")
_RESETS: Final[Mapping[str, re.Pattern[str]]] = {
    "prisma": pattern(r"migrate reset\b|db push\b.*--(?:force-reset|accept-data-loss)"),
    "rails": _RAILS,
    "rake": _RAILS,
    "artisan": pattern(r"migrate:(?:fresh|reset|refresh)\b|db:wipe\b"),
    "sail": pattern(r"migrate:(?:fresh|reset|refresh)\b|db:wipe\b"),
    "manage.py": pattern(r"(?:^|\s)(?:flush|reset_db|reset_schema)\b|migrate \S+ zero\b"),
    "django-admin": pattern(r"(?:^|\s)(?:flush|reset_db)\b|migrate \S+ zero\b"),
    "alembic": pattern(r"downgrade base\b"),
    "flask": pattern(r"db downgrade base\b"),
    "sequelize": pattern(r"db:drop\b|db:migrate:undo:all\b"),
    "sequelize-cli": pattern(r"db:drop\b|db:migrate:undo:all\b"),
    "knex": pattern(r"migrate:rollback\b.*--all\b"),
    "typeorm": pattern(r"schema:drop\b"),
    "typeorm-ts-node-commonjs": pattern(r"schema:drop\b"),
    "typeorm-ts-node-esm": pattern(r"schema:drop\b"),
    "drizzle-kit": pattern(r"push\b.*--force\b"),
    "mikro-orm": pattern(r"schema:drop\b|schema:fresh\b|migration:fresh\b"),
    "mix": pattern(r"ecto\.(?:drop|reset)\b"),
    "flyway": pattern(r"(?:^|\s)clean\b"),
    **dict.fromkeys(("mvn", "mvnw"), pattern(r"\bflyway:clean\b|\bliquibase:dropAll\b")),
    **dict.fromkeys(("gradle", "gradlew"), pattern(r"\bflywayClean\b|(?:^|[\s:])dropAll\b")),
    "liquibase": pattern(r"\bdrop-?all\b", re.IGNORECASE),
    "diesel": pattern(r"database (?:reset|drop)\b"),
    "sqlx": pattern(r"(?:database|db) (?:reset|drop)\b"),
    "goose": pattern(r"(?:^|\s)reset\b|down-to 0\b"),
    "dbmate": pattern(r"(?:^|\s)drop\b"),
    "migrate": pattern(r"(?:^|\s)(?:drop\b|down\s+(?:-f\s+)?--?all\b)"),
    "console": pattern(r"doctrine:(?:database|schema):drop\b"),
    "wp": pattern(r"db (?:reset|drop|clean)\b|site empty\b"),
    "drush": pattern(r"sql[-:]drop\b"),
    "ace": pattern(r"migration:fresh\b|migration:reset\b|db:wipe\b"),
    "ef": pattern(r"database (?:drop|update 0)\b"),
    "dotnet-ef": pattern(r"database (?:drop|update 0)\b"),
    "dotnet": pattern(r"ef database (?:drop|update 0)\b"),
    "sea-orm-cli": pattern(r"migrate (?:fresh|reset|refresh)\b"),
    "magento": pattern(r"setup:uninstall\b"),
    "bench": pattern(r"drop-site\b|reinstall\b"),
    "hasura": pattern(r"migrate apply .*--down all\b|metadata clear\b"),
    "dbt": pattern(r"run-operation \S*drop"),
}
"""Framework commands that drop or empty a database."""


RULES: Final[tuple[CommandRule, ...]] = (
    rule(
        "runs-a-reset-script",
        "A script of the project that by its name drops, resets or wipes a database. What it does cannot be seen.",
        _scripts,
        yes=("npm run db:reset", "yarn db:drop", "make db-nuke", "pnpm --filter api run prisma:reset"),
        no=("npm run reset-cache", "npm run test:db:reset", "make clean", "npm run db:migrate", "yarn dropdown:build"),
    ),
    rule(
        "resets-a-database",
        "A framework's command that drops or empties a database, unless it says that it is the test database.",
        _frameworks,
        yes=(
            "npx prisma migrate reset --force",
            "bin/rails db:drop db:create",
            "php artisan migrate:fresh --seed",
            "python manage.py flush --no-input",
            "alembic downgrade base",
        ),
        no=(
            "npx prisma migrate dev",
            "RAILS_ENV=test bin/rails db:reset",
            "php artisan migrate",
            "python manage.py migrate",
            "alembic upgrade head",
        ),
    ),
)
