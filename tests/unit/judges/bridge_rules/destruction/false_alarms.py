r"""Commands that destroy nothing that matters, close to those that do; one a line, ``\n`` for a line break."""

from tests.unit.judges.bridge_rules.destruction.more_false_alarms import MORE_HARMLESS

HARMLESS = {
    "in the wild": MORE_HARMLESS,
    "everyday removals": r"""
rm notes.txt
rm -f notes.txt
rm -f *.o
rm -rf *.egg-info
rm -rf node_modules
rm -rf ./node_modules/
rm -rf node_modules package-lock.json && npm install
rm -rf dist build target
rm -rf build/*
rm -rf ./build/**
rm -rf dist/ && mkdir dist
rm -rf "dist"
rm -rf -- -weird
rm -r src/old
rm -rf .venv __pycache__ .pytest_cache .mypy_cache
rm -rf {dist,build}
rm -rf **/__pycache__
rm -rf /home/dev/acme/target
rm -rf $PWD/build
rm -rf "$(pwd)/build"
rm -rf "${PWD}/dist"
rm -rf ~/.cache/pip
rm -rf ~/.npm/_cacache
rm -rf ~/Library/Caches/Foo
rm -rf /tmp/build-123
rm -rf /tmp/acme /var/tmp/acme
rm -f /tmp/x.sock
rm -rf "$(mktemp -d)"
d=$(mktemp -d); rm -rf "$d"
d=$(mktemp -d) && cd "$d" && rm -rf *
t=`mktemp -d`; trap 'rm -rf "$t"' EXIT
trap 'rm -rf "$TMP"' EXIT
rm -rf "${TMP:?}/cache"
rm -rf "${X:?}"/*
rm -rf ${X:+"$X"}
rm -rf "${BUILD_DIR:-build}"
rm -rf "$BUILD_DIR"
rm -rf "$DIR/build"
x=build; rm -rf $x
x=build; rm -rf "$x/"
for d in dist build; do rm -rf "$d"; done
for f in *.log; do rm "$f"; done
cd build && rm -rf *
cd sub/dir && rm -rf ../out
(cd build && rm -rf *)
pushd build; rm -rf *; popd
mkdir -p x && rm -rf x
rm -rf dist && cd ..
rm -rf dist; ls /
rm -rf dist & cd ~
rm -f a; git add .
rm -i notes.txt
rm -rf ""
unlink link
rmdir empty
rm --help
rm --version
rm -rf / --help
rm -rf dist | tee -a log
rm -rf dist 2>/dev/null || true
rm -rf dist > /dev/null
sudo rm -rf node_modules
env rm -rf dist
bash -c 'rm -rf dist'
xargs rm < list.txt
ls *.tmp | xargs rm
ls | grep '\.tmp$' | xargs rm -f
git ls-files --deleted | xargs git rm
find . -name '*.pyc' -delete
find . -name __pycache__ -exec rm -rf {} +
find . -type d -name node_modules -prune -exec rm -rf {} +
find . -name '*.orig' -print0 | xargs -0 rm
find build -delete
find build -type f -exec rm {} \;
find /tmp -name 'acme-*' -mtime +1 -delete
find . -empty -type d -delete
find / -name '*.conf'
find / -name core -print
find . -name '*.py' -exec grep -l rm {} \;
npx rimraf dist
rsync -a --delete src/ build/
rsync -a src/ host:/srv/
rsync -avn --delete src/ /srv/
rsync --dry-run --delete -a x/ /srv/
docker exec web rm -rf /tmp/cache
docker run --rm alpine rm -rf /tmp/x
ssh host rm -rf /tmp/x
docker build -t x . && rm -rf tmp
RUN=1 rm -rf out
make clean && rm -rf out
rm core.*
rm -rf coverage .nyc_output
""",
    "mentions": r"""
echo rm -rf /
echo "rm -rf /"
echo 'rm -rf /' >> notes.md
echo "don't rm -rf / please"
printf 'rm -rf /\n'
printf '%s' 'rm -rf /' | jq -R .
echo 'rm -rf /' | cat
echo 'rm -rf /' | grep rm
echo 'rm -rf /' > notes.txt
echo 'rm -rf /' | tee notes.txt
grep 'rm -rf' -r .
grep -rn "rm -rf /" scripts/
grep -E 'rm|git reset --hard' x
rg 'DROP TABLE' migrations
ag "mkfs" docs
git grep 'rm -rf'
git commit -m "rm -rf /"
git commit -m 'remove: rm -rf / was bad'
git commit -am "git reset --hard is now git clean -fdx"
git log --grep='git push --force'
git log -S 'DROP TABLE users'
git tag -a v1 -m 'rm -rf /'
git stash push -m 'before git reset --hard'
git branch rm-rf
git checkout -b fix/rm-rf
git notes add -m 'rm -rf /'
gh pr create --title 'rm -rf /' --body 'git push --force'
gh issue comment 1 --body "never terraform destroy"
gh issue list --search 'DROP DATABASE'
man rm
man -k mkfs
help rm
type rm
which rm
whatis dd
tldr rm
apropos shred
command -v rm
rm_test=1
./rm-tests.sh
ls # rm -rf /
ls # ; rm -rf /
# rm -rf /
# rm -rf /\nls
git commit -m "$(cat <<'EOF'\nfix: it's ; rm -rf / ; (\n" ; rm -rf / ; (\nEOF\n)" && ls
gh pr create --body "$(cat <<'EOF'\n- don't: case x) rm -rf / ;;\nEOF\n)"
: 'rm -rf /'
true rm -rf /
cat rm -rf
ls rm -rf
vim rm.txt
cat <<'EOF'\nrm -rf /\nEOF
cat <<EOF > notes.md\nrm -rf /\nDROP TABLE users;\nEOF
cat > run.md <<'EOF'\nrm -rf / and git reset --hard\nEOF
cat >> README.md <<EOF\nNever run `echo hi` with dd if=/dev/zero of=/dev/sda\nEOF
tee notes.txt <<< 'rm -rf /'
python -c "print('rm -rf /')"
python3 -c "print('DROP TABLE x')"
node -e "console.log('rm -rf /')"
node -e 'console.log(`rm -rf /`)'
perl -ne 'print if /rm -rf/' x
awk '/rm -rf/ {print}' x
sed -n '/rm -rf/p' x
sed 's/rm -rf/trash/' script.sh
jq '.cmd == "rm -rf /"' x.json
curl -d '{"cmd":"rm -rf /"}' http://localhost:3000/hook
curl https://example.com/rm?x=-rf
x='rm -rf /'
x='rm -rf /'; echo "$x"
export CMD='rm -rf /'
declare NOTE="git reset --hard"
alias danger='rm -rf /'
f() { rm -rf /; }
read -p 'rm -rf / ? ' x
test "$x" = 'rm -rf /'
[ "$cmd" = "rm -rf /" ] && echo no
[[ $cmd == *"rm -rf"* ]] && echo no
case "$cmd" in "rm -rf /") echo no;; esac
if [ "$1" = "rm" ]; then echo x; fi
npm test -- -t 'rm -rf /'
pytest -k 'rm and rf'
pytest tests/test_rm.py::test_rm_rf
ssh host 'echo rm -rf /'
docker exec web echo rm -rf /
sudo echo rm -rf /
xargs echo rm -rf < list
find / -exec echo rm -rf {} \;
bash -c "echo 'rm -rf /'"
eval 'echo rm -rf /'
watch 'ls | grep rm'
trap 'echo rm -rf /' EXIT
notify-send 'rm -rf /'
say "rm -rf slash"
slack post "terraform destroy tonight?"
history | grep 'rm -rf'
bash -n script.sh
shellcheck clean.sh
shfmt -d rm.sh
cat clean-all.sh
diff <(echo rm) <(echo mv)
crontab -l | grep rm
""",
    "git": r"""
git status
git reset
git reset HEAD a.py
git reset --soft HEAD~1
git reset --mixed HEAD~1
git clean -n
git clean -nfdx
git clean --dry-run -fd
git checkout main
git checkout -b topic
git checkout -- src/a.py
git checkout main -- README.md
git restore a.py
git restore --staged .
git restore --staged a.py
git switch main
git switch -c topic
git stash
git stash push -u
git stash pop
git stash apply
git stash list
git push
git push origin main
git push -u origin topic
git push --force-with-lease
git push --force-with-lease=main:abc origin main
git push --force-with-lease --force-if-includes origin topic
git push --tags
git push --dry-run --force
git push --follow-tags
git branch -d topic
git branch -a
git branch -m old new
git rebase main
git rebase --abort
git merge --no-ff topic
git commit --amend --no-edit
git cherry-pick abc
git revert HEAD
git gc
git gc --auto
git fetch --prune
git remote prune origin
git reflog
git reflog show main
git rm a.py
git rm --cached -r .
git rm -r --cached node_modules
git rm -r old/
git worktree list
git worktree remove ../x
git tag -d v1
git log -p
git diff HEAD~1
git config alias.nuke 'reset --hard'
git submodule update --init
git lfs prune --dry-run
gh pr close 12
gh repo view acme/site
gh api repos/acme/site
gh release create v1
""",
    "databases": r"""
psql -c 'SELECT 1'
psql -c "SELECT * FROM t WHERE note = 'drop table'"
psql -c "SELECT 'DELETE FROM users'"
psql -c 'SELECT "drop table" FROM t'
psql -c 'SELECT 1 -- DROP TABLE users'
psql -c 'SELECT 1 /* DROP TABLE users */'
psql -c "INSERT INTO log VALUES ('DROP TABLE users; --')"
psql -c "INSERT INTO t (a) VALUES (1)"
psql -c 'DELETE FROM users WHERE id = 1'
psql -c "delete from users where email like '%@example.com'"
psql -c 'DELETE FROM sessions WHERE expires < now()'
psql -c 'UPDATE users SET name = 1 WHERE id = 2'
psql -c 'CREATE TABLE x (id int)'
psql -c 'CREATE TABLE IF NOT EXISTS deleted_users (id int)'
psql -c 'ALTER TABLE users ADD COLUMN x int'
psql -c 'ALTER TABLE users DROP CONSTRAINT x'
psql -c 'ALTER TABLE users ALTER COLUMN x DROP NOT NULL'
psql -c 'DROP INDEX x'
psql -c 'DROP VIEW x'
psql -c 'EXPLAIN DELETE FROM users'
psql -c 'BEGIN; DELETE FROM users; ROLLBACK;'
psql -c '\dt'
psql -f migrate.sql
psql -l
psql --help
pg_dump app > app.sql
pg_dump -c app | gzip > app.sql.gz
pg_restore -l app.dump
createdb app
mysql -e 'SHOW DATABASES'
mysql -e 'SELECT * FROM t LIMIT 1'
mysqldump app > dump.sql
mysqldump --add-drop-table app > dump.sql
sqlite3 app.db .dump
sqlite3 app.db 'SELECT * FROM users'
sqlite3 app.db "delete from cache where key = 'x'"
echo 'SELECT 1' | psql
echo 'DROP TABLE users' > down.sql
echo 'DROP TABLE users'
cat <<EOF > down.sql\nDROP TABLE users;\nEOF
grep -i 'drop table' schema.sql
redis-cli ping
redis-cli get flushall
redis-cli keys '*'
redis-cli del session:1
mongosh --eval 'db.users.find({})'
mongosh --eval 'db.users.deleteOne({_id: 1})'
mongosh --eval 'db.users.countDocuments()'
mongodump --db app
npx prisma migrate dev
npx prisma migrate deploy
npx prisma db push
npx prisma generate
rails db:migrate
rails db:create
rails db:rollback
RAILS_ENV=test rails db:reset
rake routes
php artisan migrate
php artisan migrate --pretend
php artisan cache:clear
php artisan migrate:fresh --env=testing
python manage.py migrate
python manage.py sqlflush
python manage.py makemigrations
alembic upgrade head
alembic downgrade -1
mix ecto.migrate
MIX_ENV=test mix ecto.reset
flyway migrate
knex migrate:latest
supabase start
""",
    "containers and clouds": r"""
docker ps -a
docker rm web
docker rm -f web
docker rmi img
docker stop $(docker ps -q)
docker image prune -f
docker builder prune -f
docker network prune -f
docker run --rm alpine ls
docker run --rm -it -v $PWD:/w -w /w node npm test
docker compose down
docker compose down --remove-orphans
docker compose up -d
docker compose rm -f web
docker volume ls
docker volume create x
docker volume inspect x
docker system df
docker exec db psql -c 'SELECT 1'
docker build -t x --rm .
podman ps
kubectl get ns
kubectl get pods --all-namespaces
kubectl delete pod web-1
kubectl delete pod web-1 -n prod --force --grace-period=0
kubectl delete job migrate-1
kubectl delete ns x --dry-run=client
kubectl delete pvc data --dry-run=server
kubectl describe ns prod
kubectl apply -f k8s/
kubectl rollout restart deploy/api
kubectl logs deploy/api --all-containers
kubectl explain namespace
helm list
helm upgrade --install api chart
helm uninstall api --dry-run
helm rollback api 1
helm template chart
terraform plan
terraform plan -destroy
terraform apply
terraform apply plan.out
terraform init
terraform fmt -recursive
terraform state list
terraform state show x
terraform destroy -help
terraform workspace list
terragrunt plan
pulumi preview
pulumi up
cdk diff
cdk deploy
serverless deploy
aws s3 ls s3://b --recursive
aws s3 cp x s3://b
aws s3 rm s3://b --recursive --dryrun
aws s3 sync . s3://b
aws s3 sync . s3://b --delete --dryrun
aws ec2 describe-instances
aws rds describe-db-instances
aws ec2 terminate-instances --instance-ids i-1 --dry-run
aws rds delete-db-instance help
aws s3 help
aws sts get-caller-identity
gcloud projects list
gcloud compute instances list --filter='name:delete'
gcloud compute instances describe i
gsutil ls gs://b
gsutil cp x gs://b
az group list
az vm start -n v -g g
heroku logs
heroku pg:info
heroku apps
fly status
fly deploy
vercel deploy
netlify deploy
firebase deploy
wrangler deploy
npm publish
npm uninstall left-pad
restic snapshots
restic forget --dry-run --keep-last 1 --prune
curl -X DELETE http://localhost:3000/items/1
curl https://api.example.com
curl -X POST https://api.example.com -d '{"a":1}'
curl -fsSL https://sh.example.com | sh
vagrant up
vagrant halt
kind create cluster
""",
    "files and disks": r"""
echo hi > notes.txt
echo hi >> ~/.bashrc
> app.log
: > log/dev.log
truncate -s 0 app.log
truncate -s 1G disk.img
cat a > b
make > build.log 2>&1
npm test > /dev/null
npm test > /tmp/out
cmd 2>/dev/null
echo x > /dev/stderr
echo x > /dev/tty
cp a b
cp -r src backup
mv a b
mv build /tmp/
ln -s a b
tee out.txt
echo x | tee a
echo 'deb x' | sudo tee /etc/apt/sources.list.d/x.list
dd if=/dev/zero of=./swap.img bs=4M count=8
dd if=/dev/sda of=backup.img
dd if=/dev/urandom bs=1 count=16 of=/dev/null
dd if=a of=b
cat /dev/sda | head -c 512
head -c 16 /dev/urandom
lsblk -f
blkid /dev/sda1
fdisk -l
parted -l
parted /dev/sda print
wipefs /dev/sda
mount /dev/sda1 /mnt
df -h /
du -sh /*
ls -la /
ls / ~ ..
cd / && ls
cd ~ && ls *
cat /etc/passwd
stat /
tar -xf a.tar -C /tmp
tar czf /backup/a.tgz .
zip -r a.zip .
unzip -o a.zip
chmod +x run.sh
chmod -R u+w node_modules
chmod 600 ~/.ssh/id_rsa
chown -R dev:dev .
chown dev /srv/x
sudo chown -R dev node_modules
kill 123
kill -9 123
kill -9 $(lsof -ti:3000)
pkill -f vite
killall node
crontab -l
crontab jobs.txt
userdel --help
zfs list
zpool status
lvs
diskutil list
shred --help
sync
touch a
mkdir -p a/b
mktemp -d
sort -o a a
split -b 1M a
tail -f /var/log/syslog
journalctl --vacuum-time=7d
apt-get clean
brew cleanup
npm cache clean --force
pip cache purge
yarn cache clean
cargo clean
make clean
mvn clean install
gradle clean
go clean -modcache
dotnet clean
bazel clean --expunge
npm run clean
""",
    "shells and languages": r"""
bash script.sh
sh -c 'ls'
bash -c "echo hi"
bash <<EOF\nls\nEOF
echo ls | sh
echo bHM= | base64 -d | wc -l
echo cm0gLXJmIC8= | base64 -d
echo cm0gLXJmIC8=
base64 -d x > y
eval "$(ssh-agent -s)"
eval "$(direnv hook bash)"
source .venv/bin/activate
. ~/.nvm/nvm.sh
x=$(cat file); echo $x
if [ -d build ]; then rm -rf build; fi
while read -r f; do echo "$f"; done < list
while read -r f; do rm -f "$f"; done < list
for i in {1..10}; do echo $i; done
f() { f; }; f
f() { echo a | cat; }; f
python -c "import os; print(os.listdir('/'))"
python3 -c "import shutil; shutil.rmtree('build')"
python3 -c "import shutil; shutil.rmtree('./dist', ignore_errors=True)"
python3 -c "import os; os.remove('a.txt')"
python3 -c "import subprocess; subprocess.run(['ls', '/'])"
python -c "import tempfile, shutil; d = tempfile.mkdtemp(); shutil.rmtree(d)"
python -m http.server
python - <<'EOF'\nprint("rm -rf /")\nEOF
node -e "require('fs').rmSync('dist', {recursive:true})"
node -e "require('fs').unlinkSync('a.txt')"
node script.js --rm -rf /
ruby -e 'puts "rm -rf /"'
perl -pi -e 's/a/b/' x
php -r 'echo "rm -rf /";'
python -c "import sqlite3; sqlite3.connect('x.db').execute('SELECT 1')"
python -c "open('x.txt','w').write('DROP TABLE users')"
""",
}

