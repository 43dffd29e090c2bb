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

/// Not inline: a handler whose variables have addresses could not end in a jump.
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

} // namespace stallscope::isa::threaded
