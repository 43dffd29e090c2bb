#pragma once

#include "x86/micro_ops/build.hpp"

#include <initializer_list>

namespace stallscope::isa::x86 {

/// One instruction being made of its operands.
struct Builder {
  std::string_view name;
  const Mnemonic& mnemonic;
  std::vector<Operand> operands; ///< with ymm registers as the xmm registers they begin with
  const assembly::Place& place;  ///< of the mnemonic
  assembly::Reporter& reporter;
  std::uint8_t stack_bytes; ///< log2 of the bytes of addresses and of what is pushed
  Statement made;

  std::optional<Statement> run();

  /// By the mnemonic's shape; false, reported, when the operands do not fit.
  bool fill_integer();
  bool fill_fp();
  bool fill_packed();

  /// Ymm registers make it an operation on 32 bytes (Form::full). False: reported.
  bool narrow_vectors();
  bool report_vector(const Operand& operand, bool should_be_wide);

  std::nullopt_t mismatch();
  bool wrong_size(const Operand& operand, std::uint8_t width);
  /// An integer register of this width, or no register.
  bool fits(const Operand& operand, std::uint8_t width);
  /// Of the suffix, or of the registers among these, the last first.
  bool choose_width(std::initializer_list<const Operand*> candidates);
  void set_width(std::uint8_t width);
  void set_memory(const Operand& operand, InMemory side);
  void set_right(const Operand& operand); ///< behind set_left
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

  // Of whole xmm registers; false, not reported, when the operands do not fit.
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
