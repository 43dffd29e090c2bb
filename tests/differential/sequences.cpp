#include "sequences.hpp"

#include "isa/riscv_code.hpp"
#include "random_body.hpp"
#include "static_elf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace stallscope::differential {

namespace {

// The memory map. Nothing here grows to the next part.
constexpr std::uint64_t kCode = 0x10000;
constexpr std::uint64_t kTable = 0x400000;
constexpr std::uint64_t kScratch = 0x800000;
constexpr std::uint64_t kRecords = kScratch + kScratchBytes;
constexpr std::uint64_t kMiddle = kScratch + kScratchBytes / 2; ///< sp and s0

constexpr unsigned kNumbers = 4096; ///< of the table
constexpr unsigned kNumbersLoaded = 64;
// A record: fcsr, x1 to x31, f0 to f31, the window of memory.
constexpr std::uint64_t kFpAt = 256;
constexpr std::uint64_t kWindowAt = 512;
static_assert(kRecordBytes == kWindowAt + kWindow);

constexpr RegId kZero = 0;
constexpr RegId kRa = 1;
constexpr RegId kSp = 2;
constexpr RegId kGp = 3;
constexpr RegId kT0 = 5;
constexpr RegId kS0 = 8;
constexpr RegId kS1 = 9;

RegId fp(unsigned number) {
  return static_cast<RegId>(isa::kFirstFpRegister + number);
}

/// Numbers on which instructions have their corners: powers of two and their neighbours, and as
/// doubles and boxed singles zeros, infinities, NaNs of both kinds, subnormals, values between
/// integers and at the ends of their ranges.
std::uint64_t corner(Random& random) {
  constexpr std::uint32_t kSingles[] = {
      0,          0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0xffc12345,
      0x00000001, 0x807fffff, 0x00800000, 0x7f7fffff, 0x3f800000, 0xbf800000, 0x3f000000,
      0x3fc00000, 0x40200000, 0xbf000000, 0x4f000000, 0xcf000000, 0x4f7fffff, 0x5f000000,
      0xdf000000, 0x5f7fffff, 0x4b000001, 0x3effffff, 0x34000000};
  constexpr std::uint64_t kDoubles[] = {
      0x8000000000000000, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000,
      0x7ff0000000000001, 0xfff8000000012345, 0x0000000000000001, 0x800fffffffffffff,
      0x0010000000000000, 0x7fefffffffffffff, 0x3ff0000000000000, 0xbff0000000000000,
      0x3fe0000000000000, 0x3ff8000000000000, 0x4004000000000000, 0x41e0000000000000,
      0xc1e0000000000000, 0x41efffffffe00000, 0x43e0000000000000, 0xc3e0000000000000,
      0x43efffffffffffff, 0x4330000000000001, 0x36a0000000000000, 0x380fffffe0000000,
      0x47efffffe0000000, 0x47effffff0000000};
  switch (random.below(4)) {
  case 0:
    return 0xffffffff00000000ULL | kSingles[random.below(std::size(kSingles))];
  case 1:
    return kDoubles[random.below(std::size(kDoubles))];
  default: {
    const std::uint64_t power = 1ULL << random.below(64);
    return power + static_cast<std::uint64_t>(random.between(-2, 2));
  }
  }
}

std::uint64_t random_number(Random& random) {
  switch (random.below(8)) {
  case 0:
  case 1:
  case 2:
    return corner(random);
  case 3: // a boxed single of middling size, so that sums round
    return 0xffffffff00000000ULL | (random.next() & 0x83ffffffU) | 0x3c000000U;
  case 4: // the same as a double
    return (random.next() & 0x803fffffffffffffULL) | 0x3fc0000000000000ULL;
  case 5:
    return 0xffffffff00000000ULL | (random.next() & 0xffffffffU);
  case 6:
    return random.next() >> random.below(64);
  default:
    return random.next();
  }
}

/// Writes the parts around the sequences.
class FrameWriter {
public:
  FrameWriter(std::vector<std::uint8_t>& code, unsigned xlen)
      : code_(code), out_(code, xlen), load_(xlen == 64 ? "ld" : "lw"),
        store_(xlen == 64 ? "sd" : "sw") {}

