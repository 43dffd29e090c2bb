#include "isa/registers.hpp"
#include "platform/csr.hpp"
#include "riscv/fp_operation.hpp"
#include "threaded/handlers.hpp"

#include <utility>

namespace stallscope::isa::threaded {

namespace {

constexpr auto kFirst = static_cast<std::size_t>(Op::rv_fadd_s);
constexpr auto kCount = static_cast<std::size_t>(Op::rv_fmv_d_x) - kFirst + 1;

struct Outcome {
  std::uint64_t value;
  std::uint64_t flags;
};

/// Not inline: a handler with variables whose addresses are used could not end with a jump.
template <Op kOp>
[[gnu::noinline]] Outcome outcome_of(std::uint64_t a, std::uint64_t b, std::uint64_t c,
                                     std::uint8_t rounding, std::uint8_t flags) {
  const std::uint64_t value = riscv::operation::result(kOp, {a, b, c}, rounding, flags);
  return {value, flags};
}

template <Op kOp> void fp(const Step* s, std::uint64_t* r, Context* context) {
  if (((r[riscv::kMstatus] | context->fp_always_on) & kMstatusFs) == 0) [[unlikely]]
    return stop(s, r, context);
  const std::uint64_t fcsr = r[riscv::kFcsr];
  const std::uint64_t rounding = s->rounding == 7 ? fcsr >> 5 & 7 : s->rounding;
  if (rounding > 4) [[unlikely]]
    return stop(s, r, context);
  const Outcome outcome =
      outcome_of<kOp>(r[s->rs1], r[s->rs2], r[s->rs3], static_cast<std::uint8_t>(rounding),
                      static_cast<std::uint8_t>(fcsr & 31));
  r[riscv::kFcsr] = fcsr | outcome.flags;
  r[s->rd] = outcome.value;
  return go_on(s, r, context);
}

/// fflags, frm and fcsr: the rounding mode and the flags. Step::imm is operand b.
template <std::uint64_t kCsr, Op kOp, bool kImm>
void fp_csr(const Step* s, std::uint64_t* r, Context* context) {
  if (((r[riscv::kMstatus] | context->fp_always_on) & kMstatusFs) == 0) [[unlikely]]
    return stop(s, r, context);
  constexpr unsigned kShift = kCsr == riscv::kCsrFrm ? 5 : 0;
  constexpr std::uint64_t kMask = kCsr == riscv::kCsrFflags ? 0x1f
                                  : kCsr == riscv::kCsrFrm  ? 7
                                                            : 0xff;
  const std::uint64_t fcsr = r[riscv::kFcsr];
  const std::uint64_t old = fcsr >> kShift & kMask;
  const std::uint64_t b = kImm ? static_cast<std::uint64_t>(s->imm) : r[s->rs1];
  const std::uint64_t value = kOp == Op::csr_read    ? old
                              : kOp == Op::csr_set   ? old | b
                              : kOp == Op::csr_clear ? old & ~b
                                                     : b;
  r[riscv::kFcsr] = (fcsr & ~(kMask << kShift)) | (value & kMask) << kShift;
  r[s->rd] = old;
  return go_on(s, r, context);
}

template <std::uint64_t kCsr, bool kImm> Handler fp_csr_handler(Op op) {
  switch (op) {
  case Op::csr_read:
    return fp_csr<kCsr, Op::csr_read, kImm>;
  case Op::csr_write:
    return fp_csr<kCsr, Op::csr_write, kImm>;
  case Op::csr_set:
    return fp_csr<kCsr, Op::csr_set, kImm>;
  case Op::csr_clear:
    return fp_csr<kCsr, Op::csr_clear, kImm>;
  default:
    return nullptr;
  }
}

template <bool kImm> Handler fp_csr_handler(const Instruction& instruction) {
  switch (instruction.imm) {
  case riscv::kCsrFflags:
    return fp_csr_handler<riscv::kCsrFflags, kImm>(instruction.op);
  case riscv::kCsrFrm:
    return fp_csr_handler<riscv::kCsrFrm, kImm>(instruction.op);
  case riscv::kCsrFcsr:
    return fp_csr_handler<riscv::kCsrFcsr, kImm>(instruction.op);
  default:
    return nullptr;
  }
}

template <std::size_t... kOps>
constexpr std::array<Handler, kCount> table(std::index_sequence<kOps...>) {
  return {fp<static_cast<Op>(kFirst + kOps)>...};
}
constexpr std::array<Handler, kCount> kHandlers = table(std::make_index_sequence<kCount>());

} // namespace

Handler fp_handler_of(Op op) {
  const auto i = static_cast<std::size_t>(op);
  return i >= kFirst && i < kFirst + kCount ? kHandlers[i - kFirst] : nullptr;
}

Handler fp_csr_handler_of(const Instruction& instruction) {
  return instruction.has_immediate ? fp_csr_handler<true>(instruction)
                                   : fp_csr_handler<false>(instruction);
}

} // namespace stallscope::isa::threaded
