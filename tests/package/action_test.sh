#!/bin/sh
# action_test.sh GLINT FOLDER: what the action for repositories finds, by its status.
set -eu
action=$(cd "$(dirname "$0")/../.." && pwd)/examples/package/action.sh
rm -rf "$2"
mkdir -p "$2/bin" "$2/of two words"
ln -s "$1" "$2/bin/glint"
PATH=$2/bin:$PATH
cd "$2"

# expect STATUS COMMANDS PATTERNS
expect() {
  status=0
  bash "$action" "$2" "$3" >answer 2>&1 || status=$?
  [ "$status" = "$1" ] && return
  cat answer
  echo "FAILED: $1 was expected of \`$2\` with \`$3\`, found $status"
  exit 1
}
all='fmt check test'
expect 2 "$all" '**/*.glint' # none is there
glint new game >answer
mv game.glint 'of two words'
expect 0 "$all" '**/*.glint'
expect 2 'fmt chek' '**/*.glint'
expect 2 "$all" '*.glint'

printf '/// Nothing but a name.\nlibrary names\n\nlet one = 1\n' >names.glint
expect 0 "$all" '**/*.glint' # a library has no tests
printf 'let  two = 2\n' >>names.glint
expect 1 "$all" '**/*.glint'
expect 0 'check test' '**/*.glint'
expect 0 "$all" 'of*/*.glint'
printf 'let three = four\n' >>names.glint
expect 1 check '**/*.glint'
rm names.glint

printf '\ntest "one cell" { expect count(cells) == 1 }\n' >>'of two words/game.glint'
expect 0 check '**/*.glint'
expect 1 'test check' '**/*.glint' # also if the last command finds nothing
