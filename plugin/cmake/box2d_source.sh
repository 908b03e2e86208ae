#!/usr/bin/env bash
# Puts the source of Debian's Box2D, unchanged from upstream's 2.4.1 but for its build, into a folder that does not exist.
# Does nothing where the folder has it already. Changes none of the machine's package lists; needs no root.
#
#   box2d_source.sh folder

set -euo pipefail

folder=$1
if [[ -f $folder/include/box2d/box2d.h ]]
then
	exit 0
fi

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
bash "$here/install_packages.sh" dpkg-dev ca-certificates debian-archive-keyring

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/parts" "$work/lists/partial" "$work/cache"
cat >"$work/parts/source.sources" <<SOURCES
Types: deb-src
URIs: http://deb.debian.org/debian
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
	apt-get "${options[@]}" --quiet=2 source box2d >/dev/null
)
mkdir -p "$(dirname "$folder")"
rm -rf "$folder"
mv "$work"/box2d-*/ "$folder"
echo "Box2D's source is in $folder"
