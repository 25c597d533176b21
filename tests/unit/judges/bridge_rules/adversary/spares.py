r"""Commands that destroy nothing that matters, and look as if they did; one a line, ``\n`` for a line break."""

from typing import Final

SPARES: Final = r"""
curl -fsSL https://get.example/x.sh -o x.sh
npx rimraf dist coverage
rm -rf dist/ build/ .next/ out/
rm -rf ./node_modules/.cache
rm -rf __pycache__ .pytest_cache .mypy_cache .ruff_cache
rm -rf venv .venv && python3 -m venv .venv
rm -rf target/debug
rm -rf /home/dev/acme/dist
rm -rf "$PWD/dist"
rm -rf ./build/*
rm -rf dist/*
cd frontend && rm -rf node_modules
cd frontend && rm -rf ../dist
rm -rf /tmp/acme-test-1234
TMP=$(mktemp -d); cp x $TMP; rm -rf "$TMP"
T=$(mktemp -d) && trap 'rm -rf "$T"' EXIT && make
rm -f *.log
rm *.pyc
rm old.txt
rm -i file1 file2
rm -rf src/old_module
find . -name __pycache__ -type d -exec rm -rf {} +
find . -name node_modules -prune -o -name '*.ts' -print
find / -name 'libssl*' 2>/dev/null
find . -name '*.tmp' | xargs rm -f
find . -type d -name dist -prune -exec rm -rf '{}' +
rg 'DROP TABLE' migrations/
grep -E 'git push --force|git reset --hard' docs/*.md
echo "do not run rm -rf / here"
echo "rm -rf /" >> docs/warnings.md
git commit -m "remove rm -rf / from teardown; use git reset --hard less"
git commit -m "$(cat <<'EOF'\nfix: never rm -rf ~\n\ndrop table cleanup\nEOF\n)"
git log --grep='reset --hard' --oneline
gh pr comment 3 --body 'run `rm -rf /` never'
man mkfs.ext4
dd --help
mkfs.ext4 --help
which shred
command -v mkfs && echo yes
apt-get install -y mkfs-tools shred
alias rm='rm -i'
shellcheck -e SC2115 rm-rf.sh
git clean -nfd
git clean -fdx --dry-run
git reset HEAD file.txt
git checkout -b feature/drop-table
git checkout -- src/one.py
git switch -c reset-hard
git branch -d merged-branch
git push origin feature/format
git push -u origin HEAD
git push --force-with-lease --force-if-includes origin feat/x
git rm --cached secrets.env
git worktree add ../wt main
git rebase -i HEAD~3
docker rm -f test-container-1
docker run --rm -it alpine sh
docker build --force-rm -t x .
docker compose exec db psql -c 'SELECT 1'
kubectl delete pod api-7d9f
kubectl get namespaces
kubectl delete ns prod --dry-run=client
kubectl rollout restart deployment/api
helm uninstall prod --dry-run
aws s3 cp dist/ s3://site/ --recursive
aws s3 sync dist s3://site
aws s3 rm s3://b/x --dryrun --recursive
aws s3 sync ./e s3://acme --delete --dryrun
psql -c "DELETE FROM sessions WHERE id=42"
psql -c "UPDATE users SET name='x' WHERE id=1"
psql -c "SELECT * FROM drop_table_log"
psql -c "SELECT 'truncate table x'"
psql -c "CREATE TABLE IF NOT EXISTS t(id int)"
sqlite3 app.db '.schema'
psql -c "-- DROP TABLE x" -c "select 1"
psql -f migrations/drop_table.sql
redis-cli GET flushall
npx prisma migrate dev --name drop_users
npx drizzle-kit generate
rails generate migration DropTableUsers
npm run format
make -n destroy
go clean -testcache
./gradlew clean build
mvn clean package -DskipTests
pip uninstall -y requests
npm uninstall lodash
pytest -k "drop_table or rm_rf"
pytest tests/test_truncate.py::test_delete_from
cargo fmt -- --check
black --check . && ruff format .
clang-format -i src/*.c
date +%s > .last-run
cat > src/a.py <<'EOF'\nimport shutil\nshutil.rmtree('/')\nEOF
tee -a log.txt < x
echo x > /dev/null
ls > /dev/null 2>&1
cmd 2>/dev/stderr
cat x > /dev/stdout
echo ok > /dev/tty
: > log/test.log
truncate -s 0 log/dev.log
truncate -s 10M sparse.img
chmod -R 755 scripts/
chmod +x /home/dev/acme/run.sh
sudo chown -R $USER:$USER .
mv src/a.py src/b.py
mv dist dist.old
cp -f a.txt b.txt
ln -sf ../a b
rsync -a --delete src/ dist/
rsync -avn --delete ./empty/ /srv/www/
tar -xzf a.tgz -C vendor
tar czf backup.tgz --exclude=node_modules .
unzip -o a.zip -d lib
sed -i 's/foo/bar/' src/a.py
sed 's/rm -rf/trash/' x.sh
awk '/DROP TABLE/ {print}' dump.sql
jq 'del(.x)' a.json
yq 'del(.services.db)' c.yml
kill -9 1234
pkill -f 'node server'
systemctl restart nginx
apt-get remove -y vim
brew uninstall --force node
uv pip uninstall torch
echo 'DROP TABLE x;' | tee docs/sql.md
cat schema.sql | grep 'DROP TABLE'
diff <(git show HEAD:rm.sh) rm.sh
test -f rm && echo "rm -rf"
if ! grep -q 'rm -rf' x; then echo ok; fi
case "$1" in reset) echo reset;; drop) echo drop;; esac
python -c "print('DROP TABLE users')"
python -c "import os; print(os.path.exists('/'))"
python3 -m json.tool < a.json
curl -f https://api.example.com/health
curl -X DELETE http://localhost:3000/todos/1
gh run list --limit 5
gh pr close 12 --delete-branch=false
hadolint Dockerfile --ignore DL3008
claude -p "explain why rm -rf / is bad"
codex exec "delete the unused import"
notify-send "git reset --hard done"
export PS1='rm -rf> '
MSG="rm -rf /"; echo "$MSG"
read -p "rm -rf? " x
ls -R / | head
du -sh ~/* | sort -h
df -h /dev/sda1
lsblk -f /dev/sda
fdisk -l /dev/sda
dd if=/dev/sda of=./mbr.bin bs=512 count=1
dd if=input.bin of=/dev/null bs=1M
rmdir empty_dir
rm -rf '$HOME'
rm -rf ./~
rm -rf foo..bar
rm -rf "my folder (old)/build"
rm -rf packages/*/dist
rm -rf apps/{web,api}/.next
for p in packages/*; do rm -rf "$p/node_modules"; done
docker exec web ls /
ssh web1 'df -h'
yarn workspaces foreach run clean --force
npx nx reset
xcrun simctl list devices
adb devices
conda env list
cd build && rm -rf ./*
cd /tmp/x && rm -rf *
find . -type f -name '*.orig' -print0 | xargs -0 rm -f
git ls-files --deleted | xargs git rm --cached
rm -rf ~/.cache/pip ~/.npm/_cacache
rm -rf ~/Library/Caches/com.x
rm -f /tmp/a.log /tmp/b.log
rm -rf ${TMPDIR:-/tmp}/build-1
rm -rf "$TMPDIR/build-1"
rm -rf "${OUT_DIR:?}"/*
rm -rf "${OUT_DIR:-dist}"/*
D=dist; rm -rf "$D"/*
git clean -fdXn
git clean -i
git clean --help
git reset --keep HEAD~1
git restore src/a.py
git push --force-with-lease origin my-feature
git push --dry-run --force origin main
git push -n -f
gh api -X POST repos/a/b/issues -f title='DELETE'
terraform destroy --help
docker compose up -d --force-recreate
docker rmi old-image
docker image rm x:1
docker logs -f web
docker exec web rm -f /tmp/x
docker exec -it web rm -rf /app/node_modules
kubectl scale deployment api --replicas=3
kubectl delete job migrate
kubectl apply -f ns.yml
kubectl logs deploy/delete-worker
kubectl delete configmap x --dry-run=server
aws ec2 stop-instances --instance-ids i
aws rds describe-db-instances --query 'DBInstances[?DeletionProtection==`false`]'
gcloud compute instances list --filter="name~delete"
az group show -n delete-me
npx prisma migrate resolve --rolled-back x
npm run reset-cache
npm run test:reset
php artisan migrate:status
npx drizzle-kit push
npx drizzle-kit migrate
mongosh --eval 'db.users.deleteOne({_id:1})'
mongosh --eval 'db.users.deleteMany({tmp:true})'
psql -c "DELETE FROM t WHERE created_at < now() - interval '30 days'"
psql -c "DELETE FROM t USING x WHERE t.id=x.id"
psql -c "SELECT * FROM users WHERE name = 'DELETE FROM x'"
psql -c "INSERT INTO notes VALUES ('drop table x')"
psql -c "\d drop_table"
psql -c "CREATE INDEX drop_idx ON t(x)"
psql -c "DROP INDEX CONCURRENTLY IF EXISTS i"
psql -c "DROP VIEW v"
psql -c "UPDATE t SET a=1 WHERE id IN (1,2)"
psql -c "EXPLAIN DELETE FROM t"
psql -c "CREATE TABLE truncate_log (drop boolean)"
mysql -e 'SHOW CREATE TABLE drops'
mysqldump --add-drop-table app > app.sql
pg_dump --clean app > app.sql
sqlite3 a.db "select 1; -- drop table x"
curl -X POST http://localhost:3000/graphql -d '{"query":"mutation{updateUser(id:1)}"}'
dd if=/dev/urandom of=key.bin bs=32 count=1
dd if=/dev/zero of=/dev/null count=1
mkfs.ext4 disk.img
which mkfs.ext4 dd
grep -c mkfs install.sh
chmod -R u+rwX,go-w .
chown -R www-data storage/
echo "x" > .env.local
sort -u a -o a
systemctl stop nginx
rm -rf /dev/shm/x
rm -rf .turbo .parcel-cache .nuxt .output .svelte-kit .angular coverage .nyc_output
rm -rf ios/Pods ios/build android/app/build
rm -rf ~/Library/Developer/Xcode/DerivedData
rm -rf *.egg-info build dist
rm -rf **/node_modules
rm -rf .terraform .terraform.lock.hcl
rm -rf .git-rewrite
rm -rf .github/workflows/old.yml
rm -rf "src/app/(auth)/[slug]"
rm -rf 'weird name; rm -rf x'
rm -- -rf
rm -rf a/../b
rm -rf ./a/./b//c
rm -rf /home/dev/acme/./dist/
rm -rf $HOME/acme/dist
rm -rf ~/acme/dist
tmux send-keys -t x 'ls' Enter
(crontab -l; echo '0 * * * * backup.sh') | crontab -
python -c "import shutil; shutil.rmtree('build', ignore_errors=True)"
node -e "require('fs').rmSync('dist',{recursive:true,force:true})"
python -c "import os; os.remove('a.txt')"
python -c "print(open('/etc/hosts').read())"
perl -pi -e 's/rm -rf/x/' a
perl -ne 'print if /drop table/i' a.sql
awk '/rm -rf/{print $2}' x
sed -n '/git push --force/p' x
jq '.scripts | to_entries[] | select(.value | test("rm -rf"))' package.json
yq '.jobs.clean.run = "rm -rf /"' x.yml
rg "rm\s+-rf\s+/" -g '*.sh'
ast-grep -p 'rm -rf $X'
git grep -n 'terraform destroy'
ls | grep -v rm
sudo grep -r "mkfs" /etc/systemd
echo "Run: terraform destroy -auto-approve"
cat <<EOF > runbook.md\nRun `rm -rf dist` then git reset --hard\nEOF
cat <<'EOF' >> README.md\n$ rm -rf /\n$ dd if=/dev/zero of=/dev/sda\nEOF
echo 'rm -rf /' | pbcopy
echo 'rm -rf /' | xclip
echo 'rm -rf /' | wc -c
echo "$(git log -1 --format=%s) rm -rf /"
test "$cmd" = "rm -rf /" && exit 1
if [[ "$cmd" =~ rm\ -rf ]]; then echo blocked; fi
grep -q 'DROP DATABASE' <<< "$sql" || echo ok
npm run deploy -- --message "git push --force is off"
gh workflow run x.yml -f cmd='rm -rf /'
aws sns publish --message 'rm -rf /' --topic-arn x
curl -s http://localhost:3000/api -d '{"cmd":"rm -rf /"}'
bd create "Block rm -rf / in hook"
todo add 'drop table users'
rbridge judge --state '{"tool":"Bash","input":{"command":"rm -rf /"}}'
pre-commit run --all-files
docker run --rm -v $(pwd):/w -w /w node:20 npm ci
docker run --rm alpine echo rm -rf /
kubectl run x --rm -it --image=alpine -- sh
kubectl annotate ns prod note='delete later'
vault kv get secret/x
journalctl --vacuum-size=100M
docker buildx prune --filter until=24h -f
git worktree prune
git worktree remove ../wt
git remote remove fork
git revert --no-edit HEAD
git merge --abort
git cherry-pick --skip
git rm src/old.py
git rm -r src/old
git mv a b
git tag -d v0.0.1-rc
git apply --reverse x.patch
git branch -d old
git log --diff-filter=D --summary
git diff --stat
git update-index --assume-unchanged x
git sparse-checkout disable
brew cleanup -s
apt-get clean && rm -rf /var/lib/apt/lists/*
conda clean -afy
pnpm store prune
cargo clean && cargo build
rake clobber
ninja -t clean
lerna clean -y
rimraf dist
npx rimraf node_modules/**
npx del-cli dist
trash old.txt
npx prettier --write .
terraform fmt && terraform validate
helm template x | kubectl diff -f -
ansible-playbook site.yml --check
find . -type f -mtime +7 -name '*.log' -delete
find dist -type f -delete
find . -name '.DS_Store' -type f -delete
find /tmp/build -mindepth 1 -delete
find . -name '*.bak' -exec rm {} \;
rsync -a --delete ./public/ ./dist/
rsync -av --dry-run --delete a/ host:/b/
rsync -a host:/b/ ./b/
rclone ls remote:
rclone copy a remote:b --dry-run
git push origin --delete feature/login
git push origin :fix/typo
git push --force-with-lease=topic:1a2b3c origin topic
hg update tip
hg revert src/a.py
svn revert src/a.c
echo x | sudo tee -a /etc/hosts
echo > app.log
killall -9 node
pkill -u dev node
psql -c "CREATE TEMP TABLE a(x int); DROP TABLE a"
sqlite3 :memory: 'create table t(a); drop table t\'
rm -rf /tmp/$NAME
rm -rf "/tmp/$NAME/build"
rm -rf build/$NAME
rm -rf "$PWD/$NAME"
rm -rf ~/.cache/$NAME
rm -rf /home/dev/acme/$NAME
bash -n -c "rm -rf /"
echo "rm -rf /" | bash -n
mongosh --eval "print('db.dropDatabase()')"
python3 -c "import pathlib; [p.unlink() for p in pathlib.Path('build').iterdir()]"
npx shx rm -rf dist
mkfs -t ext4 disk.img
mkfs.ext4 -L data disk.img
mkfs.ext4 -V
bq query --dry_run 'DELETE FROM shop.orders WHERE true'
bq --dry_run=true query 'TRUNCATE TABLE shop.orders'
rm -rf ~/.android/build-cache
k3s kubectl get ns
minikube kubectl -- get pods
npm exec -c 'eslint .'
dotenvx run -f .env -- npm test
toolbox run ls
distrobox enter box -- ls
git difftool -x meld
psql -c '\! ls'
psql -c "COPY jobs FROM 'jobs.csv'"
sqlite3 app.db '.tables'
ipython -c 'print(1)'
nu -c 'ls'
sg docker 'docker ps'
migrate -path db -database "$URL" down 1
rabbitmqadmin list queues
ceph osd pool ls
timeout 5 rm -rf node_modules
python3 -c "from shutil import rmtree as gone; gone('build')"
python3 -c "names = ['/srv/www']; names.remove('/srv/www')"
python3 -c "import pandas as pd; print(pd.read_csv('a.csv'))"
git filter-repo --analyze
./gradlew clean assemble
mvn -q clean verify
aws kms disable-key-rotation --key-id alias/portal
aws elasticbeanstalk abort-environment-update --environment-name portal
git checkout -f feature -- src/portal.ts
hg purge --print
truncate -s -1 notes.txt
"""

