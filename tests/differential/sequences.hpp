#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::differential {

/// A program of random instruction sequences, one after the other, whose output is everything they
/// compute.
///
/// Each sequence loads all registers from a table of numbers (corner values, random ones), runs 10
/// to 20 random instructions, and stores all registers, fcsr and a window of memory into a record
/// of kRecordBytes. At its end the program writes kScratchBytes of the memory the sequences loaded
/// from and stored to, then all records, to its standard output, and exits with code 0.
struct SequenceProgram {
  unsigned xlen = 64;
  std::vector<std::uint8_t> elf;
  std::vector<std::uint8_t> code;           ///< of all sequences and what is around them
  std::vector<std::uint64_t> bodies;        ///< offset of each sequence's instructions in `code`
  std::vector<std::uint64_t> ends;          ///< and of what follows them
  std::vector<std::uint64_t> table_offsets; ///< of the first number each sequence loads
  std::vector<std::uint64_t> table;
};

inline constexpr std::uint64_t kScratchBytes = 8192;
inline constexpr std::uint64_t kRecordBytes = 640;

[[nodiscard]] SequenceProgram random_sequences(unsigned xlen, std::uint64_t seed, unsigned count);

/// In words where two outputs of the program differ first: the sequence with its instructions, what
/// it began with, and every value that differs. Empty when they are the same.
[[nodiscard]] std::string first_difference(const SequenceProgram& program, std::string_view here,
                                           std::string_view there);

} // namespace stallscope::differential
