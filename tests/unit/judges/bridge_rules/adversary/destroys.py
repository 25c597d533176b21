r"""Commands that destroy data, in many spellings; one a line, ``\n`` for a line break."""

from typing import Final

DESTROYS: Final = r"""
ls && echo 'rm -rf /' 2>/dev/null | sh
true && rm</dev/null -rf /opt/app
ls | rm >log -rf /opt/app
echo hi | crontab - 2>/dev/null || true
rm -rf -- ~
rm -rf "~" ; rm -rf ~
rm -rf ${STEAMROOT}/*
STEAMROOT="$(cd "${0%/*}" && echo $PWD)"; rm -rf "$STEAMROOT/"*
rm -rf "$UNSET_DIR"/
rm -rf /usr /lib/nvidia-current/xorg/xorg
sudo rm -rf --no-preserve-root /
sudo -n -u root rm -rf /var/lib/postgresql
rm -Rf ../
rm -rf .[!.]* *
rm -rf ./.git ./.github
rm -rf $PWD
cd ~ && rm -rf ./*
cd .. && rm -rf acme
(cd /var/log; rm -rf *)
pushd /srv && rm -rf data; popd
rm -rf /home/dev/acme2
rm -rf src/../../other
"r"m -r"f" /
/bin/rm -rf /opt/app
command rm -rf /opt/app
\rm -rf ~
env FOO=1 rm -rf /etc
nohup rm -rf /var/www &
timeout 30 rm -rf /var/www
time nice -n 10 ionice -c3 rm -rf /var/www
sh -c "cd / && rm -rf *"
bash -lc "rm -rf ~/Projects"
eval "rm -rf /"
printf 'rm -rf %s' / | bash
bash <<< 'rm -rf /home'
bash <<'X'\nrm -rf /home\nX
python3 -c "import shutil; shutil.rmtree('/home/dev')"
python -c "import os; os.system('rm -rf /')"
node -e "require('fs').rmSync('/home/dev',{recursive:true,force:true})"
ruby -rfileutils -e 'FileUtils.rm_rf("/srv")'
find / -name '*.log' -delete
find . -type f -exec rm -f {} \;
find ~ -type f -mtime +30 | xargs rm -f
ls -d /home/* | xargs rm -rf
for d in /home/*; do rm -rf "$d"; done
rsync -a --delete build/ /
rsync -av --delete-after ./empty/ ~/
rsync -a --delete ./dist/ deploy@web1:/var/www/
shred -u ~/.ssh/id_rsa
truncate -s 0 /var/log/auth.log
: > ~/.bashrc
echo "" > /etc/hosts
cat /dev/null > /home/dev/notes.txt
cp /dev/null /etc/fstab
dd if=/dev/urandom of=/dev/nvme0n1 bs=1M
dd of=/dev/sda if=/dev/zero
sudo mkfs.ext4 -F /dev/sdb1
mkfs -t xfs /dev/vdb
blkdiscard /dev/nvme0n1
diskutil eraseDisk APFS X disk0
cryptsetup luksFormat /dev/sda2
pvremove -ff /dev/sdb
lvremove -f vg0/data
btrfs subvolume delete /mnt/data
sudo chmod -R 000 /etc
chown -R nobody /usr
mv ~/* /dev/null
mv /home/dev/data /dev/null
git reset --hard origin/main
git -C /home/dev/acme reset --hard HEAD~1
git restore --source=HEAD --staged --worktree .
git checkout -f main
git clean --force -d -x
git clean -f -d -- .
git push --mirror origin
git push origin --delete main
git push origin :main
git branch -D feature/x
git reflog expire --expire=now --all && git gc --prune=now
git filter-branch --force --index-filter 'git rm --cached x' HEAD
git filter-repo --path secrets.txt --invert-paths --force
git worktree remove --force ../wt
git -c core.hooksPath=/dev/null push --force origin HEAD:master
cd repo && git reset --hard HEAD^
npx prisma migrate reset
pnpm prisma db push --accept-data-loss
bundle exec rails db:drop
RAILS_ENV=production bin/rails db:reset DISABLE_DATABASE_ENVIRONMENT_CHECK=1
rake db:schema:load
./manage.py reset_db --noinput
php artisan migrate:fresh --force
npx typeorm schema:drop -d ds.ts
npx knex migrate:rollback --all
npx supabase db reset
dropdb -U postgres acme
psql -c 'DROP TABLE users;'
psql "$DATABASE_URL" -c "TRUNCATE users CASCADE"
psql -c "DELETE FROM users"
psql -c "DELETE FROM users WHERE true"
psql -c "delete from users where 1=1"
psql -c "UPDATE users SET email='x'"
psql <<SQL\nDROP SCHEMA public CASCADE;\nSQL
echo "DROP DATABASE prod;" | mysql -u root
mysql -uroot -psecret -e "drop database shop"
mysqladmin -f drop shop
sqlite3 app.db "DROP TABLE users"
mongosh acme --eval 'db.dropDatabase()'
mongo --eval "db.users.deleteMany({})"
pg_restore --clean -d prod dump.pgc
redis-cli -h prod -n 0 flushdb
clickhouse-client -q "TRUNCATE TABLE events"
bq rm -r -f acme:dataset
curl -X DELETE http://localhost:9200/_all
curl -XDELETE 'https://es.internal:9200/logs-*'
terraform apply -auto-approve -destroy
terragrunt run-all destroy --terragrunt-non-interactive
tofu destroy -auto-approve
terraform state rm aws_db_instance.main
terraform workspace delete -force prod
cdk destroy --all --force
npx cdk destroy --force
aws cloudformation delete-stack --stack-name prod
aws s3 rb s3://acme --force
aws s3 sync ./empty s3://acme --delete
aws --profile prod rds delete-db-instance --db-instance-identifier prod --skip-final-snapshot
aws ec2 terminate-instances --instance-ids i-0abc
aws dynamodb delete-table --table-name users
gsutil -m rm -r gs://acme-prod
gcloud storage rm --recursive gs://acme/**
gcloud projects delete acme-prod --quiet
gcloud sql instances delete prod -q
az group delete --name prod --yes
az storage container delete -n data
kubectl delete ns production
kubectl delete namespace/production
kubectl delete pvc --all
kubectl drain node1 --delete-emptydir-data --force --ignore-daemonsets
k delete ns prod
helm uninstall prod -n prod
helm delete --purge prod
docker volume rm pgdata
docker compose down --volumes --rmi all
docker rm -vf db
docker exec db psql -U postgres -c 'DROP DATABASE app'
docker run --rm -v /:/host alpine rm -rf /host/etc
docker run --rm -v $HOME:/h alpine sh -c 'rm -rf /h/*'
ssh root@web1 'rm -rf /var/www/*'
ssh prod "sudo systemctl stop pg && rm -rf /var/lib/postgresql/15"
kubectl exec -it db-0 -- psql -c "DROP TABLE users"
kubectl exec db-0 -- rm -rf /data
railway down --yes
heroku pg:reset DATABASE --confirm acme
heroku apps:destroy acme --confirm acme
vercel remove acme --yes
fly apps destroy acme -y
firebase firestore:delete --all-collections -f
wrangler d1 execute DB --command "DROP TABLE users"
wrangler kv namespace delete --namespace-id x
gh repo delete acme/app --yes
gh release delete v1.0 --yes
npm unpublish acme --force
unlink /etc/resolv.conf
rmdir /s /q C:\\Users\\dev
sudo rm /etc/nginx/nginx.conf
rm /home/dev/other/file.txt
X=/; rm -rf $X
A=r B=m; $A$B -rf /etc
rm${IFS}-rf${IFS}/
rm -rf {/etc,/var}
{rm,-rf,/}
alias x='rm -rf'; x /
f(){ rm -rf "$1"; }; f /
`echo rm -rf /`
xargs -I{} rm -rf {} <<< /
true || false; ! rm -rf /
rm -rf "${DIR:-/}"
rm -rf "${X%/*}"/*
rm -rf /tmp/../etc
tar --remove-files -czf /tmp/b.tgz /home/dev/docs
zip -rm /tmp/a.zip ~/Documents
su -c 'rm -rf /' root
doas rm -rf /etc
parallel rm -rf ::: /etc /var
fd . ~ -x rm -rf
make clean && rm -rf /
echo "$(rm -rf ~)"
echo hi > /dev/sda1
tee /dev/sda < x.img
sed -i d /etc/passwd
rclone purge remote:bucket
rclone sync ./empty remote:bucket
restic forget --keep-last 0 --prune
borg delete /backup::all
rm -rf /mnt/c/Users/dev
rm -rf node_modules /
rm -rf ./ build
rm -rf $HOME/.cache/../
rm -rf -- "$(git rev-parse --show-toplevel)"
watch -n 5 rm -rf /var/log/app
at now <<< 'rm -rf /srv'
systemd-run rm -rf /srv
unshare -r rm -rf /srv
script -c 'rm -rf /srv'
flock /tmp/l rm -rf /srv
strace -f rm -rf /srv
poetry run python -c "import shutil;shutil.rmtree('/')"
npx rimraf /
npx -y rimraf ~/projects
npx del-cli --force ../**
rm -rf "${BUILD_DIR}/"
rm -rf ${BUILD_DIR:-}/*
rm -rf "$(dirname "$0")/.."
cd $UNSET; rm -rf *
cd && rm -rf *
cd - && rm -rf ./*
cd build && rm -rf ../*
cd build; rm -rf ..
cd /tmp && rm -rf *
find . -mindepth 1 -maxdepth 1 -exec rm -rf {} \;
find . -not -name '.git' -delete
find . -type d -name .git -exec rm -rf {} +
find "$HOME" -type d -empty -prune -exec rm -rf {} +
git ls-files -z | xargs -0 rm -f
ls -A | grep -v keep | xargs rm -rf
shopt -s extglob; rm -rf !(keep)
rm -rf -- !(README.md)
rm -rf ?*
rm -rf {.,}*
rm -rf ./{*,.*}
rm -rf "$PWD"/{*,.*}
rm -rfv ~/Library/Application\ Support
rm -rf /Users/dev/Desktop
rm -rf /Volumes/Backup
rm -rf ~/.config
rm ~/.zsh_history
D=; rm -rf "$D"/*
D=/srv/data; rm -rf "$D"
export D=~; rm -rf $D
read D < /dev/null; rm -rf "$D/"
D=$1; rm -rf "$D"/
rm -rf "$1"/*
set -- /; rm -rf "$1"
IFS=,; c="rm,-rf,/"; $c
c="rm -rf /"; $c
c="rm -rf /"; ${c}
printf -v c 'rm -rf %s' /; eval $c
eval $(echo 'cm0gLXJmIC8=' | base64 -d)
bash -c "$(echo 'cm0gLXJmIC8=' | base64 --decode)"
echo 726d202d7266202f | xxd -r -p | bash
python3 -c "exec(__import__('base64').b64decode('aW1wb3J0IG9z'))"
python3 -c "import base64,os;os.system(base64.b64decode('cm0gLXJmIC8=').decode())"
. /dev/stdin <<< 'rm -rf /'
bash <(printf 'rm -rf /')
cat x | while read l; do rm -rf /$l; done
env -S 'rm -rf /'
nice -n19 -- rm -rf /
sudo -- sh -c 'rm -rf /var/*'
sudo --user=root rm -rf /opt
sudo -u postgres psql -c 'drop database prod'
sudo su - postgres -c "dropdb prod"
su postgres -c "psql -c 'DROP DATABASE prod'"
r""m -rf /
rm -r""f /
rm $'-rf' $'\x2f'
rm -rf $'/\x68ome'
rm -rf /h?me/dev
rm -rf /{home,etc}
rm -rf -v --one-file-system /
rm -f -- /etc/*
rm -r --interactive=never /srv
git clean -d -f -x
git clean -dfX
git reset --hard HEAD~3 && git clean -df
git reset --har
git checkout HEAD -- src/ test/ .
git checkout --force
git restore --worktree --staged .
git restore :/
git push --force origin feature/x
git push -fu origin main
git push --force-with-lease origin main
git push origin --delete release/1.0
git push --prune origin
git push -d origin main
git branch -D main
git branch --delete --force old
git tag -d v1.0 && git push origin :refs/tags/v1.0
git filter-branch -f --tree-filter 'rm -f x' HEAD
git rebase -i --exec 'git push --force' HEAD~3
git submodule foreach 'git reset --hard'
git submodule foreach --recursive git clean -fdx
gh repo delete --yes
gh api -X DELETE repos/acme/app
gh api --method DELETE /repos/acme/app
glab repo delete acme/app
gh release delete v1 -y --cleanup-tag
curl -X DELETE -H "Authorization: token x" https://api.github.com/repos/a/b
terraform destroy -target=module.db
terraform -chdir=x destroy --auto-approve
TF_VAR_x=1 terraform destroy
terraform apply -replace=aws_db_instance.x -auto-approve
ansible all -m shell -a 'rm -rf /var/www'
salt '*' cmd.run 'rm -rf /srv'
pssh -h hosts 'rm -rf /srv'
docker run -v /:/mnt --rm alpine sh -c 'rm -rf /mnt/home'
docker rm -f $(docker ps -a -q)
docker container prune -f
docker system prune -a
docker compose -f docker-compose.yml -p x down -v --remove-orphans
docker exec db rm -rf /var/lib/mysql
docker exec db mysql -e 'DROP DATABASE app'
kubectl delete ns staging --force --grace-period=0
kubectl delete deploy,svc,pvc --all
kubectl delete pods --all -n prod
kubectl --context prod delete namespace payments
kubectl delete pv pv-1
kubectl delete crd x.y.z
helm uninstall -n prod redis
helmfile destroy
aws s3 rm --recursive s3://b/prefix/
aws s3 rm s3://b/one-file.txt
aws s3api delete-objects --bucket b --delete file://d.json
aws rds delete-db-cluster --db-cluster-identifier x --skip-final-snapshot
aws eks delete-cluster --name x
aws iam delete-user --user-name x
aws kms schedule-key-deletion --key-id x
aws logs delete-log-group --log-group-name x
aws lambda delete-function --function-name x
gcloud compute instances delete vm-1 --quiet
gcloud storage buckets delete gs://b
az vm delete -g x -n y --yes
az keyvault purge --name x
az group delete -n x -y --no-wait
doctl compute droplet delete 1 --force
hcloud server delete x
flyctl postgres destroy x
railway volume delete x
heroku pg:reset --confirm app
vercel projects rm app
neonctl branches delete main
npx wrangler d1 delete prod -y
npx prisma db push --force-reset
yarn prisma migrate reset -f
bunx prisma migrate reset
pnpm dlx prisma migrate reset --force
npm exec prisma migrate reset -- --force
npm run db:reset
npm run prisma:reset
yarn db:drop
rails db:migrate:reset
bin/rails db:drop db:create db:migrate
rake db:drop
RAILS_ENV=production rails db:schema:load
python manage.py sqlflush | python manage.py dbshell
python3 manage.py migrate app zero
django-admin flush --no-input
php artisan migrate:reset
php artisan migrate:refresh --seed
php bin/console doctrine:schema:drop --full-database --force
mix ecto.drop --force
npx typeorm-ts-node-commonjs schema:drop
goose reset
migrate -path db -database x drop -f
flyway -url=x clean
liquibase drop-all
psql -h prod -U u -d app -c "drop schema public cascade; create schema public"
psql -c 'BEGIN; DROP TABLE a; COMMIT'
psql --command="TRUNCATE TABLE logs"
psql -c "ALTER TABLE users DROP COLUMN email"
psql -c "DELETE FROM users;"
psql -c "DELETE FROM users -- WHERE id=1"
psql -c "DELETE FROM public.users"
psql -c "/* x */ DROP /* y */ TABLE users"
psql -c "drop	table\nusers"
psql -c "DROP OWNED BY app"
psql -c "DROP ROLE app"
psql <<< "drop table x"
psql -c "DO $$ BEGIN EXECUTE 'DROP TABLE x'; END $$"
psql -c "SELECT pg_terminate_backend(pid) FROM pg_stat_activity; DROP DATABASE x"
mysql -e "TRUNCATE users" app
mysql app -e "SET FOREIGN_KEY_CHECKS=0; DROP TABLE users;"
mysql --execute="DELETE FROM users"
sqlite3 db.sqlite 'delete from users'
sqlite3 db.sqlite <<< 'DROP TABLE t;'
duckdb x.db -c "drop table t"
bq query 'DROP TABLE ds.t'
bq query --use_legacy_sql=false "DELETE FROM ds.t WHERE true"
snowsql -q "drop database x"
clickhouse-client --query "DROP TABLE x"
cqlsh -e "DROP KEYSPACE x"
mongosh --eval "db.getCollectionNames().forEach(c => db[c].drop())"
mongosh mongodb://h/db --eval 'db.users.deleteMany({})'
redis-cli -u redis://h FLUSHALL ASYNC
redis-cli --scan --pattern '*' | xargs redis-cli del
curl -XDELETE localhost:9200/_all
curl -X DELETE 'localhost:9200/*'
curl -X POST https://api.x.example/graphql -d '{"query":"mutation{deleteVolume(id:1)}"}'
dd if=/dev/zero of=/dev/disk2
dd if=img.iso of=/dev/sdb bs=4M status=progress
cat /dev/zero > /dev/sda
pv x.img > /dev/mmcblk0
xz -dc x.xz | dd of=/dev/sdc
sudo sh -c 'echo x > /dev/sda'
cp /dev/zero /dev/sda
mkfs.xfs /dev/sdb1
sudo mkswap /dev/sdb2
chmod -R 0 /
chmod -R a+rwx /etc
chown -R root:root ~
mv ~ /tmp/x
mv / /tmp/x
mv -f important.db /dev/null
ln -sf /dev/null ~/.bash_history
cat /dev/null > ~/.bash_history
history -c && rm ~/.bash_history
echo '' > /etc/passwd
truncate --size=0 /etc/passwd
: >| prod.sqlite
echo y | rm -r /srv
yes | rm -r ~/x
rm -rf /proc/self/cwd
rm -rf /dev/shm
rm -rf $HOME/acme
rm -rf ~/acme/
rm -rf /home/dev/acme/.
tmux send-keys -t x 'rm -rf /' Enter
screen -dmS x rm -rf /srv
at now + 1 minute <<< 'rm -rf /srv'
echo '0 * * * * x' | crontab -
nohup sh -c 'sleep 5; rm -rf /srv' &
perl -MFile::Path -e 'rmtree("/srv")'
ruby -e 'require "fileutils"; FileUtils.rm_rf("/srv")'
php -r 'array_map("unlink", glob("/srv/*"));'
node -e 'const fs=require("fs");fs.rmSync("/srv",{recursive:true})'
node -e "require('fs').rmdirSync('/home/dev',{recursive:true})"
deno eval "Deno.removeSync('/srv',{recursive:true})"
bun -e "require('fs').rmSync('/srv',{recursive:true})"
python -c "import pathlib,shutil; shutil.rmtree(pathlib.Path.home())"
python -c "from subprocess import run; run(['rm','-rf','/'])"
awk 'BEGIN{system("rm -rf /")}'
vim -c ':!rm -rf /' -c q
cat <<EOF > x.md\n`rm -rf /`\nEOF
rsync -a --delete host:/b/ ~/
rclone delete remote:path
rm -rf "$(realpath .)"
rm -rf "$(git rev-parse --show-toplevel)/.git"
rm -rf "$(readlink -f ..)"
rm -rf -- "$HOME" "$OLDPWD"
find ~ -maxdepth 1 -type d -not -name '.*' -exec rm -r {} \;
find / -type f -size +100M -delete
find . -type f ! -name package.json -exec rm {} +
xargs rm -rf < <(ls -d /home/*)
xargs -a list.txt -I{} rm -rf /{}
printf '%s\0' /etc /var | xargs -0 rm -rf
echo "/etc" | xargs -I{} bash -c 'rm -rf {}'
env -i bash --norc -c 'rm -rf ~'
sudo env PATH=$PATH rm -rf /opt
sudo -iu postgres dropdb prod
sudo sh <<'E'\nrm -rf /opt\nE
doas -u root sh -c 'rm -rf /opt'
flock -n /tmp/l -c 'rm -rf /opt'
ssh -t prod sudo rm -rf /opt/app
ssh prod <<'E'\ncd /var/www\nrm -rf *\nE
ssh prod bash -s < <(echo 'rm -rf /opt')
ssh -p 22 -i k u@h -- rm -rf /data
kubectl exec -n prod deploy/api -c app -- sh -c 'rm -rf /data/*'
docker compose exec -T db sh -c 'dropdb -U postgres app'
docker compose run --rm app bin/rails db:drop
docker-compose exec web python manage.py flush --noinput
docker exec -u root -it c1 bash -c "rm -rf /var/lib/postgresql/data"
podman run --rm -v vol:/data alpine rm -rf /data
nerdctl volume prune -f
heroku run rails db:drop -a app
fly ssh console -C 'rm -rf /data'
gcloud compute ssh vm --command 'sudo rm -rf /opt'
aws ssm send-command --document-name AWS-RunShellScript --parameters 'commands=["rm -rf /opt"]'
vagrant ssh -c 'sudo rm -rf /opt'
wsl -d Ubuntu rm -rf /home/dev
powershell.exe -NoProfile -Command "Remove-Item C:\Users\dev -Recurse -Force"
pwsh -c 'Remove-Item -Recurse -Force ~'
cmd.exe /c "del /f /s /q C:\\Users"
python - <<'E'\nimport os\nos.system("rm -rf /opt")\nE
python3 <<E\nimport shutil\nshutil.rmtree("/opt/app")\nE
python3 -c "import os; os.unlink('/etc/passwd')"
python3 -c "import subprocess as s; s.run('rm -rf ~', shell=True)"
node -e "const {execSync}=require('child_process'); execSync('git reset --hard')"
node -e "require('fs/promises').rm('/opt',{recursive:true})"
node --eval "require('rimraf').sync('/')"
ruby -e 'Dir.glob("/opt/*").each { |f| FileUtils.rm_rf(f) }'
perl -e 'exec "rm", "-rf", "/opt"'
php -r 'exec("rm -rf /opt");'
awk 'BEGIN { system("rm -rf /opt") }' /dev/null
find . -name x -exec sh -c 'rm -rf /opt' \;
git bisect run rm -rf /opt
git rebase -x 'rm -rf /opt' main
tar cf x --checkpoint=1 --checkpoint-action=exec='rm -rf /opt' y
npm exec -- rimraf /opt
npx --yes rimraf ../
bunx rimraf ~
pnpm exec rimraf ../../
yarn rimraf /opt
uv run -- rm -rf /opt
poetry run rm -rf /opt
nix-shell -p coreutils --run 'rm -rf /opt'
nix develop -c rm -rf /opt
mise exec -- rm -rf /opt
time { rm -rf /opt; }
coproc rm -rf /opt
exec rm -rf /opt
builtin eval 'rm -rf /opt'
command -p rm -rf /opt
\command \rm -rf /opt
if ! rm -rf /opt; then :; fi
until rm -rf /opt; do :; done
select x in a; do rm -rf /opt; done
case $x in *) rm -rf /opt;; esac
[[ -d /opt ]] && rm -rf /opt || :
((1)) && rm -rf /opt
let x=1; rm -rf /opt
: $(rm -rf /opt)
: "${x:=$(rm -rf /opt)}"
x=$(rm -rf /opt)
export x="$(rm -rf /opt)"
local_var=`rm -rf /opt`
echo ${x:-`rm -rf /opt`}
cat <(rm -rf /opt)
tee >(rm -rf /opt) < x
arr=(/opt); rm -rf "${arr[@]}"
arr=(rm -rf /opt); "${arr[@]}"
declare -a c=(rm -rf /opt); "${c[@]}"
x=/opt; y=x; rm -rf "${!y}"
x=/opt/y; rm -rf "${x%/y}"
x=XopXt; rm -rf "/${x//X/}"
x=OPT; rm -rf "/${x,,}"
x=abc/opt; rm -rf "${x#abc}"
rm -rf "${x:-/opt}"
rm -rf "/${y:-opt}"
rm -rf /o{p,}t
rm -rf /$'opt'
rm -rf "/"opt
rm -rf /o"p"t
rm -rf /op\t
r=rm; ${r} -rf /opt
a=r; b=m; "$a$b" -rf /opt
alias ls='rm -rf /opt'; ls
function x { rm -rf /opt; }; x
x() (rm -rf /opt); x
f() { rm -rf "$@"; }; f /opt
f() { local d=$1; rm -rf "$d"; }; f /opt
sleep 1 && rm -rf /opt &
(sleep 1; rm -rf /opt) & disown
{ rm -rf /opt; } 2>&1 | tee log
rm -rf /opt >/dev/null 2>&1
</dev/null rm -rf /opt
2>/dev/null rm -rf /opt
rm</dev/null -rf /opt
rm -rf /opt;ls
rm -rf /opt|cat
rm -rf /opt&
rm -rf /opt#x
ls;rm -rf /opt
ls&&rm -rf /opt
ls||rm -rf /opt
#comment\nrm -rf /opt
ls # c\nrm -rf /opt
cat <<E\nx\nE\nrm -rf /opt
cat <<'A' <<'B'\nx\nA\ny\nB\nrm -rf /opt
git push --force-with-lease=main origin main
git push origin --delete v1.2.0
git push origin --delete release/2.0
git push --delete origin develop
for b in $(git branch); do git push origin --delete "$b"; done
hg update --clean
hg purge
svn revert -R .
echo > prod.db
echo "" > app.sqlite3
echo x | sudo tee /etc/fstab
killall -9 -u dev
firebase projects:delete x
php artisan tinker --execute="User::truncate();"
curl -XPOST 'https://es.example:9200/users/_delete_by_query' -d '{"query":{"match_all":{}}}'
psql -c "CREATE TEMP TABLE a(x int); DROP TABLE a, users"
psql -c "CREATE TABLE users(x int); DROP TABLE users"
rm -rf ~/$NAME
rm -rf "$HOME/$NAME"
rm -rf ../$NAME
rm -rf "/var/www/$SITE"
rm -f /var/log/app/$DAY.log
seq 3 | xargs -I{} rm -rf /srv/{}
tee x <<< "rm -rf /srv" > /dev/null; sh ./x
expect -c 'spawn rm -rf /srv'
tclsh <<< 'exec rm -rf /srv'
python3 -c "import pathlib; [p.unlink() for p in pathlib.Path('/etc').iterdir()]"
python3 -c "import os; [os.remove(f) for f in os.listdir('/srv')]"
npx shx rm -rf /srv
devbox run rm -rf /srv
git clean -dfx :/
mkfs -t ext4 /dev/sdb1
mkfs -L data.img /dev/sdb1
bq query --dry_run=false 'DELETE FROM shop.orders WHERE true'
k3s kubectl delete ns orders
sudo microk8s kubectl delete pvc --all
minikube kubectl -- delete namespace orders
npm exec -c 'rm -rf ~/work'
npm x -c 'rm -rf /srv/www'
dotenvx run -f .env.prod -- npx prisma migrate reset --force
toolbox run rm -rf ~/work
distrobox enter box -- rm -rf /srv/www
tox exec -- rm -rf ~/work
micromamba run -n tools rm -rf ~/work
teller run -- terraform destroy -auto-approve
envdir ./env rm -rf /srv/www
setarch x86_64 rm -rf /srv/www
sg docker 'docker system prune -af --volumes'
git difftool -x 'rm -rf ~/work'
nu -c 'rm -rf ~/work'
psql -c '\! rm -rf ~/work'
psql app <<'X'\nselect 1;\n\! rm -rf /srv/www\nX
psql -c "COPY jobs FROM PROGRAM 'rm -rf /srv/www'"
mysql -e '\! rm -rf /srv/www'
sqlite3 app.db '.shell rm -rf ~/work'
echo '.system rm -rf /srv/www' | sqlite3 app.db
ipython -c "import shutil; shutil.rmtree('/srv/www')"
py -3 -c "import shutil; shutil.rmtree('/srv/www')"
pypy3 -c "import os; os.system('rm -rf /srv/www')"
elixir -e 'File.rm_rf!("/srv/www")'
raku -e 'shell "rm -rf /srv/www"'
guile -c '(system "rm -rf /srv/www")'
emacs --batch --eval '(shell-command "rm -rf /srv/www")'
migrate -path db -database "$URL" down -all
rabbitmqadmin delete queue name=orders
ceph osd pool delete data data --yes-i-really-really-mean-it
gluster volume delete data
rm -rf "$(git rev-parse --git-dir)"
python3 -c "from shutil import rmtree as gone; gone('/srv/www')"
python3 -c "getattr(__import__('shutil'), 'rmtree')('/srv/www')"
python3 -c "from os import system as s; s('rm -rf /srv/www')"
python3 -c "from os import path, remove; remove('/srv/www/index.html')"
python3 -c "import subprocess as sp; sp.run(['rm', '-rf', '/srv/www'])"
git filter-repo --path src --force
mvn flyway:clean
./mvnw -Pprod flyway:clean flyway:migrate
./gradlew flywayClean
gradle :db:dropAll
aws kms schedule-key-deletion --key-id 1 --pending-window-in-days 7
git checkout -f -b rescue origin/main
git checkout -f feature -- .
git checkout --force --detach v1.2.0
truncate -s -4K customers.csv
"""

