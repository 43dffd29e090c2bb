#include "isa/commit_log.hpp"

#include "base/check.hpp"
#include "platform/csr.hpp"
#include "riscv/csr_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace stallscope::isa {

namespace {

constexpr unsigned kFflags = 0x001;
constexpr unsigned kFrm = 0x002;
constexpr unsigned kFcsr = 0x003;
constexpr unsigned kMstatus = 0x300;
constexpr unsigned kMstatush = 0x310;

class Line {
public:
  Line(const Program& program, const ArchState& behind, const Commit& commit)
      : program_(program), behind_(behind), commit_(commit),
        i_(program.instruction(commit.instruction)) {}

  std::string text() {
    add("core   0: {} ", program_.platform == Platform::bare_metal ? 3 : 0);
    add_value(i_.pc, program_.xlen / 8);
    add(" (");
    add_value(i_.raw, i_.size);
    add(")");
    add_registers();
    if (is_csr_access(i_.op) && writes_csr(i_))
      add_written(static_cast<unsigned>(i_.imm));
    if (commit_.raised_flags != 0)
      add_csr(kFflags);
    if (i_.op == Op::mret)
      add_written(kMstatus);
    if (i_.op == Op::mret && program_.xlen == 32)
      add_csr(kMstatush);
    add_memory();
    text_ += '\n';
    return std::move(text_);
  }

private:
  template <class... Args> void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
  }

  void add_value(std::uint64_t value, unsigned bytes) {
    const std::uint64_t mask = bytes >= 8 ? ~0ULL : (1ULL << (8 * bytes)) - 1;
    add("{:#0{}x}", value & mask, 2 + 2 * bytes);
  }

  void add_registers() {
    constexpr RegId kFpRegisters = 32;
    for (const MicroOp& micro_op : program_.micro_ops_of(i_))
      for (const RegId reg : micro_op.destinations()) {
        if (reg >= kFirstFpRegister + kFpRegisters)
          continue; // fcsr: logged with the CSRs
        const bool fp = reg >= kFirstFpRegister;
        add(" {}{:<2} ", fp ? 'f' : 'x', fp ? reg - kFirstFpRegister : reg);
        add_value(behind_.regs[reg], fp ? 8 : program_.xlen / 8);
      }
  }

  void add_csr(unsigned csr) {
    Instruction read;
    read.op = Op::csr_read;
    read.imm = csr;
    add(" c{}_{} ", csr, riscv::csr_text(csr, program_.xlen));
    add_value(access_csr_of(program_, behind_, commit_.cycle, read).old, program_.xlen / 8);
  }

  /// fcsr is logged as its two parts.
  void add_written(unsigned csr) {
    if (csr != kFcsr) {
      add_csr(csr);
      return;
    }
    add_csr(kFflags);
    add_csr(kFrm);
  }

  void add_memory() {
    if (commit_.effect.bytes == 0 || !is_memory(i_.op_class))
      return;
    const bool conditional = i_.op == Op::sc_w || i_.op == Op::sc_d;
    const bool loads = !is_store(i_.op_class) && !conditional;
    const bool atomic = i_.op_class == OpClass::atomic;
    const bool reserves = i_.op == Op::lr_w || i_.op == Op::lr_d;
    const bool stores = is_store(i_.op_class) ||
                        (atomic && !reserves && !(conditional && commit_.effect.result != 0));
    if (loads) {
      add(" mem ");
      add_value(commit_.effect.address, program_.xlen / 8);
    }
    if (!stores)
      return;
    add(" mem ");
    add_value(commit_.effect.address, program_.xlen / 8);
    add(" ");
    // A plain store may have been to tohost, which the host may have changed since.
    const unsigned bytes = commit_.effect.bytes;
    add_value(atomic ? behind_.memory.load(commit_.effect.address, bytes) : behind_.regs[i_.rs2],
              bytes);
  }

  const Program& program_;
  const ArchState& behind_;
  const Commit& commit_;
  const Instruction& i_;
  std::string text_;
};

} // namespace

std::string commit_line(const Program& program, const ArchState& behind, const Commit& commit) {
  return Line(program, behind, commit).text();
}

void CommitLog::executed(const Program& program, const ArchState& behind, const Commit& commit) {
  if (behind.instructions <= lines_)
    return; // repeated in a replay
  STALLSCOPE_CHECK(behind.instructions == lines_ + 1, "a log with a hole");
  const std::string line = commit_line(program, behind, commit);
  text_ += line;
  ++lines_;
  lengths_[lines_ % kKeptLines] = static_cast<std::uint32_t>(line.size());
  constexpr std::size_t kEnough = 1 << 17;
  if (text_.size() < kEnough || lines_ < kKeptLines)
    return;
  std::size_t kept = 0;
  for (const std::uint32_t length : lengths_)
    kept += length;
  write_(std::string_view(text_).substr(0, text_.size() - kept));
  text_.erase(0, text_.size() - kept);
}

void CommitLog::finish(std::uint64_t instructions) {
  STALLSCOPE_CHECK(instructions <= lines_ && lines_ - instructions <= kKeptLines,
                   "more or fewer instructions than the log has been told of");
  std::size_t dropped = 0;
  for (std::uint64_t n = lines_; n > instructions; --n)
    dropped += lengths_[n % kKeptLines];
  text_.resize(text_.size() - dropped);
  write_(text_);
  text_.clear();
}

} // namespace stallscope::isa
