/* What compilers call of their own library (libgcc), written anew: the source of the texts in this folder,
   which rebuild.sh makes. Functions are those of the GCC manual's internals, chapter "The GCC low-level
   runtime library". WORD: bits of a register. MULTIPLIES: there is multiplication and division.
   IN_REGISTERS: floating-point numbers are handed over in floating-point registers, and computed with
   by instructions; only conversions that there are no instructions for are made. */
typedef unsigned u32;
typedef int i32;
typedef unsigned long long u64;
typedef long long i64;

#ifdef IN_REGISTERS
int __clzsi2(u32);
int __clzdi2(u64);
#else
#include "integers.h"
#endif

typedef union {
  float value;
  u32 as_bits;
} of_single;
typedef union {
  double value;
  u64 as_bits;
} of_double;

/* Single precision. */
#define bits u32
#define signed_bits i32
#define BITS 32
#define FRACTION 23
#define CONVERT(name, mode) __##name##sf##mode
#define CONVERT2(name, mode) __##name##mode##sf
#ifdef IN_REGISTERS
#define number float
#define BITS_OF(x) ((of_single){.value = (x)}).as_bits
#define NUMBER_OF(x) ((of_single){.as_bits = (x)}).value
#else
#define number u32
#define BITS_OF(x) (x)
#define NUMBER_OF(x) (x)
static inline __attribute__((always_inline)) u32 high_product_single(u32 a, u32 b, u32 *low) {
#if WORD == 32
  const u64 p = product_of(a, b);
#else
  const u64 p = (u64)a * b;
#endif
  *low = (u32)p;
  return (u32)(p >> 32);
}
#define F(name) name##_single
#define ADD __addsf3
#define SUB __subsf3
#define NEG __negsf2
#define MUL __mulsf3
#define DIV __divsf3
#define COMPARE(name) __##name##sf2
#define CLZ __clzsi2
#define HIGH_PRODUCT high_product_single
#include "floats.h"
#undef F
#undef ADD
#undef SUB
#undef NEG
#undef MUL
#undef DIV
#undef COMPARE
#undef CLZ
#undef HIGH_PRODUCT
#endif
#include "conversions.h"
#undef bits
#undef signed_bits
#undef BITS
#undef FRACTION
#undef CONVERT
#undef CONVERT2
#undef number
#undef BITS_OF
#undef NUMBER_OF

/* Double precision. */
#define bits u64
#define signed_bits i64
#define BITS 64
#define FRACTION 52
#define CONVERT(name, mode) __##name##df##mode
#define CONVERT2(name, mode) __##name##mode##df
#ifdef IN_REGISTERS
#define number double
#define BITS_OF(x) ((of_double){.value = (x)}).as_bits
#define NUMBER_OF(x) ((of_double){.as_bits = (x)}).value
#else
#define number u64
#define BITS_OF(x) (x)
#define NUMBER_OF(x) (x)
static inline __attribute__((always_inline)) u64 high_product_double(u64 a, u64 b, u64 *low) {
#if WORD == 64
  const wide p = product_of(a, b);
  *low = (u64)p;
  return (u64)(p >> 64);
#else
  const u32 a0 = (u32)a, a1 = (u32)(a >> 32), b0 = (u32)b, b1 = (u32)(b >> 32);
  const u64 least = product_of(a0, b0);
  const u64 one = product_of(a1, b0) + (least >> 32);
  const u64 other = product_of(a0, b1) + (u32)one;
  *low = other << 32 | (u32)least;
  return product_of(a1, b1) + (one >> 32) + (other >> 32);
#endif
}
#define F(name) name##_double
#define ADD __adddf3
#define SUB __subdf3
#define NEG __negdf2
#define MUL __muldf3
#define DIV __divdf3
#define COMPARE(name) __##name##df2
#define CLZ __clzdi2
#define HIGH_PRODUCT high_product_double
#include "floats.h"
#endif
#include "conversions.h"

#ifndef IN_REGISTERS
u64 __extendsfdf2(u32 a) {
  const u64 sign = (u64)(a >> 31) << 63;
  const u32 size = a & 0x7fffffff;
  if (size > 0x7f800000)
    return sign | 0x7ff8000000000000 | (u64)(size & 0x7fffff) << 29;
  if (size == 0x7f800000)
    return sign | 0x7ff0000000000000;
  if (size == 0)
    return sign;
  if (size >> 23)
    return sign | (((u64)size << 29) + ((u64)(1023 - 127) << 52));
  const int n = __clzsi2(size) - 8;
  return sign | (((u64)size << (n + 29)) + ((u64)(1023 - 127 - n) << 52));
}
u32 __truncdfsf2(u64 a) {
  const u32 sign = (u32)(a >> 63) << 31;
  const u64 size = a & 0x7fffffffffffffff;
  if (size > 0x7ff0000000000000)
    return sign | 0x7fc00000 | (u32)(size >> 29 & 0x3fffff);
  const int e = (int)(size >> 52) - 1023 + 127;
  if (e >= 255)
    return sign | 0x7f800000;
  if (e < -24)
    return sign;
  /* The significand with a bit behind it that stands for all that it loses. */
  u64 m = (size & 0xfffffffffffff) | 0x10000000000000;
  u32 kept = (u32)(m >> 26) | ((m & 0x3ffffff) != 0);
  return rounded_low_single(sign, e, kept);
}
/* A power with a whole exponent, by squares. */
u32 __powisf2(u32 a, int n) {
  u32 r = 0x3f800000;
  for (u32 left = n < 0 ? -(u32)n : (u32)n; left != 0; left >>= 1, a = __mulsf3(a, a))
    if (left & 1)
      r = __mulsf3(r, a);
  return n < 0 ? __divsf3(0x3f800000, r) : r;
}
u64 __powidf2(u64 a, int n) {
  u64 r = 0x3ff0000000000000;
  for (u32 left = n < 0 ? -(u32)n : (u32)n; left != 0; left >>= 1, a = __muldf3(a, a))
    if (left & 1)
      r = __muldf3(r, a);
  return n < 0 ? __divdf3(0x3ff0000000000000, r) : r;
}
#endif
