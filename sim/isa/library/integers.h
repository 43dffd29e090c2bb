/* Integers: what processors without multiplication, division, wide shifts or counts of bits call.
   Types and sizes are those of libgcc's manual ("Routines for integer arithmetic"). */

#if WORD == 32
typedef u32 word;
typedef i32 signed_word;
typedef u64 wide;
typedef i64 signed_wide;
#define OF_WORD(name, count) __##name##si##count
#define OF_WIDE(name, count) __##name##di##count
#else
typedef u64 word;
typedef i64 signed_word;
typedef unsigned __int128 wide;
typedef __int128 signed_wide;
#define OF_WORD(name, count) __##name##di##count
#define OF_WIDE(name, count) __##name##ti##count
#endif
#define HALF (WORD / 2)
#define HALF_MASK (((word)1 << HALF) - 1)

#ifndef MULTIPLIES
/* By shifts and additions, until nothing is left of the factor. */
word OF_WORD(mul, 3)(word a, word b) {
  word product = 0;
  for (; b != 0; b >>= 1, a <<= 1)
    if (b & 1)
      product += a;
  return product;
}
/* Restoring division, from the dividend's highest bit on; by zero, all ones and the dividend. */
static inline __attribute__((always_inline)) word divided(word a, word b, word *rest) {
  word quotient = 0, bit = 1;
  if (b == 0) {
    *rest = a;
    return ~(word)0;
  }
  while (b < a && (signed_word)b > 0)
    b <<= 1, bit <<= 1;
  for (; bit != 0; bit >>= 1, b >>= 1)
    if (a >= b)
      a -= b, quotient += bit;
  *rest = a;
  return quotient;
}
word OF_WORD(udiv, 3)(word a, word b) {
  word rest;
  return divided(a, b, &rest);
}
word OF_WORD(umod, 3)(word a, word b) {
  word rest;
  divided(a, b, &rest);
  return rest;
}
signed_word OF_WORD(div, 3)(signed_word a, signed_word b) {
  const word q = OF_WORD(udiv, 3)(a < 0 ? -(word)a : (word)a, b < 0 ? -(word)b : (word)b);
  return (a ^ b) < 0 ? -q : q;
}
signed_word OF_WORD(mod, 3)(signed_word a, signed_word b) {
  const word r = OF_WORD(umod, 3)(a < 0 ? -(word)a : (word)a, b < 0 ? -(word)b : (word)b);
  return a < 0 ? -r : r;
}
#else
word OF_WORD(mul, 3)(word a, word b) { return a * b; }
word OF_WORD(udiv, 3)(word a, word b) { return a / b; }
word OF_WORD(umod, 3)(word a, word b) { return a % b; }
signed_word OF_WORD(div, 3)(signed_word a, signed_word b) { return a / b; }
signed_word OF_WORD(mod, 3)(signed_word a, signed_word b) { return a % b; }
#endif
#if WORD == 64
/* Of 32 bits on a processor of 64. */
i32 __mulsi3(i32 a, i32 b) { return (i32)__muldi3((word)a, (word)b); }
i32 __divsi3(i32 a, i32 b) { return (i32)__divdi3(a, b); }
i32 __modsi3(i32 a, i32 b) { return (i32)__moddi3(a, b); }
u32 __udivsi3(u32 a, u32 b) { return (u32)__udivdi3(a, b); }
u32 __umodsi3(u32 a, u32 b) { return (u32)__umoddi3(a, b); }
#endif

/* The product of two words, of both their halves; in the base of half a word. */
static inline __attribute__((always_inline)) wide product_of(word a, word b) {
#ifdef MULTIPLIES
  return (wide)a * b;
#else
  const word a0 = a & HALF_MASK, a1 = a >> HALF, b0 = b & HALF_MASK, b1 = b >> HALF;
  const word low = a0 * b0, one = a1 * b0 + (low >> HALF), other = a0 * b1 + (one & HALF_MASK);
  const word high = a1 * b1 + (one >> HALF) + (other >> HALF);
  return (wide)high << WORD | (word)(other << HALF | (low & HALF_MASK));
#endif
}

wide OF_WIDE(mul, 3)(wide a, wide b) {
  const word a0 = (word)a, b0 = (word)b;
  return product_of(a0, b0) +
         ((wide)(a0 * (word)(b >> WORD) + b0 * (word)(a >> WORD)) << WORD);
}

