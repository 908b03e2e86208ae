#!/usr/bin/env bash
# Prints where this machine's apt gets Debian's main archive from, which has its other architectures and its sources, too:
# a mirror of the machine's own, or else the public one.
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
echo "${mirror:-http://deb.debian.org/debian}"
