#include "base/sha256.hpp"

#include <fmt/format.h>

#include <bit>

namespace stallscope {

namespace {

/// The first 32 bits of the fractions of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2).
std::array<std::uint32_t, 64> make_constants() {
  std::array<std::uint32_t, 64> constants{};
  std::size_t found = 0;
  for (std::uint64_t n = 2; found < constants.size(); ++n) {
    bool prime = true;
    for (std::uint64_t d = 2; d * d <= n && prime; ++d)
      prime = n % d != 0;
    if (!prime)
      continue;
    // The largest r with r^3 <= n * 2^96 is the root with 32 fraction bits.
    std::uint64_t root = 0;
    for (int bit = 34; bit >= 0; --bit) {
      const std::uint64_t tried = root | 1ULL << bit;
      // tried < 2^35, so the cube needs 105 bits; __int128 holds it.
      __extension__ using Wide = unsigned __int128;
      if (Wide{tried} * tried * tried <= Wide{n} << 96)
        root = tried;
    }
    constants[found++] = static_cast<std::uint32_t>(root);
  }
  return constants;
}

} // namespace

void Sha256::take_block(const std::uint8_t* block) {
  static const std::array<std::uint32_t, 64> kConstants = make_constants();
  std::array<std::uint32_t, 64> w{};
  for (std::size_t i = 0; i < 16; ++i)
    for (std::size_t b = 0; b < 4; ++b)
      w[i] = w[i] << 8 | block[4 * i + b];
  for (std::size_t i = 16; i < w.size(); ++i) {
    const std::uint32_t a = w[i - 15];
    const std::uint32_t b = w[i - 2];
    w[i] = w[i - 16] + w[i - 7] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3) +
           (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10);
  }
  std::array<std::uint32_t, 8> s = state_; // a to h
  for (std::size_t i = 0; i < w.size(); ++i) {
    const std::uint32_t sum1 = std::rotr(s[4], 6) ^ std::rotr(s[4], 11) ^ std::rotr(s[4], 25);
    const std::uint32_t choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
    const std::uint32_t t1 = s[7] + sum1 + choice + kConstants[i] + w[i];
    const std::uint32_t sum0 = std::rotr(s[0], 2) ^ std::rotr(s[0], 13) ^ std::rotr(s[0], 22);
    const std::uint32_t majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
    s = {t1 + sum0 + majority, s[0], s[1], s[2], s[3] + t1, s[4], s[5], s[6]};
  }
  for (std::size_t i = 0; i < s.size(); ++i)
    state_[i] += s[i];
}

void Sha256::add(std::string_view bytes) {
  bytes_ += bytes.size();
  for (const char c : bytes) {
    pending_[pending_bytes_++] = static_cast<std::uint8_t>(c);
    if (pending_bytes_ == pending_.size()) {
      take_block(pending_.data());
      pending_bytes_ = 0;
    }
  }
}

void Sha256::add_field(std::string_view bytes) {
  add(fmt::format("{}:", bytes.size()));
  add(bytes);
}

std::string Sha256::hex() {
  const std::uint64_t bits = bytes_ * 8;
  add(std::string_view("\x80", 1));
  while (pending_bytes_ != 56)
    add(std::string_view("\0", 1));
  std::string length;
  for (int shift = 56; shift >= 0; shift -= 8)
    length += static_cast<char>(bits >> shift & 0xff);
  add(length);
  std::string text;
  for (const std::uint32_t word : state_)
    text += fmt::format("{:08x}", word);
  return text;
}

std::string short_hash(std::string_view bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.hex().substr(0, 16);
}

} // namespace stallscope
