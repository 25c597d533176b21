r"""Ways to a command that are not the command: a file that is run later, an option that names a program, an expression.

One command a line, ``\n`` for a line break, in /home/dev/acme.
"""

DESTRUCTIVE = {
    "written where it will be run": r"""
echo 'rm -rf "$HOME"' >> ~/.zprofile
printf 'cd /\nrm -rf home\n' | sudo tee -a /etc/profile.d/zz.sh
cat > .git/hooks/post-merge <<'END'\n#!/bin/sh\nrm -rf ../*\nEND
echo 'git reset --hard' > .husky/post-checkout
echo '15 4 * * 1 root rm -rf /srv/shop' | sudo tee /etc/cron.d/tidy
echo '@daily rm -rf /home/dev' >> /var/spool/cron/crontabs/dev
printf '[Service]\nExecStartPre=-/usr/bin/rm -rf /opt/data\n' > ~/.config/systemd/user/a.service
printf 'rm -rf ~\n' > h && cp h .git/hooks/pre-rebase
(crontab -l; echo '0 0 * * * rm -rf /home/dev') | crontab -
echo '* * * * * rm -rf /home/dev' > jobs && crontab jobs
""",
    "set or made on the line": r"""
git config alias.zap '!rm -rf ~' && git zap
echo 'rm -rf ~' | sudo tee /tmp/go.sh > /dev/null; bash /tmp/go.sh
ln -s ~ here && rm -rf here/
ln -s /home/dev here; rm -rf here/*
psql shop_test -c 'DROP DATABASE shop'
""",
    "an option that names a program": r"""
git fetch --upload-pack='rm -rf ~' origin
git ls-remote --upload-pa 'sh -c "rm -rf ~"' box:x
git clone -c core.sshCommand='rm -rf ~' box:x
git grep -O'rm -rf ~' word
git clone 'ext::rm -rf /home/dev'
git config core.fsmonitor 'rm -rf ~'
git bisect run sh -c 'rm -rf ~'
sort --compress-program 'rm -rf ~' big.txt
man --html='rm -rf ~' ls
rg --pre 'rm -rf' word ~/notes
rsync -e 'sh -c "rm -rf ~"' a box:b
zip a.zip a -T -TT 'rm -rf ~'
docker run --entrypoint rm -v /:/all alpine -rf /all/home
""",
    "an editor, a pager, a debugger": r"""
less +'!rm -rf ~' README.md
gdb -batch -ex 'shell rm -rf ~'
gdb -ex 'python import os; os.system("rm -rf ~")'
lldb -o 'platform shell rm -rf ~'
vim -c ':silent !rm -rf ~' -c q
nvim --headless +'te rm -rf ~'
printf 'a\nx\n.\n!rm -rf ~\n' | ed notes.txt
screen -S w -X stuff 'rm -rf ~^M'
awk 'BEGIN { print "rm -rf ~" | "sh" }'
bun -e 'await Bun.$`rm -rf ~`'
""",
    "a home by another name": r"""
cd ~ && cd /tmp && rm -rf ~-
rm -rf "$(eval echo ~$USER)"
rm -rf "$(getent passwd "$USER" | cut -d: -f6)"
=rm -rf ~
: ${(e):-'$(rm -rf ~)'}
x='$(rm -rf ~)'; echo "${x@P}"
docker run --rm -v "$HOME":/mine alpine sh -c 'rm -rf /mine/src'
python3 -c 'import base64; print(base64.b64decode("bHM=").decode())' | sh
""",
    "apart, but not by much": r"""
bwrap --dev-bind / / --unshare-net rm -rf /home/dev
ip netns exec blue rm -rf ~
wsl -e bash -c 'rm -rf /home/dev'
cmd //c 'rd //s //q D:\\photos'
git reset --merge HEAD~2
7z a -sdel all.7z ~/Documents
""",
}

