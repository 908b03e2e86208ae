#!/usr/bin/env bash
# Puts the source of Debian's Box2D, unchanged from upstream's 2.4.1 but for its build, into a folder that does not exist.
# Does nothing where the folder has it already. Changes none of the machine's package lists.
#
#   box2d_source.sh folder

set -euo pipefail

if [[ ! -f $1/include/box2d/box2d.h ]]
then
	exec bash "$(dirname "${BASH_SOURCE[0]}")/debian_source.sh" box2d "$1"
fi
