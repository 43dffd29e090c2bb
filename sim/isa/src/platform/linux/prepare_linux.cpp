// Preparations of the kernel before a program's first instruction: segments, the position of the
// heap, and the stack with arguments, environment and auxiliary vector ("RISC-V ELF psABI", and the
// layout common to all Linux programs).

#include "isa/registers.hpp"
#include "platform/host_files.hpp"
#include "platform/linux/linux_abi.hpp"
#include "platform/loading.hpp"
#include "platform/region_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace stallscope::isa {

using namespace linux_abi;

namespace {

void add_segments(Program& program, const ElfFile& elf, RegionMap& map, Diagnostics& problems) {
  const Layout space = layout(program.xlen);
  for (const ElfSegment& segment : elf.segments) {
    const std::uint64_t end = segment.address + segment.memory_bytes;
    if (segment.address < space.lowest || end > space.mmap_end) {
      problems.push_back(program_error(
          program,
          fmt::format("a segment at {:#x} lies outside the addresses of a Linux program, {:#x} to "
                      "{:#x}",
                      segment.address, space.lowest, space.mmap_end),
          "a program linked for Linux, or '--platform bare-metal'"));
      continue;
    }
    MemoryRegion region{segment.executable ? "code"
                        : segment.writable ? "data"
                                           : "constants",
                        page_down(segment.address), page_up(end)};
    region.readable = segment.readable || segment.writable || segment.executable;
    region.writable = segment.writable;
    region.executable = segment.executable;
    map.cut(region.begin, region.end); // for a page shared by two segments, the later one decides
    map.insert(std::move(region));
    program.data.push_back(
        {"segment", segment.address, {segment.bytes.begin(), segment.bytes.end()}});
    program.heap_begin = page_up(end);
  }
}

/// The bytes at AT_RANDOM.
std::string random_bytes(std::uint64_t seed) {
  // Two steps of the generator for getrandom would repeat its values: this is a separate generator.
  std::string bytes(16, '\0');
  std::uint64_t state = ~seed;
  for (auto byte = bytes.rbegin(); byte != bytes.rend(); ++byte) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL; // Knuth's MMIX
    *byte = static_cast<char>(state >> 56);
  }
  return bytes;
}

/// The initial stack, from its end downwards: texts, random bytes, and the vectors below.
class StackImage {
public:
  StackImage(unsigned xlen, std::uint64_t end) : bytes_(xlen / 8), end_(end) {}

  /// Puts a text with its zero byte and returns its address.
  std::uint64_t put_text(std::string_view text) {
    reversed_.push_back('\0');
    reversed_.insert(reversed_.end(), text.rbegin(), text.rend());
    return address();
  }
  std::uint64_t put_random(std::uint64_t seed) {
    const std::string bytes = random_bytes(seed);
    reversed_.insert(reversed_.end(), bytes.rbegin(), bytes.rend());
    return address();
  }
  /// Puts words, with the first at a multiple of 16, and returns its address.
  std::uint64_t put_words(const std::vector<std::uint64_t>& words) {
    const std::uint64_t size = words.size() * bytes_;
    const std::uint64_t begin = (address() - size) / 16 * 16;
    std::vector<std::uint8_t> vector(address() - begin);
    for (std::size_t i = 0; i < words.size(); ++i)
      for (unsigned b = 0; b < bytes_; ++b)
        vector[i * bytes_ + b] = static_cast<std::uint8_t>(words[i] >> (8 * b));
    reversed_.insert(reversed_.end(), vector.rbegin(), vector.rend());
    return address();
  }
  [[nodiscard]] std::uint64_t address() const { return end_ - reversed_.size(); }
  [[nodiscard]] std::vector<std::uint8_t> take() const {
    return {reversed_.rbegin(), reversed_.rend()};
  }

private:
  unsigned bytes_;
  std::uint64_t end_;
  std::vector<std::uint8_t> reversed_; ///< in reverse order
};

/// Types of entries of the auxiliary vector.
enum class Auxiliary : std::uint8_t {
  none = 0,
  program_headers = 3,
  program_header_bytes = 4,
  program_header_count = 5,
  page_bytes = 6,
  interpreter = 7,
  flags = 8,
  entry = 9,
  user = 11,
  effective_user = 12,
  group = 13,
  effective_group = 14,
  hardware = 16,
  clock_ticks = 17,
  secure = 23,
  random = 25,
  file_name = 31,
};

/// AT_HWCAP: one bit per letter of the ISA.
std::uint64_t hardware_letters() {
  std::uint64_t bits = 0;
  for (const char letter : {'i', 'm', 'a', 'f', 'd', 'c'})
    bits |= 1ULL << (letter - 'a');
  return bits;
}

