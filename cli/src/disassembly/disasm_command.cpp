#include "base/utf8.hpp"
#include "commands.hpp"
#include "disassembly/code_listing.hpp"
#include "input_output/console.hpp"
#include "input_output/result_file.hpp"
#include "subject/source_files.hpp"
#include "subject/subject.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <span>

namespace stallscope::cli {

namespace {

/// Properties of the listing as a whole.
struct Header {
  std::string name;
  std::string_view isa; ///< "riscv"
  unsigned xlen = 64;
  std::uint64_t entry = 0;
};

std::string kind_of(const Header& header) {
  if (header.isa == "riscv")
    return fmt::format("RISC-V, {} bits", header.xlen);
  return header.isa == "mips" ? "MIPS" : header.isa == "x86" ? "x86-64" : "three-address code";
}

class TextListing final : public CodeListener {
public:
  TextListing(const Header& header, SourceFiles* sources)
      : text_(fmt::format("{}: {}, begins at {:#x}\n", clean(header.name), kind_of(header),
                          header.entry)),
        sources_(sources) {}

  void section(std::string_view name, std::uint64_t begin, std::uint64_t end) override {
    text_ += fmt::format(
        "\n{}, {:#x} to {:#x}:\n",
        name.empty() ? std::string("Code") : fmt::format("Section {}", clean(name)), begin, end);
    file_ = {};
    line_ = 0;
  }
  void code(const ListedCode& code) override {
    text_ += code.labels.empty() ? "" : "\n";
    for (const std::string_view label : code.labels)
      text_ += fmt::format("{}:\n", clean(label));
    show_source(code);
    const std::string raw = code.raw ? fmt::format("{:0{}x}", *code.raw, 2 * code.size) : "";
    text_ += fmt::format("  {:>8x}:  {:<8}  {}\n", code.address, raw, clean(code.text));
  }
  [[nodiscard]] const std::string& text() const { return text_; }

private:
  void show_source(const ListedCode& code) {
    if (sources_ == nullptr || code.line == 0 || (code.line == line_ && code.file == file_))
      return;
    line_ = code.line;
    file_ = code.file;
    const std::string line = sources_->line(code.file, code.line);
    text_ += fmt::format("; {}:{}{}{}\n", clean(code.file), code.line, line.empty() ? "" : " ",
                         clean(line));
  }

  std::string text_;
  SourceFiles* sources_; ///< null: source lines are not shown
  std::string_view file_;
  std::uint32_t line_ = 0;
};

class JsonListing final : public CodeListener {
public:
  JsonListing(const Header& header, bool sources) : sources_(sources) {
    out_["schema"] = "stallscope.disasm/1";
    out_["name"] = header.name;
    out_["isa"] = header.isa;
    out_["xlen"] = header.xlen;
    out_["entry"] = header.entry;
    out_["sections"] = nlohmann::ordered_json::array();
  }

  void section(std::string_view name, std::uint64_t begin, std::uint64_t end) override {
    out_["sections"].push_back({{"name", name},
                                {"address", begin},
                                {"bytes", end - begin},
                                {"code", nlohmann::ordered_json::array()}});
  }
  void code(const ListedCode& code) override {
    nlohmann::ordered_json entry;
    entry["address"] = code.address;
    entry["bytes"] = code.size;
    if (code.raw)
      entry["raw"] = *code.raw;
    entry["text"] = code.text;
    if (!code.labels.empty())
      entry["labels"] = code.labels;
    if (sources_ && code.line != 0) {
      entry["file"] = code.file;
      entry["line"] = code.line;
    }
    out_["sections"].back()["code"].push_back(std::move(entry));
  }
  [[nodiscard]] std::string text() const {
    return out_.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  }

private:
  nlohmann::ordered_json out_;
  bool sources_;
};

/// Prints why source lines are missing.
void say_problems(const SourceFiles& sources) {
  constexpr std::size_t kShown = 5;
  const std::vector<std::string>& problems = sources.problems();
  for (std::size_t i = 0; i < std::min(kShown, problems.size()); ++i)
    print_warning("source file " + clean(problems[i]));
  if (problems.size() > kShown)
    print_warning(fmt::format("source files: {} more problems", problems.size() - kShown));
  if (!problems.empty())
    print_warning("source files are looked for in the program's folder and below, or in those of "
                  "--source-path FOLDER");
}

/// Lists the code of an ElfFile or a Program and writes it.
template <class Code>
int list(const DisasmArguments& a, const Header& header, const Code& code, SourceFiles& sources) {
  const ListingOptions options{a.exact ? isa::RiscvText::exact : isa::RiscvText::listing,
                               a.function};
  TextListing text(header, a.source ? &sources : nullptr);
  JsonListing json(header, a.source);
  const bool as_json = a.format == Format::json;
  if (!list_code(code, options, as_json ? static_cast<CodeListener&>(json) : text)) {
    const std::vector<std::string_view> names = code_names(code);
    Diagnostic d;
    d.message = names.empty() ? std::string("the program has no names of functions")
                              : fmt::format("the program has no code called '{}'", a.function);
    d.expected = names.empty() ? "an executable that is not stripped, or no --function"
                               : "the name of a function or label";
    d.suggestion = nearest_word(a.function, names);
    print({d});
    return kExitBadInput;
  }
  say_problems(sources);
  return write_result(a.output_file, as_json ? json.text() : text.text()) ? kExitOk : kExitBadInput;
}

} // namespace

int disasm_command(const DisasmArguments& a) {
  if (!keeps_inputs({{"--output", a.output_file}}, {{"PROGRAM", a.program}}))
    return kExitBadInput;
  SourceFiles sources;
  if (a.source && !search_folders(sources, a.source_paths, {a.program}))
    return kExitBadInput;
  const std::string name = a.program == "-" ? "<stdin>" : a.program;
  Subject subject;
  subject.program = a.program;
  subject.isa = a.isa;
  subject.xlen = a.xlen;
  subject.c = a.c;
  std::string content;
  if (isa::is_c_file(a.program)) {
    isa::COptions options = a.c;
    options.target.xlen = a.xlen;
    Result<isa::CompiledC> made = isa::compile_c(a.program, options);
    print(made.diagnostics());
    if (!made)
      return kExitBadInput;
    content = std::move(made->elf);
  } else {
    content = program_bytes(a.program, subject, machine::Machine{});
  }
  const std::span<const std::uint8_t> bytes{reinterpret_cast<const std::uint8_t*>(content.data()),
                                            content.size()};
  if (isa::looks_like_elf(bytes)) {
    const Result<isa::ElfFile> elf = isa::read_elf(name, bytes);
    print(elf.diagnostics());
    if (!elf)
      return kExitBadInput;
    return list(a, {name, "riscv", elf->xlen, elf->entry}, *elf, sources);
  }
  const auto program = load_program(a.program, subject, machine::Machine{});
  if (!program)
    return kExitBadInput;
  sources.add(program->name, program->source_lines);
  return list(a, {name, isa::name(program->isa), program->xlen, program->entry}, *program, sources);
}

} // namespace stallscope::cli
