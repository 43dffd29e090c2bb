#include "base/check.hpp"
#include "isa/executor.hpp"
#include "isa/load_elf.hpp"
#include "isa/registers.hpp"
#include "platform/host_files.hpp"
#include "unit/isa/elf_builder.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace {

using namespace stallscope;
using namespace stallscope::isa;

constexpr std::uint64_t kCode = 0x10000;
constexpr std::uint64_t kData = 0x11000;
constexpr std::uint64_t kEnd = 0x14000;
constexpr std::uint64_t kTohost = 0x13000;
constexpr std::string_view kText = "open text";
constexpr std::string_view kDeepText = "deeper";
constexpr std::string_view kSecret = "what nobody may read";
constexpr std::string_view kInput = "input of the guest\nmore of it\n";

/// A directory that may be read, with ways out of it that must not work, and a secret beside it.
class Box {
public:
  Box() {
    namespace fs = std::filesystem;
    std::string pattern = (fs::temp_directory_path() / "stallscope-fuzz-XXXXXX").string();
    const char* made = mkdtemp(pattern.data());
    STALLSCOPE_CHECK(made != nullptr, "a folder for the fuzzer");
    path_ = made;
    fs::create_directories(path_ / "box" / "d");
    std::ofstream(path_ / "box" / "a") << kText;
    std::ofstream(path_ / "box" / "d" / "b") << kDeepText;
    std::ofstream(path_ / "s") << kSecret;
    fs::create_symlink("../s", path_ / "box" / "l");
    fs::create_symlink("..", path_ / "box" / "u");
    fs::create_symlink(path_ / "s", path_ / "box" / "x");
  }
  ~Box() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Box(const Box&) = delete;
  Box& operator=(const Box&) = delete;
  [[nodiscard]] std::string directory() const { return (path_ / "box").string(); }
  /// Nothing was written, made or removed.
  void check() const {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path_)) {
      (void)entry;
      ++count;
    }
    STALLSCOPE_CHECK(count == 8, "the guest has changed what lies on the host");
    std::ifstream secret(path_ / "s");
    const std::string text{std::istreambuf_iterator<char>(secret), {}};
    STALLSCOPE_CHECK(text == kSecret, "the guest has changed a file");
  }

private:
  std::filesystem::path path_;
};

/// Whatever the guest has got of the host is what lies inside. (That it prints the secret proves
/// nothing: a fuzzer learns it, and lets the guest know.)
void check_files(HostFiles& files) {
  const std::int64_t last = files.find("d/../d/.././a"); // a name not requested before
  STALLSCOPE_CHECK(last >= 0, "the file of the fuzzer is there");
  for (std::uint32_t i = 0; i <= static_cast<std::uint32_t>(last); ++i) {
    const HostFile& file = files.file(i);
    STALLSCOPE_CHECK(file.directory ? file.content.empty()
                                    : file.content == kText || file.content == kDeepText,
                     "the guest has read what lies outside");
  }
}

/// The program: an ecall, a semihosting call, stores of a register and of a word to tohost, and of
/// the other word, which may make a command of both.
Program program_for(Platform platform, unsigned xlen, const std::string& directory) {
  using isa::testing::ElfBuilder;
  ElfBuilder elf;
  elf.xlen = xlen;
  elf.segments[0].flags = ElfBuilder::r | ElfBuilder::w | ElfBuilder::x;
  elf.segments[0].memory_bytes = kEnd - kCode;
  elf.segments[0].bytes.clear();
  const std::uint32_t store_t1_at_t0 = xlen == 64 ? 0x0062B023 : 0x0062A023;
  for (const std::uint32_t word : {0x00000073U, 0x01F01013U, 0x00100073U, 0x40705013U,
                                   store_t1_at_t0, 0x0062A023U, 0x0072A223U})
    isa::testing::put(elf.segments[0].bytes, word, 4);
  elf.add_symbols({{"tohost", kTohost}, {"fromhost", kTohost + 64}});
  ElfOptions options;
  options.platform = platform;
  options.sandbox = platform == Platform::linux_user ? directory : "";
  Result<Program> program = program_from_elf("fuzz", elf.build(), options);
  STALLSCOPE_CHECK(program.ok(), "the program of the fuzzer is one");
  return std::move(program).value();
}

