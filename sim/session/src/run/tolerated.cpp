#include "isa/written_code.hpp"
#include "run/describe_end.hpp"

#include <fmt/format.h>

// Accesses and divisions that are tolerated in programs given as text, and stop executables.
namespace stallscope::session {

namespace {

trace::ToleratedAccess tolerated(const isa::Program& program, const isa::ArchState& state,
                                 trace::ToleratedAccess::Kind kind,
                                 const isa::NotedAccess& access) {
  const std::uint32_t index = index_at(program, state, access.pc);
  const isa::SourcePlace place =
      index != isa::kNoIndex ? program.place_of(index) : isa::SourcePlace{};
  return {kind,
          access.address,
          access.bytes,
          access.write,
          index != isa::kNoIndex ? program.text_of(index) : std::string(),
          place.line != 0 ? fmt::format("{}:{}", place.file, place.line) : std::string()};
}

} // namespace

std::vector<trace::ToleratedAccess> tolerated_accesses(const isa::Program& program,
                                                       const isa::ArchState& state) {
  std::vector<trace::ToleratedAccess> list;
  if (const auto& access = state.platform->first_undeclared)
    list.push_back(tolerated(program, state, trace::ToleratedAccess::Kind::undeclared, *access));
  if (const auto& access = state.platform->first_misaligned)
    list.push_back(tolerated(program, state, trace::ToleratedAccess::Kind::misaligned, *access));
  if (const auto& pc = state.platform->first_zero_division) {
    // Index of the break before the division.
    const std::uint32_t index = index_at(program, state, *pc);
    list.push_back(tolerated(program, state, trace::ToleratedAccess::Kind::zero_division,
                             {program.instruction(index + 1).pc}));
  }
  return list;
}

std::string in_words(const trace::ToleratedAccess& access) {
  const std::string who = access.place.empty()
                              ? fmt::format("'{}'", access.instruction)
                              : fmt::format("'{}' at {}", access.instruction, access.place);
  if (access.kind == trace::ToleratedAccess::Kind::zero_division)
    return fmt::format("{} divides by zero, whose result MIPS leaves open; this and others like it "
                       "are let pass (--strict stops there)",
                       who);
  const char* does = access.write ? "stores to" : "reads";
  if (access.kind == trace::ToleratedAccess::Kind::misaligned)
    return fmt::format("{} {} {} bytes at {:#x}, which is not a multiple of {}; this and others "
                       "like it are let pass (--strict makes them faults)",
                       who, access.write ? "stores" : "reads", access.bytes, access.address,
                       access.bytes);
  return fmt::format("{} {} {:#x}, where the program has declared no memory: there and in other "
                     "such places it reads zeros, or what it has stored (--strict makes this a "
                     "fault)",
                     who, does, access.address);
}

} // namespace stallscope::session
