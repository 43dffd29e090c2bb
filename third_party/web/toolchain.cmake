# Compiles for WebAssembly with WASI's system interface (wasm32-wasi): Debian's clang-19, its headers of libc++ and its
# wasi-libc. The C++ run-time library is compiled by us (runtime.cmake), as Debian's has neither exceptions nor
# std::filesystem. No emscripten: what a page has to do for the program is written in gui/web.
set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR}) # Platform/WASI.cmake
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_AR llvm-ar-19)
set(CMAKE_RANLIB llvm-ranlib-19)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY) # there is no C++ library to link with yet

# Extensions that node 20, Chromium 112, Firefox 121 and Safari 18.2 have. Tail calls: the threaded interpreter.
set(features "-msimd128 -mbulk-memory -mnontrapping-fptoint -msign-ext -mmutable-globals -mtail-call")
# wasi-libc emulates these where a program asks for it.
set(emulated "-D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_MMAN -D_WASI_EMULATED_PROCESS_CLOCKS -D_WASI_EMULATED_GETPID")
set(CMAKE_C_FLAGS_INIT "${features} ${emulated} -isystem ${CMAKE_CURRENT_LIST_DIR}/include")
# clang says with -fwasm-exceptions what the code generator needs for it.
set(CMAKE_CXX_FLAGS_INIT "${features} ${emulated} -fwasm-exceptions -stdlib=libc++ -isystem ${CMAKE_CURRENT_LIST_DIR}/include")
# -O0: where a level is named, clang has binaryen's wasm-opt rewrite the program, whose version 108 leaves runs half again as
# slow on mips-5 in V8. The page's is made small by gui/web, site.sh. Names of functions stay, for profiles.
set(CMAKE_EXE_LINKER_FLAGS_INIT
  "-O0 -Wl,--strip-debug -fuse-ld=/usr/bin/wasm-ld-19 -nostdlib++ -fwasm-exceptions -Wl,-z,stack-size=8388608 -Wl,--max-memory=4294967296 -Wl,--stack-first -Wno-unused-command-line-argument")

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)

