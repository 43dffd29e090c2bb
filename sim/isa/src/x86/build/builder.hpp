#pragma once

#include "x86/build/build.hpp"

#include <initializer_list>

namespace stallscope::isa::x86 {

/// State of building one instruction from its operands.
struct Builder {
  std::string_view name;
  const Mnemonic& mnemonic;
  std::vector<Operand> operands; ///< ymm registers are replaced by their lower halves, the xmm
                                 ///< registers
  const assembly::Place& place;  ///< place of the mnemonic
  assembly::Reporter& reporter;
  std::uint8_t stack_bytes; ///< log2 of the size of addresses and stack elements
  Statement made;

  std::optional<Statement> run();

  /// Builds according to the mnemonic's shape; false after a report if the operands do not fit.
  bool fill_integer();
  bool fill_fp();
  bool fill_packed();

  /// Ymm registers select the 32-byte operation (Form::full). False: an error was reported.
  bool narrow_vectors();
  bool report_vector(const Operand& operand, bool should_be_wide);

  std::nullopt_t mismatch();
  bool wrong_size(const Operand& operand, std::uint8_t width);
  /// The operand is not a register, or an integer register of this width.
  bool fits(const Operand& operand, std::uint8_t width);
  /// Takes the width from the suffix, or from the registers among these, the last first.
  bool choose_width(std::initializer_list<const Operand*> candidates);
  void set_width(std::uint8_t width);
  void set_memory(const Operand& operand, InMemory side);
  void set_right(const Operand& operand); ///< to be called after set_left
  void set_left(const Operand& operand);
  void set_result(const Operand& operand);
  void set_count(std::int64_t value);
  /// The operands of a move, of which at most the destination is read: its address in memory.
  bool move(const Operand& source, const Operand& destination);
  bool check_address(const Operand& operand);
  bool check_high_bytes();

  bool implied();
  bool two();
  bool one();
  bool multiply();
  bool shift();
  bool to_register();
  bool extend();
  bool bit();
  bool exchange();
  bool update();
  bool double_shift();
  bool three_operands();
  bool three();
  bool shift_three();
  bool long_product();
  bool swap_memory();
  bool checksum();
  bool prefetch();
  bool is_count(const Operand& operand);
  bool in_registers(std::initializer_list<const Operand*> candidates);
  bool stack_width(const Operand& operand);
  bool push();
  bool pop();
  bool jump();
  bool ret();
  bool interrupt();

  bool move_scalar();
  bool move_bits();
  bool fp_two();
  bool fp_from_integer();
  bool fp_to_integer();

  // Reads xmm register operands; false without a report if the operands do not fit.
  bool packed_operands(std::size_t first);
  bool take_selector(const Operand& operand);
  bool packed_constant();
  bool packed_count();
  bool packed_move();
  bool half_move();
  bool packed_mask();
  bool extract();
  bool extract_half();
  bool permute();
  bool test();
  bool masked();
  bool masked_bytes();
  bool gather();
  bool gathered_vectors();
  bool insert();
  bool fused();
  bool select();
};

} // namespace stallscope::isa::x86
