#!/usr/bin/env bash
# action.yml runs this in a repository of games, after it has installed glint. By hand:
#
#   bash examples/package/action.sh 'fmt check test' 'games/**/*.glint stdlib/*.glint'
#
# First come the commands, then bash patterns that name scripts. Libraries have no tests, so `test` leaves them out. All
# commands run; the status is 1 if a command found a fault, and 2 if there is nothing to do.
set -uo pipefail
shopt -s globstar nullglob

[ $# -eq 2 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 2; }
# Patterns are meant to split at blanks; the names that they match stay whole.
# shellcheck disable=SC2206
scripts=($2)
[ ${#scripts[@]} -gt 0 ] || { echo "No script matches: $2" >&2; exit 2; }
games=()
for script in "${scripts[@]}"; do grep -q '^library ' -- "$script" || games+=("$script"); done

status=0
for command in $1; do
  printf '\n== glint %s\n' "$command"
  case $command in
    fmt) glint fmt --check -- "${scripts[@]}" ;;
    check) glint check -- "${scripts[@]}" ;;
    test) [ ${#games[@]} -eq 0 ] || glint test -- "${games[@]}" ;;
    *) echo "The commands are fmt, check and test." >&2; exit 2 ;;
  esac || status=1
done
exit $status