std::uint64_t put_start_of_stack(StackImage& stack, Program& program, const ElfFile& elf,
                                 const ElfOptions& options) {
  const std::uint64_t file_name = stack.put_text(program.name);
  std::vector<std::uint64_t> words{program.arguments.size()};
  for (const std::string& argument : program.arguments)
    words.push_back(stack.put_text(argument));
  words.push_back(0);
  for (const std::string& variable : options.environment)
    words.push_back(stack.put_text(variable));
  words.push_back(0);
  const std::uint64_t random = stack.put_random(options.seed);
  program.random_address = random;
  const auto add = [&words](Auxiliary type, std::uint64_t value) {
    words.push_back(static_cast<std::uint64_t>(type));
    words.push_back(value);
  };
  add(Auxiliary::hardware, hardware_letters());
  add(Auxiliary::page_bytes, kPageBytes);
  add(Auxiliary::clock_ticks, 100);
  if (elf.program_headers.address != 0) {
    add(Auxiliary::program_headers, elf.program_headers.address);
    add(Auxiliary::program_header_bytes, elf.program_headers.entry_size);
    add(Auxiliary::program_header_count, elf.program_headers.count);
  }
  add(Auxiliary::interpreter, 0);
  add(Auxiliary::flags, 0);
  add(Auxiliary::entry, elf.entry);
  for (const Auxiliary id :
       {Auxiliary::user, Auxiliary::effective_user, Auxiliary::group, Auxiliary::effective_group})
    add(id, static_cast<std::uint64_t>(kUser));
  add(Auxiliary::secure, 0);
  add(Auxiliary::random, random);
  add(Auxiliary::file_name, file_name);
  add(Auxiliary::none, 0);
  return stack.put_words(words);
}

void add_stack(Program& program, const ElfFile& elf, const ElfOptions& options, RegionMap& map,
               Diagnostics& problems) {
  constexpr std::uint64_t kMostArgumentBytes = kStackBytes / 4; // same limit as in Linux
  std::uint64_t bytes = program.name.size();
  for (const std::vector<std::string>* texts :
       {&std::as_const(program).arguments, &options.environment})
    for (const std::string& text : *texts)
      bytes += text.size() + 1 + program.xlen / 8;
  if (bytes > kMostArgumentBytes) {
    problems.push_back(program_error(
        program, fmt::format("its arguments and environment take {} KiB", bytes >> 10),
        fmt::format("at most {} KiB", kMostArgumentBytes >> 10)));
    return;
  }
  for (const std::string& variable : options.environment)
    if (variable.find('=') == std::string::npos || variable.front() == '=')
      problems.push_back(program_error(
          program, fmt::format("'{}' is no environment variable", variable), "NAME=VALUE"));
  const std::uint64_t end = layout(program.xlen).stack_end;
  StackImage stack(program.xlen, end);
  const std::uint64_t sp = put_start_of_stack(stack, program, elf, options);
  program.data.push_back({"stack", sp, stack.take()});
  program.initial_registers = {
      {riscv::kSp, program.xlen == 32 ? static_cast<std::uint64_t>(static_cast<std::int32_t>(
                                            static_cast<std::uint32_t>(sp)))
                                      : sp}};
  map.insert({"stack", end - kStackBytes, end});
}

} // namespace

void prepare_linux(Program& program, const ElfFile& elf, const ElfOptions& options,
                   Diagnostics& problems) {
  if (!options.memory.empty())
    problems.push_back(program_error(
        program, "the program runs under Linux, which gives it memory as it asks for it",
        "no --memory, or '--platform bare-metal'"));
  RegionMap map({});
  add_segments(program, elf, map, problems);
  program.heap_end = layout(program.xlen).mmap_end;
  add_stack(program, elf, options, map, problems);
  program.regions = map.take();
  if (options.sandbox.empty())
    return;
  program.files = std::make_shared<HostFiles>(options.sandbox);
  if (!program.files->ok())
    problems.push_back(
        program_error(program, fmt::format("'{}' cannot be opened as a directory", options.sandbox),
                      "a directory whose files the program may read (--sandbox DIR)"));
}

void set_seed(Program& program, std::uint64_t seed) {
  program.seed = seed;
  for (DataSegment& segment : program.data) {
    const std::uint64_t offset = program.random_address - segment.address;
    const std::string bytes = random_bytes(seed);
    if (program.random_address >= segment.address && offset < segment.bytes.size() &&
        segment.bytes.size() - offset >= bytes.size())
      std::copy(bytes.begin(), bytes.end(),
                segment.bytes.begin() + static_cast<std::ptrdiff_t>(offset));
  }
}

} // namespace stallscope::isa
