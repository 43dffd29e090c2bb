/* setjmp and longjmp, which this wasi-libc lacks: made by the compiler of WebAssembly's exceptions (-mllvm
 * -wasm-enable-sjlj), with the run-time functions in setjmp.c. */
#ifndef STALLSCOPE_SETJMP_H
#define STALLSCOPE_SETJMP_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  void* invocation; /* of the function that has called setjmp */
  unsigned label;   /* which of its calls */
  struct {
    void* env;
    int value;
  } thrown;
} jmp_buf[1];

int setjmp(jmp_buf env) __attribute__((__returns_twice__));
void longjmp(jmp_buf env, int value) __attribute__((__noreturn__));

#ifdef __cplusplus
}
#endif

#endif
