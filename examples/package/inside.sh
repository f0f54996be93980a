#!/bin/sh
# Run by try_deb.sh inside a clean Debian, with the packages in /try.
set -eu
cd /try
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 PAGER=cat MANPAGER=cat TERM=dumb

# Settings of the outer shell for compilers and CMake do not apply here.
unset CC CXX CFLAGS CXXFLAGS LDFLAGS
for name in $(env | sed -n 's/^\(CMAKE_[A-Z_]*\)=.*/\1/p'); do unset "$name"; done

say() { printf '\n== %s\n' "$*"; }
fail() {
  echo "FAILED: $*" >&2
  exit 1
}
# expect TEXT NAME: the answer called NAME must contain the text.
expect() {
  grep -F -- "$1" "$2" >/dev/null || {
    cat "$2" >&2
    fail "no \`$1\` in the answer"
  }
}
# All files, except those that Debian itself keeps about packages.
files() { find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /try -o -path /tmp -o -path /var/lib/dpkg -o -path /var/lib/apt -o -path /var/log -o -path /var/cache \) -prune -o -print | sort; }

files >/tmp/before
say 'Installing'
# Installs only the packages and their dependencies.
apt-get --quiet=2 --yes --no-install-recommends install ./*.deb </dev/null >answer 2>&1 || { cat answer; fail 'apt-get'; }
dpkg -s glint libglint-dev | grep -E '^(Package|Status|Version|Depends)'
dpkg -s glint libglint-dev | grep -c '^Status: install ok installed' | grep -qx 2 || fail 'not installed'

say 'The command'
glint --version
glint test laser_lawn.glint >answer || fail 'glint test'
tail -1 answer
glint study the_beam --games 5 >answer
expect 'random' answer

say 'The pages'
for file in /usr/share/man/man1/glint*; do
  name=$(basename "$file" .1.gz)
  man --warnings "$name" >answer 2>warnings || fail "man $name"
  [ ! -s warnings ] || fail "man $name: $(cat warnings)"
done
man glint-play | sed -n 1,12p

# Asks each shell for its completions. It tries the files that the shell loads by itself; this script sources none.
say 'bash'
cat >ask.bash <<'END'
. /usr/share/bash-completion/bash_completion
_completion_loader glint || [ $? = 124 ]
complete -p glint
ask() { COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _glint 2>/dev/null; echo "$* -> ${COMPREPLY[*]}"; }
ask glint pl
ask glint play laser
ask glint play --sea
END
bash ask.bash | tee answer
expect 'glint pl -> play' answer
expect 'glint play laser -> laser_lawn' answer
expect 'glint play --sea -> --seat' answer

say 'zsh'
# zsh completes only typed text. So zpty types, and waits for the expected answer, at most for a minute.
cat >ask.zsh <<'END'
zmodload zsh/zpty
zpty -b shell zsh -f -i
hear() {
  local part tries
  answer=
  for tries in {1..300}; do
    while zpty -r -t shell part; do answer+=$part; done
    [[ $answer == *$1* ]] && return
    sleep 0.2
  done
}
ask() {
  zpty -n -w shell "$1"$'\t\t'
  hear "$2"
  print -r -- "$1 -> ${answer//[$'\r\n\a']/ }"
  zpty -n -w shell $'\x15'
}
zpty -w shell 'PS1=; autoload -Uz compinit; compinit -u -d /tmp/zcompdump; zstyle ":completion:*" list-prompt ""; LISTMAX=10000; print re""ady'
hear ready
ask 'glint pla' play
ask 'glint play laser' laser_lawn
ask 'glint play --sea' --seat
ask 'glint explain G061' G0614
END
zsh -f ask.zsh | tee answer
expect 'glint play ' answer
expect 'laser_lawn' answer
expect '--seat' answer
expect 'G0614' answer

say 'fish'
cat >ask.fish <<'END'
for line in 'glint pla' 'glint play laser' 'glint play --sea' 'glint perft laser_lawn --ended '
  echo "$line -> "(complete -C "$line" | string replace \t ': ' | string join ' | ')
end
END
HOME=/tmp fish ask.fish 2>&1 | tee answer
expect 'glint pla -> play: play in the terminal' answer
expect 'glint play laser -> laser_lawn' answer
expect '--seat: who plays a seat' answer
expect 'skip' answer

say 'A program that uses the library: by pkg-config, and by CMake'
pkg-config --modversion glint
# shellcheck disable=SC2046
c++ -std=c++20 embed.cpp $(pkg-config --cflags --libs glint) -o embed
./embed >answer
tail -3 answer
mkdir project
cat >project/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(mine LANGUAGES CXX)
find_package(glint 0.2 REQUIRED)
add_executable(mine ../embed.cpp)
target_link_libraries(mine PRIVATE glint::interpreter)
END
cmake -S project -B project/build >/dev/null
cmake --build project/build >/dev/null
./project/build/mine | cmp - answer

say 'Removing'
apt-get --quiet=2 --yes purge --auto-remove glint libglint-dev </dev/null >answer 2>&1 || { cat answer; fail "apt-get"; }
files >/tmp/after
diff /tmp/before /tmp/after || fail 'this is left, or gone'
echo 'nothing is left'
