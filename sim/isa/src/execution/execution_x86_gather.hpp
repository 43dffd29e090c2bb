#pragma once

// Vector elements in memory: gathers, with one address per element, and masked moves.
#include "execution/execution_x86.hpp"

#include <array>

namespace stallscope::isa {

template <bool kSpeculative>
std::int64_t Execution<kSpeculative>::X86::element(const x86::WideVector& v, std::uint8_t width,
                                                   unsigned n) {
  const unsigned at = n << width;
  return static_cast<std::int64_t>(x86::sign_extended(word_of(v, at / 8) >> (8 * (at % 8)), width));
}

template <bool kSpeculative> Trap Execution<kSpeculative>::X86::gather() {
  const RegId mask_register = x86::third_register(i_, form_);
  const x86::WideVector mask = wide_vector(mask_register);
  const x86::WideVector indices = wide_vector(i_.rs3);
  const x86::WideVector left = wide_vector(i_.rs2);
  const unsigned bytes = 1U << form_.width;
  const unsigned lanes = x86::gathered_lanes(form_);
  const auto is_read = [&](unsigned n) { return element(mask, form_.width, n) < 0; };
  const auto address_of = [&](unsigned n) {
    return reg(i_.rs1) + i_.target +
           (static_cast<std::uint64_t>(element(indices, form_.source_width, n)) << form_.scale);
  };
  for (unsigned n = 0; n < lanes; ++n)
    if (is_read(n))
      if (const Trap trap = access(address_of(n), bytes, false); trap != Trap::none)
        return faulted(trap, i_.rd);
  std::array<std::uint64_t, 4> words{};
  std::uint64_t first = 0;
  bool any = false;
  for (unsigned n = 0; n < lanes; ++n) {
    const unsigned at = n << form_.width;
    auto value = static_cast<std::uint64_t>(element(left, form_.width, n));
    if (is_read(n)) {
      e_.effect_.address = address_of(n);
      e_.effect_.bytes = static_cast<std::uint8_t>(bytes);
      value = loaded();
      first = any ? first : e_.effect_.address;
      any = true;
    }
    words.at(at / 8) |= (value & x86::mask_of(form_.width)) << (8 * (at % 8));
  }
  e_.effect_.address = first;
  e_.effect_.bytes = static_cast<std::uint8_t>(any ? bytes : 0);
  write_vector(i_.rd, {words[0], words[1]});
  write_upper(i_.rd, {words[2], words[3]});
  e_.write_register(mask_register, 0);
  e_.write_register(static_cast<RegId>(mask_register + 16U), 0);
  write_upper(mask_register, {});
  return Trap::none;
}

template <bool kSpeculative> Trap Execution<kSpeculative>::X86::masked_move() {
  const bool stores = form_.packed == x86::Packed::masked_store;
  const x86::WideVector mask = wide_vector(stores ? x86::third_register(i_, form_) : i_.rs2);
  const x86::WideVector source = stores ? wide_vector(x86::right_register(i_, form_)) : mask;
  const unsigned all = form_.full ? 32 : 16;
  const unsigned bytes = 1U << form_.width;
  const std::uint64_t begin = address();
  const auto is_named = [&](unsigned at) {
    return (word_of(mask, at / 8) >> (8 * (at % 8 + bytes) - 1) & 1) != 0;
  };
  for (unsigned at = 0; at < all; at += bytes)
    if (is_named(at))
      if (const Trap trap = access(begin + at, bytes, stores); trap != Trap::none)
        return faulted(trap, i_.rd);
  std::array<std::uint64_t, 4> words{};
  for (unsigned at = 0; at < all; at += bytes) {
    if (!is_named(at))
      continue;
    e_.effect_.address = begin + at;
    e_.effect_.bytes = static_cast<std::uint8_t>(bytes);
    if (stores)
      e_.write_memory(word_of(source, at / 8) >> (8 * (at % 8)));
    else
      words.at(at / 8) |= loaded() << (8 * (at % 8));
  }
  e_.effect_.address = begin;
  e_.effect_.bytes = static_cast<std::uint8_t>(all);
  if (!stores) {
    write_vector(i_.rd, {words[0], words[1]});
    write_upper(i_.rd, {words[2], words[3]});
  }
  return Trap::none;
}

} // namespace stallscope::isa
