#include "image.hpp"

#include "isa/assemble.hpp"
#include "unit/isa/elf_builder.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <fstream>
#include <iterator>

namespace stallscope::images {

namespace {

std::string source(const std::string& name) {
  std::ifstream in(STALLSCOPE_SOURCE_DIR "/tests/images/" + name + ".s");
  return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace

std::vector<Image> all_images(unsigned xlen) {
  std::vector<Image> images = {
      {"start", {}, {}, {}}, {"absent", {}, {}, {}}, {"counters", {}, {}, {}},
      {"pmp", {}, {}, {}},   {"traps", {}, {}, {}},
  };
  const std::string text("He\0lp\n\xff", 7);
  for (const int order : {0, 1, 2})
    if (order < 2 || xlen == 64)
      images.push_back(
          {"console", {fmt::format("ORDER={}", order)}, "qabcd", text + "xx" + text.substr(0, 5)});
  images.push_back({"console", {"ORDER=3"}, "qabcd", text.substr(0, 5)});
  for (const int how : {0, 1, 2, 3})
    images.push_back({"alone", {fmt::format("HOW={}", how)}, {}, {}, 3});
  return images;
}

std::string text_of(const Image& image, unsigned xlen) {
  std::string text = fmt::format(".equ XLEN, {}\n", xlen);
  for (std::string value : image.values)
    text += ".equ " + value.replace(value.find('='), 1, ", ") + "\n";
  return text + source("prologue") + source(image.name);
}

std::vector<std::uint8_t> elf_of(const std::string& text, unsigned xlen) {
  using isa::testing::ElfBuilder;
  isa::AssembleOptions options;
  options.xlen = xlen;
  const Result<isa::Program> program = isa::assemble(isa::Isa::riscv, "image", text, options);
  INFO(format(program.diagnostics()));
  REQUIRE(program.ok());
  ElfBuilder elf;
  elf.xlen = xlen;
  elf.flags = 4; // double-precision registers; no compressed instructions
  elf.entry = program->symbols.at("_start").address;
  elf.segments.clear();
  for (const isa::DataSegment& data : program->data)
    elf.segments.push_back({ElfBuilder::load, ElfBuilder::r | ElfBuilder::w, data.address,
                            data.bytes.size(), data.bytes});
  std::vector<ElfBuilder::Symbol> symbols;
  for (const std::string name :
       {"_start", "tohost", "fromhost", "begin_signature", "end_signature"})
    if (const auto symbol = program->symbols.find(name); symbol != program->symbols.end())
      symbols.push_back({name, symbol->second.address});
  elf.add_symbols(symbols);
  return elf.build();
}

std::vector<std::uint32_t> signature(const isa::Program& program, const isa::Memory& memory) {
  std::vector<std::uint32_t> words;
  for (std::uint64_t at = program.symbols.at("begin_signature").address;
       at < program.symbols.at("end_signature").address; at += 4)
    words.push_back(static_cast<std::uint32_t>(memory.load(at, 4)));
  return words;
}

} // namespace stallscope::images
