#include "platform/csr.hpp"

#include "execution/executor_integer.hpp"
#include "isa/csr.hpp"
#include "platform/csr_numbers.hpp"
#include "riscv/csr_names.hpp"

#include <fmt/format.h>

namespace stallscope::isa {

namespace {

enum class Where : std::uint8_t {
  nowhere,
  everywhere,
  everywhere_32, ///< always, with 32-bit registers
  machine_mode,  ///< on bare metal, and in programs given as text
  machine_mode_32,
};

Where family_of(unsigned csr) {
  if (is_pmp_config(csr)) // with 64-bit registers, odd-numbered ones are part of the others
    return csr % 2 == 0 ? Where::machine_mode : Where::machine_mode_32;
  if (is_pmp_address(csr) || csr::is_event_counter(csr, 0x323) || // mhpmevent3
      csr::is_event_counter(csr, 0xB03) || csr::is_event_counter(csr, 0xC03))
    return Where::machine_mode;
  // mhpmevent3h, mhpmcounter3h, hpmcounter3h
  return csr::is_event_counter(csr, 0x723) || csr::is_event_counter(csr, 0xB83) ||
                 csr::is_event_counter(csr, 0xC83)
             ? Where::machine_mode_32
             : Where::nowhere;
}

Where where_is(unsigned csr) {
  switch (csr) {
  case csr::kFflags:
  case csr::kFrm:
  case csr::kFcsr:
  case csr::kCycle:
  case csr::kTime:
  case csr::kInstret:
    return Where::everywhere;
  case csr::kCycleh:
  case csr::kTimeh:
  case csr::kInstreth:
    return Where::everywhere_32;
  case csr::kMcycleh:
  case csr::kMinstreth:
  case csr::kMstatush:
  case csr::kMenvcfgh:
  case csr::kMseccfgh:
    return Where::machine_mode_32;
  case csr::kMcycle:
  case csr::kMinstret:
  case csr::kMstatus:
  case csr::kMisa:
  case csr::kMie:
  case csr::kMtvec:
  case csr::kMcounteren:
  case csr::kMenvcfg:
  case csr::kMcountinhibit:
  case csr::kMscratch:
  case csr::kMepc:
  case csr::kMcause:
  case csr::kMtval:
  case csr::kMip:
  case csr::kMseccfg:
    return Where::machine_mode;
  default:
    break;
  }
  // Triggers, which do not exist; and registers that must exist and may read as 0: no vendor, and
  // hart 0.
  if ((csr >= csr::kTselect && csr <= csr::kTinfo) ||
      (csr >= csr::kMvendorid && csr <= csr::kMconfigptr))
    return Where::machine_mode;
  return family_of(csr);
}

/// The upper two bits of the number mark read-only CSRs.
bool is_read_only(unsigned csr) {
  return csr >> 10 == 3;
}

/// CSRs that consist only of a register.
RegId plain_register(unsigned csr) {
  switch (csr) {
  case csr::kMie:
    return riscv::kMie;
  case csr::kMtvec:
    return riscv::kMtvec;
  case csr::kMcounteren:
    return riscv::kMcounteren;
  case csr::kMenvcfg:
    return riscv::kMenvcfg;
  case csr::kMcountinhibit:
    return riscv::kMcountinhibit;
  case csr::kMscratch:
    return riscv::kMscratch;
  case csr::kMepc:
    return riscv::kMepc;
  case csr::kMcause:
    return riscv::kMcause;
  case csr::kMtval:
    return riscv::kMtval;
  case csr::kMip:
    return riscv::kMip;
  case csr::kMseccfg:
    return riscv::kMseccfg;
  default:
    return kNoRegister;
  }
}

/// The CSRs before an instruction.
class Csrs {
public:
  Csrs(const Program& program, const ArchState& state, std::uint64_t cycle)
      : program_(program), state_(state), cycle_(cycle) {}