  /// A routine: all registers but the reserved from 512 bytes at t0. Returns by ra, which keeps the
  /// return address.
  void add_load_routine() {
    load_at_ = out_.size();
    for (unsigned i = 0; i < 32; ++i)
      out_.emit("fld", {.rd = fp(i), .rs1 = kT0, .immediate = 8 * (32 + i)});
    for (RegId i = 4; i < 32; ++i)
      if (!is_reserved(i) && i != kT0)
        out_.emit(load_, {.rd = i, .rs1 = kT0, .immediate = 8 * i});
    out_.emit(load_, {.rd = kT0, .rs1 = kT0, .immediate = 8 * kT0});
    out_.emit("jalr", {.rd = kZero, .rs1 = kRa});
  }

  /// A routine: the record at gp, but for ra; gp moves on.
  void add_save_routine() {
    save_at_ = out_.size();
    for (RegId i = 4; i < 32; ++i)
      if (!is_reserved(i))
        out_.emit(store_, {.rs1 = kGp, .rs2 = i, .immediate = 8 * i});
    for (unsigned i = 0; i < 32; ++i)
      out_.emit("fsd", {.rs1 = kGp, .rs2 = fp(i), .immediate = static_cast<int>(kFpAt + 8 * i)});
    out_.emit("csrrs", {.rd = kT0, .csr = 3});
    out_.emit(store_, {.rs1 = kGp, .rs2 = kT0});
    for (int i = 0; i < static_cast<int>(kWindow); i += 8) {
      out_.emit("fld", {.rd = fp(0), .rs1 = kSp, .immediate = i - static_cast<int>(kWindow / 2)});
      out_.emit("fsd", {.rs1 = kGp, .rs2 = fp(0), .immediate = static_cast<int>(kWindowAt) + i});
    }
    out_.emit("addi", {.rd = kGp, .rs1 = kGp, .immediate = static_cast<int>(kRecordBytes)});
    out_.emit("jalr", {.rd = kZero, .rs1 = kRa});
  }

  void add_start() {
    load_constant(kSp, kMiddle);
    load_constant(kS0, kMiddle);
    load_constant(kS1, kMiddle + 16);
    load_constant(kGp, kRecords);
  }

  void before_sequence(std::uint64_t table_offset, Random& random) {
    load_constant(kT0, kTable + table_offset);
    call(load_at_);
    out_.emit("csrrwi", {.rd = kZero, .immediate = random.below(5), .csr = 2});
    out_.emit("csrrwi", {.rd = kZero, .immediate = 0, .csr = 1});
  }

  void after_sequence() {
    out_.emit(store_, {.rs1 = kGp, .rs2 = kRa, .immediate = 8 * kRa});
    call(save_at_);
  }

  /// write(1, memory and records), exit(not all was written).
  void add_end(std::uint64_t bytes) {
    constexpr RegId kA0 = 10;
    constexpr RegId kA1 = 11;
    constexpr RegId kA2 = 12;
    constexpr RegId kA7 = 17;
    load_constant(kA0, 1);
    load_constant(kA1, kScratch);
    load_constant(kA2, bytes);
    load_constant(kA7, 64);
    out_.emit("ecall", {});
    out_.emit("sub", {.rd = kA0, .rs1 = kA0, .rs2 = kA2});
    out_.emit("sltu", {.rd = kA0, .rs1 = kZero, .rs2 = kA0});
    load_constant(kA7, 93);
    out_.emit("ecall", {});
  }

private:
  void load_constant(RegId reg, std::uint64_t value) {
    const auto low = static_cast<std::int64_t>((value & 0xfff) ^ 0x800) - 0x800;
    const auto high = static_cast<std::int64_t>(value) - low;
    out_.emit("lui", {.rd = reg, .immediate = high >> 12});
    out_.emit("addi", {.rd = reg, .rs1 = reg, .immediate = low});
  }
  void call(std::uint64_t target) {
    out_.emit("jal", {.rd = kRa,
                      .immediate = static_cast<std::int64_t>(target) -
                                   static_cast<std::int64_t>(out_.size())});
  }