#ifdef MULTIPLIES
/* (u1, u0) divided by v, when u1 < v: Knuth's algorithm D with digits of half a word (The Art of
   Computer Programming, volume 2, 4.3.1; as divlu in Warren, Hacker's Delight, 9-4). */
static __attribute__((noinline)) word __divide_two_words(word u1, word u0, word v) {
  const int shift = __builtin_clzl(v);
  v <<= shift;
  const word v1 = v >> HALF, v0 = v & HALF_MASK;
  if (shift != 0)
    u1 = u1 << shift | u0 >> (WORD - shift);
  u0 <<= shift;
  const word first = u0 >> HALF, second = u0 & HALF_MASK;
  word q1 = u1 / v1, r = u1 % v1;
  while (q1 >> HALF != 0 || q1 * v0 > (r << HALF | first)) {
    q1--, r += v1;
    if (r >> HALF != 0)
      break;
  }
  const word u = (u1 << HALF | first) - q1 * v;
  word q0 = u / v1;
  r = u % v1;
  while (q0 >> HALF != 0 || q0 * v0 > (r << HALF | second)) {
    q0--, r += v1;
    if (r >> HALF != 0)
      break;
  }
  return (q1 << HALF) + q0;
}
static __attribute__((noinline)) wide __divide_wide(wide a, wide b) {
  const word high = (word)(b >> WORD), low = (word)b, top = (word)(a >> WORD);
  if (high == 0) {
    if (top < low)
      return top == 0 ? (word)a / low : __divide_two_words(top, (word)a, low);
    const word q = top / low;
    return (wide)q << WORD | __divide_two_words(top - q * low, (word)a, low);
  }
  if (b > a)
    return 0;
  /* Hacker's Delight, 9-5: at most one too large before it is made one smaller. */
  const int shift = __builtin_clzl(high);
  const word divisor = (word)((b << shift) >> WORD);
  const wide half = a >> 1;
  word q = __divide_two_words((word)(half >> WORD), (word)half, divisor);
  q = (word)(((wide)q << shift) >> (WORD - 1));
  if (q != 0)
    q--;
  const wide rest = a - OF_WIDE(mul, 3)(q, b);
  return rest >= b ? q + (wide)1 : q;
}
#else
static __attribute__((noinline)) wide __divide_wide(wide a, wide b) {
  wide rest = 0;
  for (int i = 0; i < 2 * WORD; i++) {
    const int over = (word)(rest >> WORD) >> (WORD - 1);
    rest = rest << 1 | (word)(a >> WORD) >> (WORD - 1);
    a <<= 1;
    if (over || rest >= b)
      rest -= b, a |= 1;
  }
  return a;
}
#endif
wide OF_WIDE(udiv, 3)(wide a, wide b) { return __divide_wide(a, b); }
wide OF_WIDE(umod, 3)(wide a, wide b) { return a - OF_WIDE(mul, 3)(__divide_wide(a, b), b); }
wide OF_WIDE(udivmod, 4)(wide a, wide b, wide *rest) {
  const wide q = __divide_wide(a, b);
  if (rest)
    *rest = a - OF_WIDE(mul, 3)(q, b);
  return q;
}
signed_wide OF_WIDE(div, 3)(signed_wide a, signed_wide b) {
  const wide q = __divide_wide(a < 0 ? -(wide)a : (wide)a, b < 0 ? -(wide)b : (wide)b);
  return (a ^ b) < 0 ? -q : q;
}
signed_wide OF_WIDE(mod, 3)(signed_wide a, signed_wide b) {
  return a - (signed_wide)OF_WIDE(mul, 3)((wide)OF_WIDE(div, 3)(a, b), (wide)b);
}
signed_wide OF_WIDE(divmod, 4)(signed_wide a, signed_wide b, signed_wide *rest) {
  const signed_wide q = OF_WIDE(div, 3)(a, b);
  *rest = a - (signed_wide)OF_WIDE(mul, 3)((wide)q, (wide)b);
  return q;
}

