#pragma once

#include "asm/expression.hpp"
#include "x86/text/register_names.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace stallscope::isa::x86 {

/// One operand as AT&T notation writes it.
struct Operand {
  enum class Kind : std::uint8_t {
    reg,       ///< %rax
    immediate, ///< $5, $label
    memory,    ///< 8(%rax,%rcx,4), label(%rip), label
  };
  Kind kind = Kind::memory;
  bool star = false;            ///< '*' in front: an indirect jump or call
  Register reg{};               ///< reg
  std::optional<Register> base; ///< memory
  std::optional<Register> index;
  std::uint8_t scale = 0; ///< log2
  bool rip = false;       ///< relative to the instruction behind
  bool bare = false;      ///< memory: an expression alone, as labels are written too
  bool got = false;       ///< @GOTPCREL, @GOT: what lies there is the address of the name
  bool table = false;     ///< $_GLOBAL_OFFSET_TABLE_: from the instruction to address 0, where the
                          ///< table of position-independent 32-bit code is: nothing lies in it
  bool thread = false;    ///< %fs:, %gs: an address in the thread block
  bool has_value = false; ///< an expression is written
  assembly::Expr value{};
  std::optional<std::int64_t> known{}; ///< its value, when it is a number already
  std::string_view text{};
  assembly::Place place{};

  [[nodiscard]] bool is_reg() const { return kind == Kind::reg; }
  [[nodiscard]] bool is_memory() const { return kind == Kind::memory; }
  [[nodiscard]] bool is_immediate() const { return kind == Kind::immediate; }
  [[nodiscard]] bool is_integer_reg() const { return is_reg() && reg.width < kXmmWidth; }
  [[nodiscard]] bool is_ymm() const { return is_reg() && reg.width == kYmmWidth; }
  [[nodiscard]] bool is_xmm() const { return is_reg() && reg.width == kXmmWidth; }
};

/// The thread block, which %fs points to, and in 32-bit code %gs; no other memory is there.
inline constexpr std::uint64_t kThreadBlock = 0x50000000;

/// Where an instruction is read.
struct Source {
  const std::vector<assembly::Token>& tokens;
  const assembly::SourceLine& line;
  const assembly::Value& here;
  assembly::Symbols& symbols;
  assembly::Reporter& reporter;
  std::uint8_t address_width = 3; ///< log2 of the bytes of registers in addresses
  bool nasm = false;              ///< Intel syntax where a name alone is an address, not memory

  [[nodiscard]] assembly::Place place(std::size_t at) const {
    return assembly::place_of(tokens[at], line);
  }
};

/// Why a register of vectors, or the size of one in memory, is not there.
struct MissingVectors {
  std::string message;
  std::string expected;
};
/// Of "zmm3", "zmmword"; `sign` is what registers have in front.
[[nodiscard]] std::optional<MissingVectors> missing_vectors(std::string_view name,
                                                            std::string_view sign);

/// Reads the expression at tokens[at] into an operand and moves `at` behind it; false: reported.
bool read_expression(const Source& source, const std::vector<assembly::Token>& tokens,
                     std::size_t& at, Operand& operand);

/// "st" or "st(1)" at tokens[at], which moves behind it; nullopt: it has another number.
[[nodiscard]] std::optional<Register> read_stack_register(const Source& source, std::size_t& at);

/// The table of offsets of position-independent 32-bit code: what stands behind its name is added.
[[nodiscard]] bool is_table_of_offsets(std::string_view name);
[[nodiscard]] bool read_behind_table(const Source& source, std::size_t& at, Operand& operand);

/// Segments that begin at 0 and hold everything: they may be named, and change nothing.
[[nodiscard]] constexpr bool is_flat_segment(std::string_view name) {
  return name == "cs" || name == "ds" || name == "es" || name == "ss";
}

/// A memory operand behind "%fs:" counts from the thread block; false, reported: it is a variable
/// of a thread.
[[nodiscard]] bool place_in_thread_block(const Source& source, std::size_t at, Operand& operand);

/// The operands at tokens[at] up to the end of the statement; nullopt when one cannot be read,
/// reported.
[[nodiscard]] std::optional<std::vector<Operand>> read_operands(const Source& source,
                                                                std::size_t at);

} // namespace stallscope::isa::x86
