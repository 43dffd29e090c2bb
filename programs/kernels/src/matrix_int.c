// Products of 96x96 matrices of 32-bit integers, in the two loop orders a course compares: a dot
// product an element (a stride down a column) and row updates (unit strides, a store an iteration).
// About 55.3 million instructions (RV64GC).
#include "kernel.h"

enum { kSize = 96, kRounds = 4 };

static int32_t a[kSize][kSize], b[kSize][kSize], c[kSize][kSize], d[kSize][kSize];

static void by_dot_products(void) {
  for (int i = 0; i < kSize; ++i)
    for (int j = 0; j < kSize; ++j) {
      uint32_t sum = 0;
      for (int k = 0; k < kSize; ++k)
        sum += (uint32_t)a[i][k] * (uint32_t)b[k][j];
      c[i][j] = (int32_t)sum;
    }
}

static void by_row_updates(void) {
  memset(d, 0, sizeof d);
  for (int i = 0; i < kSize; ++i)
    for (int k = 0; k < kSize; ++k) {
      const uint32_t factor = (uint32_t)a[i][k];
      for (int j = 0; j < kSize; ++j)
        d[i][j] = (int32_t)((uint32_t)d[i][j] + factor * (uint32_t)b[k][j]);
    }
}

int main(void) {
  uint32_t state = 7;
  for (int i = 0; i < kSize; ++i)
    for (int j = 0; j < kSize; ++j) {
      a[i][j] = (int32_t)(next_random(&state) % 2001) - 1000;
      b[i][j] = (int32_t)(next_random(&state) % 2001) - 1000;
    }
  int failures = 0;
  for (int round = 0; round < kRounds; ++round) {
    by_dot_products();
    by_row_updates();
    failures += memcmp(c, d, sizeof c) != 0;
    memcpy(a, b, sizeof a);
    memcpy(b, c, sizeof b); // the next round multiplies the last factor by the product, modulo 2^32
  }
  uint32_t sum = CHECKSUM_START, trace = 0;
  for (int i = 0; i < kSize; ++i) {
    trace += (uint32_t)c[i][i];
    for (int j = 0; j < kSize; ++j)
      sum = checksum_word(sum, (uint32_t)c[i][j]);
  }
  out_line("trace", (int32_t)trace);
  out_checksum("product", sum);
  out_line("failures", failures);
  out_flush();
  return failures;
}
