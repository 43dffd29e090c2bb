#include "subject/executable.hpp"

#include "base/byte_size.hpp"
#include "base/input_limits.hpp"
#include "base/number.hpp"
#include "input_output/console.hpp"
#include "input_output/result_file.hpp"

#include <fmt/format.h>

namespace stallscope::cli {

namespace {

std::optional<isa::MemoryRange> memory_range(const std::string& text) {
  const std::size_t colon = text.find(':');
  const auto begin = parse_number(std::string_view(text).substr(0, colon));
  const auto bytes = colon == std::string::npos
                         ? std::nullopt
                         : parse_byte_size(std::string_view(text).substr(colon + 1));
  if (begin && bytes && *bytes > 0)
    return isa::MemoryRange{*begin, *bytes};
  print_error(
      fmt::format("--memory {}: expected BEGIN:BYTES, such as 0x80000000:16M or 0:65536", text));
  return std::nullopt;
}

/// The first option that applies to executable files only; empty: none.
std::string_view elf_option(const Subject& subject) {
  return !subject.platform.empty()      ? "--platform"
         : !subject.memory.empty()      ? "--memory"
         : !subject.environment.empty() ? "--env"
         : !subject.sandbox.empty()     ? "--sandbox"
         : subject.seed.has_value()     ? "--seed"
         : !subject.arguments.empty()   ? "arguments behind --"
                                        : "";
}

} // namespace

std::optional<isa::ElfOptions> elf_options(const Subject& subject) {
  isa::ElfOptions options;
  if (!subject.platform.empty())
    options.platform =
        subject.platform == "linux" ? isa::Platform::linux_user : isa::Platform::bare_metal;
  for (const std::string& text : subject.memory) {
    const auto range = memory_range(text);
    if (!range)
      return std::nullopt;
    options.memory.push_back(*range);
  }
  options.arguments = subject.arguments;
  options.environment = subject.environment;
  options.sandbox = subject.sandbox;
  options.seed = subject.seed.value_or(options.seed);
  return options;
}

bool options_suit(const Subject& subject, const isa::Program& program) {
  const std::string_view option = elf_option(subject);
  if (!program.decoded && !option.empty()) {
    print_error(fmt::format("{}: only executable files (ELF) have that, and {} is source text",
                            option, program.name));
    return false;
  }
  if (program.decoded && subject.xlen && *subject.xlen != program.xlen) {
    print_error(fmt::format("--xlen {}: {} is an executable for {} bits; expected no --xlen",
                            *subject.xlen, program.name, program.xlen));
    return false;
  }
  if (subject.seed && program.platform != isa::Platform::linux_user && program.decoded) {
    print_error(fmt::format("--seed: {} runs on a bare machine, which gives it no random numbers; "
                            "expected no --seed, or '--platform linux'",
                            program.name));
    return false;
  }
  return true;
}

bool can_sign(const isa::Program& program, const std::string& file) {
  if (file.empty())
    return true;
  const auto begin = program.symbols.find("begin_signature");
  const auto end = program.symbols.find("end_signature");
  constexpr std::uint64_t kMostBytes = InputLimits::signature;
  if (begin == program.symbols.end() || end == program.symbols.end()) {
    print_error(fmt::format("--signature: {} has no symbols begin_signature and end_signature",
                            program.name));
    return false;
  }
  const std::uint64_t bytes = end->second.address - begin->second.address;
  if (end->second.address < begin->second.address || bytes % 4 != 0 || bytes > kMostBytes) {
    print_error(fmt::format("--signature: begin_signature {:#x} to end_signature {:#x} is no "
                            "stretch of whole words up to {} MiB",
                            begin->second.address, end->second.address, kMostBytes >> 20));
    return false;
  }
  return can_write(file);
}

} // namespace stallscope::cli
