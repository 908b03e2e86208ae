# Windows and MSVC as clang-cl of Debian 12 sees them, with the headers that tests/packaging/clang_cl/run has put together.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR AMD64)
set(CMAKE_CXX_COMPILER clang-cl-14)
set(CMAKE_CXX_COMPILER_TARGET x86_64-pc-windows-msvc)
set(CMAKE_AR llvm-lib-14)
set(CMAKE_LINKER lld-link-14)
set(CMAKE_MT llvm-mt-14)
set(CMAKE_RC_COMPILER llvm-rc-14)
# There is no C library to link a program with.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_MSVC_RUNTIME_LIBRARY MultiThreaded)

set(headers "$ENV{HEADERS}")
# A processor that can multiply and add at once: that no code does is looked for.
string(JOIN " " CMAKE_CXX_FLAGS_INIT
	/arch:AVX2
	-fms-compatibility-version=19.30
	/X
	"/imsvc${headers}/c++"
	/imsvc/usr/lib/llvm-14/lib/clang/14.0.6/include
	"/imsvc${headers}/c"
	"/imsvc${headers}/other"
	"/FI${CMAKE_CURRENT_LIST_DIR}/c_library.h"
	-D_LIBCPP_NO_VCRUNTIME
)
