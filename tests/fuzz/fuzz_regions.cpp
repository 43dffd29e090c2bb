#include "base/check.hpp"
#include "session/loop_source.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

using namespace stallscope;

/// Any text: regions within it, in lines that are all still there, or problems that can be printed;
/// what is found can be read as a loop, or says why not.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<session::MarkedText> marked = session::find_regions("input", text);
  (void)format(marked.diagnostics());
  if (!marked)
    return 0;
  const auto lines_in = [](std::string_view lines) {
    std::size_t count = 1;
    for (const char c : lines)
      count += c == '\n' ? 1 : 0;
    return count;
  };
  STALLSCOPE_CHECK(lines_in(marked->text) == lines_in(text), "every line has its number still");
  for (const session::LoopRegion& region : marked->regions)
    STALLSCOPE_CHECK(region.first_line >= 1 &&
                         (region.is_empty || region.first_line <= region.last_line) &&
                         region.last_line <= lines_in(text),
                     "a region lies in its text");
  for (const isa::Isa isa : {isa::Isa::riscv, isa::Isa::x86}) {
    const auto loops = session::read_loops("input", text, isa, {}, {});
    (void)format(loops.diagnostics());
    if (loops)
      for (const session::LoopSource& source : *loops)
        for (const session::LoopBody& body : source.bodies)
          STALLSCOPE_CHECK(body.path.empty() == source.program.code.empty(),
                           "a body has instructions, unless its region is empty");
  }
  return 0;
}
