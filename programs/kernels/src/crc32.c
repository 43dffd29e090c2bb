// CRC-32 (IEEE 802.3, reflected polynomial edb88320) in three ways: bit by bit, by a table of
// bytes, and by eight tables at once. The table methods are chains of dependent loads. About 12.2
// million instructions (RV64GC).
#include "kernel.h"

enum { kBytes = 1 << 17, kBitwiseBytes = 1 << 14 };

static const uint32_t kPolynomial = 0xedb88320u;
static uint32_t tables[8][256];
static uint8_t data[kBytes];

static uint32_t by_bits(const uint8_t* bytes, size_t count) {
  uint32_t crc = ~0u;
  for (size_t i = 0; i < count; ++i) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; ++bit)
      crc = crc & 1 ? crc >> 1 ^ kPolynomial : crc >> 1;
  }
  return ~crc;
}

static void make_tables(void) {
  for (uint32_t value = 0; value < 256; ++value) {
    uint32_t crc = value;
    for (int bit = 0; bit < 8; ++bit)
      crc = crc >> 1 ^ (kPolynomial & -(crc & 1));
    tables[0][value] = crc;
  }
  for (int t = 1; t < 8; ++t)
    for (int value = 0; value < 256; ++value)
      tables[t][value] = tables[t - 1][value] >> 8 ^ tables[0][tables[t - 1][value] & 255];
}

static uint32_t by_bytes(const uint8_t* bytes, size_t count) {
  uint32_t crc = ~0u;
  for (size_t i = 0; i < count; ++i)
    crc = crc >> 8 ^ tables[0][(crc ^ bytes[i]) & 255];
  return ~crc;
}

static uint32_t word_at(const uint8_t* bytes) {
  return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
         (uint32_t)bytes[3] << 24;
}

/// `count` is a multiple of 8.
static uint32_t by_eights(const uint8_t* bytes, size_t count) {
  uint32_t crc = ~0u;
  for (size_t i = 0; i < count; i += 8) {
    const uint32_t low = crc ^ word_at(bytes + i), high = word_at(bytes + i + 4);
    crc = tables[7][low & 255] ^ tables[6][low >> 8 & 255] ^ tables[5][low >> 16 & 255] ^
          tables[4][low >> 24] ^ tables[3][high & 255] ^ tables[2][high >> 8 & 255] ^
          tables[1][high >> 16 & 255] ^ tables[0][high >> 24];
  }
  return ~crc;
}

int main(void) {
  uint32_t state = 32;
  for (int i = 0; i < kBytes; ++i)
    data[i] = (uint8_t)(next_random(&state) >> 24);
  make_tables();
  const uint32_t check = by_bits((const uint8_t*)"123456789", 9);
  const uint32_t bits = by_bits(data, kBitwiseBytes), same = by_bytes(data, kBitwiseBytes);
  uint32_t bytes = 0, eights = 0;
  for (int round = 0; round < 4; ++round) {
    bytes = by_bytes(data, kBytes);
    eights = by_eights(data, kBytes);
    data[round] ^= 0x55;
  }
  const int failures = (check != 0xcbf43926u) + (bits != same) + (bytes != eights);
  out_checksum("check", check);
  out_checksum("bitwise", bits);
  out_checksum("table", bytes);
  out_line("failures", failures);
  out_flush();
  return failures;
}
