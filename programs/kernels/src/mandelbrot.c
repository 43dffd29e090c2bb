// Mandelbrot's set in fixed point (32 bits, 24 of them fraction, products of 64 bits): multiply,
// shift, add, with one exit branch a step. No overflow: a point leaves before its squares reach
// 2^7. About 2.6 million instructions (RV64GC).
#include "kernel.h"

enum { kColumns = 64, kRows = 22, kSteps = 400, kFraction = 24 };

static int32_t product(int32_t a, int32_t b) {
  return (int32_t)(((int64_t)a * b) >> kFraction);
}

/// Steps until the orbit of 0 leaves the circle of radius 2, at most kSteps.
static int escape(int32_t re, int32_t im) {
  int32_t x = 0, y = 0;
  int steps = 0;
  for (; steps < kSteps; ++steps) {
    const int32_t xx = product(x, x), yy = product(y, y);
    if (xx + yy > 4 << kFraction)
      break;
    y = 2 * product(x, y) + im;
    x = xx - yy + re;
  }
  return steps;
}

int main(void) {
  uint32_t sum = CHECKSUM_START, inside = 0;
  for (int row = 0; row < kRows; ++row) {
    for (int column = 0; column < kColumns; ++column) {
      const int32_t re = (column * 3 - 2 * kColumns) * ((1 << kFraction) / kColumns); // -2 to 1
      const int32_t im = (2 * row + 1 - kRows) * ((1 << kFraction) / kRows) / 8 * 9;  // -1.1 to 1.1
      const int steps = escape(re, im);
      sum = checksum_word(sum, (uint32_t)steps);
      inside += steps == kSteps;
      out_char(steps == kSteps ? '#'
                               : ".:-=+*"[steps < 4    ? 0
                                          : steps < 7  ? steps - 3
                                          : steps < 20 ? 4
                                                       : 5]);
    }
    out_char('\n');
  }
  out_line("inside", inside);
  out_checksum("steps", sum);
  out_flush();
  return inside > 0 ? 0 : 1;
}
