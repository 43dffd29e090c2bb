// Number of ones in a word, in three ways
//
// One bit at a time; one set bit at a time; all at once by adding neighbours. Shifts, ands, and a
// multiplication by a constant of 64 bits. It prints 32 32 32.
//
//   stallscope run x86/popcount -m mips-5 --stats
int printf(const char *, ...);

__attribute__((noinline)) int by_bits(unsigned long x) {
  int n = 0;
  for (; x != 0; x >>= 1)
    n += x & 1;
  return n;
}

__attribute__((noinline)) int by_ones(unsigned long x) {
  int n = 0;
  for (; x != 0; x &= x - 1)
    n++;
  return n;
}

__attribute__((noinline)) int by_sums(unsigned long x) {
  x = x - ((x >> 1) & 0x5555555555555555UL);
  x = (x & 0x3333333333333333UL) + ((x >> 2) & 0x3333333333333333UL);
  x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fUL;
  return (int)((x * 0x0101010101010101UL) >> 56);
}

int main(void) {
  unsigned long x = 0xfedcba9876543210UL;
  printf("%d %d %d\n", by_bits(x), by_ones(x), by_sums(x));
  return 0;
}
