#pragma once

#include "asm/text/expression.hpp"
#include "x86/text/register_names.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace stallscope::isa::x86 {

/// What the relocation of a thread-local variable stands for. There is one thread, so that its
/// variables are ordinary data, and offsets in its block are distances from kThreadBlock.
enum class OfThread : std::uint8_t {
  none,
  address,       ///< @TLSGD: what __tls_get_addr turns into the address of the variable
  block,         ///< @TLSLD: the same for the block that offsets count from
  offset,        ///< @TPOFF, @NTPOFF, @DTPOFF
  descriptor,    ///< @TLSDESC: what the descriptor's function turns into the offset
  loaded_offset, ///< @GOTTPOFF: memory that contains the offset; a constant instead, as linkers do
  call,          ///< @TLSCALL: the call of the descriptor's function
};

/// One operand in AT&T notation.
struct Operand {
  enum class Kind : std::uint8_t {
    reg,       ///< %rax
    immediate, ///< $5, $label
    memory,    ///< 8(%rax,%rcx,4), label(%rip), label
  };
  Kind kind = Kind::memory;
  bool star = false;            ///< preceded by '*': an indirect jump or call
  Register reg{};               ///< reg
  std::optional<Register> base; ///< memory
  std::optional<Register> index;
  std::uint8_t scale = 0; ///< log2
  bool rip = false;       ///< relative to the next instruction
  bool bare = false;      ///< memory: a single expression, which may also be a label
  bool got = false;       ///< @GOTPCREL, @GOT: the memory contains the address of the symbol
  bool table = false;     ///< $_GLOBAL_OFFSET_TABLE_: the distance from the instruction to address
                          ///< 0, the position of the (empty) table of position-independent 32-bit
                          ///< code
  bool thread = false;    ///< %fs:, %gs: an address in the thread block
  OfThread of_thread = OfThread::none; ///< of `value`
  bool has_value = false;              ///< there is an expression
  assembly::Expr value{};
  std::optional<std::int64_t> known{}; ///< its value, if already known
  std::string_view text{};
  assembly::Place place{};

  [[nodiscard]] bool is_reg() const { return kind == Kind::reg; }
  [[nodiscard]] bool is_memory() const { return kind == Kind::memory; }
  [[nodiscard]] bool is_immediate() const { return kind == Kind::immediate; }
  [[nodiscard]] bool is_integer_reg() const { return is_reg() && reg.width < kXmmWidth; }
  [[nodiscard]] bool is_ymm() const { return is_reg() && reg.width == kYmmWidth; }
  [[nodiscard]] bool is_xmm() const { return is_reg() && reg.width == kXmmWidth; }
};

/// The thread block, addressed by %fs, and in 32-bit code by %gs; it is the only such memory.
inline constexpr std::uint64_t kThreadBlock = 0x50000000;

/// The position where an instruction is read.
struct Source {
  const std::vector<assembly::Token>& tokens;
  const assembly::SourceLine& line;
  const assembly::Value& here;
  assembly::Symbols& symbols;
  assembly::Reporter& reporter;
  std::uint8_t address_width = 3; ///< log2 of the size of registers in addresses
  bool lenient = false;           ///< words behind the operands are a remark
  bool nasm = false;              ///< Intel syntax in which a single symbol is an address, not
                                  ///< memory

  [[nodiscard]] assembly::Place place(std::size_t at) const {
    return assembly::place_of(tokens[at], line);
  }
};

/// Reason why a vector register, or its size in memory, is unsupported.
struct MissingVectors {
  std::string message;
  std::string expected;
};
/// For "zmm3", "zmmword"; `sign` is the prefix of registers.
[[nodiscard]] std::optional<MissingVectors> missing_vectors(std::string_view name,
                                                            std::string_view sign);

/// Reads the expression at tokens[at] into an operand and moves `at` after it; false after a
/// report.
bool read_expression(const Source& source, const std::vector<assembly::Token>& tokens,
                     std::size_t& at, Operand& operand);

/// "st" or "st(1)" at tokens[at]; moves `at` after it; nullopt: invalid number.
[[nodiscard]] std::optional<Register> read_stack_register(const Source& source, std::size_t& at);

/// The table of offsets of position-independent 32-bit code: text after its name is added.
[[nodiscard]] bool is_table_of_offsets(std::string_view name);
[[nodiscard]] bool read_behind_table(const Source& source, std::size_t& at, Operand& operand);

/// Segments that begin at 0 and contain all memory: they may be written and have no effect.
[[nodiscard]] constexpr bool is_flat_segment(std::string_view name) {
  return name == "cs" || name == "ds" || name == "es" || name == "ss";
}

/// Converts a memory operand after "%fs:" to an address in the thread block, or of a thread-local
/// variable; false, after a report, for an address that is neither.
[[nodiscard]] bool place_in_thread_block(const Source& source, std::size_t at, Operand& operand);

/// The operands at tokens[at] up to the end of the statement; nullopt after a report if an operand
/// cannot be read.
[[nodiscard]] std::optional<std::vector<Operand>> read_operands(const Source& source,
                                                                std::size_t at);

} // namespace stallscope::isa::x86