  std::vector<std::uint8_t>& code_;
  CodeWriter out_;
  std::string_view load_;
  std::string_view store_;
  std::uint64_t load_at_ = 0;
  std::uint64_t save_at_ = 0;
};

std::vector<std::uint8_t> bytes_of(const std::vector<std::uint64_t>& numbers) {
  std::vector<std::uint8_t> bytes(numbers.size() * 8);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<std::uint8_t>(numbers[i / 8] >> (8 * (i % 8)));
  return bytes;
}

std::uint64_t number_at(std::string_view output, std::size_t at) {
  std::uint64_t value = 0;
  std::memcpy(&value, output.data() + at, sizeof value);
  return value;
}

std::string name_of_slot(std::size_t at) {
  if (at == 0)
    return "fcsr";
  if (at < kFpAt)
    return fmt::format("x{}", at / 8);
  if (at < kWindowAt)
    return fmt::format("f{}", (at - kFpAt) / 8);
  return fmt::format("memory sp{:+}",
                     static_cast<int>(at - kWindowAt) - static_cast<int>(kWindow / 2));
}

std::string listing(const SequenceProgram& p, std::size_t sequence) {
  std::string text;
  for (std::uint64_t at = p.bodies[sequence]; at < p.ends[sequence];) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, p.code.data() + at, 4); // behind every body there is more code
    const isa::Instruction i = isa::decode_riscv(bits, kCode + at, p.xlen);
    text += fmt::format("  {:x}: {:0{}x} {}\n", i.pc, i.raw, 2 * i.size,
                        disassemble_riscv(i, p.xlen, {}, isa::RiscvText::exact));
    at += i.size;
  }
  return text;
}

std::string begin_values(const SequenceProgram& p, std::size_t sequence) {
  std::string text = "  begins with";
  const std::uint64_t first = p.table_offsets[sequence] / 8;
  for (unsigned i = 4; i < kNumbersLoaded; ++i)
    if (i >= 32 || !is_reserved(static_cast<RegId>(i)))
      text += fmt::format(" {}{}={:x}", i < 32 ? 'x' : 'f', i % 32, p.table.at(first + i));
  return text + "\n";
}

} // namespace

SequenceProgram random_sequences(unsigned xlen, std::uint64_t seed, unsigned count) {
  SequenceProgram p;
  p.xlen = xlen;
  Random random(seed * 2 + xlen / 64);
  for (unsigned i = 0; i < kNumbers; ++i)
    p.table.push_back(random_number(random));
  std::vector<std::uint64_t> scratch;
  for (unsigned i = 0; i < kScratchBytes / 8; ++i)
    scratch.push_back(random_number(random));
  const BodyGenerator generator(xlen);
  FrameWriter frame(p.code, xlen);
  frame.add_load_routine();
  frame.add_save_routine();
  const std::uint64_t entry = kCode + p.code.size();
  frame.add_start();
  for (unsigned i = 0; i < count; ++i) {
    p.table_offsets.push_back(8ULL * random.below(kNumbers - kNumbersLoaded));
    frame.before_sequence(p.table_offsets.back(), random);
    p.bodies.push_back(p.code.size());
    generator.append_to(p.code, 10 + random.below(11), random);
    p.ends.push_back(p.code.size());
    frame.after_sequence();
  }
  const std::uint64_t written = kScratchBytes + count * kRecordBytes;
  frame.add_end(written);
  p.elf = static_elf(xlen, entry,
                     {{kCode, p.code, p.code.size(), false, true},
                      {kTable, bytes_of(p.table), kNumbers * 8ULL, false, false},
                      {kScratch, bytes_of(scratch), written, true, false}});
  return p;
}

std::string first_difference(const SequenceProgram& p, std::string_view here,
                             std::string_view there) {
  if (here == there)
    return {};
  if (here.size() != there.size())
    return fmt::format("{} bytes here, {} there", here.size(), there.size());
  for (std::size_t i = 0; i < p.bodies.size(); ++i) {
    const std::size_t begin = kScratchBytes + i * kRecordBytes;
    if (here.substr(begin, kRecordBytes) == there.substr(begin, kRecordBytes))
      continue;
    std::string text = fmt::format("sequence {}:\n{}{}", i, listing(p, i), begin_values(p, i));
    for (std::size_t at = 0; at < kRecordBytes; at += 8)
      if (number_at(here, begin + at) != number_at(there, begin + at))
        text += fmt::format("  {} is {:#018x} here, {:#018x} there\n", name_of_slot(at),
                            number_at(here, begin + at), number_at(there, begin + at));
    return text;
  }
  const auto at = static_cast<std::size_t>(
      std::mismatch(here.begin(), here.end(), there.begin()).first - here.begin());
  return fmt::format("memory at {:#x} at the end", kScratch + at);
}

} // namespace stallscope::differential
