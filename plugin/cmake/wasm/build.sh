#!/usr/bin/env bash
# Builds programs for WebAssembly into build/wasm. Whoever builds second finds the library and Box2D made.
#
#   plugin/cmake/wasm/build [target...]      no target: only installs what a build needs

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../.." && pwd)
build=$root/build/wasm

bash "$root/plugin/cmake/install_packages.sh" \
	cmake ninja-build clang-14 lld-14 llvm-14 wasi-libc libc++-14-dev-wasm32 libc++abi-14-dev-wasm32 \
	libclang-rt-14-dev-wasm32 libfmt-dev nlohmann-json3-dev
bash "$root/plugin/cmake/box2d_source.sh" "$root/build/box2d"
[[ $# -gt 0 ]] || exit 0

if command -v ccache >/dev/null
then
	export CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER:-ccache}
fi
cmake -S "$here" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
	-DCMAKE_TOOLCHAIN_FILE="$root/plugin/cmake/toolchains/wasm32-wasi.cmake" \
	-DRICOCHET_BOX2D_SOURCE="$root/build/box2d" -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=64
cmake --build "$build" --parallel "$(nproc)" --target "$@"
