/* Arithmetic of one format on its bits, rounded to nearest, even (IEEE 754). Included once a format:
   F(name) is its functions' name, BITS its width, FRACTION the bits of its fraction. */
#define SIGN ((bits)1 << (BITS - 1))
#define IMPLICIT ((bits)1 << FRACTION)
#define INFINITE ((bits)MOST << FRACTION)
#define QUIET (IMPLICIT >> 1)
#define MOST ((1 << (BITS - 1 - FRACTION)) - 1) /* the exponent of infinity and NaN */
#define BIAS (MOST / 2)
#define GUARD 3 /* bits behind the fraction: two, and one for all that follow */

/* `m` has its first bit at FRACTION + GUARD, or less when `e` is 1. */
static inline __attribute__((always_inline)) bits F(rounded)(bits sign, int e, bits m) {
  if (e >= MOST)
    return sign | INFINITE;
  const unsigned behind = m & 7;
  const bits kept = m >> GUARD;
  return sign | (kept + ((bits)(e - 1) << FRACTION) + (behind > 4 || (behind == 4 && (kept & 1))));
}
/* With an exponent that may be too small for it. */
static inline __attribute__((always_inline)) bits F(rounded_low)(bits sign, int e, bits m) {
  if (e <= 0) {
    const int n = 1 - e;
    m = n < BITS ? m >> n | ((bits)(m << (BITS - n)) != 0) : 1;
    e = 1;
  }
  return F(rounded)(sign, e, m);
}
/* The significand of a number that is not zero, its first bit at FRACTION. */
static inline __attribute__((always_inline)) bits F(significand)(bits size, int *e) {
  *e = (int)(size >> FRACTION);
  if (*e != 0)
    return (size & (IMPLICIT - 1)) | IMPLICIT;
  const int n = CLZ(size) - (BITS - 1 - FRACTION);
  *e = 1 - n;
  return size << n;
}

bits ADD(bits a, bits b) {
  bits x = a & ~SIGN, y = b & ~SIGN;
  if (x - 1 >= INFINITE - 1 || y - 1 >= INFINITE - 1) {
    if (x > INFINITE)
      return a | QUIET;
    if (y > INFINITE)
      return b | QUIET;
    if (x == INFINITE)
      return y == INFINITE && a != b ? INFINITE | QUIET : a;
    if (y == INFINITE || x == 0)
      return y == 0 ? a & b : b;
    if (y == 0)
      return a;
  }
  if (y > x) {
    bits t = x;
    x = y, y = t, t = a, a = b, b = t;
  }
  int e = (int)(x >> FRACTION);
  int other = (int)(y >> FRACTION);
  x &= IMPLICIT - 1, y &= IMPLICIT - 1;
  if (e != 0)
    x |= IMPLICIT;
  else
    e = 1;
  if (other != 0)
    y |= IMPLICIT;
  else
    other = 1;
  x <<= GUARD, y <<= GUARD;
  const int n = e - other;
  if (n != 0)
    y = n < BITS ? y >> n | ((bits)(y << (BITS - n)) != 0) : 1;
  const bits sign = a & SIGN;
  if ((a ^ b) & SIGN) {
    x -= y;
    if (x == 0)
      return 0;
    int left = CLZ(x) - (BITS - 1 - FRACTION - GUARD);
    if (left >= e)
      left = e - 1;
    x <<= left;
    e -= left;
  } else {
    x += y;
    if (x >> (FRACTION + GUARD + 1)) {
      x = x >> 1 | (x & 1);
      e++;
    }
  }
  return F(rounded)(sign, e, x);
}
bits SUB(bits a, bits b) { return ADD(a, b ^ SIGN); }
bits NEG(bits a) { return a ^ SIGN; }

bits MUL(bits a, bits b) {
  const bits x = a & ~SIGN, y = b & ~SIGN, sign = (a ^ b) & SIGN;
  if (x - 1 >= INFINITE - 1 || y - 1 >= INFINITE - 1) {
    if (x > INFINITE)
      return a | QUIET;
    if (y > INFINITE)
      return b | QUIET;
    if (x == INFINITE || y == INFINITE)
      return x == 0 || y == 0 ? INFINITE | QUIET : sign | INFINITE;
    return sign;
  }
  int e, other;
  const bits m = F(significand)(x, &e) << (BITS - 1 - FRACTION);
  const bits by = F(significand)(y, &other) << (BITS - 1 - FRACTION);
  bits low;
  bits high = HIGH_PRODUCT(m, by, &low);
  e += other - BIAS + 1;
  if (!(high & SIGN)) {
    high = high << 1 | low >> (BITS - 1);
    low <<= 1;
    e--;
  }
  const int behind = BITS - 1 - FRACTION - GUARD;
  const bits rest = (high & (((bits)1 << behind) - 1)) | low;
  return F(rounded_low)(sign, e, high >> behind | (rest != 0));
}

bits DIV(bits a, bits b) {
  const bits x = a & ~SIGN, y = b & ~SIGN, sign = (a ^ b) & SIGN;
  if (x - 1 >= INFINITE - 1 || y - 1 >= INFINITE - 1) {
    if (x > INFINITE)
      return a | QUIET;
    if (y > INFINITE)
      return b | QUIET;
    if (x == INFINITE)
      return y == INFINITE ? INFINITE | QUIET : sign | INFINITE;
    if (y == INFINITE)
      return sign;
    if (x == 0)
      return y == 0 ? INFINITE | QUIET : sign;
    return sign | INFINITE;
  }
  int e, other;
  bits m = F(significand)(x, &e);
  const bits by = F(significand)(y, &other);
  e += BIAS - other;
  if (m < by) {
    m <<= 1;
    e--;
  }
  bits q = 0;
  for (int i = 0; i <= FRACTION + GUARD; i++) {
    q <<= 1;
    if (m >= by)
      m -= by, q |= 1;
    m <<= 1;
  }
  return F(rounded_low)(sign, e, q | (m != 0));
}

/* Below, at or above 0; `unordered` with a NaN. */
static inline __attribute__((always_inline)) int F(compared)(bits a, bits b, int unordered) {
  const bits x = a & ~SIGN, y = b & ~SIGN;
  if (x > INFINITE || y > INFINITE)
    return unordered;
  if ((x | y) == 0 || a == b)
    return 0;
  if (a & b & SIGN)
    return a > b ? -1 : 1;
  return (signed_bits)a < (signed_bits)b ? -1 : 1;
}
int COMPARE(eq)(bits a, bits b) { return F(compared)(a, b, 1); }
int COMPARE(ne)(bits a, bits b) { return F(compared)(a, b, 1); }
int COMPARE(lt)(bits a, bits b) { return F(compared)(a, b, 1); }
int COMPARE(le)(bits a, bits b) { return F(compared)(a, b, 1); }
int COMPARE(gt)(bits a, bits b) { return F(compared)(a, b, -1); }
int COMPARE(ge)(bits a, bits b) { return F(compared)(a, b, -1); }
int COMPARE(unord)(bits a, bits b) { return (a & ~SIGN) > INFINITE || (b & ~SIGN) > INFINITE; }

#undef SIGN
#undef IMPLICIT
#undef INFINITE
#undef QUIET
#undef MOST
#undef BIAS
#undef GUARD
