#!/usr/bin/env bash
# Prints where this machine's apt gets Debian's main archive from, which also has its other architectures and its sources.
# If apt knows none, it says so and fails.
#
#   debian_mirror.sh

set -euo pipefail

# The address of each archive of the given fields. Only of schemes that debootstrap knows as well.
archives()
{
	# shellcheck disable=SC2016 # apt's variable
	apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Component: main' "$@" 2>/dev/null |
		sed -nE 's,/+$,,; /^(https?|file):/p'
}

# Who made an archive is known when its lists have been fetched. Before that its address alone tells.
mirror=$(archives 'Origin: Debian' 'Label: Debian' | head -n 1 || true)
[[ -n $mirror ]] || mirror=$(archives --no-release-info 'Release: bookworm' | grep '/debian$' | head -n 1 || true)
if [[ -z $mirror ]]
then
	echo "debian_mirror.sh: apt has no source of Debian's main archive: add one to /etc/apt/sources.list" >&2
	exit 1
fi
echo "$mirror"
