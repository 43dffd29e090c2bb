#include "x86/build/build.hpp"

#include "x86/build/builder.hpp"

#include <fmt/format.h>

namespace stallscope::isa::x86 {

namespace {

constexpr std::array<std::string_view, 4> kBytes{"1 byte", "2 bytes", "4 bytes", "8 bytes"};

std::string_view form_of(Shape shape) {
  switch (shape) {
  case Shape::nothing:
    return "no operands";
  case Shape::two:
    return "source, destination: one may be in memory, a constant only the first";
  case Shape::one:
    return "one register or memory operand";
  case Shape::wide:
    return "one register or memory operand; the others are in %rax and %rdx";
  case Shape::imul:
    return "source; source, register; or constant, source, register";
  case Shape::shift:
    return "constant or %cl, destination";
  case Shape::address:
    return "address, register";
  case Shape::extend:
    return "register or memory, wider register";
  case Shape::to_register:
    return "register or memory, register";
  case Shape::bit:
    return "constant or register, register; or constant, memory";
  case Shape::swap:
    return "one register of 4 or 8 bytes";
  case Shape::set:
    return "one register or memory operand of 1 byte";
  case Shape::exchange:
    return "two registers, or one and memory";
  case Shape::update:
    return "register, memory";
  case Shape::double_shift:
    return "constant or %cl (or nothing, which is %cl), register, destination";
  case Shape::three:
    return "register or memory, register, register";
  case Shape::shift_three:
    return "register (rorx: constant), register or memory, register";
  case Shape::long_product:
    return "register or memory, register of the lower half, register of the upper half";
  case Shape::swap_memory:
    return "memory, register; or the reverse";
  case Shape::checksum:
    return "register or memory, register of 4 or 8 bytes";
  case Shape::prefetch:
    return "one memory operand";
  case Shape::push:
    return "one register of 8 or 2 bytes, constant or memory operand";
  case Shape::pop:
    return "one register of 8 or 2 bytes, or memory operand";
  case Shape::jump:
  case Shape::call:
    return "a label, or *register or *memory";
  case Shape::branch:
    return "a label";
  case Shape::ret:
    return "no operands, or a constant";
  case Shape::interrupt:
    return "$0x80, a call of Linux with 32-bit registers";
  case Shape::fp_move_scalar:
    return "register %xmm or memory, and %xmm; or the reverse";
  case Shape::move_bits:
    return "an %xmm and an integer register or memory, either way";
  case Shape::fp_two:
  case Shape::fp_compare:
  case Shape::fp_convert:
    return "register %xmm or memory, %xmm";
  case Shape::from_integer:
    return "integer register or memory, %xmm";
  case Shape::to_integer:
    return "register %xmm or memory, integer register";
  case Shape::packed:
    return "register %xmm or memory, %xmm";
  case Shape::packed_constant:
    return "constant, register %xmm or memory, %xmm";
  case Shape::packed_count:
    return "constant, or register %xmm or memory; %xmm";
  case Shape::packed_move:
    return "register %xmm or memory, %xmm; or the reverse";
  case Shape::half_move:
    return "memory, %xmm; or the reverse";
  case Shape::packed_mask:
    return "register %xmm, integer register of 4 or 8 bytes";
  case Shape::extract:
    return "constant, register %xmm, integer register or memory";
  case Shape::extract_half:
    return "constant, register %ymm, register %xmm or memory";
  case Shape::test:
    return "register or memory, register";
  case Shape::gather:
    return "register with the mask, memory with a register of indices as in (%rax,%ymm1,4), "
           "register";
  case Shape::masked_bytes:
    return "register %xmm with the mask, register %xmm";
  case Shape::masked:
    return "memory, register with the mask, register; or register, mask, memory";
  case Shape::permute:
    return "constant, register or memory, register; or register or memory, register, register";
  case Shape::insert:
    return "constant, integer register or memory, %xmm";
  case Shape::fused:
    return "register %xmm or memory, %xmm, %xmm";
  case Shape::select:
    return "mask %xmm, register %xmm or memory, %xmm";
  default:
    return "other operands";
  }
}

/// AVX form: the first source is separate from the destination.
std::string_view vex_form_of(const Mnemonic& mnemonic) {
  switch (mnemonic.shape) {
  case Shape::fp_two:
  case Shape::fp_convert:
  case Shape::from_integer:
    return "three operands: source, first source, destination";
  case Shape::packed:
  case Shape::packed_count:
  case Shape::half_move:
    return reads_left(mnemonic.packed) ? "three operands: source, first source, destination"
                                       : std::string_view();
  case Shape::packed_constant:
    return reads_left(mnemonic.packed)
               ? "four operands: constant, source, first source, destination"
               : std::string_view();
  case Shape::insert:
  case Shape::select:
    return "four operands: constant or mask, source, first source, destination";
  default:
    return {};
  }
}

} // namespace

std::nullopt_t Builder::mismatch() {
  std::string expected(form_of(mnemonic.shape));
  if (const std::string_view vex = vex_form_of(mnemonic); mnemonic.vex && !vex.empty())
    expected = vex;
  reporter.error(operands.empty() ? place : operands.front().place,
                 operands.empty() ? fmt::format("'{}' without operands", name)
                                  : fmt::format("these are no operands of '{}'", name),
                 fmt::format("{} {}", name, expected));
  return std::nullopt;
}

bool Builder::wrong_size(const Operand& operand, std::uint8_t width) {
  std::string suggestion;
  if (operand.is_integer_reg() && width < 4)
    suggestion = "%" + name_of(operand.reg.id, width);
  reporter.error(
      operand.place, fmt::format("'{}' does not have the size of '{}'", operand.text, name),
      width < kBytes.size() ? std::string(kBytes.at(width)) : "an %xmm register", suggestion);
  return false;
}

bool Builder::fits(const Operand& operand, std::uint8_t width) {
  if (!operand.is_reg())
    return true;
  if (!operand.is_integer_reg()) {
    (void)mismatch();
    return false;
  }
  return operand.reg.width == width || wrong_size(operand, width);
}

bool Builder::choose_width(std::initializer_list<const Operand*> candidates) {
  std::uint8_t width = mnemonic.width;
  if (width == kAnyWidth)
    for (const Operand* operand : candidates)
      if (operand->is_integer_reg())
        width = operand->reg.width;
  if (width == kAnyWidth) {
    reporter.error(place, fmt::format("the operands do not tell the size of '{}'", name),
                   fmt::format("a suffix: {0}b, {0}w, {0}l or {0}q", name));
    return false;
  }
  set_width(width);
  for (const Operand* operand : candidates)
    if (!fits(*operand, width))
      return false;
  return true;
}

void Builder::set_width(std::uint8_t width) {
  made.form.width = made.form.source_width = width;
}

void Builder::set_memory(const Operand& operand, InMemory side) {
  made.form.memory = side;
  made.form.scale = operand.scale;
  made.instruction.rs1 = operand.base ? operand.base->id : RegId{0};
  made.instruction.rs3 = operand.index ? operand.index->id : RegId{0};
  made.address = operand;
}

void Builder::set_right(const Operand& operand) {
  if (operand.is_immediate()) {
    made.instruction.has_immediate = true;
    made.immediate = operand;
    made.immediate_width = made.form.width;
  } else if (operand.is_memory()) {
    set_memory(operand, InMemory::right);
  } else {
    (made.form.memory == InMemory::left ? made.instruction.rs2 : made.instruction.rs1) =
        operand.reg.id;
    made.form.high_right = operand.reg.high;
  }
}

void Builder::set_left(const Operand& operand) {
  if (operand.is_memory()) {
    set_memory(operand, InMemory::left);
  } else {
    made.instruction.rs2 = operand.reg.id;
    made.form.high_left = operand.reg.high;
  }
}

void Builder::set_result(const Operand& operand) {
  if (operand.is_reg()) {
    made.instruction.rd = operand.reg.id;
    made.form.high_result = operand.reg.high;
  }
}

bool Builder::move(const Operand& source, const Operand& destination) {
  if (destination.is_memory())
    set_left(destination);
  set_right(source);
  set_result(destination);
  return true;
}

void Builder::set_count(std::int64_t value) {
  made.instruction.has_immediate = true;
  made.instruction.imm = value;
}

std::optional<Statement> Builder::run() {
  made.instruction.op = mnemonic.op;
  made.form.condition = mnemonic.condition;
  if (!narrow_vectors())
    return std::nullopt;
  for (const Operand& operand : operands)
    if (operand.star && mnemonic.shape != Shape::jump && mnemonic.shape != Shape::call)
      return mismatch();
  if (!(mnemonic.shape >= Shape::fp_move_scalar ? fill_fp() : fill_integer()))
    return std::nullopt;
  if ((made.address && !check_address(*made.address)) || !check_high_bytes())
    return std::nullopt;
  if (name.starts_with('v') && is_xmm(made.instruction.rd)) // AVX
    made.instruction.rd2 = static_cast<RegId>(made.instruction.rd + (kYmmUpper0 - kXmm0));
  made.text = name;
  for (std::size_t i = 0; i < operands.size(); ++i)
    made.text += fmt::format("{}{}", i == 0 ? " " : ", ", operands[i].text);
  return std::move(made);
}

/// Instructions with the prefix for r8 to r15, sil and similar registers, and 8 bytes use the
/// numbers of ah, ch, dh and bh for other registers.
bool Builder::check_high_bytes() {
  const auto needs_prefix = [](const Register& reg) {
    const auto number = static_cast<unsigned>(reg.id - kRax);
    const bool first_eight = reg.width >= kXmmWidth ? reg.id < kXmm0 + 8 : number < 8;
    return !first_eight || (reg.width == 0 && !reg.high && number >= 4);
  };
  const Operand* high = nullptr;
  std::string_view prefixed;
  for (const Operand& operand : operands) {
    if (operand.is_integer_reg() && operand.reg.high)
      high = &operand;
    else if ((operand.is_reg() && (needs_prefix(operand.reg) || operand.reg.width == 3)) ||
             (operand.base && needs_prefix(*operand.base)) ||
             (operand.index && needs_prefix(*operand.index)))
      prefixed = operand.text;
  }
  if (high == nullptr || prefixed.empty())
    return true;
  reporter.error(
      high->place,
      fmt::format("'{}' cannot stand beside '{}', which needs a prefix", high->text, prefixed),
      "a shift by 8 before, or registers of the first eight and at most 4 bytes");
  return false;
}

/// A constant without '$' is an address, and nearly always a mistake.
bool Builder::check_address(const Operand& operand) {
  if (operand.index && operand.index->width >= kXmmWidth && mnemonic.shape != Shape::gather) {
    reporter.error(
        operand.place,
        fmt::format("'{}' has a vector of indices, which '{}' does not take", operand.text, name),
        "an index such as %rcx, or a gather such as vpgatherdd");
    return false;
  }
  if (operand.bare && operand.value.is_constant())
    reporter.warning(operand.place,
                     fmt::format("{0} is an address here; the constant is ${0}", operand.text));
  if (!operand.got)
    return true;
  const bool in_place = stack_bytes == 3 ? operand.rip : operand.base && !operand.index;
  if (mnemonic.op != Op::x86_mov || made.form.memory != InMemory::right || !in_place) {
    reporter.error(operand.place,
                   "@GOTPCREL and @GOT stand for an address that only a mov can load",
                   stack_bytes == 3 ? "movq name@GOTPCREL(%rip), register"
                                    : "movl name@GOT(register), register");
    return false;
  }
  made.instruction.op = Op::x86_lea; // the form that linkers also convert it to
  return true;
}

std::optional<Statement> build(std::string_view name, const Mnemonic& mnemonic,
                               const std::vector<Operand>& operands, const assembly::Place& place,
                               assembly::Reporter& reporter, std::uint8_t address_width) {
  return Builder{name, mnemonic, operands, place, reporter, address_width, {}}.run();
}

} // namespace stallscope::isa::x86