/// Takes numbers off the input.
class Reader {
public:
  Reader(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  [[nodiscard]] bool empty() const { return size_ == 0; }
  std::uint8_t byte() {
    if (size_ == 0)
      return 0;
    --size_;
    return *data_++;
  }
  std::uint64_t number(unsigned bytes) {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < bytes; ++i)
      value |= std::uint64_t{byte()} << (8 * i);
    return value;
  }
  /// What calls are given: small numbers, addresses of data, of code, near the ends of memory, or
  /// anything.
  std::uint64_t argument(const ArchState& state) {
    const std::uint8_t kind = byte();
    switch (kind % 10) {
    case 0:
      return byte();
    case 1:
      return kData + byte() * 8ULL;
    case 2:
      return kEnd - byte();
    case 3:
      return kCode + number(2);
    case 4:
      return ~std::uint64_t{byte()}; // -1 and below; also AT_FDCWD
    case 5:
      return state.regs[riscv::kA0]; // the last result: a descriptor, a mapping
    case 6:
      return state.heap_end + static_cast<std::uint64_t>(static_cast<std::int8_t>(byte())) * 1024;
    case 7:
      return std::uint64_t{byte()} << 12;
    case 8:
      return 1ULL << (byte() % 64);
    default:
      return number(8);
    }
  }

private:
  const std::uint8_t* data_;
  std::size_t size_;
};

std::uint64_t call_number(Reader& reader) {
  // Those that exist, and others.
  constexpr std::array<std::uint16_t, 46> kCalls{
      17,  23,  24,  25,  29,  48,  56,  57,  62,  63,  64,  65,  66,  67,  78,  79,
      80,  96,  98,  99,  113, 114, 124, 129, 130, 131, 134, 135, 160, 169, 172, 173,
      174, 178, 179, 214, 215, 216, 222, 226, 233, 259, 261, 278, 93,  94};
  const std::uint8_t chosen = reader.byte();
  return chosen < 240 ? kCalls[chosen % kCalls.size()] : reader.number(2);
}

void check_state(const Program& program, const ArchState& state) {
  STALLSCOPE_CHECK(state.regs[0] == 0, "register 0 has been written");
  STALLSCOPE_CHECK(state.input_used <= kInput.size(), "more input than there was");
  std::uint64_t end = 0;
  for (const MemoryRegion& region : *state.regions) {
    STALLSCOPE_CHECK(region.begin >= end && region.begin < region.end,
                     "regions in ascending order, none empty");
    end = region.end;
  }
  if (program.xlen == 32)
    for (RegId reg = 1; reg < 32; ++reg)
      STALLSCOPE_CHECK(state.regs[reg] == static_cast<std::uint64_t>(static_cast<std::int32_t>(
                                              static_cast<std::uint32_t>(state.regs[reg]))),
                       "a register of 32 bits that is not sign-extended");
}

} // namespace

// The first byte chooses platform and width. Then, again and again, either bytes are put into
// memory, or a call is made with arguments from the input. Whatever they are, nothing crashes, the
// state keeps its rules, and nothing outside the directory is read, written or printed.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2)
    return 0;
  static const Box box;
  static const std::array<Program, 4> programs{
      program_for(Platform::linux_user, 64, box.directory()),
      program_for(Platform::linux_user, 32, box.directory()),
      program_for(Platform::bare_metal, 64, {}), program_for(Platform::bare_metal, 32, {})};
  Reader reader(data, size);
  Program program = programs[reader.byte() % programs.size()];
  if (program.platform == Platform::linux_user) // what was found is remembered: not from run to run
    program.files = std::make_shared<HostFiles>(box.directory());
  const bool narrow = program.xlen == 32;
  ArchState state = initial_state(program);
  Environment environment;
  environment.input = kInput;
  for (std::uint64_t cycle = 1; !reader.empty() && cycle < 500; ++cycle) {
    const std::uint8_t action = reader.byte();
    if (action % 4 == 0) { // a path, a block of arguments, a structure
      const std::uint64_t at = kData + reader.byte() * 8ULL;
      const unsigned bytes = reader.byte() % 64;
      for (unsigned i = 0; i < bytes; ++i)
        state.memory.store(at + i, 1, reader.byte());
      continue;
    }
    const auto put = [&state, narrow](RegId reg, std::uint64_t value) {
      state.regs[reg] = narrow ? static_cast<std::uint64_t>(
                                     static_cast<std::int32_t>(static_cast<std::uint32_t>(value)))
                               : value;
    };
    for (RegId reg = riscv::kA0; reg < riscv::kA0 + 6; ++reg)
      put(reg, reader.argument(state));
    put(riscv::kA7, call_number(reader));
    put(5, action % 2 == 0 ? kTohost + action % 16 : reader.argument(state));
    put(6, reader.argument(state));
    state.pc = kCode;
    if (program.platform == Platform::bare_metal) {
      const bool stores = action % 3 == 0;
      state.pc = kCode + (stores ? 16 + action / 3 % 3 * 4 : 8);
      put(7, reader.argument(state));
      if (!stores)
        put(riscv::kA0, reader.byte() % 64);
    }
    const std::uint64_t before = state.instructions;
    const Effect effect = execute(program, state, environment, cycle * 1'000'000);
    check_state(program, state);
    STALLSCOPE_CHECK(is_fault(effect.trap) == (state.instructions == before),
                     "a fault executes nothing, everything else does");
    if (effect.trap != Trap::none)
      break;
  }
  if (program.files != nullptr)
    check_files(*program.files);
  box.check();
  return 0;
}
