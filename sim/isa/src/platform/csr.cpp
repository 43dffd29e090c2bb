#include "platform/csr.hpp"

#include "executor_integer.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace stallscope::isa {

namespace {

namespace number {
// Numbers of CSRs: Volume II, chapter "Control and Status Registers".
constexpr unsigned kFflags = riscv::kCsrFflags;
constexpr unsigned kFrm = riscv::kCsrFrm;
constexpr unsigned kFcsr = riscv::kCsrFcsr;
constexpr unsigned kMstatus = 0x300;
constexpr unsigned kMisa = 0x301;
constexpr unsigned kMstatush = 0x310;
constexpr unsigned kMepc = 0x341;
constexpr unsigned kMcycle = 0xB00;
constexpr unsigned kMinstret = 0xB02;
constexpr unsigned kMcycleh = 0xB80;
constexpr unsigned kMinstreth = 0xB82;
constexpr unsigned kCycle = 0xC00;
constexpr unsigned kTime = 0xC01;
constexpr unsigned kInstret = 0xC02;
constexpr unsigned kCycleh = 0xC80;
constexpr unsigned kTimeh = 0xC81;
constexpr unsigned kInstreth = 0xC82;
} // namespace number

enum class Where : std::uint8_t { everywhere, machine_mode, machine_mode_32 };

struct Csr {
  unsigned number;
  Where where;
};

constexpr std::array<Csr, 28> kCsrs{{
    {number::kFflags, Where::everywhere},
    {number::kFrm, Where::everywhere},
    {number::kFcsr, Where::everywhere},
    {number::kCycle, Where::everywhere},
    {number::kTime, Where::everywhere},
    {number::kInstret, Where::everywhere},
    {number::kCycleh, Where::everywhere},
    {number::kTimeh, Where::everywhere},
    {number::kInstreth, Where::everywhere},
    {number::kMstatus, Where::machine_mode},
    {number::kMisa, Where::machine_mode},
    {0x304, Where::machine_mode}, // mie
    {0x305, Where::machine_mode}, // mtvec
    {number::kMstatush, Where::machine_mode_32},
    {0x340, Where::machine_mode}, // mscratch
    {number::kMepc, Where::machine_mode},
    {0x342, Where::machine_mode}, // mcause
    {0x343, Where::machine_mode}, // mtval
    {0x344, Where::machine_mode}, // mip
    {number::kMcycle, Where::machine_mode},
    {number::kMinstret, Where::machine_mode},
    {number::kMcycleh, Where::machine_mode_32},
    {number::kMinstreth, Where::machine_mode_32},
    // These must exist, and may read as 0: nobody made this hart, and it is hart 0.
    {0xF11, Where::machine_mode}, // mvendorid
    {0xF12, Where::machine_mode}, // marchid
    {0xF13, Where::machine_mode}, // mimpid
    {0xF14, Where::machine_mode}, // mhartid
    {0xF15, Where::machine_mode}, // mconfigptr
}};

const Csr* find(unsigned csr) {
  const auto* const found =
      std::find_if(kCsrs.begin(), kCsrs.end(), [csr](const Csr& c) { return c.number == csr; });
  return found == kCsrs.end() ? nullptr : found;
}

/// The upper two bits of a number say that the CSR cannot be written.
bool is_read_only(unsigned csr) {
  return csr >> 10 == 3;
}

/// CSRs that are a register and nothing more.
RegId plain_register(unsigned csr) {
  switch (csr) {
  case 0x304:
    return riscv::kMie;
  case 0x305:
    return riscv::kMtvec;
  case 0x340:
    return riscv::kMscratch;
  case number::kMepc:
    return riscv::kMepc;
  case 0x342:
    return riscv::kMcause;
  case 0x343:
    return riscv::kMtval;
  case 0x344:
    return riscv::kMip;
  default:
    return kNoRegister;
  }
}

/// The CSRs as an instruction finds them.
class Csrs {
public:
  Csrs(const Program& program, const ArchState& state, std::uint64_t cycle)
      : program_(program), state_(state), cycle_(cycle) {}

  [[nodiscard]] bool exists(unsigned csr) const {
    const Csr* found = find(csr);
    if (found == nullptr)
      return false;
    const bool high_half = (csr & 0x80) != 0 && csr >> 8 != 3;
    if (high_half && program_.xlen != 32)
      return false;
    if (program_.platform == Platform::bare_metal &&
        (csr == number::kFflags || csr == number::kFrm || csr == number::kFcsr))
      return fp_is_on(state_);
    switch (found->where) {
    case Where::everywhere:
      return true;
    case Where::machine_mode:
      // The assembler's programs read mcycle and minstret too.
      return program_.platform == Platform::bare_metal ||
             (program_.platform == Platform::simple &&
              (csr == number::kMcycle || csr == number::kMinstret));
    case Where::machine_mode_32:
      return program_.xlen == 32 && program_.platform != Platform::linux_user;
    }
    return false;
  }

