#pragma once

#include "base/ids.hpp"
#include "base/result.hpp"
#include "isa/op.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa {

struct LineTable;
class HostFiles;
class WrittenCode;

/// Writes of the hard-wired zero register are redirected to this register by the assemblers, so
/// that execution needs no test. Never in a micro-op's `writes`.
inline constexpr RegId kSinkRegister = kMaxRegisters - 1;

/// In mips and riscv programs integer register n is RegId n and FP register n is RegId
/// kFirstFpRegister + n.
inline constexpr RegId kFirstFpRegister = 32;

/// Invalid index: no instruction.
inline constexpr std::uint32_t kNoIndex = ~0U;

/// The role of a source operand; the machine defines the stage in which each role needs its value.
enum class OperandRole : std::uint8_t {
  execute,    ///< used in the execute stage; includes the address of a memory access
  store_data, ///< the value stored by a store
  branch,     ///< compared, or used as target, by a branch or an indirect jump
};

/// A register read by an operation. Derived from the operands, so that immediates and unused fields
/// are excluded.
struct RegisterRead {
  RegId reg = kNoRegister;
  OperandRole role = OperandRole::execute;
};

/// x86: shld by %cl into memory: base, index, register, count, and CF and the other flags
inline constexpr std::size_t kMaxReads = 6;
inline constexpr std::size_t kMaxWrites = 4; ///< x86: both halves of a product, CF, other flags

/// An instruction as seen by the timing model: class and registers. Instructions are cracked into
/// one or several micro-ops.
struct MicroOp {
  OpClass op_class = OpClass::nop;
  std::uint8_t read_count = 0;
  std::uint8_t write_count = 0;
  std::array<RegisterRead, kMaxReads>
      reads{}; ///< never the zero register; each register at most once per role
  /// Never the zero register or the sink.
  std::array<RegId, kMaxWrites> writes{kNoRegister, kNoRegister, kNoRegister, kNoRegister};

  [[nodiscard]] std::span<const RegisterRead> sources() const { return {reads.data(), read_count}; }
  [[nodiscard]] std::span<const RegId> destinations() const { return {writes.data(), write_count}; }
  void add_read(RegId reg, OperandRole role); ///< ignores register 0 and duplicates
  void add_write(RegId reg);                  ///< ignores register 0, the sink and duplicates
};

/// A predecoded static instruction: all data needed for execution.
///
/// A system call (Op::syscall) names its registers, so that timing and scheduling see all registers
/// it may read and write:
/// - mips: rs1 = $v0 (number), rs2 = $a0 (argument; the second is the next register, $a1), imm =
/// RegId of $f12 (FP argument); rd = $v0, rd2 = $f0 (results).
/// - riscv: rs1 = a7 (number), rs2 = a0 (argument; the second is the next register, a1), imm =
/// RegId of a2; rd = a0.
/// - tac, and `halt` of mips, marked by has_immediate: imm = the number itself, rs2 = argument (if
/// it is register 0: the constant in `target`), rd = result.
/// - x86: rs1 = rax (number), rs2 = rdi, rs3 = rsi, imm = RegId of rdx (arguments); rd = rax.
///
/// x86, other instructions: rd = destination register, rd2 = a second one (for AVX the upper part
/// of the first, kYmmUpper0 + n), rs2 = left source, rs1 = right source; for a memory operand rs1 =
/// base and rs3 = index, and the other source is rs2. `raw` holds the rest
/// (src/x86/micro_ops/form.hpp).
struct Instruction {
  Op op = Op::unknown;
  OpClass op_class = OpClass::nop;
  std::uint8_t size = 4;      ///< bytes of address space
  bool has_immediate = false; ///< operand b is imm instead of rs2
  std::uint8_t rounding = 7;  ///< riscv FP: 0 to 4 as in frm, 7: from frm; 0 without rounding
  RegId rd = kSinkRegister;
  RegId rd2 = kSinkRegister; ///< HI of mult and div
  RegId rs1 = 0;
  RegId rs2 = 0;
  RegId rs3 = 0;                    ///< addend of a fused multiply-add
  std::uint32_t raw = 0;            ///< machine code, if any (riscv); 16 bits when size is 2; x86:
                                    ///< x86::Form
  std::int64_t imm = 0;             ///< operand b, displacement, constant or CSR number
  std::uint64_t pc = 0;             ///< its address
  std::uint64_t target = 0;         ///< target address of a direct branch or jump
  std::uint32_t first_micro_op = 0; ///< index into Program::micro_ops
  std::uint8_t micro_op_count = 1;
  bool mispredicted = false; ///< the perfect predictor is wrong about this one: loops that are laid
                             ///< out for analysis say so what other predictors make of them
};

