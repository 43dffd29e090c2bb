// Arithmetic, comparisons and choices of every size of integer, with and without sign.
#include "check.h"
#define DEF(T, N)                                                                                  \
  FN T add_##N(T a, T b) {                                                                         \
    return a + b;                                                                                  \
  }                                                                                                \
  FN T sub_##N(T a, T b) {                                                                         \
    return a - b;                                                                                  \
  }                                                                                                \
  FN T mul_##N(T a, T b) {                                                                         \
    return a * b;                                                                                  \
  }                                                                                                \
  FN T and_##N(T a, T b) {                                                                         \
    return (a & b) ^ (a | ~b);                                                                     \
  }                                                                                                \
  FN T shl_##N(T a, T b) {                                                                         \
    return a << (b & 7);                                                                           \
  }                                                                                                \
  FN T shr_##N(T a, T b) {                                                                         \
    return a >> (b & 7);                                                                           \
  }                                                                                                \
  FN int lt_##N(T a, T b) {                                                                        \
    return a < b;                                                                                  \
  }                                                                                                \
  FN int le_##N(T a, T b) {                                                                        \
    return a <= b;                                                                                 \
  }                                                                                                \
  FN int eq_##N(T a, T b) {                                                                        \
    return a == b;                                                                                 \
  }                                                                                                \
  FN T max_##N(T a, T b) {                                                                         \
    return a > b ? a : b;                                                                          \
  }                                                                                                \
  FN T min_##N(T a, T b) {                                                                         \
    return a < b ? a : b;                                                                          \
  }                                                                                                \
  FN T abs_##N(T a) {                                                                              \
    return a < 0 ? -a : a;                                                                         \
  }                                                                                                \
  FN T clamp_##N(T a) {                                                                            \
    return a > 100 ? 100 : a < 10 ? 10 : a;                                                        \
  }                                                                                                \
  FN T div7_##N(T a) {                                                                             \
    return a / 7;                                                                                  \
  }                                                                                                \
  FN T mod10_##N(T a) {                                                                            \
    return a % 10;                                                                                 \
  }                                                                                                \
  FN T div8_##N(T a) {                                                                             \
    return a / 8;                                                                                  \
  }                                                                                                \
  FN T mod16_##N(T a) {                                                                            \
    return a % 16;                                                                                 \
  }                                                                                                \
  FN T div_##N(T a, T b) {                                                                         \
    return b == 0 || b == (T)-1 ? a : a / b;                                                       \
  }                                                                                                \
  FN T mod_##N(T a, T b) {                                                                         \
    return b == 0 || b == (T)-1 ? b : a % b;                                                       \
  }                                                                                                \
  FN T neg_##N(T a) {                                                                              \
    return -a;                                                                                     \
  }                                                                                                \
  FN T addc_##N(T a) {                                                                             \
    return a * 5 + 3;                                                                              \
  }                                                                                                \
  FN T sel_##N(T a, T b) {                                                                         \
    if (a & 1)                                                                                     \
      return b;                                                                                    \
    if (a & 2)                                                                                     \
      return a + b;                                                                                \
    return a - b;                                                                                  \
  }                                                                                                \
  static void run_##N(void) {                                                                      \
    ALL2("add_" #N, T, add_##N(a, b));                                                             \
    ALL2("sub_" #N, T, sub_##N(a, b));                                                             \
    ALL2("mul_" #N, T, mul_##N(a, b));                                                             \
    ALL2("and_" #N, T, and_##N(a, b));                                                             \
    ALL2("shl_" #N, T, shl_##N(a, b));                                                             \
    ALL2("shr_" #N, T, shr_##N(a, b));                                                             \
    ALL2("lt_" #N, T, lt_##N(a, b));                                                               \
    ALL2("le_" #N, T, le_##N(a, b));                                                               \
    ALL2("eq_" #N, T, eq_##N(a, b));                                                               \
    ALL2("max_" #N, T, max_##N(a, b));                                                             \
    ALL2("min_" #N, T, min_##N(a, b));                                                             \
    ALL1("abs_" #N, T, abs_##N(a));                                                                \
    ALL1("clamp_" #N, T, clamp_##N(a));                                                            \
    ALL1("div7_" #N, T, div7_##N(a));                                                              \
    ALL1("mod10_" #N, T, mod10_##N(a));                                                            \
    ALL1("div8_" #N, T, div8_##N(a));                                                              \
    ALL1("mod16_" #N, T, mod16_##N(a));                                                            \
    ALL2("div_" #N, T, div_##N(a, b));                                                             \
    ALL2("mod_" #N, T, mod_##N(a, b));                                                             \
    ALL1("neg_" #N, T, neg_##N(a));                                                                \
    ALL1("addc_" #N, T, addc_##N(a));                                                              \
    ALL2("sel_" #N, T, sel_##N(a, b));                                                             \
  }
DEF(i8, i8)
DEF(u8, u8) DEF(i16, i16) DEF(u16, u16) DEF(i32, i32) DEF(u32, u32) DEF(i64, i64)
    DEF(u64, u64) int main(void) {
  run_i8();
  run_u8();
  run_i16();
  run_u16();
  run_i32();
  run_u32();
  run_i64();
  run_u64();
  return 0;
}
