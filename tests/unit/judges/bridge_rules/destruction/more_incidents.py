r"""Commands that destroy data, of every kind, as people and agents write them; one a line, ``\n`` for a line break."""

MORE_DESTRUCTIVE = r"""
rm -rf tests/ patches/ plan/ ~/
rm -rf "$HOME/.config"
rm -rf -- "$HOME"
rm -rf ./ 2>/dev/null
rm -rf ~/.claude
rm -rf ~/{Desktop,Documents}
find ~/ -maxdepth 1 -type d -exec rm -rf {} \;
find . -maxdepth 1 ! -name keep -exec rm -rf {} +
find . -type f | xargs rm
find . -type f -print0 | xargs -0 rm -f
find /home/dev -name '*.bak' -delete
find . -mindepth 1 -maxdepth 1 -exec rm -rf -- {} +
cd /tmp/../home && rm -rf dev
cd ~ ; rm -rf ./*
cd /home/dev; rm -rf acme
cd / ; find . -name x -exec rm {} \;
(cd .. && rm -rf *)
bash -c "cd / && rm -rf *"
sh -c 'cd "$HOME" && rm -rf .'
if [ -d "$D" ]; then rm -rf "$D/"*; fi
D=$(dirname "$PWD"); rm -rf "$D"
D=$(cd .. && pwd); rm -rf "$D"
rm -rf "$(dirname "$(pwd)")"
rm -rf "$(realpath ..)"
rm -rf "$(git rev-parse --show-toplevel)"
rm -rf $(git rev-parse --show-toplevel)/.git
rm -rf "${PWD%/*}"
rm -rf "${PWD}"
rm -rf "${HOME:?}/"*
rm -rf $HOME/../other
rm -rf /home/dev/acme/../../dev
rm -rf /home/*/
rm -rf /var/www/html/*
rm -rf /opt/homebrew
rm -rf ~/Library
rm -rf /System/Library
rm -rf /usr/bin/env
rm /etc/nginx/nginx.conf
rm -f ~/.ssh/id_rsa
rm ~/.zshrc
echo y | rm -ri /
yes | rm -r /
yes | rm -r ~
nohup sh -c 'rm -rf /' >/dev/null 2>&1 &
(sleep 5; rm -rf ~) &
at now + 1 minute <<EOF\nrm -rf ~\nEOF
echo 'rm -rf ~' | at now
echo "rm -rf /" | ssh host bash
ssh host 'sudo rm -rf /var/lib/docker'
ssh root@h "rm -rf /home/app/releases/*"
scp x h: && ssh h "cd /srv && rm -rf app"
docker exec db sh -c 'rm -rf /var/lib/mysql/*'
docker run -v /:/mnt alpine sh -c 'rm -rf /mnt/*'
docker run --rm -v $HOME:/h busybox rm -rf /h
docker volume ls -q | xargs docker volume rm
docker volume rm $(docker volume ls -qf dangling=true)
docker system prune -a -f && docker volume prune -f
docker stop $(docker ps -aq) && docker rm -v $(docker ps -aq)
docker container prune -f --filter until=1h
kubectl get ns -o name | xargs kubectl delete
kubectl delete namespace/prod
kubectl delete pvc -l app=db -n prod
kubectl delete -A --all pods
kubectl delete deploy,svc,pvc --all -n prod
helm ls -q | xargs helm uninstall
terraform apply -auto-approve -destroy -var x=y
cd infra && terraform destroy -auto-approve
TF_WORKSPACE=prod tofu destroy -auto-approve
terraform state rm $(terraform state list)
pulumi down --yes
aws s3 rm s3://prod --recursive --exclude "*" --include "*.log"
aws s3 ls | awk '{print $3}' | xargs -I{} aws s3 rb s3://{} --force
for b in $(aws s3 ls | cut -d' ' -f3); do aws s3 rb s3://$b --force; done
aws ec2 describe-instances --query x --output text | xargs aws ec2 terminate-instances --instance-ids
aws dynamodb delete-item --table-name t --key x
aws rds delete-db-instance --db-instance-identifier prod --skip-final-snapshot --delete-automated-backups
gcloud projects delete prod --quiet
gcloud firestore databases delete --database=x
az aks delete -n c -g g --yes --no-wait
psql prod -c "DROP TABLE users;" && echo done
psql "postgres://u:p@h/db" -c "delete from orders;"
PGPASSWORD=x psql -h h -U u -d d <<SQL\nDELETE FROM orders;\nSQL
mysql -h h -u u -p$PW -e "TRUNCATE TABLE orders" db
mysql -N -B -e 'DROP DATABASE IF EXISTS app; CREATE DATABASE app;'
sqlite3 db.sqlite3 "DELETE FROM auth_user; VACUUM;"
sqlite3 app.db ".open x" "drop table t"
echo "db.dropDatabase()" | mongo prod
mongosh "mongodb://h/db" --eval "db.getCollectionNames().forEach(c => db[c].drop())"
redis-cli -u redis://h:6379 FLUSHALL
redis-cli KEYS '*' | xargs redis-cli DEL
redis-cli EVAL "return redis.call('FLUSHALL')" 0
rails db:drop DISABLE_DATABASE_ENVIRONMENT_CHECK=1
DISABLE_DATABASE_ENVIRONMENT_CHECK=1 bundle exec rails db:drop
RAILS_ENV=production bin/rails db:reset
rails runner 'ActiveRecord::Base.connection.execute("DROP TABLE users")'
rails runner "User.destroy_all"
npx prisma db push --force-reset --skip-generate
pnpm prisma migrate reset -f
yarn prisma migrate reset
bunx prisma migrate reset --force
npm exec prisma migrate reset
npx drizzle-kit push --force
supabase db reset
php artisan db:wipe --force
python manage.py dbshell <<< 'DROP TABLE x;'
curl -X DELETE "https://es.example.com/index"
curl -s -X POST https://backboard.railway.app/graphql/v2 -d '{"query":"mutation { volumeDelete(volumeId: \"a\") }"}'
gh api -X DELETE /repos/o/r
gh repo delete o/r --confirm
git push origin HEAD:main --force
git push -uf origin main
git push --force-with-lease --force origin main
git push origin --force --all
git push --delete origin main
git push origin :refs/heads/main
git checkout HEAD .
git checkout -q -- .
git checkout main -- .
git checkout --ours .
git restore --worktree .
git restore ':/'
git clean -dfx
git clean -fxd -e .env
git clean -q -f -d
git stash drop -q
git stash && git stash drop
git reset --hard origin/main && git clean -fd
git fetch && git reset -q --hard FETCH_HEAD
git reset --keep HEAD~1 && git reset --hard
cd repo && git reset --hard HEAD
git -C /home/dev/x clean -fdx
git branch | grep -v main | xargs git branch -D
git branch -D $(git branch --merged)
git for-each-ref --format='%(refname)' | xargs -n1 git update-ref -d
git rm -rf --ignore-unmatch .
dd if=/dev/urandom of=/dev/disk2
dd status=progress of=/dev/mmcblk0 if=x
sudo sh -c 'cat x > /dev/sda'
sudo bash -c "echo > /dev/nvme0n1"
mkfs.vfat -F 32 /dev/sdb1
sudo mkfs.btrfs -f /dev/sdb
yes | mkfs.ext4 /dev/sda
echo y | sudo mkfs -t ext4 /dev/sda1
chmod -R a-rwx /
chown -R nobody:nogroup /var
find / -exec chmod 777 {} +
sudo find / -type f -delete
mv /home/dev/* /dev/null
mv ~/.ssh /dev/null
cp /dev/null ~/important.doc
cat /dev/null > ~/.ssh/authorized_keys
:>~/notes.md
> ~/.bash_history
truncate -s 0 ~/*.log
truncate --size 0 /var/log/syslog
echo "" > /etc/fstab
tee /etc/passwd < /dev/null
rsync -a --delete $(mktemp -d)/ /srv/data/
rsync -r --delete --force empty/ /home/dev/
python -c "import os; os.rmdir('/x')" || rm -rf /
python3 -c "__import__('os').system('rm -rf ~')"
python3 -c "__import__('shutil').rmtree('/home/dev')"
python3 -c "import os,shutil;shutil.rmtree(os.environ['HOME'])"
python3 -c "import shutil; shutil.rmtree('../..')"
python3 -c "import pathlib,shutil; shutil.rmtree(pathlib.Path.home() / 'Documents')"
python3 - <<'PY'\nimport subprocess\nsubprocess.run(["rm", "-rf", "/home/dev"], check=True)\nPY
cat <<'PY' | python3\nimport os\nos.system("git reset --hard")\nPY
node -e "const fs=require('fs'); fs.rmSync('/home/dev',{recursive:true})"
node -e "require('fs').promises.rm('/', {recursive:true})"
node -e "import('fs').then(fs => fs.rmSync('..', {recursive: true, force: true}))"
perl -MFile::Path=remove_tree -e 'remove_tree("/home/dev")'
ruby -e 'exec "rm", "-rf", "/"'
ruby -e '%x(rm -rf ~)'
osascript -e 'do shell script "rm -rf ~"'
php -r 'shell_exec("rm -rf /");'
lua -e 'os.execute("rm -rf /")'
deno eval "Deno.removeSync('/', {recursive: true})"
bash -c $'rm -rf /'
bash -c "$(printf 'rm -rf /')"
bash -c "${x:-rm -rf /}"
bash -ic 'rm -rf ~'
bash --norc -c 'rm -rf ~'
bash -o pipefail -c 'rm -rf ~'
/bin/bash -c 'rm -rf /'
env bash -c 'rm -rf /'
command sudo rm -rf /
sudo -i rm -rf /
sudo -s <<< 'rm -rf /'
sudo su -c 'rm -rf /'
sudo su - root -c "rm -rf /"
su -l root -c 'rm -rf /'
exec sudo rm -rf ~
eval "$(echo cm0gLXJmIH4= | base64 -d)"
eval "$(echo -n 'r'; echo 'm -rf /')"
$(printf '\162\155') -rf /
$(tr a-z b-za <<< ql) -rf /
x=$'rm'; "$x" -rf /
x=rm y=-rf; $x $y ~
{ x=rm; $x -rf ~; }
x() { command rm "$@"; }; x -rf ~
rm() { command rm -rf "$@"; }; rm /
alias rm='rm -rf'; rm /
r''m -r''f /
"r"m "-"rf "/"
/???/rm -rf /
rm -rf /ho*
rm -rf "/"home
rm -rf /home/dev/ac*
rm -rf ../acme
rm -rf ../*/
rm -rf $OLDPWD/x /
xargs -a list rm -rf /
xargs -I % rm -rf % <<< ~
echo "~" | xargs -I{} sh -c 'rm -rf {}'
find . -name '*' -exec rm -rf {} \;
find . -name .git -exec rm -rf {} +
find .. -name node_modules -exec rm -rf {} +
ls -d */ | xargs rm -rf
ls -1 | while read f; do rm -rf "$f"; done
for f in *; do rm -rf "$f"; done
for f in ./*; do rm -rf "$f"; done
for d in */; do rm -rf "$d"; done
for i in ~/*; do rm -rf $i; done
while :; do rm -rf /; done
tmux send-keys 'rm -rf /' Enter
screen -dm bash -c 'rm -rf /'
crontab -r && echo ok
launchctl unload x; rm -rf ~/Library/LaunchAgents
Remove-Item -Recurse -Force ~
rmdir /s /q C:\
del /f /s /q C:\Users\*
powershell.exe -NoProfile -Command "Remove-Item -Recurse -Force 'C:\Users\dev'"
powershell -c "Get-ChildItem -Path C:\Users -Recurse | Remove-Item -Force -Recurse"
cmd.exe /c rmdir /s /q "C:\Program Files"
zfs rollback -r tank@x
nix-collect-garbage -d && rm -rf /nix
apt-get purge -y postgresql && rm -rf /var/lib/postgresql
systemctl stop db; rm -rf /var/lib/mysql
vault kv destroy -versions=1 secret/x
consul kv delete -recurse ''
etcdctl del / --prefix
kafka-topics --delete --topic orders --bootstrap-server b
firebase firestore:delete --all-collections -y
heroku pg:reset DATABASE_URL --app x --confirm x
fly volumes delete vol_1 -y
vercel rm app --yes
git-reset --hard
/usr/libexec/git-core/git-clean -ffdx
GIT reset --hard
git -c clean.requireForce=off clean -d
RM -rf ~/ledger
dd if=/dev/zero of=~/.ssh/id_ecdsa
sudo mv /var/lib /tmp/lib
mv -t /tmp/away /etc/passwd
truncate -s -4K /etc/hosts
echo bHMgLWE= | base64 -d | bash
echo "15 2 * * * rm -rf /srv/ledger" | crontab -
sfdisk /dev/sdc < partitions.dump
hasura metadata clear
npx convex import --replace-all ledger.zip
gsutil -m rsync -r -d empty gs://ledger
azcopy sync empty https://x.blob.core.windows.net/c --delete-destination=true
supabase stop --no-backup
gcloud firestore bulk-delete --collection-ids=ledger
VBoxManage unregistervm ledger --delete
k3s-uninstall.sh
cypher-shell 'MATCH (n:Entry) DETACH DELETE n'
rm -rf ${HOME%/}
rm -rf "$(dirname "$HOME")"
rm -rf C:\Users\dev\ledger
cp -r ../other/. . && rm -rf .git
find ~/.ssh -mtime +90 -delete
dropdb latest
dotnet-ef database drop -f
dotnet ef database update 0
nats stream rm LEDGER -f
nomad job stop -purge web
databricks fs rm -r dbfs:/ledger
confluent kafka topic delete ledger
pg_dropcluster 14 main --stop
hg strip -r 0 --no-backup
ansible all -m file -a 'path=/srv/ledger state=absent'
rails console <<< 'Entry.delete_all'
php artisan tinker --execute="DB::table('entries')->delete();"
sudo rm -f /usr/local/bin/*
sudo rm -rf /usr/local/bin
sudo rm /etc/nginx/sites-available/ledger
rm ~/Downloads/*
rm ~/.ssh/known_hosts
zfs destroy -r tank/ledger
psql -c 'DROP DATABASE ledger_test, ledger'
DATABASE_URL=postgres://db.internal/contest npx prisma migrate reset --force
rm -rf ~/.nvm
rm -rf ~/Library/Logs
"$SHELL" -c 'rm -rf ~'
$0 -c 'rm -rf ~'
$RM_BIN -rf ~
$GIT reset --hard
$KUBECTL delete namespace ledger
printf '%s\0' ~ | xargs -0 rm -rf
echo 'rm -rf ~' | xargs -0 sh -c
hyperfine --prepare 'rm -rf ~' 'ls'
nodemon --exec 'rm -rf ~'
watchexec -e js -- rm -rf ~
perf stat -e cycles rm -rf ~
arch -x86_64 rm -rf ~
man -P 'rm -rf ~' ls
nix run nixpkgs#bash -- -c 'rm -rf ~'
"""
