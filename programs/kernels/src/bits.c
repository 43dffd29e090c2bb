// Bit manipulation: counts of ones and zeros, rotations, byte order, smallest and largest, sign
// extension, single bits, scaled addresses. With Zba, Zbb and Zbs each is one instruction; without,
// a sequence or a library call. About 9.7 million instructions (RV64GC).
#include "kernel.h"

enum { kRounds = 20000, kTable = 256 };

static uint64_t table64[kTable];
static uint32_t table32[kTable];
static uint16_t table16[kTable];

static uint32_t rotate32(uint32_t x, uint32_t by) {
  return x << (by & 31) | x >> (-by & 31);
}
static uint64_t rotate64(uint64_t x, uint32_t by) {
  return x << (by & 63) | x >> (-by & 63);
}

static uint32_t word_round(uint32_t sum, uint32_t x, uint32_t y) {
  const uint32_t counts =
      (uint32_t)(__builtin_clz(x) + 32 * __builtin_ctz(x) + 1024 * __builtin_popcount(x));
  sum = checksum_word(sum, counts);
  sum = checksum_word(sum, __builtin_bswap32(x) ^ rotate32(x, y) ^ rotate32(y, 7));
  const int32_t a = (int32_t)x, b = (int32_t)y;
  sum = checksum_word(sum, (uint32_t)(a < b ? a : b) ^ (x < y ? y : x) << 1);
  sum = checksum_word(sum,
                      (uint32_t)(int8_t)x ^ (uint32_t)(int16_t)y << 3 ^ (x & ~y) ^ (x | ~y) >> 2);
  return checksum_word(sum, (x ^ 1u << (y & 31)) + (x & ~(1u << (y >> 8 & 31))) +
                                (x >> (y >> 16 & 31) & 1));
}

static uint32_t long_round(uint32_t sum, uint64_t x, uint32_t y) {
  const int counts = __builtin_clzll(x) + 64 * __builtin_ctzll(x) + 4096 * __builtin_popcountll(x);
  const uint64_t mixed = __builtin_bswap64(x) ^ rotate64(x, y) ^ (x | 1ull << (y & 63)) ^ ~(x ^ y);
  const uint64_t single =
      (x & ~(1ull << (y >> 6 & 63))) + (x >> (y >> 12 & 63) & 1) + (x ^ 1ull << (y >> 18 & 63));
  sum = checksum_word(sum, (uint32_t)counts ^ (uint32_t)(single >> 16));
  return checksum_word(checksum_word(sum, (uint32_t)mixed), (uint32_t)(mixed >> 32));
}

static uint32_t table_round(uint32_t sum, uint32_t x) {
  const uint32_t index = x & (kTable - 1); // unsigned: sh1add.uw and its relatives
  table16[index] = (uint16_t)(table16[index] + x);
  table32[index] += x ^ table16[x >> 24];
  table64[index] += ((uint64_t)x << 13) ^ table32[x >> 16 & (kTable - 1)];
  return checksum_word(sum, (uint32_t)(table64[x >> 8 & (kTable - 1)] >> 7));
}

int main(void) {
  uint32_t state = 64, words = CHECKSUM_START, longs = CHECKSUM_START, tables = CHECKSUM_START;
  for (int round = 0; round < kRounds; ++round) {
    const uint32_t x = next_random(&state) >> (round % 31), y = next_random(&state);
    words = word_round(words, x | 1u << 31 >> round % 32, y);
    longs = long_round(longs, (uint64_t)y << (round % 33) | 1, x);
    tables = table_round(tables, y);
  }
  out_checksum("words", words);
  out_checksum("long words", longs);
  out_checksum("tables", tables);
  out_flush();
  return 0;
}