WINDOWS = r"""
Get-ChildItem C:\ -Recurse
Get-Help Remove-Item -Detailed
Remove-Item notes.txt
Remove-Item -Recurse -Force node_modules
Remove-Item -Recurse -Force .\dist
Remove-Item -Recurse C:\work\acme\build
Remove-Item -Recurse C:\Users -WhatIf
rd /s /q build
del notes.txt
del /q *.obj
cmd /c "del notes.txt"
Write-Host "Remove-Item -Recurse -Force C:\"
Write-Output 'format C:'
Get-Process | Format-Table -AutoSize
Get-Disk
git commit -m "rm -rf /"
Select-String -Pattern 'rd /s /q' -Path *.ps1
robocopy src build /MIR
dir C:\ /s
rm -r -fo bin, obj
Test-Path C:\Users
Get-ChildItem -Recurse | Where-Object { $_.Extension -eq '.tmp' } | Remove-Item -Force
Get-ChildItem -Recurse -Force | Where-Object Name -match '\.bak$' | Remove-Item -Force
Get-ChildItem C:\work\acme -Recurse -Filter *.obj | Remove-Item
Get-ChildItem -Include bin,obj -Recurse | ForEach-Object { Remove-Item $_.FullName -Recurse -Force }
Get-ChildItem | ForEach-Object { if ($_.Name -like '*.tmp') { Remove-Item $_ } }
Remove-Item -Recurse -Force -Path:C:\work\acme\build
(Get-Item .\build).Delete($true)
Get-Process node | ForEach-Object { Stop-Process $_.Id -Force }
git branch --merged | % { git branch -d $_.Trim() }
Move-Item *.log logs
"""
