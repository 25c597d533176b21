r"""Commands that destroy nothing that matters, of every kind; one a line, ``\n`` for a line break."""

MORE_HARMLESS = r"""
rm -rf node_modules/.cache
rm -rf .next .turbo
rm -rf ./coverage && npx jest --coverage
rm -rf "$PWD/node_modules"
rm -rf /home/dev/acme/{dist,build}
rm -rf $(find . -name '*.pyc')
rm -f $(git ls-files --others --exclude-standard)
rm $(find . -name '*.orig')
rm -rf ${CARGO_TARGET_DIR:-target}
rm -rf "${OUT_DIR}"
rm -rf "$OUT"/generated
rm -rf "$tmpdir"
rm -rf "$TMPDIR/acme-test"
tmp=$(mktemp -d -t x) && trap "rm -rf $tmp" EXIT
cd "$(mktemp -d)" && git init && rm -rf *
rm -rf ~/.cache/huggingface/hub/models--x
rm -rf ~/.gradle/caches
rm -rf ~/Library/Developer/Xcode/DerivedData/*
rm -f .git/index.lock
rm .git/hooks/pre-commit
rm -rf .git/hooks
rm -rf vendor/bundle
rm -rf src/generated/*
rm -rf public/build/*
cd frontend && rm -rf node_modules && npm ci
cd /home/dev/acme && rm -rf build
cd /home/dev/acme/packages/a; rm -rf dist
git worktree remove ../acme-x
find . -name node_modules -type d -prune -exec rm -rf '{}' +
find . -name '*.log' -mtime +7 -delete
find ./logs -type f -mtime +30 -delete
find . -path ./node_modules -prune -o -name '*.js' -print
find . -type f -name '*.tmp' | xargs rm -f
find . -name "*.bak" -exec rm -v {} \;
find src -name '*.test.js.snap' -delete
docker run --rm -v "$PWD":/src -w /src node:20 rm -rf node_modules
docker exec app rm -rf /app/tmp/cache
docker rm -f test-db
docker rm $(docker ps -aq -f status=exited)
docker compose down --rmi local
docker rmi $(docker images -q -f dangling=true)
docker compose run --rm web rake db:migrate
kubectl delete pod --field-selector=status.phase==Succeeded
kubectl delete pod -l app=web
kubectl delete -f job.yaml
kubectl rollout undo deploy/x
git stash show -p
git checkout -- package-lock.json
git checkout .eslintrc
git checkout feature/rm-rf
git restore src/
git reset HEAD~1
git reset -- .
git clean -fdn
git clean -fd build/
git push origin feature --force-with-lease
git push origin v1.2.3
git push origin HEAD
git push origin main:main
git commit -m "feat: x" -m "git push --force is not needed; DROP TABLE foo"
git commit -F - <<'EOF'\nfix: rm -rf / guard\n\nThis blocks `rm -rf /` and git reset --hard.\nEOF
git commit -m "$(cat <<'EOF'\nfix: never rm -rf /\n\nDROP TABLE users; `git reset --hard`\nEOF\n)"
gh pr create --title x --body "$(cat <<'EOF'\n## Notes\n- `rm -rf /` is now refused\n- terraform destroy too\nEOF\n)"
gh pr comment 1 --body 'run `git push --force`?'
git log --oneline | grep -i 'drop table'
git diff | grep -n 'rm -rf'
echo "DROP TABLE users;" | tee migrations/001_down.sql
cat <<'SQL' > migrations/002.sql\nDROP TABLE old;\nDELETE FROM x;\nSQL
grep -c "DELETE FROM" dump.sql
psql -f drop_old_tables.sql --dry-run
psql -c "select pg_terminate_backend(1)"
psql -c "SELECT * FROM information_schema.tables WHERE table_name = 'drop'"
psql -c "COMMENT ON TABLE x IS 'truncate me'"
psql -c "CREATE TEMP TABLE t AS SELECT 1; DROP TABLE IF EXISTS pg_temp.t"
psql -c "DELETE FROM jobs WHERE created_at < now() - interval '30 days'"
mysql -e "UPDATE users SET last_seen = NOW() WHERE id IN (1,2,3)"
sqlite3 test.db "INSERT INTO t VALUES ('delete from x')"
redis-cli --scan --pattern 'sess:*'
redis-cli INFO
redis-cli CONFIG GET '*'
mongosh --eval "db.stats()"
npx prisma studio
npx prisma migrate status
rails db:seed
rake db:schema:dump
RAILS_ENV=test bundle exec rake db:drop db:create
NODE_ENV=test npx sequelize-cli db:drop
python manage.py test
python manage.py migrate --plan
terraform plan -destroy -out x
terraform show
terraform validate
aws s3 mv a s3://b/a
aws s3api list-objects --bucket b
aws logs tail /aws/lambda/delete-user --follow
aws lambda invoke --function-name delete-stale out.json
aws ec2 delete-tags --resources i-1 --tags Key=a
gcloud logging read 'protoPayload.methodName="delete"'
gcloud run deploy delete-service
az webapp list --query "[?name=='delete']"
curl -X POST https://api.example.com/delete -d '{"dry":true}'
curl https://api.example.com/v1/delete-me
curl -X DELETE http://127.0.0.1:8080/api/x
curl -d '{"query":"{ users { id deletedAt } }"}' https://api.example.com/graphql
chmod -R 755 public
chmod -R 777 ./storage
chown -R $(id -u):$(id -g) .
sudo chown -R www-data storage/
find . -type f -exec chmod 644 {} +
sudo find . -user root -exec chown dev {} +
dd if=/dev/zero of=test.img bs=1M count=10 && mkfs.ext4 -n test.img
dd if=/dev/zero of=/tmp/x bs=1M count=1
cat /dev/urandom | head -c 10 > rand.bin
ls -l /dev/sda
sudo fdisk -l /dev/sda
sudo smartctl -a /dev/sda
echo 1 > /proc/sys/vm/drop_caches
echo performance | sudo tee /sys/devices/system/cpu/cpu0/cpufreq/scaling_governor
echo 'export X=1' >> ~/.zshrc
cat > ~/.config/app/config.toml <<EOF\nx=1\nEOF
echo "$PATH" > /tmp/path.txt
date > .last-run
> src/empty.py
: > .env.test
cp .env.example .env
mv dist dist.old && mv dist.new dist
mv old.txt /tmp
mv node_modules /tmp/nm-old
npm test 2>&1 | tee test.log
crontab -l > backup.cron
sudo systemctl restart nginx
sudo kill -HUP $(cat /run/nginx.pid)
kill %1
kill -9 $!
kill -15 -1234
pkill -9 -f "node server.js"
xargs kill < pids
killall -9 Simulator
history -c
shutdown -h now
nvm uninstall 16
brew uninstall x
pip uninstall -y x
apt-get remove -y x
conda env remove -n x
npm rm left-pad
yarn remove x
cargo remove serde
poetry env remove --all
bundle clean --force
gem cleanup
docker image rm x
flutter clean
xcodebuild clean
git lfs prune
pre-commit clean
eval "$(rbenv init -)"
eval "$(ssh-agent)" && ssh-add
source <(kubectl completion bash)
bash -c "$(curl -fsSL https://raw.githubusercontent.com/x/install.sh)"
curl -sL https://x.example | bash -s -- --rm
wget -qO- https://x.example | sh
sh -c "npm run build && rm -rf tmp"
bash -c 'for f in *.tmp; do rm "$f"; done'
python3 -c "import json,sys; print(json.load(sys.stdin)['rm'])"
python3 -c "import re; re.sub('rm -rf', '', x)"
python3 -c "import os; os.unlink('tmp.txt')"
python3 -c "import os; [os.remove(f) for f in ['a','b']]"
python3 -c "import shutil; shutil.rmtree('/tmp/x')"
python3 <<'EOF'\nimport re\npatterns = ["rm -rf /", "git reset --hard"]\nfor p in patterns: print(p)\nEOF
node -e "const s = 'rm -rf /'; console.log(s.length)"
node -e "fs=require('fs');fs.rmSync('./dist',{recursive:true,force:true})"
jq -n '{"tool":"Bash","command":"rm -rf /"}' | ./hook.sh
echo '{"tool_input":{"command":"rm -rf /"}}' | python3 hook.py
echo '{"command":"git push --force"}' | bash hooks/guard.sh
printf '{"command":"rm -rf ~"}' | node guard.js
CMD="rm -rf /" ./guard.sh
./guard.sh "rm -rf /"
./guard.sh 'git reset --hard' --dry-run
node guard.js --command "rm -rf /"
pytest -k "test_blocks_rm_rf"
cargo test -- 'rm -rf'
go test -run 'TestRmRf/rm_-rf_/'
npm run guard -- "rm -rf /"
test "$(echo rm -rf /)" = x
assert_blocked "rm -rf /"
shellcheck - <<< 'rm -rf "$x"'
sed -i 's#rm -rf /#rm -rf ./#' clean.sh
sed -i '/rm -rf/d' x.sh
awk '{gsub(/rm -rf/,"trash")}1' x
perl -i -pe 's/rm -rf/trash/' x
tr 'rm' 'ab' <<< 'rm -rf'
ls -la | grep -v rm
ps aux | grep 'rm -rf'
watch -n5 'df -h /'
time find / -name '*.so' 2>/dev/null
docker build --build-arg CMD='rm -rf /' .
docker run --rm alpine sh -c 'echo rm -rf /'
ssh host 'grep "rm -rf" /var/log/x'
ssh host "ls / && df -h"
rsync -avz --delete ./build/ ./public/
rsync -a --exclude .git ./ /tmp/copy/
tar --delete -f x.tar a
zip -d x.zip a
unzip -p x.zip
mktemp -d | xargs rm -rf
rm -v a.txt b.txt
rm -rI tmp
rm -d emptydir
rm -- "-rf"
rm ./-rf
\rm -f x.txt
command rm -f build.log
rm -f /home/dev/acme/.env.bak
rm -f package-lock.json yarn.lock
rm -f *.tgz
rm -rf *.dSYM
rm -rf build-*
rm -rf test-results/ playwright-report/
rm -rf .pytest_cache/ **/*.pyc
rm -f ./**/.DS_Store
bin/rails -T db:drop
rake -n db:reset
DB_DATABASE=:memory: php artisan migrate:fresh
sqlite3 /tmp/scratch.db 'DROP TABLE IF EXISTS t'
shred -u /tmp/key.pem
shred -u "$TMPDIR/key"
k=$(mktemp); shred -u "$k"
git clone https://git.example.com/kit.git kit && rm -rf kit/.git
git clone --depth 1 git@git.example.com:a/kit.git && cd kit && rm -rf .git
cp -r templates/web site && rm -rf site/.git
npx degit acme/kit site && rm -rf site/.git
find . -xtype l -delete
find ~/.acme-agent/sessions -mmin +240 -type f -delete
sgdisk -p /dev/sda
(crontab -l; echo "30 1 * * * /usr/local/bin/backup") | crontab -
sudo mv /usr/local/bin/acme /tmp/
mv /etc/acme/acme.conf /etc/acme/acme.conf.old
git-lfs prune
git -c clean.requireForce=true clean -d
gsutil rsync -r dist gs://site
supabase stop
VBoxManage list vms
cypher-shell 'MATCH (n:Entry {id: 4}) DETACH DELETE n'
make PREFIX=~/.local install
rm -rf "build/${HOME##*/}"
dropdb --if-exists -h localhost ledger_test
nats stream ls
nomad job stop -region eu web
databricks fs ls dbfs:/
confluent kafka topic list
dotnet-ef database update
ansible all -m file -a 'path=/srv/app state=directory'
sudo rm -f /usr/local/bin/ledger
sudo rm /etc/nginx/sites-enabled/default
sudo rm -f /etc/apt/sources.list.d/ledger.list
sudo rm -f /var/run/ledger.pid /run/ledger/ledger.sock
rm ~/Downloads/ledger-installer.dmg
rm -f ~/.zcompdump*
zfs destroy -nv tank/ledger@old
psql -c 'DROP DATABASE IF EXISTS "ledger-test" WITH (FORCE)'
DATABASE_URL=postgres://localhost:5432/ledger_test npx prisma migrate reset --force
rm -rf ~/.android/cache ~/.gradle/wrapper/dists
rm -rf ~/.virtualenvs/ledger
rm -rf ~/Library/Logs/ledger
$GIT log --oneline
"$SHELL" -c 'ls ~'
$PYTHON -m pytest -q
printf 'dist\0build\0' | xargs -0 rm -rf
hyperfine --warmup 3 'ls ~' 'find . -name x'
nix run nixpkgs#ripgrep -- 'rm -rf ~'
"""