/* Shifts of two words, less than their width. */
static inline __attribute__((always_inline)) wide joined(word high, word low) {
  return (wide)high << WORD | low;
}
wide OF_WIDE(ashl, 3)(wide a, int n) {
  const word low = (word)a, high = (word)(a >> WORD);
  if (n == 0)
    return a;
  return n >= WORD ? joined(low << (n - WORD), 0) : joined(high << n | low >> (WORD - n), low << n);
}
wide OF_WIDE(lshr, 3)(wide a, int n) {
  const word low = (word)a, high = (word)(a >> WORD);
  if (n == 0)
    return a;
  return n >= WORD ? joined(0, high >> (n - WORD)) : joined(high >> n, high << (WORD - n) | low >> n);
}
signed_wide OF_WIDE(ashr, 3)(signed_wide a, int n) {
  const word low = (word)a;
  const signed_word high = (signed_word)(a >> WORD);
  if (n == 0)
    return a;
  return n >= WORD ? (signed_wide)joined((word)(high >> (WORD - 1)), (word)(high >> (n - WORD)))
                   : (signed_wide)joined((word)(high >> n), (word)high << (WORD - n) | low >> n);
}
signed_wide OF_WIDE(neg, 2)(signed_wide a) { return -(wide)a; }
/* 0, 1 and 2: less, equal, greater. */
int OF_WIDE(cmp, 2)(signed_wide a, signed_wide b) { return (a > b) - (a < b) + 1; }
int OF_WIDE(ucmp, 2)(wide a, wide b) { return (a > b) - (a < b) + 1; }

/* Bits. */
int __clzsi2(u32 x) {
  int n = 32;
  for (int step = 16; step != 0; step >>= 1)
    if (x >> step)
      n -= step, x >>= step;
  return n - (int)x;
}
int __clzdi2(u64 x) {
  const u32 high = (u32)(x >> 32);
  return high ? __clzsi2(high) : 32 + __clzsi2((u32)x);
}
int __ctzsi2(u32 x) { return 31 - __clzsi2(x & -x); }
int __ctzdi2(u64 x) { return (u32)x ? __ctzsi2((u32)x) : 32 + __ctzsi2((u32)(x >> 32)); }
int __ffssi2(u32 x) { return x ? 1 + __ctzsi2(x) : 0; }
int __ffsdi2(u64 x) { return x ? 1 + __ctzdi2(x) : 0; }
int __clrsbsi2(i32 x) {
  const u32 differs = (u32)(x ^ x >> 31);
  return differs ? __clzsi2(differs) - 1 : 31;
}
int __clrsbdi2(i64 x) {
  const u64 differs = (u64)(x ^ x >> 63);
  return differs ? __clzdi2(differs) - 1 : 63;
}
int __popcountsi2(u32 x) {
  x -= x >> 1 & 0x55555555;
  x = (x & 0x33333333) + (x >> 2 & 0x33333333);
  x = (x + (x >> 4)) & 0x0f0f0f0f;
  x += x >> 8;
  return (x + (x >> 16)) & 63;
}
int __popcountdi2(u64 x) { return __popcountsi2((u32)x) + __popcountsi2((u32)(x >> 32)); }
int __paritysi2(u32 x) {
  x ^= x >> 16;
  x ^= x >> 8;
  x ^= x >> 4;
  return 0x6996 >> (x & 15) & 1;
}
int __paritydi2(u64 x) { return __paritysi2((u32)x ^ (u32)(x >> 32)); }
u32 __bswapsi2(u32 x) {
  return x >> 24 | (x >> 8 & 0xff00) | (x << 8 & 0xff0000) | x << 24;
}
u64 __bswapdi2(u64 x) {
  return (u64)__bswapsi2((u32)x) << 32 | __bswapsi2((u32)(x >> 32));
}

/* -ftrapv: what overflows stops the program. */
#define TRAPPING(mode, type)                                                                       \
  type __addv##mode##3(type a, type b) {                                                           \
    type r;                                                                                        \
    if (__builtin_add_overflow(a, b, &r))                                                          \
      __builtin_trap();                                                                            \
    return r;                                                                                      \
  }                                                                                                \
  type __subv##mode##3(type a, type b) {                                                           \
    type r;                                                                                        \
    if (__builtin_sub_overflow(a, b, &r))                                                          \
      __builtin_trap();                                                                            \
    return r;                                                                                      \
  }                                                                                                \
  type __negv##mode##2(type a) { return __subv##mode##3(0, a); }                                   \
  type __absv##mode##2(type a) { return a < 0 ? __negv##mode##2(a) : a; }
TRAPPING(si, i32)
TRAPPING(di, i64)
i32 __mulvsi3(i32 a, i32 b) {
  const i64 r = (i64)a * b;
  if (r != (i32)r)
    __builtin_trap();
  return (i32)r;
}