  [[nodiscard]] bool exists(unsigned csr) const {
    const bool bare_metal = program_.platform == Platform::bare_metal;
    const bool narrow = program_.xlen == 32;
    if (bare_metal && (csr == csr::kFflags || csr == csr::kFrm || csr == csr::kFcsr))
      return fp_is_on(state_);
    switch (where_is(csr)) {
    case Where::nowhere:
      return false;
    case Where::everywhere:
      return true;
    case Where::everywhere_32:
      return narrow;
    case Where::machine_mode:
      return program_.platform != Platform::linux_user;
    case Where::machine_mode_32:
      return program_.platform != Platform::linux_user && narrow;
    }
    return false;
  }

  [[nodiscard]] std::uint64_t read(unsigned csr) const {
    if (const RegId reg = plain_register(csr); reg != kNoRegister)
      return state_.regs[reg];
    if (is_pmp_config(csr) || is_pmp_address(csr))
      return low_half(read_pmp(program_, state_, csr));
    const std::uint64_t fcsr = state_.regs[riscv::kFcsr];
    switch (csr) {
    case csr::kFflags:
      return fcsr & 0x1F;
    case csr::kFrm:
      return fcsr >> 5 & 7;
    case csr::kFcsr:
      return fcsr & 0xFF;
    case csr::kMstatus: // MPP is always 3, whatever was written
      return state_.regs[riscv::kMstatus] != 0 ? state_.regs[riscv::kMstatus]
                                               : mstatus_at_reset(program_);
    case csr::kMisa:
      return misa();
    case csr::kMcycle:
    case csr::kCycle:
      return low_half(mcycle());
    case csr::kTime: // one tick per cycle, independent of writes to mcycle
      return low_half(cycle_);
    case csr::kMinstret:
    case csr::kInstret:
      return low_half(minstret());
    case csr::kMcycleh:
    case csr::kCycleh:
      return integer::word(mcycle() >> 32);
    case csr::kTimeh:
      return integer::word(cycle_ >> 32);
    case csr::kMinstreth:
    case csr::kInstreth:
      return integer::word(minstret() >> 32);
    case csr::kTinfo: // bit 0: the trigger selected by tselect does not exist
      return 1;
    default: // also tselect and tdata: type 0 means no trigger
      return 0;
    }
  }

  /// The changes when `value` is written. `old` is the value read.
  [[nodiscard]] CsrAccess written(unsigned csr, std::uint64_t value) const {
    CsrAccess access{true, read(csr), 0, {}};
    if (is_pmp_config(csr) || is_pmp_address(csr)) {
      const CsrChange change = write_pmp(program_, state_, csr, value);
      access.change(change.reg, change.value);
      return access;
    }
    const std::uint64_t fcsr = state_.regs[riscv::kFcsr];
    switch (csr) {
    case csr::kFflags:
      access.change(riscv::kFcsr, (fcsr & ~0x1FULL) | (value & 0x1F));
      break;
    case csr::kFrm:
      access.change(riscv::kFcsr, (fcsr & 0x1F) | (value & 7) << 5);
      break;
    case csr::kFcsr:
      access.change(riscv::kFcsr, value & 0xFF);
      break;
    case csr::kMstatus:
      access.change(riscv::kMstatus, legal_mstatus(value));
      break;
    case csr::kMtvec: // the base is a multiple of 4; bit 0 selects vectored interrupts
      access.change(riscv::kMtvec, value & ~2ULL);
      break;
    case csr::kMepc:
      access.change(riscv::kMepc, value & (program_.compressed ? ~1ULL : ~3ULL));
      break;
    case csr::kMcounteren: // 32 bits
      access.change(riscv::kMcounteren, low_half(integer::low(value)));
      break;
    case csr::kMenvcfg: // FIOM
      access.change(riscv::kMenvcfg, value & 1);
      break;
    case csr::kMseccfg:
      access.change(riscv::kMseccfg, legal_mseccfg(state_, value));
      break;
    case csr::kMcountinhibit:
      stop_counters(access, value & (kStopsCycle | kStopsInstret));
      break;
    case csr::kMcycle:
      set_cycle(access, with_low_half(mcycle(), value));
      break;
    case csr::kMcycleh:
      set_cycle(access, with_high_half(mcycle(), value));
      break;
    case csr::kMinstret:
      set_instret(access, with_low_half(minstret(), value));
      break;
    case csr::kMinstreth:
      set_instret(access, with_high_half(minstret(), value));
      break;
    default:
      if (const RegId reg = plain_register(csr); reg != kNoRegister)
        access.change(reg, value);
      break; // other CSRs do not change, and writing them is legal
    }
    return access;
  }

