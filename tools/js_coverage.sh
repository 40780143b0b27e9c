#!/usr/bin/env bash
# Lines and branches of web/src that vitest and the browser's tests run: VENV=.venv tools/js_coverage.sh
# The client is built with source maps meanwhile, and without them again at the end.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=${VENV:-.venv}
folder=$PWD/coverage/web
rm -rf "$folder"
mkdir -p "$folder/browser"

VENV=$venv tools/build_web.sh build  # brings node and the packages
(cd web && npx vitest run --coverage.enabled --coverage.provider=v8 --coverage.reporter=json \
  --coverage.include='src/**/*.{ts,svelte}' --coverage.reportsDirectory="$folder/vitest")
(cd web && npx vite build --logLevel=warn --sourcemap --minify false)
trap 'tools/build_web.sh build' EXIT
HAN_JS_COVERAGE=$folder/browser "$venv/bin/pytest" "${@:-tests/web}" || echo "Some tests failed; what they ran counts."
(cd web && node scripts/coverage.mjs "$folder")
