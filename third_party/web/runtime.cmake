# Target stallscope_web_runtime: libc++, libc++abi and the part of libunwind that WebAssembly needs, of the very release that the
# compiler and the headers are of, with exceptions and std::filesystem. Linked into every program of this build.
set(llvm ${STALLSCOPE_WEB_SOURCES}/llvm)
file(GLOB runtime CONFIGURE_DEPENDS ${llvm}/libcxx/src/*.cpp ${llvm}/libcxx/src/ryu/*.cpp ${llvm}/libcxx/src/filesystem/*.cpp)
list(FILTER runtime EXCLUDE REGEX "/(new|random|random_shuffle|strstream|legacy_pointer_safety|int128_builtins|barrier)\\.cpp$")
foreach(source cxa_aux_runtime cxa_default_handlers cxa_exception cxa_exception_storage cxa_guard cxa_handlers cxa_personality
    cxa_vector cxa_virtual stdlib_exception stdlib_stdexcept stdlib_typeinfo stdlib_new_delete abort_message fallback_malloc
    private_typeinfo)
  list(APPEND runtime ${llvm}/libcxxabi/src/${source}.cpp)
endforeach()
add_library(stallscope_web_runtime STATIC ${runtime} ${llvm}/libunwind/src/Unwind-wasm.c ${CMAKE_CURRENT_LIST_DIR}/setjmp.c ${CMAKE_CURRENT_LIST_DIR}/system.c)
target_include_directories(stallscope_web_runtime SYSTEM BEFORE PRIVATE
  ${llvm}/libcxx/src ${llvm}/libcxxabi/include ${llvm}/libcxxabi/src ${llvm}/libunwind/include ${llvm}/libunwind/src)
target_compile_definitions(stallscope_web_runtime PRIVATE
  _LIBCPP_BUILDING_LIBRARY LIBCXX_BUILDING_LIBCXXABI _LIBCXXABI_BUILDING_LIBRARY _LIBCXXABI_HAS_NO_THREADS
  LIBCXXABI_NON_DEMANGLING_TERMINATE _LIBUNWIND_HAS_NO_THREADS _LIBUNWIND_IS_NATIVE_ONLY _LIBUNWIND_HIDE_SYMBOLS)
target_compile_options(stallscope_web_runtime PRIVATE -w -Oz
  "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-include ${CMAKE_CURRENT_LIST_DIR}/libcxx_posix.h>"
  $<$<COMPILE_LANGUAGE:C>:-fwasm-exceptions>)
set_target_properties(stallscope_web_runtime PROPERTIES CXX_STANDARD 23)
target_link_libraries(stallscope_web_runtime INTERFACE
  wasi-emulated-signal wasi-emulated-mman wasi-emulated-process-clocks wasi-emulated-getpid)
