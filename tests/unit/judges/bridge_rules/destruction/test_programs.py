"""Programs in other languages on the command line: what they do, what they only say, and where they look."""

from shlex import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.judges.bridge_rules.destruction.judged import found

HARMFUL = (
    "import shutil; shutil.rmtree('/srv/ledger')",
    "import os; os.system('git reset --hard')",
    "import subprocess; subprocess.run(['rm', '-rf', '/srv/ledger'])",
    "import sqlite3; sqlite3.connect('a.db').execute('DROP TABLE ledger')",
    "from pathlib import Path\nfor p in Path.home().iterdir(): p.unlink()",
    "import os\nfor n in os.listdir('/srv'): os.remove(n)",
    "from ledger import Entry; Entry.objects.all().delete()",
)
TALK = (
    "print({!r})",
    "open('notes.txt', 'w').write({!r})",
    "s = open('a.py').read().replace({!r}, 'pass'); open('a.py', 'w').write(s)",
    "CASES = [({!r}, True), ('ls', False)]",
)
RUNS = ("exec({!r})", "eval(compile({!r}, 'x', 'exec'))", "code = {!r}\nexec(code)")


def python(program: str) -> str:
    return f"python3 -c {quote(program)}"


@given(st.sampled_from(HARMFUL), st.sampled_from(TALK))
def test_what_stands_in_a_literal_is_data(program: str, talk: str) -> None:
    assert found(python(program))
    assert found(python(talk.format(program))) == []


@given(st.sampled_from(HARMFUL), st.sampled_from(RUNS))
def test_unless_the_program_runs_data(program: str, runs: str) -> None:
    assert found(python(runs.format(program)))


@given(st.sampled_from(HARMFUL))
def test_or_may_start_what_it_has_written(program: str) -> None:
    writes = f"import os; open('x.py', 'w').write({program!r}); os.system('python3 x.py')"
    assert found(python(writes))


@pytest.mark.parametrize(
    "program",
    [
        "import shutil, os; base = '/srv'; shutil.rmtree(os.path.join(base, 'ledger'))",
        "import shutil; from pathlib import Path; shutil.rmtree(Path.home() / 'ledger')",
        "import shutil, os; home = os.path.expanduser('~'); shutil.rmtree(os.path.join(home, name))",
        "import shutil\nfor d in ['build', '/srv/ledger']: shutil.rmtree(d)",
        "import os\nfor n in os.listdir('.'):\n    os.remove(n)",
        "import os\nfor n in os.listdir('.'):\n    if not n.endswith('.py'): os.remove(n)",
        "from pathlib import Path\nfor p in Path('/srv').rglob('*.csv'): p.unlink()",
        "print(f\"{__import__('os').system('rm -rf ~')}\")",
        "import requests; requests.delete('https://api.example.com/v1/disks/4')",
        "import httpx; httpx.post(url, json={'query': 'mutation { diskDelete(id: 4) }'})",
        "import boto3; boto3.client('s3').delete_bucket(Bucket='ledger')",
    ],
)
def test_a_path_is_followed_to_where_it_leads(program: str) -> None:
    assert found(python(program))


@pytest.mark.parametrize(
    "program",
    [
        "import shutil, os; base = '.'; shutil.rmtree(os.path.join(base, 'build'))",
        "import shutil, os\nfor d in ('build', 'dist'): shutil.rmtree(os.path.join('.', d))",
        "import shutil; from pathlib import Path; shutil.rmtree(Path('.') / 'build')",
        "import os\nfor r, _, fs in os.walk('.'):\n  for f in fs:\n    if f.endswith('.pyc'): os.remove(r + '/' + f)",
        "import os\nfor n in os.listdir('.'):\n    if not n.endswith('.log'): continue\n    os.remove(n)",
        "from pathlib import Path\nfor p in Path('.').rglob('*.orig'): p.unlink()",
        "from pathlib import Path\nfor p in Path('cache').iterdir(): p.unlink()",
        "import os; print(os.listdir('.')); os.remove('one.txt')",
        "import os; names = os.listdir('.'); names.remove('one.txt'); print(names)",
        "import sqlite3; c = sqlite3.connect(':memory:'); c.execute('create table t(x)'); c.execute('drop table t')",
        "import requests; requests.delete('http://localhost:8000/items/4')",
    ],
)
def test_what_a_program_picks_in_the_workspace_is_everyday_work(program: str) -> None:
    assert found(python(program)) == []


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("perl -e 'unlink glob(q{/etc/*})'", True),
        ('perl -e \'unlink "a.tmp", "/etc/motd"\'', True),
        ("perl -e 'print q{rm -rf /}'", False),
        ("ruby -e 'puts \"never `rm -rf /`\"'", False),
        ("ruby -e 'puts `rm -rf /`'", True),
        ("node -e \"fs.readdirSync('.').forEach(f => fs.rmSync(f, {recursive: true}))\"", True),
        ("node -e \"fs.readdirSync('dist').forEach(f => fs.rmSync('dist/' + f))\"", False),
        ("node -e \"fs.rmSync(path.join(os.homedir(), 'ledger'), {recursive: true})\"", True),
        ('node -e "console.log(\'fs.rmSync(\\"/srv\\", {recursive: true})\')"', False),
        ("deno eval \"await Deno.remove('/home/dev', {recursive: true})\"", True),
        ("npx tsx -e \"await db.execute('TRUNCATE ledger')\"", True),
        ("bun exec 'rm -rf /srv/ledger'", True),
        ("bun exec 'rm -rf dist'", False),
        ("awk '{ print | \"rm -rf ~\" }' names", True),
        ("awk '{ print | \"sort -u\" }' names", False),
        ("python3 <(echo \"import shutil; shutil.rmtree('/srv')\")", True),
        ("rails runner 'Entry.where(old: true).delete_all'", False),
        ("rails runner 'Entry.delete_all'", True),
    ],
)
def test_other_languages_have_ways_of_their_own(command: str, expected: bool) -> None:
    assert bool(found(command)) is expected
