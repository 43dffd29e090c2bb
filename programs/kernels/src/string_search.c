// Exact string search in a text over four letters, where partial matches are frequent: plain
// comparison, Knuth-Morris-Pratt, and Boyer-Moore-Horspool. All three must count the same. About
// 25.0 million instructions (RV64GC).
#include "kernel.h"

enum { kText = 60000, kPatterns = 8, kLongest = 32 };

static char text[kText + 1];

static uint32_t plain(const char* pattern, int length) {
  uint32_t found = 0;
  for (int at = 0; at + length <= kText; ++at) {
    int k = 0;
    while (k < length && text[at + k] == pattern[k])
      ++k;
    found += k == length;
  }
  return found;
}

static uint32_t knuth_morris_pratt(const char* pattern, int length) {
  int border[kLongest + 1]; // border[k]: the longest proper border of the first k letters
  border[0] = -1;
  for (int k = 0, b = -1; k < length; border[++k] = ++b)
    while (b >= 0 && pattern[b] != pattern[k])
      b = border[b];
  uint32_t found = 0;
  for (int at = 0, k = 0; at < kText; ++at) {
    while (k >= 0 && pattern[k] != text[at])
      k = border[k];
    if (++k == length) {
      ++found;
      k = border[k];
    }
  }
  return found;
}

static uint32_t horspool(const char* pattern, int length) {
  int shift[256];
  for (int c = 0; c < 256; ++c)
    shift[c] = length;
  for (int k = 0; k + 1 < length; ++k)
    shift[(uint8_t)pattern[k]] = length - 1 - k;
  uint32_t found = 0;
  for (int at = 0; at + length <= kText; at += shift[(uint8_t)text[at + length - 1]]) {
    int k = length - 1;
    while (k >= 0 && text[at + k] == pattern[k])
      --k;
    found += k < 0;
  }
  return found;
}

int main(void) {
  uint32_t state = 12345;
  for (int i = 0; i < kText; ++i) // half of the time a repetition of what stood 7 letters before
    text[i] =
        i >= 7 && next_random(&state) % 8 < 5 ? text[i - 7] : "acgt"[next_random(&state) >> 30];
  static const int kLengths[kPatterns] = {1, 2, 4, 7, 10, 14, 21, 32};
  int failures = 0;
  for (int p = 0; p < kPatterns; ++p) {
    const int length = kLengths[p];
    char pattern[kLongest + 1] = {0};
    memcpy(pattern, text + 1000 * (p + 1), (size_t)length);
    const uint32_t a = plain(pattern, length);
    const uint32_t b = knuth_morris_pratt(pattern, length);
    const uint32_t c = horspool(pattern, length);
    failures += a != b || a != c || a == 0;
    out_line(pattern, a);
  }
  out_line("failures", failures);
  out_flush();
  return failures;
}