/// Source position and text of an instruction.
struct SourceInfo {
  std::string text; ///< canonical text, e.g. "add $t2, $t0, $t1"; for pseudo-instructions their
                    ///< expansion
  std::uint32_t line = 0;   ///< 1-based line of the source
  std::uint32_t column = 0; ///< 1-based column of the mnemonic
};

/// A place in a source file.
struct SourcePlace {
  std::string_view file;    ///< the program's name when unknown; owned by the program
  std::uint32_t line = 0;   ///< 1-based; 0: not known
  std::uint32_t column = 0; ///< 1-based; 0: not known
};

/// Initial content of memory.
struct DataSegment {
  std::string name; ///< ".data"
  std::uint64_t address = 0;
  std::vector<std::uint8_t> bytes;
  /// The program's memory contains the segment; false: code outside the data memory.
  bool in_memory = true;
};

/// An accessible address range: [begin, end). Accesses elsewhere fault.
struct MemoryRegion {
  std::string name;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  bool writable = true;
  bool readable = true;
  bool executable = false;
};

/// Execution environment of a program: determines system calls and trap handling.
enum class Platform : std::uint8_t {
  simple,     ///< calls of teaching simulators; traps end the run
  bare_metal, ///< RISC-V machine mode: CSRs, traps to mtvec, tohost, semihosting
  linux_user, ///< RISC-V Linux system calls
};

struct Symbol {
  std::uint64_t address = 0; ///< or the value of an .equ
  bool is_code = false;
  bool is_constant = false; ///< defined by .equ
  bool is_function = false; ///< declared as a function: STT_FUNC, .type NAME, @function
  std::uint64_t size = 0;   ///< bytes of the function or object; 0: not declared
};

/// A register's value at the start of the run.
struct InitialRegister {
  RegId reg = 0;
  std::uint64_t value = 0;
};

/// A program in any notation, ready to run: the input of all later steps.
///
/// Instructions are in ascending address order. Code of an executable file is decoded at every
/// second byte, since any may be a jump target: instructions overlap, and those never reached may
/// be invalid (Op::unknown) or data. Reaching `end_pc` (by falling off the end of the code) or
/// `return_pc` (by returning from the entry function) ends the program normally.
struct Program {
  std::string name; ///< file name as given by the user; "<stdin>" for standard input
  Isa isa = Isa::tac;
  Platform platform = Platform::simple;
  bool compressed = true; ///< for machine code: 16-bit instructions, so instructions can start at
                          ///< any halfword
  bool floats = true;     ///< riscv, bare metal: the hart has F and D; see misa
  bool atomics = true;    ///< and A
  bool misses_delay_slots = false; ///< text written for delay slots, but assembled without: see
                                   ///< AssembleOptions::delay_slots
  unsigned xlen = 64; ///< 32: addresses and integer registers are 32 bits (kept sign-extended)
  std::vector<Instruction> code;
  std::vector<MicroOp> micro_ops;
  bool decoded = false;           ///< machine code: text is generated on demand, `source` is empty
  std::vector<SourceInfo> source; ///< one for each instruction, same index as `code`; use text_of()
                                  ///< and place_of(), which work for all programs
  std::vector<std::string> source_lines;   ///< the file, to show source lines beside results
  std::shared_ptr<const LineTable> lines;  ///< line table of machine code with debug information,
                                           ///< or null
  std::vector<std::string> register_names; ///< by RegId; empty: not used by this notation
  std::vector<DataSegment> data;
  std::vector<MemoryRegion> regions;
  std::map<std::string, Symbol, std::less<>> symbols;
  std::vector<InitialRegister>
      initial_registers; ///< stack pointer, return address, `.reg` directives
  std::uint64_t entry = 0;
  std::uint64_t end_pc = 0;
  /// The return address of the entry function, an address without instruction. Odd, so that no jump
  /// can reach it; 0: the entry function cannot return.
  std::uint64_t return_pc = ~0ULL;
  std::uint64_t heap_begin = 0; ///< where sbrk (Linux: brk) starts
  std::uint64_t heap_end = 0;   ///< limit of its growth
  // Bare metal: doublewords for communication with the host; 0: none. tohost lies in a separate
  // region that is not writable, so that other stores need no check for it.
  std::uint64_t tohost = 0;
  std::uint64_t fromhost = 0;
  std::vector<std::string> arguments; ///< command line, the program's own name first
  std::uint64_t seed = 1;             ///< seed of the program's random numbers; see set_seed()
  std::uint64_t random_address = 0;   ///< Linux: address of its random bytes on the stack; 0: none
  std::shared_ptr<HostFiles> files;   ///< host files a Linux program may read; null: none
  /// Machine code written by runs of the program (self-modifying code); null: not supported. A
  /// cache that gives equal indices in all runs of a program, on one thread at a time.
  std::shared_ptr<WrittenCode> written;

