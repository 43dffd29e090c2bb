// What every kernel uses: random numbers, a checksum and output, the same bytes on every processor.
#ifndef STALLSCOPE_KERNEL_H
#define STALLSCOPE_KERNEL_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// The platform's output: `size` bytes to standard output, at once. One definition a variant:
/// platform/*.c.
void platform_write(const char* bytes, size_t size);

/// Output is collected and goes out in few writes; a kernel calls `out_flush` once, last.
void out_flush(void);
void out_char(char character);
void out_text(const char* text);
void out_unsigned(uint64_t value);
void out_signed(int64_t value);
/// Exactly `digits` lower-case hexadecimal digits.
void out_hex(uint64_t value, int digits);
/// "label VALUE\n", decimal, and "label XXXXXXXX\n", eight hexadecimal digits.
void out_line(const char* label, int64_t value);
void out_checksum(const char* label, uint32_t value);

/// Marsaglia's xorshift with the shifts 13, 17, 5: never 0 when the state is not.
static inline uint32_t next_random(uint32_t* state) {
  uint32_t x = *state;
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  return *state = x;
}

#define CHECKSUM_START 2166136261u

/// One step of a checksum over 32-bit words, after FNV-1a, with the upper half folded in so that
/// every bit of a word reaches the lower ones.
static inline uint32_t checksum_word(uint32_t sum, uint32_t word) {
  sum = (sum ^ word) * 16777619u;
  return sum ^ (sum >> 15);
}

/// The checksum over the bits of floating-point numbers: equal only if every number is equal to the
/// last bit.
static inline uint32_t checksum_double(uint32_t sum, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return checksum_word(checksum_word(sum, (uint32_t)bits), (uint32_t)(bits >> 32));
}

static inline uint32_t checksum_float(uint32_t sum, float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return checksum_word(sum, bits);
}

#endif
