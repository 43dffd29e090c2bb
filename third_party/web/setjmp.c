/* What LLVM 19 calls for setjmp and longjmp (WebAssemblyLowerEmscriptenEHSjLj.cpp says how): a jump is an exception that
 * every function with a setjmp catches, and throws on when the setjmp was none of its own. */
#include <setjmp.h>
#include <stdint.h>

void __wasm_setjmp(void* env, uint32_t label, void* invocation) {
  jmp_buf* buffer = env;
  (*buffer)->invocation = invocation;
  (*buffer)->label = label;
}

uint32_t __wasm_setjmp_test(void* env, void* invocation) {
  jmp_buf* buffer = env;
  return (*buffer)->invocation == invocation ? (*buffer)->label : 0;
}

void __wasm_longjmp(void* env, int value) {
  enum { C_LONGJMP = 1 }; /* number of the tag, as the compiler has it */
  jmp_buf* buffer = env;
  (*buffer)->thrown.env = env;
  (*buffer)->thrown.value = value == 0 ? 1 : value;
  __builtin_wasm_throw(C_LONGJMP, &(*buffer)->thrown);
}
