"""The files that commands read and write outside the workspace."""

import pytest

from tests.unit.judges.bridge_rules.saying import lines, says

OUTSIDE = [
    *lines(r"""
cat /home/dev/other/x
cat ../x
cat ~/.bashrc
cat "$HOME/.bashrc"
cd .. && cat x
cd /etc && cat passwd
cp a /home/dev/x
mv ../x .
echo x > ../x
echo x >> ~/.profile
tee /etc/hosts < x
ln -s / escape
sed -i 's/a/b/' ../x
touch /home/dev/x
mkdir -p ~/.config/x
rm /home/dev/other/x
dd if=a of=/home/dev/b
curl -o ~/x https://x.example
wget -P /home/dev https://x.example
tar xzf a.tgz -C /home/dev
unzip a.zip -d ..
chmod +x /usr/local/bin/x
head -5 /var/log/auth.log
cat /etc/shadow
install -m 755 x /usr/local/bin/x
sudo tee /etc/x < a
bash -c 'cat /etc/shadow'
cat < /home/dev/x
grep x ~/.ssh/config
tar czf ~/a.tgz .
tar cf a.tar ~/notes
tar xf ~/a.tar
ln -s ../../../x a/b
ln -sfn ../x y
grep -f ~/words.txt src
sqlite3 ~/app.db .dump
psql -f ../schema.sql
ffmpeg -i ~/a.mp4 a.mp3
curl file:///home/dev/x
pg_dump -f ../a.sql db
gpg -o ../a -d a.gpg
ls | sponge ../a
pr ~/notes.txt
"""),
    "git apply <<'EOF'\n--- a/x\n+++ b/../../x\nEOF",
]

INSIDE = [
    *lines(r"""
ls
ls ..
ls -la /etc
cat a.txt
cat ./a/../b
cat /home/dev/acme/x
cat ~/acme/x
cd src && cat ../x
cat /etc/os-release
cat /proc/cpuinfo
python3 x.py > /tmp/out 2>&1
make 2>/dev/null
/usr/bin/python3 x.py
cp a /tmp/b
mktemp -d
cat /tmp/x
head /usr/include/stdio.h
which python
find / -name x
echo "cat /etc/passwd"
grep '/etc/passwd' src/x
sed 's#/etc/x#/y#' a
awk '/^\/etc/' a
git commit -m "read ../x and > /etc/x"
echo 'a > /etc/b'
npm ci
source ~/.nvm/nvm.sh
. ~/.bashrc
docker run -v /etc:/e x cat /etc/x
ssh h.example 'cat /etc/passwd'
ls ~/.ssh
test -f /etc/x && echo y
[ -f ~/.x ]
pytest tests
cargo build
cat $X/y
cat "$(git rev-parse --show-toplevel)/x"
cat \~/x
tar czf a.tgz src
tar czf /tmp/a.tgz -C build .
tar tzf ~/a.tgz
ln -s ../b a/c
ln -s ../../src/b pkg/a/b
grep -f words.txt src
sqlite3 app.db .schema
psql -f schema.sql
make -f build/Makefile
curl file:./x
"""),
    "cat <<'EOF' > a.md\n> /etc/x\nEOF",
]

ON_WINDOWS = [
    (r"Get-Content C:\work\acme\a.txt", False),
    (r"Get-Content ..\..\a.txt", True),
    (r"Get-Content -Path C:\Users\dev\a.txt -Raw", True),
    (r"Set-Content a.txt -Value ..\x", False),
    (r"Set-Content -Value 1 -Path ..\x", True),
    (r"Set-Content a.txt C:\x", False),
    (r"Select-String C:\x -Path a.txt", False),
    (r"Select-String x C:\Users\dev\a.txt", True),
    (r"Copy-Item a.txt -Destination D:\x -Force", True),
    (r"Copy-Item -Recurse src build", False),
    (r"copy a.txt \\server\share", True),
    ("rmdir /s /q out", False),
    ('cmd /c "rmdir /s /q out"', False),
    ("xcopy /s /y src out", False),
    ("rmdir /s /q ..\\out", True),
    ("rmdir /s /q /builds", True),
]


@pytest.mark.parametrize("command", OUTSIDE)
def test_a_file_outside_is_found(command: str) -> None:
    assert says("path_outside_workspace", command)
    assert not says("path_outside_workspace", command, root=None)


@pytest.mark.parametrize("command", INSIDE)
def test_the_rest_is_left_alone(command: str) -> None:
    assert not says("path_outside_workspace", command)


@pytest.mark.parametrize(("command", "is_outside"), ON_WINDOWS)
def test_a_cmdlet_is_read_by_its_parameters(command: str, is_outside: bool) -> None:
    assert says("path_outside_workspace", command, tool="PowerShell", root="C:\\work\\acme") is is_outside


@pytest.mark.parametrize(
    ("command", "is_outside"),
    [
        ("'done' > C:\\Reports\\state.txt", True),
        ("dir>D:\\list.txt", True),
        ("Get-Date >> ..\\clock.txt", True),
        ('make *> "$HOME\\make.log"', True),
        ("make 2> ..\\errors.log", True),
        ("'done' > state.txt", False),
        ("make > $null 2>&1", False),
        ("make > nul", False),
        ("make 2> errors.log", False),
        ("Write-Host '1 > C:\\x'", False),
    ],
)
def test_a_redirection_of_powershell_writes_a_file(command: str, is_outside: bool) -> None:
    assert says("path_outside_workspace", command, tool="PowerShell", root="C:\\work\\acme") is is_outside


@pytest.mark.parametrize("root", ["/app", "/home/dev/acme", "/Users/dev/acme", "/mnt/c/Users/dev/acme"])
def test_a_cache_below_the_home_folder_keeps_nothing_wherever_the_workspace_is(root: str) -> None:
    assert not says("path_outside_workspace", "touch ~/.cache/portal/stamp", root=root)
    assert says("path_outside_workspace", "touch ~/portal/stamp", root=root)
