// Fibonacci numbers by recursion: call, ret, push and pop
//
// fibonacci(7) = 13 in 41 calls. Every call pushes its return address, every ret is an indirect
// jump, which a return-address stack foretells.
//
//   stallscope run x86/fibonacci -m mips-5 --stats
int printf(const char *, ...);

__attribute__((noinline)) long fibonacci(long n) {
  if (n < 2)
    return n;
  return fibonacci(n - 1) + fibonacci(n - 2);
}

int main(void) {
  printf("fibonacci(7) = %ld\n", fibonacci(7));
  return 0;
}
