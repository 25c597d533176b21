r"""Commands of everyday work that no rule has a word to say about; one a line, ``\n`` for a line break."""

from typing import Final

EVERYDAY: Final = r"""
git -C . status
git -C packages/a log --oneline
git -C /tmp/x status
make -C packages/a build
make -C ./docs html
npm run db:migrate
npm run db:seed
npm run db:push
yarn db:generate
pnpm db:studio
make db
make migrate
just test-db
task lint
bun run build
bun test
npm run test:db-reset
npm run drop-shadow
npm run reset
yarn reset
npm test -- --reset-db
npx nx reset
turbo run build
deno task dev
composer install
composer run-script post-install-cmd
tar -czf a.tgz src
tar xf a.tar -C /tmp/x
tar --exclude=.git -cf - . | wc -c
zip -r a.zip src
zip -rm logs.zip logs
7z x a.7z
unzip -l a.zip
sed -i '' 's/a/b/' x
sed -i '1d' x
sed -i '/foo/d' x
sed -n '1,10p' x
sed d x
mv src/a src/b
mv ~/acme/a ~/acme/b
mv *.log logs/
crontab -l
crontab mycron
(crontab -l 2>/dev/null; echo "0 5 * * * x") | crontab -
crontab -l | sed 's/a/b/' | crontab -
patch -p1 < fix.patch
patch src/a.c fix.patch
mkfs.ext4 -F disk.img
$EDITOR file.txt
$PYTHON -m pytest
$CC -O2 a.c -o a
${DOCKER:-docker} ps
"$JAVA_HOME/bin/java" -jar a.jar
$HOME/.local/bin/foo --bar
$(npm bin)/eslint .
$(which python3) script.py
`which node` a.js
./scripts/*.sh
/usr/bin/env bash script.sh
./gradlew clean
./node_modules/.bin/jest
$CMD
"$@"
$SUDO apt-get install -y curl
$SUDO rm -rf build
$SUDO rm -f /tmp/x
$DOCKER rm web
${SUDO} systemctl restart nginx
xvfb-run npm test
dotenv -e .env -- npm start
dotenv npm start
cross-env NODE_ENV=production webpack
env-cmd -f .env node a.js
rtk git status
rtk ls -la
retry 3 npm ci
sem -j4 make
watch -n 2 kubectl get pods
watch ls -la
watch "git status | head"
ansible all -m ping
ansible all -a uptime
ansible-playbook -i inv site.yml
salt '*' test.ping
pssh -h hosts uptime
pdsh -w web[1-3] uptime
terraform apply -auto-approve
terraform apply -target=x
terraform import x y
helmfile apply
helmfile diff
kubectl drain node1 --ignore-daemonsets
kubectl cordon node1
kubectl rollout undo deploy/x
git push --force-with-lease origin feature/main-page
git push --force-with-lease=main:abc123 origin main
git push --force-with-lease origin release-notes-fix
git push --force-with-lease -u origin dev/me/topic
gh issue create --title "secrets in logs" --body "token shows up"
gh pr create --title "chore: tokens" --body-file .github/pr.md
gh label create secrets
gh release create v1 --notes "rotate tokens"
gh release upload v1 dist/app.zip
gh api repos/a/b/actions/secrets
gh search issues "password reset"
gh pr list --search "label:secrets"
gh workflow run deploy -f env=prod
gh repo clone a/b
gh pr merge 3 --squash --delete-branch
glab mr create --fill
glab mr list --label token
hub pull-request -m x
mc ls play
mc cp play/bucket/x ./x
mc mirror play/b ./b
mc
tailscale status
tailscale up
b2 list-buckets
http GET localhost:3000/api
http get https://api.x.example q==a
http :3000/x
xh https://x.example/a
xh :8000 a=1
python -c "from urllib.parse import urlparse; print(urlparse('https://x.example/a').netloc)"
node -e "console.log(new URL('https://x.example/a').host)"
python -c "import os; print(os.environ['HOME'])"
python -c "import json,sys; d=json.load(sys.stdin); print(d['token'])" < a.json
node -p "process.env.NODE_ENV"
python3 -c "import base64; print(base64.b64decode('aGk='))"
node -e "console.log(Buffer.from('aGk=','base64').toString())"
echo aGk= | base64 -d
base64 -d a.b64 > a.bin
psql -c "select 1" | cat
psql -tA -c "select 'x'" | psql other
python manage.py dbshell < q.sql
python manage.py sqlmigrate app 0001
ls | grep -v node_modules
ls | grep -v '^d' | head
find . -name '*.py' | grep -v test | xargs wc -l
git ls-files | xargs wc -l
git ls-files '*.pyc' | xargs git rm --cached
git ls-files -z | xargs -0 grep TODO
cat list.txt | xargs -I{} echo {}
cat list.txt | xargs -I{} rm -f build/{}
while read -r f; do rm -f "build/$f"; done < list
while read -r f; do echo "$f"; done < list
for f in $(git diff --name-only); do prettier --write "$f"; done
echo a b | xargs -n1 echo
seq 5 | xargs -P2 -I{} sh -c 'echo {}'
printf -v x '%s' y
cd ~- && ls
ls ~+
cp -r ~+/a b
export PATH=~/bin:$PATH
export X=~/acme/y; ls $X
export D=dist; rm -rf "$D"
rm -rf ~+/dist
D=~/acme/dist; rm -rf $D
bash -c 'cd src && ls'
bash <<'E'\ncd src\nrm -rf dist\nls /dev/sda\nE
sh -c 'fdisk -l'
{ echo a; echo b; } > out.txt
{ npm test | tee log; } 2>&1
(npm test | grep fail) > out.txt
npm test 2>&1 | tee out.log | tail -5
cat - > a.txt <<< hi
cat a.txt - 2>/dev/null <<< x
git diff | patch -p1 -R
curl -s localhost:3000/a -H 'X-Method: DELETE'
curl -X DELETE localhost:3000/items/3
curl -s https://api.github.com/repos/a/b/git/refs -H "Authorization: token $GITHUB_TOKEN"
az boards work-item show --id 3
az account show --query "name"
gcloud logging read "textPayload:delete"
gcloud config set project delete-me-test
aws logs tail /aws/lambda/delete-user
aws cloudwatch get-metric-data --metric-data-queries file://q.json
stripe listen --forward-to localhost:3000
stripe trigger customer.deleted
doctl compute droplet list
vercel --prod
fly deploy
heroku logs -t
firebase deploy
netlify deploy --prod
supabase start
supabase db diff
supabase db push
wrangler deploy
rails c
rails s
bundle install
rake -T
rake db:migrate
rake db:seed
rake db:test:prepare
mix deps.get
mix ecto.migrate
flask db upgrade
php artisan serve
php artisan migrate --seed
dotnet ef migrations add x
dotnet ef database update
knex migrate:latest
sequelize db:migrate
sqlx migrate run
diesel migration run
prisma migrate diff
vagrant up
vagrant ssh
multipass list
minikube start
kind create cluster
kind delete cluster
k3d cluster list
lxc list
colima stop
limactl start
brew services restart postgresql
launchctl list
systemctl daemon-reload
nmcli device
ip addr
ss -tlnp
lsof -i :3000
ps aux | grep node | grep -v grep | awk '{print $2}' | xargs kill
kill $(lsof -t -i:3000)
fuser -k 3000/tcp
docker kill web
docker-compose restart
docker compose exec web rails db:migrate
docker run --rm -v $PWD:/host alpine ls /host
docker run --rm -v "$PWD":/host -w /host node rm -rf node_modules
docker exec web rm -rf /host/x/cache
pip install --upgrade pip
pip install -r requirements.txt --no-cache-dir
uv sync
uv run pytest -q
poetry install
cargo test -- --nocapture
go test ./...
npx tsc --noEmit
npx eslint --fix .
npx playwright test
jest --clearCache
vitest run
pre-commit run -a
git stash list
git stash show -p
git stash apply
git reflog
git bisect start
git bisect reset
git rebase --continue
git clean -nd
git checkout -b x origin/main
git checkout -p
git restore --staged src
git fetch --all --prune
git submodule update --init --recursive
git submodule foreach git pull
git worktree list
git log --oneline -5 -- src
git blame a
git show HEAD~1
git config --list
git tag v1
git cherry-pick abc
git merge --no-ff x
git commit --fixup HEAD~2
git format-patch -1
git am < x.patch
git archive HEAD -o a.tgz
git describe --tags
"""
