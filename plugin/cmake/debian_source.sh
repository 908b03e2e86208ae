#!/usr/bin/env bash
# Puts the source of a package of Debian 12, with Debian's patches, into a folder that does not exist. Does nothing where
# the folder has it already. Changes none of the machine's package lists; needs no root, but to install dpkg-dev.
#
#   debian_source.sh package folder

set -euo pipefail

package=$1
folder=$2
if [[ -d $folder/debian ]]
then
	exit 0
fi

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
bash "$here/install_packages.sh" dpkg-dev ca-certificates debian-archive-keyring

mirror=$(bash "$here/debian_mirror.sh")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/parts" "$work/lists/partial" "$work/cache"
cat >"$work/parts/source.sources" <<SOURCES
Types: deb-src
URIs: $mirror
Suites: bookworm
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
SOURCES
options=(
	-o "Dir::Etc::SourceList=$work/none"
	-o "Dir::Etc::SourceParts=$work/parts"
	-o "Dir::State::Lists=$work/lists"
	-o "Dir::Cache=$work/cache"
	-o "APT::Sandbox::User=$(id -un)"
)
touch "$work/none"
apt-get "${options[@]}" --quiet=2 update
(
	cd "$work"
	apt-get "${options[@]}" --quiet=2 source "$package" >/dev/null
)
mkdir -p "$(dirname "$folder")"
rm -rf "$folder"
mv "$work/$package"-*/ "$folder"
echo "The source of Debian's package $package is in $folder"
