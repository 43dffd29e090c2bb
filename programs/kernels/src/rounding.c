// Interval arithmetic: the same sums rounded down and up enclose the true value. Changes the
// rounding mode all the time, reads the exception flags, and mixes single and double precision and
// conversions. About 5 million instructions (RV64GC).
#include "kernel.h"

#include <fenv.h>
#include <math.h>

enum { kTerms = 40000, kConversions = 12500 };

typedef struct {
  double low, high;
} Interval;

/// Keeps the compiler from moving floating-point work across a change of the rounding mode.
#define FENCE(value) __asm__ volatile("" : "+m"(value)::"memory")

/// 1 + 1/2^2 + ... + 1/n^2 in one rounding mode.
static double sum_of_squares(int mode) {
  fesetround(mode);
  double sum = 0;
  for (int i = 1; i <= kTerms; ++i) {
    double term = 1, divisor = (double)i;
    FENCE(divisor);
    term = term / divisor / divisor;
    sum += term;
  }
  FENCE(sum);
  fesetround(FE_TONEAREST);
  return sum;
}

/// The square root by Heron's interval iteration: the mode changes at every step.
static Interval heron(double of) {
  Interval x = {1, of};
  for (int i = 0; i < 200; ++i) {
    double middle = (x.low + x.high) / 2;
    fesetround(FE_DOWNWARD);
    FENCE(middle);
    double low = of / middle;
    FENCE(low);
    fesetround(FE_UPWARD);
    FENCE(middle);
    double high = of / middle;
    FENCE(high);
    fesetround(FE_TONEAREST);
    if (middle * middle > of) {
      x.high = middle;
      x.low = low > x.low ? low : x.low;
    } else {
      x.low = middle;
      x.high = high < x.high ? high : x.high;
    }
  }
  return x;
}

/// Conversions to integers and to single precision, each in four modes.
static uint32_t conversions(uint32_t sum) {
  static const int kModes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
  uint32_t state = 754;
  for (int i = 0; i < kConversions; ++i)
    for (int m = 0; m < 4; ++m) {
      double value = (double)(int32_t)next_random(&state) / 1024 + 0.5;
      fesetround(kModes[m]);
      FENCE(value);
      float narrow = (float)value;
      FENCE(narrow);
      long whole = lrint(value / 3);
      FENCE(whole);
      double root = sqrt(value < 0 ? -value : value);
      FENCE(root);
      fesetround(FE_TONEAREST);
      sum = checksum_double(checksum_float(sum, narrow), root);
      sum = checksum_word(sum, (uint32_t)whole);
    }
  return sum;
}

/// The flags that some operations raise, as bits: invalid, division by zero, overflow, underflow,
/// inexact.
static int flags(void) {
  static const int kFlags[] = {FE_INVALID, FE_DIVBYZERO, FE_OVERFLOW, FE_UNDERFLOW, FE_INEXACT};
  int raised = 0;
  for (int i = 0; i < 5; ++i)
    raised = 2 * raised + (fetestexcept(kFlags[i]) != 0);
  feclearexcept(FE_ALL_EXCEPT);
  return raised;
}

static void print_flags(void) {
  double zero = 0, one = 1, three = 3, huge = 1e308, tiny = 1e-308, result;
  FENCE(zero);
  feclearexcept(FE_ALL_EXCEPT);
#define PROBE(label, expression)                                                                   \
  FENCE(one);                                                                                      \
  result = (expression);                                                                           \
  FENCE(result);                                                                                   \
  out_line(label, flags());
  FENCE(three);
  FENCE(huge);
  FENCE(tiny);
  PROBE("flags of 1 + 3:", one + three)
  PROBE("flags of 1 / 3:", one / three)
  PROBE("flags of 1 / 0:", one / zero)
  PROBE("flags of 0 / 0:", zero / zero)
  PROBE("flags of 1e308 * 1e308:", huge * huge)
  PROBE("flags of 1e-308 * 1e-308:", tiny * tiny)
  PROBE("flags of the root of -1:", sqrt(-one))
#undef PROBE
}

int main(void) {
  const double down = sum_of_squares(FE_DOWNWARD), near = sum_of_squares(FE_TONEAREST);
  const double up = sum_of_squares(FE_UPWARD), zero = sum_of_squares(FE_TOWARDZERO);
  uint32_t sums = checksum_double(checksum_double(CHECKSUM_START, down), up);
  sums = checksum_double(checksum_double(sums, near), zero);
  int failures = !(down < near && near < up) || zero != down;
  uint32_t roots = CHECKSUM_START;
  for (int i = 2; i < 20; ++i) {
    const Interval x = heron((double)i);
    const double root = sqrt((double)i);
    failures += !(x.low <= root && root <= x.high && x.high - x.low < 1e-14);
    roots = checksum_double(checksum_double(roots, x.low), x.high);
  }
  out_checksum("sums", sums);
  out_checksum("roots", roots);
  out_checksum("conversions", conversions(CHECKSUM_START));
  print_flags();
  out_line("failures", failures);
  out_flush();
  return failures;
}
