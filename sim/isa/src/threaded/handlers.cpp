#include "threaded/handlers.hpp"

#include "execution/executor_atomic.hpp"
#include "execution/executor_fp.hpp"
#include "execution/executor_integer.hpp"
#include "execution/executor_mips.hpp"
#include "execution/executor_x86.hpp"
#include "isa/branch_condition.hpp"
#include "platform/csr.hpp"
#include "platform/host.hpp"
#include "threaded/memory_access.hpp"

#include <type_traits>
#include <utility>

// Every handler is one function for all programs; the differences between operations are template
// parameters. The results equal those of `execute`: both use executor_integer.hpp and similar
// headers.

namespace stallscope::isa::threaded {

namespace {

using std::int64_t;
using std::uint64_t;
using std::uint8_t;

// ---- arithmetic

constexpr bool is_integer_result(Op op) {
  bool handled = false;
  (void)integer::result(op, 1, 1, handled);
  return handled;
}

template <Op kOp, bool kImm> void compute(const Step* s, uint64_t* r, Context* c) {
  bool handled = false;
  r[s->rd] =
      integer::result(kOp, r[s->rs1], kImm ? static_cast<uint64_t>(s->imm) : r[s->rs2], handled);
  return go_on(s, r, c);
}

void load_constant(const Step* s, uint64_t* r, Context* c) {
  r[s->rd] = static_cast<uint64_t>(s->imm);
  return go_on(s, r, c);
}

void move(const Step* s, uint64_t* r, Context* c) {
  r[s->rd] = r[s->rs1];
  return go_on(s, r, c);
}

template <bool kIfZero, bool kImm> void move_if(const Step* s, uint64_t* r, Context* c) {
  const uint64_t b = kImm ? static_cast<uint64_t>(s->imm) : r[s->rs2];
  r[s->rd] = (b == 0) == kIfZero ? r[s->rs1] : r[s->rd];
  return go_on(s, r, c);
}

template <Op kOp, bool kImm> void low_and_high(const Step* s, uint64_t* r, Context* c) {
  const auto [low, high] =
      integer::low_and_high(kOp, r[s->rs1], kImm ? static_cast<uint64_t>(s->imm) : r[s->rs2]);
  r[s->rs3] = high;
  r[s->rd] = low;
  return go_on(s, r, c);
}

/// Sums and differences that trap on overflow.
template <class Int, bool kSubtract, bool kImm>
void checked_sum(const Step* s, uint64_t* r, Context* c) {
  const Int a = static_cast<Int>(r[s->rs1]);
  const Int b = static_cast<Int>(kImm ? static_cast<uint64_t>(s->imm) : r[s->rs2]);
  using Bits = std::make_unsigned_t<Int>;
  const Int sum = static_cast<Int>(kSubtract ? static_cast<Bits>(a) - static_cast<Bits>(b)
                                             : static_cast<Bits>(a) + static_cast<Bits>(b));
  const bool overflows = kSubtract ? ((a ^ b) & (a ^ sum)) < 0 : ((a ^ sum) & (b ^ sum)) < 0;
  if (overflows) [[unlikely]]
    return stop(s, r, c);
  r[s->rd] = static_cast<uint64_t>(static_cast<int64_t>(sum));
  return go_on(s, r, c);
}

template <bool kQuotient, bool kReversed, bool kImm>
void checked_divide(const Step* s, uint64_t* r, Context* c) {
  const uint64_t a = r[s->rs1];
  const uint64_t b = kImm ? static_cast<uint64_t>(s->imm) : r[s->rs2];
  const int64_t x = integer::as_signed(kReversed ? b : a);
  const int64_t y = integer::as_signed(kReversed ? a : b);
  if (y == 0) [[unlikely]]
    return stop(s, r, c);
  r[s->rd] = static_cast<uint64_t>(kQuotient ? integer::quotient(x, y) : integer::remainder(x, y));
  return go_on(s, r, c);
}

// ---- floating point as in tac and mips

constexpr bool is_host_fp(Op op) {
  return op >= Op::fadd_d && op <= Op::move_from_fp_w;
}

template <Op kOp> void host_fp(const Step* s, uint64_t* r, Context* c) {
  r[s->rd] = fp::result(kOp, r[s->rs1], r[s->rs2], c->program->isa == Isa::riscv);
  return go_on(s, r, c);
}

// ---- memory

/// Differences between accesses of the same size.
struct Access {
  unsigned bytes = 0;
  bool store = false;
  bool fp = false;
  enum class Extend : uint8_t { zero, sign, single } extend = Extend::zero;
};

constexpr Access access_of(Op op) {
  using Extend = Access::Extend;
  const unsigned bytes = access_bytes(op);
  switch (op) {
  case Op::lb:
  case Op::lh:
  case Op::lw:
    return {bytes, false, false, Extend::sign};
  case Op::lbu:
  case Op::lhu:
  case Op::lwu:
  case Op::ld:
    return {bytes, false, false, Extend::zero};
  case Op::flw:
    return {bytes, false, true, Extend::single};
  case Op::fld:
    return {bytes, false, true, Extend::zero};
  case Op::sb:
  case Op::sh:
  case Op::sw:
  case Op::sd:
    return {bytes, true, false};
  case Op::fsw:
  case Op::fsd:
    return {bytes, true, true};
  default:
    return {};
  }
}

template <unsigned kBytes> struct Unsigned;
template <> struct Unsigned<1> { using Type = uint8_t; };
template <> struct Unsigned<2> { using Type = std::uint16_t; };
template <> struct Unsigned<4> { using Type = std::uint32_t; };
template <> struct Unsigned<8> { using Type = uint64_t; };

template <Access kAccess> uint64_t extended(uint64_t value, const Context* c) {
  using Bits = typename Unsigned<kAccess.bytes>::Type;
  if constexpr (kAccess.extend == Access::Extend::sign)
    return static_cast<uint64_t>(
        static_cast<int64_t>(static_cast<std::make_signed_t<Bits>>(static_cast<Bits>(value))));
  else if constexpr (kAccess.extend == Access::Extend::single)
    return fp::single_in_register(static_cast<std::uint32_t>(value), c->program->isa == Isa::riscv);
  else
    return value;
}

template <bool kNarrow> uint64_t address_of(const Step* s, const uint64_t* r) {
  const uint64_t address = r[s->rs1] + static_cast<uint64_t>(s->imm);
  return kNarrow ? integer::low(address) : address;
}

bool fp_is_off(const uint64_t* r, const Context* c) {
  return ((r[riscv::kMstatus] | c->fp_always_on) & kMstatusFs) == 0;
}

template <Access kAccess, AddressRules kRules>
[[gnu::noinline]] void load_elsewhere(const Step* s, uint64_t* r, Context* c) {
  const Loaded loaded =
      load_slowly(*c, address_of<kRules.narrow>(s, r), kAccess.bytes, kRules.aligned);
  if (!loaded.done)
    return stop(s, r, c);
  r[s->rd] = extended<kAccess>(loaded.value, c);
  return go_on(s, r, c);
}

template <Access kAccess, AddressRules kRules> void load(const Step* s, uint64_t* r, Context* c) {
  if (kAccess.fp && fp_is_off(r, c)) [[unlikely]]
    return stop(s, r, c);
  const uint64_t address = address_of<kRules.narrow>(s, r);
  const uint8_t* host = c->readable.find(address, kAccess.bytes);
  if (host == nullptr || (kRules.aligned && (address & (kAccess.bytes - 1)) != 0)) [[unlikely]]
    return load_elsewhere<kAccess, kRules>(s, r, c);
  typename Unsigned<kAccess.bytes>::Type value;
  __builtin_memcpy(&value, host, sizeof value);
  r[s->rd] = extended<kAccess>(value, c);
  return go_on(s, r, c);
}

template <Access kAccess, AddressRules kRules>
[[gnu::noinline]] void store_elsewhere(const Step* s, uint64_t* r, Context* c) {
  if (!store_slowly(*c, address_of<kRules.narrow>(s, r), kAccess.bytes, r[s->rs2], kRules.aligned))
    return stop(s, r, c);
  return go_on(s, r, c);
}

template <Access kAccess, AddressRules kRules> void store(const Step* s, uint64_t* r, Context* c) {
  if (kAccess.fp && fp_is_off(r, c)) [[unlikely]]
    return stop(s, r, c);
  const uint64_t address = address_of<kRules.narrow>(s, r);
  uint8_t* host = c->writable.find(address, kAccess.bytes);
  if (host == nullptr || (kRules.aligned && (address & (kAccess.bytes - 1)) != 0)) [[unlikely]]
    return store_elsewhere<kAccess, kRules>(s, r, c);
  const auto value = static_cast<typename Unsigned<kAccess.bytes>::Type>(r[s->rs2]);
  __builtin_memcpy(host, &value, sizeof value);
  return go_on(s, r, c);
}

// ---- control

[[gnu::always_inline]] inline void leave_by(const Link& link, uint64_t* r, Context* c) {
  if (link.count > c->budget) [[unlikely]] {
    c->pc = link.pc;
    c->open = const_cast<Link*>(&link); // links belong to the translator, which completes them
    return;
  }
  c->budget -= link.count;
  return link.first->handler(link.first, r, c);
}

template <Op kOp, bool kImm> void branch(const Step* s, uint64_t* r, Context* c) {
  const Exit* exit = s->exit;
  const uint64_t b = kImm ? static_cast<uint64_t>(exit->imm) : r[s->rs2];
  if (is_taken(kOp, r[s->rs1], b))
    return leave_by(exit->links[1], r, c);
  return leave_by(exit->links[0], r, c);
}

template <bool kLink, bool kNarrow> void jump_register(const Step* s, uint64_t* r, Context* c) {
  const Exit* exit = s->exit;
  uint64_t target = r[s->rs1] + static_cast<uint64_t>(exit->imm);
  if (kNarrow)
    target = integer::low(target);
  target &= c->jump_keeps;
  if ((target & c->jump_forbids) != 0) [[unlikely]]
    return stop(s, r, c);
  if (kLink)
    r[s->rd] = exit->links[0].pc;
  const Link& known = c->known_at(target);
  if (known.pc == target) [[likely]]
    return leave_by(known, r, c);
  c->pc = target;
  c->open = nullptr;
}

// ---- the operations of `execute`, without leaving the trace

/// An atomic access to tohost communicates with the host: it may end the run, or write memory.
bool reaches_host(const Instruction& instruction, const Context& context) {
  const Program& program = *context.program;
  if (program.tohost == 0 || instruction.op_class != OpClass::atomic)
    return false;
  const uint64_t address = context.state->regs[instruction.rs1];
  return is_tohost(program, program.xlen == 32 ? integer::low(address) : address);
}

[[gnu::noinline]] bool execute_plain(const Step& step, Context& context) {
  const Instruction& instruction = context.program->instruction(step.index);
  ArchState& state = *context.state;
  if (reaches_host(instruction, context)) [[unlikely]]
    return false;
  state.pc = instruction.pc;
  const Effect effect = execute(*context.program, state, context.environment, 0);
  if (effect.trap != Trap::none)
    return false;
  --state.instructions;         // counted by the caller that executes the trace
  if (context.log != nullptr) { // ThreadedCode::Logged::effect
    *context.log++ = effect.address;
    *context.log++ = effect.read_address;
    *context.log++ = effect.bytes | (effect.two_places ? ThreadedCode::kTwoPlaces : 0);
  }
  if (is_memory(instruction.op_class) && effect.bytes != 0) {
    context.readable.forget_page(effect.address);
    context.readable.forget_page(effect.address + effect.bytes - 1);
  }
  return true;
}

void plain(const Step* s, uint64_t* r, Context* c) {
  if (!execute_plain(*s, *c)) [[unlikely]]
    return stop(s, r, c);
  return go_on(s, r, c);
}

// ---- x86: everything is executed; only the targets of control flow are known here

constexpr bool is_x86_jump(Op op) {
  return op == Op::x86_jump_indirect || op == Op::x86_call_indirect || op == Op::x86_ret ||
         op == Op::x86_branch_rcx;
}

void x86_branch(const Step* s, uint64_t* r, Context* c) {
  const auto condition = static_cast<x86::Condition>(s->rounding);
  return leave_by(
      s->exit->links[x86::holds(condition, r[x86::kFlags] | r[x86::kCarryFlag]) ? 1 : 0], r, c);
}

void x86_jump(const Step* s, uint64_t* r, Context* c) {
  if (!execute_plain(*s, *c)) [[unlikely]]
    return stop(s, r, c);
  const uint64_t target = c->state->pc;
  const Link& known = c->known_at(target);
  if (known.pc == target) [[likely]]
    return leave_by(known, r, c);
  c->pc = target;
  c->open = nullptr;
}

// ---- tables

template <Op kOp, bool kImm> constexpr Handler arithmetic_handler() {
  if constexpr (is_integer_result(kOp))
    return compute<kOp, kImm>;
  else if constexpr (has_low_and_high(kOp))
    return low_and_high<kOp, kImm>;
  else if constexpr (is_host_fp(kOp))
    return host_fp<kOp>;
  else if constexpr (has_condition(kOp))
    return branch<kOp, kImm>;
  else if constexpr (kOp == Op::x86_branch)
    return x86_branch;
  else if constexpr (is_x86_jump(kOp))
    return x86_jump;
  else if constexpr (is_x86(kOp) || atomic::kind_of(kOp) != atomic::Kind::none ||
                     mips::partial_access_of(kOp).bytes != 0 || accumulates(kOp) ||
                     mips::inserts(kOp))
    return plain;
  else
    switch (kOp) {
    case Op::load_immediate:
    case Op::jump_link:
      return load_constant;
    case Op::move:
      return move;
    case Op::movz:
      return move_if<true, kImm>;
    case Op::movn:
      return move_if<false, kImm>;
    case Op::add_overflow:
      return checked_sum<int64_t, false, kImm>;
    case Op::sub_overflow:
      return checked_sum<int64_t, true, kImm>;
    case Op::addw_overflow:
      return checked_sum<std::int32_t, false, kImm>;
    case Op::subw_overflow:
      return checked_sum<std::int32_t, true, kImm>;
    case Op::div_trap:
      return checked_divide<true, false, kImm>;
    case Op::rem_trap:
      return checked_divide<false, false, kImm>;
    case Op::rdiv_trap:
      return checked_divide<true, true, kImm>;
    case Op::rrem_trap:
      return checked_divide<false, true, kImm>;
    default:
      return nullptr;
    }
}

template <Op kOp, AddressRules kRules> constexpr Handler addressing_handler() {
  constexpr Access kAccess = access_of(kOp);
  if constexpr (kAccess.bytes != 0 && kAccess.store)
    return store<kAccess, kRules>;
  else if constexpr (kAccess.bytes != 0)
    return load<kAccess, kRules>;
  else if constexpr (kOp == Op::jump_register)
    return jump_register<false, kRules.narrow>;
  else if constexpr (kOp == Op::jump_link_register)
    return jump_register<true, kRules.narrow>;
  else
    return nullptr;
}

using Table = std::array<Handler, kOpCount>;

template <bool kImm, std::size_t... kOps>
constexpr Table arithmetic_table(std::index_sequence<kOps...>) {
  return {arithmetic_handler<static_cast<Op>(kOps), kImm>()...};
}
template <bool kNarrow, bool kAligned, std::size_t... kOps>
constexpr Table addressing_table(std::index_sequence<kOps...>) {
  return {addressing_handler<static_cast<Op>(kOps), AddressRules{kNarrow, kAligned}>()...};
}

constexpr auto kOps = std::make_index_sequence<kOpCount>();
constexpr std::array<Table, 2> kArithmetic{arithmetic_table<false>(kOps),
                                           arithmetic_table<true>(kOps)};
/// Indexed by narrow and aligned.
constexpr std::array<std::array<Table, 2>, 2> kAddressing{
    {{addressing_table<false, false>(kOps), addressing_table<false, true>(kOps)},
     {addressing_table<true, false>(kOps), addressing_table<true, true>(kOps)}}};

} // namespace

Handler handler_of(const Instruction& instruction, const AddressRules& rules) {
  if (is_csr_access(instruction.op))
    return fp_csr_handler_of(instruction);
  const auto op = static_cast<std::size_t>(instruction.op);
  if (const Handler handler = kArithmetic[instruction.has_immediate ? 1 : 0][op])
    return handler;
  if (const Handler handler = kAddressing[rules.narrow ? 1 : 0][rules.aligned ? 1 : 0][op])
    return handler;
  return fp_handler_of(instruction.op);
}

void note_trace(const Step* s, uint64_t* r, Context* c) {
  *c->log++ = static_cast<uint64_t>(s->imm);
  return go_on(s, r, c);
}

namespace {

template <bool kNarrow> void note_address_of(const Step* s, uint64_t* r, Context* c) {
  *c->log++ = address_of<kNarrow>(s, r);
  return go_on(s, r, c);
}

} // namespace

Handler note_address(const AddressRules& rules) {
  return rules.narrow ? note_address_of<true> : note_address_of<false>;
}

ThreadedCode::Logged logged_by(const Instruction& instruction, Handler handler) {
  if (handler == plain || handler == x86_jump)
    return ThreadedCode::Logged::effect;
  return access_of(instruction.op).bytes != 0 ? ThreadedCode::Logged::address
                                              : ThreadedCode::Logged::nothing;
}

bool ends_trace(Op op) {
  return has_condition(op) || op == Op::x86_branch || is_x86_jump(op) || op == Op::jump_register ||
         op == Op::jump_link_register;
}

void go_straight_on(const Step* s, uint64_t* r, Context* c) {
  return leave_by(s->exit->links[0], r, c);
}

void stop(const Step* s, uint64_t*, Context* c) {
  c->pc = c->program->instruction(s->index).pc;
  c->unexecuted = s->left;
  c->stopped = true;
}

} // namespace stallscope::isa::threaded
