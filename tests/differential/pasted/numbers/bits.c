static int ones(unsigned long x) {
  int n = 0;
  for (; x; x &= x - 1)
    n++;
  return n;
}
static unsigned reversed(unsigned x) {
  x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
  x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
  x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
  return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
}
int main(void) {
  unsigned sum = 0, seed = 12345;
  for (int i = 0; i < 200; i++) {
    seed = seed * 1664525u + 1013904223u;
    sum = sum * 31 + ones(seed) + reversed(seed) + __builtin_popcount(seed) + __builtin_ctz(seed | 256) +
          __builtin_clz(seed | 1) + __builtin_bswap32(seed) + __builtin_parity(seed);
  }
  return (int)sum;
}