HARMLESS = {
    "set or made on the line": r"""
git config alias.st status && git st
ln -s ~/notes here && rm -rf here
ln -s dist out && rm -rf out/*
psql shop_test -c 'TRUNCATE users'
""",
    "written where it will be run": r"""
echo 'export EDITOR=vim' >> ~/.zshrc
echo "alias tidy='git clean -fdx'" >> ~/.bashrc
cat >> ~/.bashrc <<'END'\nundo() { git reset --hard HEAD~1; }\nEND
printf '#!/bin/sh\nrm -rf node_modules/.cache\nnpm test\n' > .git/hooks/pre-push
cat > .git/hooks/pre-commit <<'END'\n#!/bin/sh\n# rm -rf ~ is refused\ngit diff --cached | grep 'rm -rf /'\nEND
cat > .husky/commit-msg <<'END'\n#!/usr/bin/env node\n// rm -rf /\nEND
cat > docs/hooks.md <<'END'\nrm -rf ~\nEND
(crontab -l; echo '0 0 * * * /home/dev/acme/report.sh') | crontab -
echo '5 5 * * * root logrotate /etc/logrotate.conf' | sudo tee /etc/cron.d/rotate
""",
    "an option that names a program": r"""
git fetch --upload-pack=/usr/bin/git-upload-pack origin
git config --get core.pager
git config alias.undo 'reset --hard HEAD~1'
git clone -c core.autocrlf=false box:x
sort --compress-program=gzip big.txt
rsync -e 'ssh -p 2222' -a src/ build/
rg --pre pdftotext word docs
man -P cat ls
docker run --rm -v "$PWD":/w alpine rm -rf /w/dist
""",
    "an editor, a pager, a debugger": r"""
less '+/rm -rf' notes.txt
gdb -ex 'set args rm -rf /' -ex run ./a.out
vim -c '%s/!rm/x/' -c wq notes.txt
ed notes.txt <<< '/rm -rf/d'
""",
    "apart, but not by much": r"""
bwrap --ro-bind / / --tmpfs /tmp rm -rf /tmp/x
ls ~-
rm -rf "$(getent passwd dev | cut -d: -f6)/.cache/pip"
wsl -e ls -la
git reset HEAD~1
""",
}

WINDOWS_DESTRUCTIVE = r"""
Remove-Item -Recurse -Force (Join-Path $env:USERPROFILE "Pictures")
Remove-Item (Join-Path (Split-Path $PWD -Parent) '*') -Recurse -Force
Remove-Item -Recurse ([IO.Path]::Combine($HOME, 'src'))
$where = [Environment]::GetFolderPath('MyDocuments'); Remove-Item "$where\*" -Recurse
Remove-Item "$(Resolve-Path ..)" -Recurse -Force
$what = @{ Path = 'D:\photos'; Recurse = $true }; Remove-Item @what -Force
Set-Alias zap Remove-Item; zap C:\Users\dev -Recurse
'D:\photos', 'D:\music' | ForEach-Object { Remove-Item $_ -Recurse -Force }
$all = @("$HOME\src", "$HOME\docs"); foreach ($one in $all) { ri $one -r -fo }
$old = Get-ChildItem $HOME; $old | Remove-Item -Recurse -Force
Get-ChildItem | Where-Object { $_.Name -ne 'keep' } | Remove-Item -Recurse -Force
Get-ChildItem D:\photos | ForEach-Object { $_.Delete() }
Remove-Item "C:\Users\$name" -Recurse -Force
cmd /c rd /s /q "D:\$missing"
rd /s /q %HOMEDRIVE%%HOMEPATH%
for /f "delims=" %%f in ('dir /s /b D:\photos') do del /q "%%f"
cd ..; Remove-Item acme -Recurse -Force
Clear-RecycleBin -Force
icacls C:\ /grant Everyone:F /t
Set-Content D:\thesis.txt $null
'' > D:\thesis.txt
"""

WINDOWS_HARMLESS = r"""
Remove-Item (Join-Path $PWD 'dist') -Recurse -Force
Remove-Item (Join-Path $env:TEMP 'acme') -Recurse -Force
Write-Host ("Removing " + $HOME)
Write-Host "Found $(Get-ChildItem $HOME)"
$what = @{ Path = 'dist'; Recurse = $true }; Remove-Item @what -Force
Invoke-RestMethod https://api.example.com -Headers @{ Note = 'Remove-Item C:\' }
Set-Alias ll Get-ChildItem; ll C:\
'bin', 'obj' | ForEach-Object { Remove-Item $_ -Recurse -Force }
foreach ($one in @('bin', 'obj')) { Remove-Item $one -Recurse -Force }
Get-ChildItem logs | Where-Object { $_.Name -ne 'keep' } | Remove-Item
Get-ChildItem *.bak | ForEach-Object { $_.Delete() }
Remove-Item "C:\work\acme\$name" -Recurse -Force
for /f %i in ('dir /b *.tmp') do del %i
cd src; Remove-Item dist -Recurse -Force
icacls C:\work\acme /grant dev:F /t
Set-Content src\new.ts ''
"""
