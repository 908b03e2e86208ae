#!/usr/bin/env bash
# Installs those of the given Debian packages that are missing. A package is not missing if there is a program of its
# name. Asks for nothing: needs root, or sudo without a password.
#
#   install_packages.sh package...

set -euo pipefail

if ! command -v dpkg-query >/dev/null
then
	echo "Not a Debian system. Install what these packages hold, then run again what sent you here:" >&2
	echo "  $*" >&2
	exit 1
fi

missing=()
for package in "$@"
do
	status=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
	if [[ $status != installed ]] && ! command -v "$package" >/dev/null
	then
		missing+=("$package")
	fi
done

if [[ ${#missing[@]} -eq 0 ]]
then
	exit 0
fi

if [[ $(id -u) -eq 0 ]]
then
	as_root=()
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null
then
	as_root=(sudo -n)
else
	echo "Missing packages. As root:" >&2
	echo "  apt-get install ${missing[*]}" >&2
	exit 1
fi

echo "Installing ${missing[*]}"
"${as_root[@]}" apt-get update
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "${missing[@]}"
