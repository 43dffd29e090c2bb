#pragma once

// Vectors of 16 and 32 bytes: packed operations, their right operand, tests.
#include "execution/execution_x86.hpp"

namespace stallscope::isa {

template <bool kSpeculative>
Trap Execution<kSpeculative>::X86::right_wide_vector(x86::WideVector& value) {
  if (form_.memory != x86::InMemory::right) {
    if (i_.has_immediate)
      value.low.low = static_cast<std::uint64_t>(i_.imm);
    else
      value = wide_vector(x86::right_register(i_, form_));
    return Trap::none;
  }
  const unsigned bytes = operand_bytes(form_);
  if (const Trap trap = access(address(), bytes, false); trap != Trap::none)
    return trap;
  const std::uint64_t at = e_.effect_.address;
  if (bytes >= 16)
    value.low = loaded_vector(at);
  else
    value.low.low = loaded();
  if (bytes == 32)
    value.high = loaded_vector(at + 16);
  return Trap::none;
}

template <bool kSpeculative> Trap Execution<kSpeculative>::X86::full_packed() {
  const bool stores = form_.memory == x86::InMemory::left;
  if (stores)
    if (const Trap trap = access(address(), operand_bytes(form_), true); trap != Trap::none)
      return trap;
  x86::WideVector right;
  if (const Trap trap = right_wide_vector(right); trap != Trap::none)
    return faulted(trap, i_.rd);
  const x86::WideVector left =
      x86::reads_left(form_.packed) ? wide_vector(i_.rs2) : x86::WideVector{};
  const x86::WideVector third =
      form_.third ? wide_vector(x86::third_register(i_, form_)) : x86::WideVector{};
  const x86::WideVector result = x86::full_computed(i_, form_, left, right, third);
  const auto& [low, high] = result;
  if (x86::is_xmm(i_.rd)) {
    write_vector(i_.rd, low);
    write_upper(i_.rd, high);
  } else if (!stores) {
    e_.finish(i_, low.low);
  } else if (operand_bytes(form_) == 32) {
    write_words_to_memory({low.low, low.high, high.low, high.high});
  } else {
    write_words_to_memory({low.low, low.high});
  }
  return Trap::none;
}

template <bool kSpeculative> Trap Execution<kSpeculative>::X86::test_vectors() {
  x86::WideVector right;
  if (const Trap trap = form_.full ? right_wide_vector(right) : right_vector(right.low);
      trap != Trap::none)
    return trap;
  const x86::WideVector left = wide_vector(i_.rs2);
  const std::uint64_t looked_at = form_.packed == x86::Packed::test ? ~0ULL
                                  : form_.width == 3                ? 1ULL << 63
                                                                    : 1ULL << 63 | 1ULL << 31;
  std::uint64_t common = (left.low.low & right.low.low) | (left.low.high & right.low.high);
  std::uint64_t missing = (~left.low.low & right.low.low) | (~left.low.high & right.low.high);
  if (form_.full) {
    common |= (left.high.low & right.high.low) | (left.high.high & right.high.high);
    missing |= (~left.high.low & right.high.low) | (~left.high.high & right.high.high);
  }
  write_flags(((common & looked_at) == 0 ? x86::kZero : 0) |
              ((missing & looked_at) == 0 ? x86::kCarry : 0));
  return Trap::none;
}

template <bool kSpeculative> Trap Execution<kSpeculative>::X86::zero_vectors() {
  for (RegId n = 0; n < 16; ++n) {
    const auto r = static_cast<RegId>(x86::kXmm0 + n);
    write_upper(r, {});
    if (form_.packed == x86::Packed::zero_all) {
      e_.write_register(r, 0);
      e_.write_register(static_cast<RegId>(r + 16U), 0);
    }
  }
  return Trap::none;
}

template <bool kSpeculative> Trap Execution<kSpeculative>::X86::right_vector(x86::Vector& value) {
  if (form_.memory == x86::InMemory::right) {
    if (const Trap trap = access(address(), operand_bytes(form_), false); trap != Trap::none)
      return trap;
    value = form_.wide ? loaded_vector(e_.effect_.address) : x86::Vector{loaded(), 0};
    return Trap::none;
  }
  const RegId r = x86::right_register(i_, form_);
  if (i_.has_immediate)
    value = {static_cast<std::uint64_t>(i_.imm), 0};
  else
    value = x86::is_xmm(r) ? vector(r) : x86::Vector{reg(r), 0};
  return Trap::none;
}

template <bool kSpeculative> Trap Execution<kSpeculative>::X86::packed_of_its_own() {
  switch (form_.packed) {
  case x86::Packed::test:
  case x86::Packed::test_signs:
    return test_vectors();
  case x86::Packed::gather:
    return gather();
  case x86::Packed::masked_load:
  case x86::Packed::masked_store:
    return masked_move();
  default:
    return zero_vectors();
  }
}

template <bool kSpeculative> Trap Execution<kSpeculative>::X86::packed() {
  if (is_of_its_own(form_.packed))
    return packed_of_its_own();
  if (form_.full)
    return full_packed();
  const bool stores = form_.memory == x86::InMemory::left;
  if (stores)
    if (const Trap trap = access(address(), operand_bytes(form_), true); trap != Trap::none)
      return trap;
  x86::Vector right;
  if (const Trap trap = right_vector(right); trap != Trap::none)
    return faulted(trap, i_.rd);
  const x86::Vector left = x86::reads_left(form_.packed) ? vector(i_.rs2) : x86::Vector{};
  const x86::Vector third = form_.third ? vector(x86::third_register(i_, form_)) : x86::Vector{};
  const x86::Vector result = x86::packed_computed(i_, form_, left, right, third);
  if (x86::is_xmm(i_.rd))
    write_vector(i_.rd, result);
  else if (!stores)
    e_.finish(i_, result.low);
  else if (form_.wide)
    write_words_to_memory({result.low, result.high});
  else
    e_.write_memory(result.low);
  return Trap::none;
}

} // namespace stallscope::isa