  [[nodiscard]] std::uint64_t read(unsigned csr) const {
    if (const RegId reg = plain_register(csr); reg != kNoRegister)
      return state_.regs[reg];
    const std::uint64_t fcsr = state_.regs[riscv::kFcsr];
    switch (csr) {
    case number::kFflags:
      return fcsr & 0x1F;
    case number::kFrm:
      return fcsr >> 5 & 7;
    case number::kFcsr:
      return fcsr & 0xFF;
    case number::kMstatus:
      return state_.regs[riscv::kMstatus];
    case number::kMisa:
      return misa();
    case number::kMcycle:
    case number::kCycle:
      return low_half(mcycle());
    case number::kTime: // one tick a cycle, whatever the program has written to mcycle
      return low_half(cycle_);
    case number::kMinstret:
    case number::kInstret:
      return low_half(minstret());
    case number::kMcycleh:
    case number::kCycleh:
      return integer::word(mcycle() >> 32);
    case number::kTimeh:
      return integer::word(cycle_ >> 32);
    case number::kMinstreth:
    case number::kInstreth:
      return integer::word(minstret() >> 32);
    default:
      return 0;
    }
  }

  /// What writing `value` changes. `old` is what is read, with changed = kNoRegister.
  [[nodiscard]] CsrAccess written(unsigned csr, std::uint64_t value) const {
    CsrAccess access{true, read(csr), kNoRegister, 0};
    const auto change = [&access](RegId reg, std::uint64_t bits) {
      access.changed = reg;
      access.value = bits;
      return access;
    };
    const std::uint64_t fcsr = state_.regs[riscv::kFcsr];
    switch (csr) {
    case number::kFflags:
      return change(riscv::kFcsr, (fcsr & ~0x1FULL) | (value & 0x1F));
    case number::kFrm:
      return change(riscv::kFcsr, (fcsr & 0x1F) | (value & 7) << 5);
    case number::kFcsr:
      return change(riscv::kFcsr, value & 0xFF);
    case number::kMstatus:
      return change(riscv::kMstatus, legal_mstatus(value));
    case 0x305: // the base is a multiple of 4; bit 0 chooses vectored interrupts
      return change(riscv::kMtvec, value & ~2ULL);
    case number::kMepc:
      return change(riscv::kMepc, value & (program_.compressed ? ~1ULL : ~3ULL));
    case number::kMcycle:
      return change(riscv::kCycleOffset, with_low_half(mcycle(), value) - cycle_);
    case number::kMcycleh:
      return change(riscv::kCycleOffset, with_high_half(mcycle(), value) - cycle_);
    case number::kMinstret: // the next instruction reads what was written
      return change(riscv::kInstretOffset,
                    with_low_half(minstret(), value) - (state_.instructions + 1));
    case number::kMinstreth:
      return change(riscv::kInstretOffset,
                    with_high_half(minstret(), value) - (state_.instructions + 1));
    default:
      if (const RegId reg = plain_register(csr); reg != kNoRegister)
        return change(reg, value);
      return access; // misa, mstatush: cannot be changed, and writing is legal
    }
  }

  [[nodiscard]] std::uint64_t legal_mstatus(std::uint64_t value) const {
    const bool fp = (value & kMstatusFs) != 0;
    std::uint64_t bits = (value & (kMstatusMie | kMstatusMpie)) | kMstatusMpp;
    if (fp) // SD, the top bit, says that FS is dirty
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
  [[nodiscard]] std::uint64_t mcycle() const { return cycle_ + state_.regs[riscv::kCycleOffset]; }
  [[nodiscard]] std::uint64_t minstret() const {
    return state_.instructions + state_.regs[riscv::kInstretOffset];
  }
  /// IMAFD, C where the program has compressed instructions, and the width.
  [[nodiscard]] std::uint64_t misa() const {
    const auto letter = [](char c) { return 1ULL << (c - 'A'); };
    const std::uint64_t letters = letter('I') | letter('M') | letter('A') | letter('F') |
                                  letter('D') | (program_.compressed ? letter('C') : 0);
    return program_.xlen == 32 ? integer::word(letters | 1ULL << 30) : letters | 2ULL << 62;
  }

  const Program& program_;
  const ArchState& state_;
  std::uint64_t cycle_;
};

} // namespace

CsrAccess access_csr_of(const Program& program, const ArchState& state, std::uint64_t cycle,
                        const Instruction& i) {
  const Csrs csrs(program, state, cycle);
  const auto csr = static_cast<unsigned>(i.imm);
  if (!csrs.exists(csr))
    return {};
  const std::uint64_t old = csrs.read(csr);
  const std::uint64_t b = i.has_immediate ? i.target : state.regs[i.rs1];
  if (!writes_csr(i))
    return {true, old, kNoRegister, 0};
  if (is_read_only(csr))
    return {};
  return csrs.written(csr, i.op == Op::csr_set ? old | b : i.op == Op::csr_clear ? old & ~b : b);
}

std::uint64_t mstatus_behind_mret(const Program& program, const ArchState& state) {
  std::uint64_t status = state.regs[riscv::kMstatus] & ~kMstatusMie;
  if ((status & kMstatusMpie) != 0)
    status |= kMstatusMie;
  return Csrs(program, state, 0).legal_mstatus(status | kMstatusMpie);
}

std::uint64_t mstatus_at_reset(unsigned xlen) {
  const std::uint64_t bits = kMstatusMpp | kMstatusFs | 1ULL << (xlen - 1);
  return xlen == 32 ? integer::word(bits) : bits;
}

} // namespace stallscope::isa
