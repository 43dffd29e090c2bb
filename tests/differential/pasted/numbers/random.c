typedef unsigned long long u64;
static u64 s[2] = {0x0123456789abcdefull, 0xfedcba9876543210ull};
static u64 rotl(u64 x, int k) { return x << k | x >> (64 - k); }
static u64 next(void) {
  u64 s0 = s[0], s1 = s[1], result = s0 + s1;
  s1 ^= s0;
  s[0] = rotl(s0, 24) ^ s1 ^ s1 << 16;
  s[1] = rotl(s1, 37);
  return result;
}
int main(void) {
  int inside = 0;
  for (int i = 0; i < 300; i++) {
    int x = (int)(next() >> 49), y = (int)(next() >> 49);
    inside += x * x + y * y < 1 << 30;
  }
  return inside * 1000 + (int)(next() & 1023);
}
