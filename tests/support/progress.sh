# shellcheck shell=bash
# A line on stderr that tells how far a script is, with rate and time left. Silent where stderr is no terminal. To be
# sourced.
#
#   progress_begin 20 variants
#   progress_step [what comes next]     each time that one more is done
#   progress_clear                      at the end, and before other lines are written
#   progress_build <arguments of cmake --build>     builds, and tells how far that is

progress_begin()
{
	progress_total=$1
	progress_unit=$2
	progress_done=0
	progress_start=$SECONDS
	progress_show "${3:-}"
}

progress_step()
{
	progress_done=$((progress_done + 1))
	progress_show "${1:-}"
}

# progress_at <how many are done> [what comes next]
progress_at()
{
	progress_done=$1
	progress_show "${2:-}"
}

progress_show()
{
	[[ -t 2 ]] || return 0
	local took=$((SECONDS - progress_start)) rate="" left
	if [[ $progress_done -gt 0 && $took -gt 0 ]]
	then
		left=$((took * (progress_total - progress_done) / progress_done))
		rate=$(printf ', %d.%d/min, %d:%02d left' $((60 * progress_done / took)) $((600 * progress_done / took % 10)) \
			$((left / 60)) $((left % 60)))
	fi
	printf '\r%s of %s %s%s%s\033[K\r' "$progress_done" "$progress_total" "$progress_unit" "$rate" "${1:+: $1}" >&2
}

progress_clear()
{
	[[ -t 2 ]] || return 0
	printf '\r\033[K' >&2
}

# Passes the lines of ctest on, and tells how far it is by them.
progress_of_ctest()
{
	local line progress_total=0 progress_unit=tests progress_done=0 progress_start=$SECONDS
	while IFS= read -r line
	do
		progress_clear
		printf '%s\n' "$line"
		if [[ $line =~ ^\ *([0-9]+)/([0-9]+)\ Test ]]
		then
			progress_total=${BASH_REMATCH[2]}
			progress_at "${BASH_REMATCH[1]}"
		fi
	done
	progress_clear
}

# Builds with ninja. On a terminal its lines become one that also tells the time left; warnings and errors stay.
progress_build()
{
	if [[ -t 1 && -t 2 ]]
	then
		NINJA_STATUS='[%f/%t] ' cmake --build "$@" 2>&1 | progress_of_build
	else
		cmake --build "$@"
	fi
}

progress_of_build()
{
	local line progress_total=0 progress_unit=steps progress_done=0 progress_start=$SECONDS
	while IFS= read -r line
	do
		if [[ $line =~ ^\[([0-9]+)/([0-9]+)\]\ (.*) ]]
		then
			progress_total=${BASH_REMATCH[2]}
			progress_at "${BASH_REMATCH[1]}" "${BASH_REMATCH[3]##*/}"
		elif [[ $line != "ninja: no work to do." ]]
		then
			progress_clear
			printf '%s\n' "$line"
		fi
	done
	progress_clear
}