DESTROYS_ON_WINDOWS: Final = r"""
Remove-Item -Recurse -Force C:\
ri -r -fo ~
del /s /q C:\Users\dev\*
rm -r -fo $env:USERPROFILE
Remove-Item $HOME -Recurse
Get-ChildItem C:\Users -Recurse | Remove-Item -Force -Recurse
cmd /c del /f /s /q D:\data
powershell -Command "Remove-Item -Recurse -Force C:\data"
Remove-Item -Path "C:\data\*" -Recurse
[IO.Directory]::Delete("C:\data",$true)
Clear-Content C:\data\x.txt
diskpart /s wipe.txt
Initialize-Disk -Number 1
robocopy C:\empty C:\data /MIR
Stop-Computer; rm -Recurse -Force D:\
vssadmin delete shadows /all
cipher /w:C:\
Remove-Item -Recu -Fo D:\x
erase /s D:\x\*
wsl rm -rf /home/dev
reg delete HKLM\Software /f
iex "rm -r -fo C:\x"
powershell -enc cgBtACAALQByACAALQBmACAAQwA6AFwAeAA=
Start-Process cmd -ArgumentList "/c rd /s /q C:\Users"
foreach ($d in "src","C:\Users") { Remove-Item -Recurse -Force $d }
for /d %i in (C:\*) do rd /s /q "%i"
Get-Item C:\Users | Remove-Item -Recurse
Remove-Item HKLM:\SOFTWARE\x -Recurse
Remove-Item \\server\share -Recurse -Force
Remove-AzResourceGroup -Name x -Force
Remove-S3Bucket -BucketName b -DeleteBucketContent -Force
Invoke-RestMethod -Method Delete -Uri https://api.example.com/x
wsl --unregister Ubuntu
cd C:\ && rd /s /q Users
cd /d D:\ & del /s /q *
rd /s/q ..
cmd /c rd/s/q D:\data
cmd /c del/f/s/q D:\data
cmd /c @rd /s /q D:\data
cmd /c if exist D:\data rd /s /q D:\data
cmd /c if not "%1"=="" rd /s /q D:\data
cmd /c start "" /b rd /s /q D:\data
cmd /c "for /d %i in (D:\data\*) do @rd /s /q %i"
cmd /c "set T=D:\data& rd /s /q %T%"
cmd /c rd /s /q %SystemDrive%\
cmd /c del D:\data\ledger.xls
forfiles /p D:\data /s /c "cmd /c del @path"
schtasks /create /tn tidy /tr "cmd /c rd /s /q D:\data" /sc onstart
wmic process call create "cmd /c rd /s /q D:\data"
$null = Remove-Item D:\data -Recurse -Force
'Remove-Item D:\data -Recurse -Force' | iex
gci D:\data | foreach { $_ | Remove-Item -Recurse }
[IO.Directory]::Delete($HOME, $true)
$t = 'D:\data'; [IO.Directory]::Delete("D:\data\old", $true)
function Tidy($where) { Remove-Item -Recurse -Force $where }; Tidy D:\ledger
function Tidy {\n param(\n [Parameter(Position = 0)]\n [string] $At,\n [switch] $Q\n )\n ri -r "$At\*"\n}\nTidy -Q -At ~
Add-Content $PROFILE 'Remove-Item -Recurse -Force $HOME\Music'
'ri -r -fo ~' | Out-File -Append $PROFILE.CurrentUserAllHosts
'ri -r -fo ~' >> $PROFILE
Remove-Item $PSScriptRoot\.. -Recurse -Force
Remove-Item "$env:NOWHERE/data" -Recurse -Force
$top = git rev-parse --show-toplevel; Remove-Item "$top\*" -Recurse
Remove-Item -LiteralPath '\\?\C:\work\acme' -Recurse -Force
Remove-Item -LiteralPath '\\?\C:\ledger' -Recurse -Force
$at = 'generated'; $at = 'D:\ledger'; Remove-Item $at -Recurse
$at='generated'; $at=Join-Path 'D:\' 'ledger'; Remove-Item $at -Recurse
function Tidy([string]$At = 'D:\ledger') { Remove-Item $At -Recurse }; Tidy
function Tidy { param($At = 'generated') $all = Join-Path $At '*'; Remove-Item $all -Recurse }; Tidy D:\ledger
Set-Content $PROFILE "ri -r -fo `$HOME"
forfiles /p D:\ledger /s /c "cmd /c del /q @path"
"""
