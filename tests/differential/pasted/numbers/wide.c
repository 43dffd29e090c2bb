typedef unsigned long long u64;
typedef long long i64;
static u64 power(u64 base, unsigned exponent, u64 modulus) {
  u64 result = 1;
  for (; exponent; exponent >>= 1) {
    if (exponent & 1)
      result = result * base % modulus;
    base = base * base % modulus;
  }
  return result;
}
int main(void) {
  u64 sum = 0;
  for (unsigned i = 1; i < 40; i++) {
    u64 p = power(i * 7919, i * 31, 4294967291u);
    i64 q = (i64)(p * 77777777777ull) / -(i64)(i + 3);
    sum = (sum << 7 | sum >> 57) ^ (p + q) ^ (u64)(q >> (i & 31)) ^ q % 1000003;
  }
  return (int)(sum ^ sum >> 32);
}
