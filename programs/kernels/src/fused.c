// Fused multiply-add: polynomials by Horner's rule, exact products as pairs of doubles, and a dot
// product that is twice as precise; in both precisions and all four signs. About 1.2 million
// instructions (RV64GC).
#include "kernel.h"

#include <math.h>

enum { kPoints = 4000, kDegree = 12 };

static double first[kPoints], second[kPoints];

/// exp(x) for |x| <= 1/2 by its series.
static double exponential(double x) {
  double factorial = 479001600, sum = 1 / factorial;
  for (int k = kDegree; k > 0; --k) {
    factorial /= k;
    sum = fma(sum, x, 1 / factorial);
  }
  return sum;
}

static float exponential_float(float x) {
  float factorial = 5040, sum = 1 / factorial;
  for (int k = 7; k > 0; --k) {
    factorial /= (float)k;
    sum = fmaf(sum, x, 1 / factorial);
  }
  return sum;
}

/// The dot product with the rounding errors of products and sums carried along (Ogita, Rump, Oishi
/// 2005).
static double precise_dot(void) {
  double sum = 0, correction = 0;
  for (int i = 0; i < kPoints; ++i) {
    const double product = first[i] * second[i];
    const double product_error = fma(first[i], second[i], -product);
    const double next = sum + product, part = next - sum;
    const double sum_error = (sum - (next - part)) + (product - part);
    sum = next;
    correction += product_error + sum_error;
  }
  return sum + correction;
}

int main(void) {
  uint32_t state = 2005, doubles = CHECKSUM_START, floats = CHECKSUM_START, signs = CHECKSUM_START;
  for (int i = 0; i < kPoints; ++i) {
    const double x = (double)(int32_t)next_random(&state) / 4294967296.0;
    doubles = checksum_double(doubles, exponential(x));
    floats = checksum_float(floats, exponential_float((float)x));
    const double y = (double)(int32_t)next_random(&state),
                 z = (double)(int32_t)next_random(&state) * 0.25;
    signs = checksum_double(checksum_double(signs, fma(x, y, z)), fma(x, y, -z));
    signs = checksum_double(checksum_double(signs, fma(-x, y, z)), fma(-x, y, -z));
    const float u = (float)x, v = (float)y, w = (float)z;
    signs = checksum_float(checksum_float(signs, fmaf(u, v, w)), fmaf(u, v, -w));
    signs = checksum_float(checksum_float(signs, fmaf(-u, v, w)), fmaf(-u, v, -w));
    // Halves that cancel: the sum of all products is the small remainder of the last one.
    first[i] = i % 2 == 0 ? y : -first[i - 1];
    second[i] = i % 2 == 0 ? x * 1048576 : second[i - 1];
  }
  second[kPoints - 1] += 1.0 / 1024;
  const double dot = precise_dot();
  const double expected = first[kPoints - 1] * (second[kPoints - 1] - second[kPoints - 2]);
  out_checksum("exponentials", doubles);
  out_checksum("in single precision", floats);
  out_checksum("signs", signs);
  out_checksum("dot product", checksum_double(CHECKSUM_START, dot));
  const double error = dot - expected;
  const int failures = error > 1e-6 || error < -1e-6 || exponential(0) != 1;
  out_line("failures", failures);
  out_flush();
  return failures;
}
