#!/usr/bin/env bash
# Builds Debian's GMP with its C++ classes by a cross compiler, as static libraries in <folder>/lib and <folder>/include.
# Does nothing where they are there already.
#
#   gmp.sh <system, such as aarch64-linux-gnu> <C compiler> <C++ compiler> <folder>

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
folder=$4
if [[ -f $folder/lib/libgmpxx.a ]]
then
	exit 0
fi

bash "$root/plugin/cmake/install_packages.sh" make m4 gcc libc6-dev
source=$root/build/gmp
bash "$root/plugin/cmake/debian_source.sh" gmp "$source"
# Debian has left out the manual, which GMP's configure asks for.
mkdir -p "$source/doc"
printf 'all install:\n' >"$source/doc/Makefile.in"

rm -rf "$folder"
mkdir -p "$folder/work"
(
	cd "$folder/work"
	"$source/configure" --quiet --host="$1" --prefix="$folder" CC="$2" CXX="$3" CC_FOR_BUILD=gcc \
		--enable-cxx --disable-shared --enable-static
	make --silent --jobs "$(nproc)"
	make --silent install
) >"$folder/gmp.log" 2>&1 || { tail -n 50 "$folder/gmp.log" >&2; exit 1; }
rm -rf "$folder/work"
echo "GMP for $1 is in $folder"
