#pragma once

#include "isa/assemble.hpp"
#include "isa/executor.hpp"
#include "isa/registers.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa::testing {

inline AssembleOptions with_xlen(unsigned xlen) {
  AssembleOptions options;
  options.xlen = xlen;
  return options;
}

/// Assembles without asking whether another notation would do.
inline Result<Program> attempt(Isa isa, std::string_view text,
                               const AssembleOptions& options = {}) {
  return assemble(isa, "test", text, options);
}

inline Program assembled(Isa isa, std::string_view text, const AssembleOptions& options = {}) {
  Result<Program> result = attempt(isa, text, options);
  INFO(format(result.diagnostics()));
  INFO(text);
  REQUIRE(result.ok());
  return std::move(result).value();
}

/// The canonical texts, one a line.
inline std::string texts(const Program& program) {
  std::string out;
  for (const SourceInfo& source : program.source)
    out += out.empty() ? source.text : fmt::format("\n{}", source.text);
  return out;
}

inline std::string texts(Isa isa, std::string_view text, const AssembleOptions& options = {}) {
  return texts(assembled(isa, text, options));
}

/// Registers of micro-op 0 of instruction `index`: "t0 t1!branch -> t2".
inline std::string registers(const Program& program, std::size_t index = 0) {
  std::string out;
  const auto named = [&](RegId reg) { return program.register_names.at(reg); };
  for (const MicroOp& op : program.micro_ops_of(program.code.at(index))) {
    for (const RegisterRead& read : op.sources())
      out += fmt::format("{}{} ", named(read.reg),
                         read.role == OperandRole::store_data ? "!data"
                         : read.role == OperandRole::branch   ? "!branch"
                                                              : "");
    out += "->";
    for (const RegId reg : op.destinations())
      out += fmt::format(" {}", named(reg));
  }
  return out;
}

/// The last register state of a run that ended without fault.
inline ArchState run_to_end(const Program& program, const Environment& environment = {}) {
  ReferenceRun run = run_reference(program, environment, 100'000);
  INFO(texts(program));
  REQUIRE(!is_fault(run.trap));
  REQUIRE(run.trap != Trap::none);
  return std::move(run.state);
}

/// Each problem as "line:column message; expected ...; suggestion".
inline std::vector<std::string> problems(Isa isa, std::string_view text,
                                         const AssembleOptions& options = {}) {
  std::vector<std::string> out;
  const Result<Program> result = attempt(isa, text, options);
  for (const Diagnostic& d : result.diagnostics()) {
    std::string line = fmt::format("{}:{} {}", d.line, d.column, d.message);
    if (!d.expected.empty())
      line += fmt::format("; {}", d.expected);
    if (!d.suggestion.empty())
      line += fmt::format("; did you mean {}", d.suggestion);
    out.push_back(std::move(line));
  }
  return out;
}

} // namespace stallscope::isa::testing