SPARES_ON_WINDOWS: Final = r"""
Remove-Item node_modules -Recurse -Force
rd /s /q node_modules
del build\x.obj
Get-ChildItem -Recurse -Force
Get-Process | Format-Table
Get-Date -Format yyyy
Format-List
ls C:\ -Recurse
Select-String "Remove-Item" *.ps1
Write-Host "rd /s /q C:\"
Test-Path C:\data
Remove-Item C:\work\acme\bin -Recurse
Remove-Variable x
Remove-Item env:FOO
dotnet format
Get-Help Clear-Disk
Remove-Item -Recurse -Force C:\ -WhatIf
Get-ChildItem -Include bin,obj -Recurse | Remove-Item -Recurse -Force
Copy-Item a b -Recurse -Force
$x = "Format-Volume"
robocopy src dst /E
[IO.File]::Exists("C:\x")
Start-Process notepad -ArgumentList "rd /s /q C:\Users"
foreach ($d in "dist","build") { Remove-Item -Recurse -Force $d }
for /d %i in (build\*) do rd /s /q "%i"
Get-Item build | Remove-Item -Recurse
Remove-AzResourceGroup -Name x -WhatIf
Remove-Module x
wsl --list
rd /s/q build
cd src && rd /s /q obj
cmd /c rd/s/q build
cmd /c if exist build rd /s /q build
cmd /c start "" /b npm test
cmd /c "set T=build& rd /s /q %T%"
cmd /c "for /d %i in (build dist) do @rd /s /q %i"
cmd /c del *.tmp
cmd /c echo %SystemRoot%
schtasks /query /tn tidy
$null = New-Item notes.txt
'Get-Date' | iex
gci *.log | foreach { $_ | Remove-Item }
[IO.File]::Delete('build\a.txt')
function Tidy($where) { Remove-Item -Recurse -Force "$where\*" }; Tidy generated
function Tidy($name) { Remove-Item -Recurse -Force (Join-Path $PSScriptRoot $name) }; Tidy obj; Tidy bin
Add-Content $PROFILE 'function tidy { Remove-Item -Recurse -Force .\generated }'
Add-Content notes.txt "$PROFILE once had 'Remove-Item -Recurse ~'"
Remove-Item "$PSScriptRoot\lib", (Join-Path $PSScriptRoot '..\data') -Recurse
Remove-Item (Join-Path $env:TEMP 'lib') -Recurse
$top = (git rev-parse --show-toplevel); Remove-Item "$top/lib" -Recurse
Get-ChildItem src -Directory | % { rm "$_/lib" -r -fo }
Remove-Item -LiteralPath '\\?\C:\work\acme\vendor' -Recurse -Force
docker run --rm -v "${PWD}\store:/store" busybox sh -c "rm -rf /store/*"
$at = 'D:\ledger'; $at = 'generated'; Remove-Item $at -Recurse -Force
"""
