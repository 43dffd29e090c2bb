/* Sums and products of numbers of 128 bits and more, by words. */
static unsigned a[8], b[8], c[16];
static unsigned add(unsigned *x, const unsigned *y, int n) {
  unsigned long long carry = 0;
  for (int i = 0; i < n; i++) {
    carry += (unsigned long long)x[i] + y[i];
    x[i] = (unsigned)carry;
    carry >>= 32;
  }
  return (unsigned)carry;
}
static void multiply(unsigned *r, const unsigned *x, const unsigned *y, int n) {
  for (int i = 0; i < n; i++) {
    unsigned long long carry = 0;
    for (int j = 0; j < n; j++) {
      carry += (unsigned long long)x[i] * y[j] + r[i + j];
      r[i + j] = (unsigned)carry;
      carry >>= 32;
    }
    r[i + n] = (unsigned)carry;
  }
}
int main(void) {
  for (int i = 0; i < 8; i++) {
    a[i] = 0xfffffff0u - i * 0x01234567u;
    b[i] = 0x89abcdefu * (i + 1);
  }
  unsigned over = add(a, b, 8), borrow = 0, sum = 0;
  multiply(c, a, b, 8);
  for (int i = 0; i < 16; i++) {
    unsigned long x = c[i];
    sum = sum * 33 + (unsigned)x;
    borrow += __builtin_sub_overflow(c[i], a[i & 7], &c[i]);
    borrow += __builtin_add_overflow(c[i], over + 5, &c[i]) ? 7 : 0;
  }
  return (int)(sum + borrow);
}
