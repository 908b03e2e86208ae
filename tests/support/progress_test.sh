#!/usr/bin/env bash
# What progress.sh makes of a build: one line with rate and time left on a terminal, warnings kept; elsewhere every line.
# Its cmake is one that prints what ninja would.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat >"$work/build.sh" <<BUILD
set -euo pipefail
source "$here/progress.sh"
cmake()
{
	printf '[1/4] Building CXX object folder/first.cpp.o\n'
	sleep 1.1
	printf '[2/4] Building CXX object folder/second.cpp.o\n'
	printf 'second.cpp:1:1: warning: [2/4] is no progress\n'
	printf '[4/4] Linking CXX executable folder/game\n'
	return "\$RESULT"
}
progress_build folder
BUILD

# check <what> <text> <pattern>
check()
{
	if ! grep --quiet --extended-regexp -- "$3" <<<"$2"
	then
		echo "$1: no '$3' in"
		printf '%s\n' "$2"
		exit 1
	fi
}

terminal=$(RESULT=0 script --quiet --return --command "bash $work/build.sh" /dev/null </dev/null | tr '\r' '\n')
check "a terminal" "$terminal" '^1 of 4 steps: first.cpp.o'
check "a terminal" "$terminal" '^2 of 4 steps, [0-9.]+/min, [0-9]+:[0-9]{2} left: second.cpp.o'
check "a terminal" "$terminal" 'warning: \[2/4\] is no progress'
if grep --quiet 'Building CXX object' <<<"$terminal"
then
	echo "a terminal: ninja's own lines are there, too"
	exit 1
fi

plain=$(RESULT=0 bash "$work/build.sh" 2>&1 </dev/null)
check "no terminal" "$plain" '^\[2/4\] Building CXX object folder/second.cpp.o$'
if grep --quiet 'left' <<<"$plain"
then
	echo "no terminal: there is a line of progress"
	exit 1
fi

if RESULT=3 script --quiet --return --command "bash $work/build.sh" /dev/null </dev/null >/dev/null
then
	echo "a build that fails passes for one that does not"
	exit 1
fi
