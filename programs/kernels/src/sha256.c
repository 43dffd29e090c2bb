// SHA-256 (FIPS 180-4): rotations, shifts and additions with little branching; the working set is
// registers. About 34.6 million instructions (RV64GC).
#include "kernel.h"

enum { kMessage = 1 << 16, kRounds = 4 };

/// FIPS 180-4, section 4.2.2: the first 32 bits of the fractional parts of the cube roots of the
/// first 64 primes, and 5.3.3: the same of the square roots of the first eight. Both are computed
/// below, in integers.
static uint32_t constants[64], start[8];

static uint8_t message[kMessage];

typedef struct {
  uint32_t hash[8];
  uint8_t block[64];
  uint64_t length; ///< bytes so far
} Sha256;

/// floor(p^(1/power) * 2^32) modulo 2^32, bit by bit: the largest r with r^power <= p * 2^(32 *
/// power), compared in limbs of 32 bits.
static int power_exceeds(uint64_t root, int power, uint32_t prime) {
  uint32_t limbs[5] = {1, 0, 0, 0, 0}; // root < 2^36: its cube fits into 128 bits
  for (int i = 0; i < power; ++i) {
    uint32_t product[5] = {0, 0, 0, 0, 0};
    const uint32_t halves[2] = {(uint32_t)root, (uint32_t)(root >> 32)};
    for (int h = 0; h < 2; ++h) {
      uint64_t carry = 0;
      for (int k = 0; k + h < 5; ++k) {
        carry += product[k + h] + (uint64_t)limbs[k] * halves[h];
        product[k + h] = (uint32_t)carry;
        carry >>= 32;
      }
    }
    memcpy(limbs, product, sizeof limbs);
  }
  for (int k = 4; k > power; --k)
    if (limbs[k] != 0)
      return 1;
  if (limbs[power] != prime)
    return limbs[power] > prime;
  for (int k = 0; k < power; ++k)
    if (limbs[k] != 0)
      return 1;
  return 0;
}

static uint32_t root_fraction(uint32_t prime, int power) {
  uint64_t root = 0;
  for (int bit = 36; bit >= 0; --bit)
    if (!power_exceeds(root | (uint64_t)1 << bit, power, prime))
      root |= (uint64_t)1 << bit;
  return (uint32_t)root;
}

static void make_constants(void) {
  uint32_t prime = 1;
  for (int count = 0; count < 64; ++count) {
    int divisible;
    do {
      ++prime;
      divisible = 0;
      for (uint32_t d = 2; d * d <= prime; ++d)
        divisible |= prime % d == 0;
    } while (divisible);
    constants[count] = root_fraction(prime, 3);
    if (count < 8)
      start[count] = root_fraction(prime, 2);
  }
}

static uint32_t rotate(uint32_t x, int by) {
  return x >> by | x << (32 - by);
}

static void absorb_block(Sha256* state) {
  uint32_t w[64], v[8];
  for (int t = 0; t < 16; ++t) {
    const uint8_t* byte = state->block + 4 * t;
    w[t] = (uint32_t)byte[0] << 24 | (uint32_t)byte[1] << 16 | (uint32_t)byte[2] << 8 | byte[3];
  }
  for (int t = 16; t < 64; ++t) {
    const uint32_t s0 = rotate(w[t - 15], 7) ^ rotate(w[t - 15], 18) ^ w[t - 15] >> 3;
    const uint32_t s1 = rotate(w[t - 2], 17) ^ rotate(w[t - 2], 19) ^ w[t - 2] >> 10;
    w[t] = w[t - 16] + s0 + w[t - 7] + s1;
  }
  memcpy(v, state->hash, sizeof v);
  for (int t = 0; t < 64; ++t) {
    const uint32_t s1 = rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25);
    const uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
    const uint32_t t1 = v[7] + s1 + choice + constants[t] + w[t];
    const uint32_t s0 = rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22);
    const uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
    for (int i = 7; i > 0; --i)
      v[i] = v[i - 1];
    v[4] += t1;
    v[0] = t1 + s0 + majority;
  }
  for (int i = 0; i < 8; ++i)
    state->hash[i] += v[i];
}

static void begin(Sha256* state) {
  memcpy(state->hash, start, sizeof state->hash);
  state->length = 0;
}

static void add(Sha256* state, const uint8_t* bytes, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    state->block[state->length++ % 64] = bytes[i];
    if (state->length % 64 == 0)
      absorb_block(state);
  }
}

/// Padding (section 5.1.1): a one bit, zeros, and the length in bits as 64 bits, big-endian.
static void finish(Sha256* state) {
  const uint64_t bits = 8 * state->length;
  uint8_t byte = 0x80;
  do {
    add(state, &byte, 1);
    byte = 0;
  } while (state->length % 64 != 56);
  for (int shift = 56; shift >= 0; shift -= 8) {
    byte = (uint8_t)(bits >> shift);
    add(state, &byte, 1);
  }
}

static void print_hash(const char* label, const Sha256* state) {
  out_text(label);
  out_char(' ');
  for (int i = 0; i < 8; ++i)
    out_hex(state->hash[i], 8);
  out_char('\n');
}

int main(void) {
  make_constants();
  Sha256 state;
  begin(&state);
  add(&state, (const uint8_t*)"abc", 3);
  finish(&state);
  print_hash("abc", &state);
  const int failures = state.hash[0] != 0xba7816bfu || state.hash[7] != 0xf20015adu; // FIPS example
  uint32_t random = 256;
  for (int i = 0; i < kMessage; ++i)
    message[i] = (uint8_t)next_random(&random);
  begin(&state);
  for (int round = 0; round < kRounds; ++round)
    add(&state, message, kMessage - (size_t)round);
  finish(&state);
  print_hash("message", &state);
  out_line("failures", failures);
  out_flush();
  return failures;
}