  [[nodiscard]] std::uint64_t legal_mstatus(std::uint64_t value) const {
    const bool fp = program_.floats && (value & kMstatusFs) != 0;
    std::uint64_t bits = (value & (kMstatusMie | kMstatusMpie)) | kMstatusMpp;
    if (fp) // SD, the top bit, indicates that FS is dirty
      bits |= kMstatusFs | 1ULL << (program_.xlen - 1);
    return program_.xlen == 32 ? integer::word(bits) : bits;
  }

private:
  [[nodiscard]] std::uint64_t low_half(std::uint64_t value) const {
    return program_.xlen == 32 ? integer::word(value) : value;
  }
  [[nodiscard]] std::uint64_t with_low_half(std::uint64_t counter, std::uint64_t value) const {
    return program_.xlen == 32 ? (counter & ~0xFFFFFFFFULL) | integer::low(value) : value;
  }
  [[nodiscard]] static std::uint64_t with_high_half(std::uint64_t counter, std::uint64_t value) {
    return (counter & 0xFFFFFFFFULL) | value << 32;
  }
  // Bits of mcountinhibit. While a counter is stopped, its register contains the counter value
  // itself.
  static constexpr std::uint64_t kStopsCycle = 1;
  static constexpr std::uint64_t kStopsInstret = 4;
  [[nodiscard]] bool stands_still(std::uint64_t bit) const {
    return (state_.regs[riscv::kMcountinhibit] & bit) != 0;
  }
  [[nodiscard]] std::uint64_t mcycle() const {
    return state_.regs[riscv::kCycleOffset] + (stands_still(kStopsCycle) ? 0 : cycle_);
  }
  [[nodiscard]] std::uint64_t minstret() const {
    return state_.regs[riscv::kInstretOffset] +
           (stands_still(kStopsInstret) ? 0 : state_.instructions);
  }
  void set_cycle(CsrAccess& access, std::uint64_t value) const {
    access.change(riscv::kCycleOffset, value - (stands_still(kStopsCycle) ? 0 : cycle_));
  }
  /// The next instruction reads the written value.
  void set_instret(CsrAccess& access, std::uint64_t value) const {
    access.change(riscv::kInstretOffset,
                  value - (stands_still(kStopsInstret) ? 0 : state_.instructions + 1));
  }
  /// The instruction that stops a counter is still counted; the one that starts it is not.
  void stop_counters(CsrAccess& access, std::uint64_t stopped) const {
    const std::uint64_t toggled = state_.regs[riscv::kMcountinhibit] ^ stopped;
    if ((toggled & kStopsCycle) != 0)
      access.change(riscv::kCycleOffset,
                    (stopped & kStopsCycle) != 0 ? mcycle() : mcycle() - cycle_);
    if ((toggled & kStopsInstret) != 0)
      access.change(riscv::kInstretOffset, (stopped & kStopsInstret) != 0
                                               ? minstret() + 1
                                               : minstret() - (state_.instructions + 1));
    access.change(riscv::kMcountinhibit, stopped);
  }
  /// IM, A, F and D if the hart has them, C if the program has compressed instructions, and the
  /// width.
  [[nodiscard]] std::uint64_t misa() const {
    const auto letter = [](char c) { return 1ULL << (c - 'A'); };
    const std::uint64_t letters = letter('I') | letter('M') | (program_.atomics ? letter('A') : 0) |
                                  (program_.floats ? letter('F') | letter('D') : 0) |
                                  (program_.compressed ? letter('C') : 0);
    return program_.xlen == 32 ? integer::word(letters | 1ULL << 30) : letters | 2ULL << 62;
  }

