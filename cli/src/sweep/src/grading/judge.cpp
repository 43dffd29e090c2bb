#include "grading/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace stallscope::sweep {

namespace {

/// The lines to compare, without trailing blanks and empty lines at the end.
std::vector<std::string> lines_that_count(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, end - begin);
    while (!line.empty() && (line.back() == ' ' || line.back() == '\t' || line.back() == '\r'))
      line.pop_back();
    lines.push_back(std::move(line));
    begin = end + 1;
  }
  while (!lines.empty() && lines.back().empty())
    lines.pop_back();
  return lines;
}

/// The beginning of a line, quoted for a message.
std::string quoted(const std::string& line) {
  return "'" + (line.size() > 80 ? line.substr(0, 80) + "..." : line) + "'";
}

std::string judge_output(const Check& check, const Ran& ran) {
  if (check.kind == Check::Kind::contains)
    return ran.output.find(check.text) != std::string::npos
               ? std::string()
               : fmt::format("{} is nowhere in the output", quoted(check.text));
  const auto found = lines_that_count(ran.output);
  const auto expected = lines_that_count(check.text);
  for (std::size_t i = 0; i < std::max(found.size(), expected.size()); ++i) {
    if (i >= found.size())
      return fmt::format("the output ends before line {}; expected {}", i + 1, quoted(expected[i]));
    if (i >= expected.size())
      return fmt::format("line {} of the output is {}; expected nothing more", i + 1,
                         quoted(found[i]));
    if (found[i] != expected[i])
      return fmt::format("line {} of the output is {}; expected {}", i + 1, quoted(found[i]),
                         quoted(expected[i]));
  }
  return {};
}

/// The value of a floating-point register: single-precision numbers of RISC-V are NaN-boxed
/// (unprivileged specification, "NaN Boxing of Narrower Values").
double real_in(std::uint64_t bits) {
  if (bits >> 32 == 0xffffffff) {
    const auto low = static_cast<std::uint32_t>(bits);
    float narrow = 0;
    std::memcpy(&narrow, &low, sizeof narrow);
    return narrow;
  }
  double wide = 0;
  std::memcpy(&wide, &bits, sizeof wide);
  return wide;
}

std::string judge_register(const std::string& name, const Expected& expected, const Ran& ran) {
  const RegId reg = ran.program.register_named(name);
  if (reg == kNoRegister)
    return fmt::format("the program has no register {}", name);
  const std::uint64_t bits = ran.state.regs[reg];
  if (ran.program.is_floating_point(reg)) {
    const double wanted = std::holds_alternative<double>(expected)
                              ? std::get<double>(expected)
                              : static_cast<double>(std::get<std::int64_t>(expected));
    return real_in(bits) == wanted
               ? std::string()
               : fmt::format("register {} holds {}; expected {}", name, real_in(bits), wanted);
  }
  const auto* whole = std::get_if<std::int64_t>(&expected);
  if (whole == nullptr)
    return fmt::format("register {} holds whole numbers; expected {}", name,
                       std::get<double>(expected));
  const auto wanted = static_cast<std::uint64_t>(*whole);
  const bool narrow = ran.program.xlen == 32;
  const bool same = narrow ? static_cast<std::uint32_t>(bits) == static_cast<std::uint32_t>(wanted)
                           : bits == wanted;
  return same ? std::string()
              : fmt::format("register {} holds {}; expected {}", name,
                            static_cast<std::int64_t>(bits), *whole);
}

std::string judge_memory(const Check& check, const Ran& ran) {
  for (const Check::Words& words : check.memory) {
    std::uint64_t address = 0;
    const auto symbol = ran.program.symbols.find(words.place);
    if (symbol != ran.program.symbols.end()) {
      address = symbol->second.address;
    } else {
      char* end = nullptr;
      address = std::strtoull(words.place.c_str(), &end, 0);
      if (words.place.empty() || *end != '\0')
        return fmt::format("the program has no label {}", words.place);
    }
    for (std::size_t i = 0; i < words.values.size(); ++i) {
      const std::uint64_t at = address + i * check.word_bytes;
      const unsigned unused = 64 - 8 * check.word_bytes;
      const std::uint64_t found = ran.state.memory.load(at, check.word_bytes);
      const auto wanted = static_cast<std::uint64_t>(words.values[i]);
      if (found << unused != wanted << unused)
        return fmt::format("memory at {}[{}] ({:#x}) holds {}; expected {}", words.place, i, at,
                           static_cast<std::int64_t>(found << unused) >> unused, words.values[i]);
    }
  }
  return {};
}

} // namespace

std::string default_what(const Check& check) {
  switch (check.kind) {
  case Check::Kind::output:
    return "output";
  case Check::Kind::contains:
    return "output contains " + quoted(check.text);
  case Check::Kind::exit_code:
    return fmt::format("exit code {}", check.exit_code);
  case Check::Kind::registers:
    return "registers";
  case Check::Kind::memory:
    return "memory";
  case Check::Kind::cycles:
    return fmt::format("at most {} cycles", check.cycles);
  }
  return {};
}

std::string judge(const Check& check, const Ran& ran) {
  if (check.kind == Check::Kind::output || check.kind == Check::Kind::contains)
    return judge_output(check, ran);
  if (check.kind == Check::Kind::exit_code)
    return ran.run.stop.exit_code == check.exit_code
               ? std::string()
               : fmt::format("the exit code is {}; expected {}", ran.run.stop.exit_code,
                             check.exit_code);
  if (check.kind == Check::Kind::memory)
    return judge_memory(check, ran);
  for (const auto& [name, expected] : check.registers)
    if (std::string problem = judge_register(name, expected, ran); !problem.empty())
      return problem;
  return {};
}

void judge_cycles(const Check& check, std::uint64_t cycles, bool others_right, Finding& finding) {
  finding.sentence = fmt::format("{} cycles; all marks for at most {}", cycles, check.cycles);
  if (check.cycles_none != 0)
    finding.sentence += fmt::format(", none from {} on", check.cycles_none);
  if (!others_right) {
    finding.sentence += "; counts only when everything else is right";
    return;
  }
  if (cycles <= check.cycles) {
    finding.marks = finding.most;
    finding.sentence.clear();
  } else if (check.cycles_none > cycles) {
    const double share = static_cast<double>(check.cycles_none - cycles) /
                         static_cast<double>(check.cycles_none - check.cycles);
    finding.marks = std::round(finding.most * share * 100) / 100;
  }
}

} // namespace stallscope::sweep
