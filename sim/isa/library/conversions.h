/* Between integers and a format, whose values are handed over as `number`: their bits, or in a
   floating-point register. What does not fit becomes the nearest integer there is. */
#define SIGN ((bits)1 << (BITS - 1))
#define IMPLICIT ((bits)1 << FRACTION)
#define MOST ((1 << (BITS - 1 - FRACTION)) - 1)
#define BIAS (MOST / 2)

#define TO_SIGNED(name, type, unsigned_type, width)                                                \
  type name(number value) {                                                                        \
    const bits a = BITS_OF(value);                                                                 \
    const int e = (int)((a & ~SIGN) >> FRACTION) - BIAS;                                           \
    const unsigned_type lowest = (unsigned_type)1 << (width - 1);                                  \
    if (e < 0)                                                                                     \
      return 0;                                                                                    \
    if (e >= width - 1)                                                                            \
      return (type)(a & SIGN ? lowest : lowest - 1);                                               \
    const bits m = (a & (IMPLICIT - 1)) | IMPLICIT;                                                \
    const unsigned_type size = e <= FRACTION ? (unsigned_type)(m >> (FRACTION - e))                \
                                             : (unsigned_type)m << (e - FRACTION);                 \
    return (type)(a & SIGN ? -size : size);                                                        \
  }
#define TO_UNSIGNED(name, type, width)                                                             \
  type name(number value) {                                                                        \
    const bits a = BITS_OF(value);                                                                 \
    const int e = (int)((a & ~SIGN) >> FRACTION) - BIAS;                                           \
    if (e < 0 || (a & SIGN))                                                                       \
      return 0;                                                                                    \
    if (e >= width)                                                                                \
      return ~(type)0;                                                                             \
    const bits m = (a & (IMPLICIT - 1)) | IMPLICIT;                                                \
    return e <= FRACTION ? (type)(m >> (FRACTION - e)) : (type)m << (e - FRACTION);                \
  }
#define FROM(name, type, unsigned_type, width, clz)                                                \
  number name(type value) {                                                                        \
    const bits sign = value < 0 ? SIGN : 0;                                                        \
    unsigned_type size = value < 0 ? -(unsigned_type)value : (unsigned_type)value;                 \
    if (size == 0)                                                                                 \
      return NUMBER_OF(0);                                                                         \
    const int first = width - 1 - clz(size);                                                       \
    bits m;                                                                                        \
    if (first <= FRACTION) {                                                                       \
      m = (bits)size << (FRACTION - first);                                                        \
    } else {                                                                                       \
      const int n = first - FRACTION;                                                              \
      const unsigned_type half = (unsigned_type)1 << (n - 1);                                      \
      const unsigned_type rest = size & ((half << 1) - 1);                                         \
      m = (bits)(size >> n);                                                                       \
      m += rest > half || (rest == half && (m & 1));                                               \
    }                                                                                              \
    return NUMBER_OF(sign | (m + ((bits)(BIAS + first - 1) << FRACTION)));                         \
  }

TO_SIGNED(CONVERT(fix, di), i64, u64, 64)
TO_UNSIGNED(CONVERT(fixuns, di), u64, 64)
FROM(CONVERT2(float, di), i64, u64, 64, __clzdi2)
FROM(CONVERT2(floatun, di), u64, u64, 64, __clzdi2)
#ifndef IN_REGISTERS
TO_SIGNED(CONVERT(fix, si), i32, u32, 32)
TO_UNSIGNED(CONVERT(fixuns, si), u32, 32)
FROM(CONVERT2(float, si), i32, u32, 32, __clzsi2)
FROM(CONVERT2(floatun, si), u32, u32, 32, __clzsi2)
#endif

#undef TO_SIGNED
#undef TO_UNSIGNED
#undef FROM
#undef SIGN
#undef IMPLICIT
#undef MOST
#undef BIAS