  const Program& program_;
  const ArchState& state_;
  std::uint64_t cycle_;
};

/// PMP, which programs given as text can read but not write.
bool is_protection(unsigned csr) {
  return is_pmp_config(csr) || is_pmp_address(csr) || csr == csr::kMseccfg || csr == csr::kMseccfgh;
}

} // namespace

bool depends_on_cycle(const Instruction& instruction) {
  switch (static_cast<unsigned>(instruction.imm)) {
  case csr::kCycle:
  case csr::kCycleh:
  case csr::kTime:
  case csr::kTimeh:
  case csr::kMcycle:
  case csr::kMcycleh:
  case csr::kMcountinhibit:
    return true;
  default:
    return false;
  }
}

CsrAccess access_csr_of(const Program& program, const ArchState& state, std::uint64_t cycle,
                        const Instruction& i) {
  const Csrs csrs(program, state, cycle);
  const auto csr = static_cast<unsigned>(i.imm);
  if (!csrs.exists(csr))
    return {};
  const std::uint64_t old = csrs.read(csr);
  const std::uint64_t b = i.has_immediate ? i.target : state.regs[i.rs1];
  if (!writes_csr(i))
    return {true, old, 0, {}};
  if (is_read_only(csr) || (program.platform == Platform::simple && is_protection(csr)))
    return {};
  return csrs.written(csr, i.op == Op::csr_set ? old | b : i.op == Op::csr_clear ? old & ~b : b);
}

std::string csr_objection(const Program& program, const ArchState& state,
                          const Instruction& instruction) {
  if (!is_csr_access(instruction.op))
    return {};
  const auto csr = static_cast<unsigned>(instruction.imm);
  const std::string number = fmt::format("{:#x}", csr);
  const std::string known = riscv::csr_name(csr);
  const std::string name = known.empty() ? number : fmt::format("{} ({})", known, number);
  if (Csrs(program, state, 0).exists(csr))
    return !writes_csr(instruction) ? std::string()
           : is_read_only(csr)      ? fmt::format("the CSR {} can only be read", name)
           : program.platform == Platform::simple && is_protection(csr)
               ? fmt::format("the CSR {} can only be read by a program given as text, which has no "
                             "memory protection; executables on bare metal have",
                             name)
               : std::string();
  const bool bare_metal = program.platform == Platform::bare_metal;
  if (where_is(csr) == Where::everywhere)
    return fmt::format("the CSR {} does not exist while floating point is off (mstatus.FS is 0)",
                       name);
  if (where_is(csr) != Where::nowhere &&
      (program.platform != Platform::linux_user || where_is(csr) == Where::everywhere_32))
    return fmt::format("the CSR {} exists with registers of 32 bits only", name);
  if (where_is(csr) != Where::nowhere)
    return fmt::format("there is no CSR {} here: it belongs to machine mode, which executables on "
                       "bare metal and programs given as text run in",
                       name);
  const unsigned mode = csr >> 8 & 3;
  return fmt::format("there is no CSR {} here{}", name,
                     !bare_metal              ? ""
                     : mode == 1 || mode == 2 ? ": the machine has machine mode only"
                     : csr >> 4 == 0x7B       ? ": debug mode alone has it"
                                              : "");
}

std::uint64_t mstatus_behind_mret(const Program& program, const ArchState& state) {
  std::uint64_t status = state.regs[riscv::kMstatus] & ~kMstatusMie;
  if ((status & kMstatusMpie) != 0)
    status |= kMstatusMie;
  return Csrs(program, state, 0).legal_mstatus(status | kMstatusMpie);
}

std::uint64_t mstatus_at_reset(const Program& program) {
  const std::uint64_t bits =
      kMstatusMpp | (program.floats ? kMstatusFs | 1ULL << (program.xlen - 1) : 0);
  return program.xlen == 32 ? integer::word(bits) : bits;
}

bool is_disabled(const Program& program, const ArchState& state, const Instruction& instruction) {
  return program.platform == Platform::bare_metal && is_floating_point(instruction.op_class) &&
         !fp_is_on(state);
}

} // namespace stallscope::isa
