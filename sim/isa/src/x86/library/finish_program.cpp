#include "x86/library/finish_program.hpp"

#include "asm/section.hpp"
#include "x86/text/operand.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace stallscope::isa::x86 {

namespace {

bool is_compilers_own(std::string_view name) {
  static constexpr std::array<std::string_view, 6> kBegin{".LF",  ".LVL",  ".LBB",
                                                          ".LBE", ".LCFI", ".Letext"};
  return std::any_of(kBegin.begin(), kBegin.end(),
                     [&](std::string_view begin) { return name.starts_with(begin); });
}

void push_return_address(Program& program, std::uint64_t stack_top) {
  // Above it is a multiple of 16, where 32-bit code begins with 4 bytes.
  DataSegment segment{"stack", stack_top + (program.xlen == 32 ? 4 : 0), {}};
  for (unsigned byte = 0; byte < 8; ++byte)
    segment.bytes.push_back(static_cast<std::uint8_t>(program.return_pc >> (8 * byte)));
  program.data.push_back(std::move(segment));
}

bool names_thread_block(std::string_view text) {
  return text.find("fs:") != std::string_view::npos || text.find("gs:") != std::string_view::npos;
}

void add_thread_block(Program& program) {
  constexpr std::uint64_t kGuard = 0x9e37'79b9'7f4a'7c00;
  const std::uint64_t word = program.xlen / 8;
  DataSegment segment{"thread block", kThreadBlock, std::vector<std::uint8_t>(6 * word)};
  for (const auto& [at, value] : {std::pair{std::uint64_t{0}, kThreadBlock},
                                  std::pair{2 * word, kThreadBlock}, std::pair{5 * word, kGuard}})
    for (unsigned byte = 0; byte < word; ++byte)
      segment.bytes[at + byte] = static_cast<std::uint8_t>(value >> (8 * byte));
  program.regions.push_back(
      {segment.name, kThreadBlock, kThreadBlock + assembly::kPageBytes, true});
  program.data.push_back(std::move(segment));
}

} // namespace

void finish_program(Program& program, std::string_view text, std::uint64_t stack_top) {
  std::erase_if(program.symbols, [](const auto& s) { return is_compilers_own(s.first); });
  push_return_address(program, stack_top);
  if (names_thread_block(text))
    add_thread_block(program);
}

} // namespace stallscope::isa::x86