  /// Index of the instruction at an address, or kNoIndex (also for end_pc). For programs that
  /// change their code see index_at().
  [[nodiscard]] std::uint32_t index_of(std::uint64_t pc) const {
    const std::uint64_t slot = (pc - code_begin_) / 2;
    return pc >= code_begin_ && slot < first_slots_ && (pc & 1) == 0 ? slots_[slot]
                                                                     : index_elsewhere(pc);
  }
  /// The instruction with an index: in `code`, or for larger indices in `written`.
  [[nodiscard]] const Instruction& instruction(std::uint32_t index) const {
    return index < code.size() ? code[index] : written_instruction(index);
  }
  /// The micro-op with an index, in `micro_ops` or in `written`.
  [[nodiscard]] const MicroOp& micro_op(std::uint32_t index) const {
    return index < micro_ops.size() ? micro_ops[index] : written_micro_op(index);
  }
  [[nodiscard]] std::span<const MicroOp> micro_ops_of(const Instruction& i) const {
    return {&micro_op(i.first_micro_op), i.micro_op_count};
  }
  /// The instruction as text: "add $t2, $t0, $t1".
  [[nodiscard]] std::string text_of(std::uint32_t index) const;
  /// The source position of the instruction.
  [[nodiscard]] SourcePlace place_of(std::uint32_t index) const;
  /// The source file meant by the user, as named by place_of(): a file whose path is `name` or ends
  /// with a slash and `name`; for an empty name the only file, or the one with main.
  [[nodiscard]] Result<std::string> source_file_named(std::string_view file) const;
  /// Whether an instruction comes from this line of the file. Scans the whole program.
  [[nodiscard]] bool has_line(std::string_view file, std::uint32_t line) const;
  /// Appends an instruction with its one micro-op and source; sets first_micro_op.
  void append(Instruction instruction, const MicroOp& micro_op, SourceInfo info);
  /// Appends decoded machine code, which may overlap the previous instruction.
  void append(Instruction instruction, const MicroOp& micro_op);
  /// Builds the address index; call once after the last append.
  void finish();
  /// The label at an address or the nearest one before ("loop+8"), or an empty string.
  [[nodiscard]] std::string symbolic(std::uint64_t pc) const;
  /// The register holds floating-point numbers.
  [[nodiscard]] bool is_floating_point(RegId reg) const {
    return isa != Isa::tac && reg >= kFirstFpRegister && reg < kFirstFpRegister + 32;
  }
  /// A register by any of its names ("$t0", "t0", "$8", "R8", "x5", "f2"), or kNoRegister.
  [[nodiscard]] RegId register_named(std::string_view text) const;

private:
  /// A contiguous range of code without large gaps.
  struct Stretch {
    std::uint64_t begin = 0; ///< address
    std::uint64_t slots = 0; ///< halfwords
    std::size_t first = 0;   ///< into slots_
  };
  [[nodiscard]] std::uint32_t index_elsewhere(std::uint64_t pc) const;
  [[nodiscard]] const Instruction& written_instruction(std::uint32_t index) const;
  [[nodiscard]] const MicroOp& written_micro_op(std::uint32_t index) const;

  std::uint64_t code_begin_ = 0;
  std::uint64_t first_slots_ = 0;    ///< number of slots of the first range, which begins at
                                     ///< code_begin_
  std::vector<std::uint32_t> slots_; ///< by (pc - begin) / 2, ranges concatenated
  std::vector<Stretch> stretches_;   ///< the other ranges
};

/// Whether an instruction depends only on, and changes only, registers and memory: not the cycle,
/// the instruction count or the environment. It may trap.
[[nodiscard]] bool is_self_contained(const Instruction& instruction);

/// Bytes of memory accessed by an instruction; 0 for none. For two accesses, as in `push` with a
/// memory operand, the larger size.
[[nodiscard]] unsigned access_bytes(const Instruction& instruction);

/// Whether the access must be aligned on every platform: atomic operations; x86: 16-byte accesses,
/// with exceptions.
[[nodiscard]] bool demands_alignment(const Instruction& instruction);

/// Whether an instruction writes memory: stores, atomic operations except load-reserved, calls that
/// push their return address. A store-conditional may fail.
[[nodiscard]] inline bool writes_memory(const Instruction& instruction) {
  return is_store(instruction.op_class) || instruction.op == Op::x86_call ||
         instruction.op == Op::x86_call_indirect ||
         (instruction.op_class == OpClass::atomic && instruction.op != Op::lr_w &&
          instruction.op != Op::lr_d);
}

/// Assigns the micro-op with this index to an instruction, and sets the refined classes of both.
void unite(Instruction& instruction, MicroOp& micro_op, std::uint32_t micro_op_index);

/// Derives the micro-op of an instruction from its operands: the only definition of the registers
/// that operations read and write. Conditional moves (movz, movn) also read rd.
[[nodiscard]] MicroOp micro_op_for(const Instruction& instruction);

} // namespace stallscope::isa
