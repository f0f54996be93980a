#!/bin/sh
# Tries the extension in a real VS Code: its server part, from the npm package code-server, runs in Chromium, and
# test/browser.mjs uses it like a person. Everything except Debian's packages goes to build/vscode. The script needs
# Node 20, the network for npm, and some minutes the first time.
#
#   sh examples/editors/vscode/try.sh        # pictures of what was seen: build/vscode/*.png
set -eu
unset CDPATH
cd "$(dirname "$0")"
here=$(pwd)
sh package.sh
cd ../../..
. examples/setup.sh
command -v chromium >/dev/null || glint_install chromium
glint_install g++ make python3 ripgrep
glint=${GLINT:-$(pwd)/build/release/glint}
[ -x "$glint" ] || glint=$(command -v glint)
mkdir -p build/vscode
cd build/vscode
work=$(pwd)

if [ ! -e code/ready ]; then
  glint_say 'Getting VS Code 1.96'
  rm -rf code
  npm install --prefix "$work" --ignore-scripts --no-audit --no-fund --loglevel=error code-server@4.96.4 playwright-core@1.65.1
  cp -R node_modules/code-server/lib/vscode code
  cd code
  # One of its modules is locked to an address other than npm's.
  rm npm-shrinkwrap.json
  npm install --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error
  # Without these the server does not start. The headers of Node are there, or npm gets them.
  [ ! -e /usr/include/node/node.h ] || export npm_config_nodedir=/usr
  for module in @vscode/spdlog native-watchdog @parcel/watcher; do
    (cd "node_modules/$module" && npm exec --yes -- node-gyp rebuild >build.log 2>&1) || {
      tail -20 "node_modules/$module/build.log" >&2
      exit 1
    }
  done
  mkdir -p node_modules/@vscode/ripgrep/bin
  ln -s "$(command -v rg)" node_modules/@vscode/ripgrep/bin/rg
  touch ready
  cd ..
fi

glint_say 'Trying the extension'
rm -rf data games ./*.png
mkdir -p data/extensions data/user/Machine data/user/User games
printf '{"glint.command": "%s", "security.workspace.trust.enabled": false, "workbench.startupEditor": "none"}\n' "$glint" |
  tee data/user/Machine/settings.json >data/user/User/settings.json
cp "$here/../../templates/game.glint" games/lamps.glint
printf 'variant "Two Lamps" of lamps\noption lamps = 2\n' >games/two_lamps.glint
set -- code/out/server-main.js --accept-server-license-terms --extensions-dir "$work/data/extensions" \
  --server-data-dir "$work/data" --user-data-dir "$work/data/user"
node "$@" --install-extension "$here/glint.vsix" >data/install.log
node "$@" --host 127.0.0.1 --port 0 --without-connection-token >data/server.log 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null' EXIT
trap 'exit 1' HUP INT TERM
tries=0
until port=$(sed -n 's/^Extension host agent listening on \([0-9]*\).*/\1/p' data/server.log) && [ -n "$port" ]; do
  tries=$((tries + 1))
  [ "$tries" -lt 60 ] || { cat data/server.log >&2; exit 1; }
  sleep 1
done
node "$here/test/browser.mjs" "http://127.0.0.1:$port/?folder=$work/games" "$work"
