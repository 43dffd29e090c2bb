// Greatest common divisor by division
//
// Each step is a division, which waits for the one before it: idiv takes rdx:rax and gives both
// quotient and remainder. It prints 21 1: of 1071 and 462, and of two Fibonacci numbers.
//
//   stallscope run x86/gcd -m mips-5 --stats
int printf(const char *, ...);

__attribute__((noinline)) long gcd(long a, long b) {
  while (b != 0) {
    long rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

int main(void) {
  printf("%ld %ld\n", gcd(1071, 462), gcd(832040, 514229));
  return 0;
}
