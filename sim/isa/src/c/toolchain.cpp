#include "toolchain.hpp"

#include "base/child_process.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>

namespace stallscope::isa {

namespace {

namespace fs = std::filesystem;

constexpr const char* kLinuxGcc = "riscv64-linux-gnu-gcc";
constexpr const char* kBareGcc = "riscv64-unknown-elf-gcc";
constexpr const char* kLinuxHeaders = "/usr/riscv64-linux-gnu/include";
constexpr const char* kPicolibcHeaders = "/usr/lib/picolibc/riscv64-unknown-elf/include";

Diagnostic problem(std::string message, std::string expected) {
  Diagnostic d;
  d.message = std::move(message);
  d.expected = std::move(expected);
  return d;
}

/// Parts of an architecture name: "rv32imac_zicsr".
struct March {
  std::string text;
  unsigned xlen = 64;
  bool m = false;
  bool a = false;
  bool f = false;
  bool d = false;
  bool few_registers = false; ///< E: 16 of them
  std::string letters;        ///< "imafdc"; of extensions with longer names, nothing
};

std::optional<March> read_march(const std::string& text) {
  March march;
  march.text = march_for_compilers(text);
  const std::string_view view = march.text;
  if ((!view.starts_with("rv32") && !view.starts_with("rv64")) || view.size() < 5)
    return std::nullopt;
  march.xlen = view[2] == '3' ? 32 : 64;
  const std::string_view letters = view.substr(4, view.find_first_of("_zsx", 4) - 4);
  if (letters.empty() || std::string_view("ieg").find(letters.front()) == std::string_view::npos)
    return std::nullopt;
  const auto has = [&letters](char letter) {
    return letters.find('g') != std::string_view::npos ||
           letters.find(letter) != std::string_view::npos;
  };
  march.m = has('m');
  march.a = has('a');
  march.d = has('d');
  march.f = march.d || has('f');
  march.few_registers = letters.front() == 'e';
  march.letters = letters;
  if (const std::size_t g = march.letters.find('g'); g != std::string::npos)
    march.letters.replace(g, 1, "imafd");
  return march;
}

std::string abi_of(const March& march) {
  return fmt::format("{}{}", march.xlen == 64 ? "lp64" : "ilp32",
                     march.few_registers ? "e"
                     : march.d           ? "d"
                     : march.f           ? "f"
                                         : "");
}

/// An error for extensions that the machine lacks: the code would run until the first such
/// instruction. A different width is allowed, because the register width follows the code.
std::optional<Diagnostic> beyond_target(const std::string& wanted, const March& march,
                                        const CTarget& target) {
  std::string lacks;
  const auto add = [&lacks](bool lacking, std::string_view what) {
    if (lacking)
      lacks += fmt::format("{}{}", lacks.empty() ? "" : ", no ", what);
  };
  add(march.m && !target.multiply, "multiplication and division (M)");
  add(march.a && !target.atomics, "atomic accesses (A)");
  add(march.f && !target.floats, march.d ? "floating point (F, D)" : "floating point (F)");
  if (lacks.empty())
    return std::nullopt;
  const std::string most = march_of(target);
  Diagnostic d = problem(fmt::format("--march {}: the machine executes no {}", wanted, lacks),
                         fmt::format("{}, which C is compiled for without --march", most));
  d.suggestion = "--march " + most;
  return d;
}

/// libgcc of the cross compiler, used by clang for linking; empty: not installed.
std::string cross_gcc_folder() {
  std::error_code ignored;
  std::string found;
  for (const fs::directory_entry& entry :
       fs::directory_iterator("/usr/lib/gcc-cross/riscv64-linux-gnu", ignored))
    if (fs::exists(entry.path() / "libgcc.a", ignored) && entry.path().string() > found)
      found = entry.path().string();
  return found;
}

Result<Toolchain> clang(const std::string& program, const March& march, bool for_linux) {
  if (!for_linux)
    return problem(fmt::format("clang has no C library for {} ({})", march.text, abi_of(march)),
                   "'--cc gcc' for this machine, or '--march rv64gc'");
  std::error_code ignored;
  const std::string gcc = cross_gcc_folder();
  if (gcc.empty() || !fs::exists(fmt::format("{}/stdio.h", kLinuxHeaders), ignored))
    return problem("clang has no RISC-V C library here",
                   "Debian's packages libc6-dev-riscv64-cross and gcc-riscv64-linux-gnu: apt "
                   "install libc6-dev-riscv64-cross gcc-riscv64-linux-gnu");
  Toolchain found;
  found.program = program;
  found.target = {"--target=riscv64-linux-gnu",
                  "-march=" + march.text,
                  "-mabi=" + abi_of(march),
                  "-isystem",
                  kLinuxHeaders,
                  "-Wno-unused-command-line-argument"};
  found.raw_assembly = {"-fno-integrated-as"};
  const std::vector<std::string> folders{"-static", "-B" + gcc, "-L" + gcc,
                                         "-B/usr/riscv64-linux-gnu/lib",
                                         "-L/usr/riscv64-linux-gnu/lib"};
  found.with_library = folders;
  found.alone = folders;
  return found;
}

/// For GCC: otherwise it orders functions by their call graph and merges equal ones. clang keeps
/// the order.
const std::vector<std::string> kInOrderOfSource{"-fno-toplevel-reorder", "-fno-ipa-icf"};

Toolchain linux_gcc(const std::string& program, const March& march, bool named) {
  Toolchain found;
  found.program = program;
  if (named) // otherwise the default of the compiler
    found.target = {"-march=" + march.text, "-mabi=" + abi_of(march)};
  found.with_library = {"-static"};
  found.alone = {"-static"};
  found.in_order = kInOrderOfSource;
  return found;
}

/// What libraries the compiler has for the ABI: their folder, and what they are made for.
struct Multilib {
  std::string folder;
  March march;
};

/// Its lines are "rv32imac/ilp32;@march=rv32imac@mabi=ilp32".
std::vector<Multilib> multilibs_of(const std::string& program, const std::string& abi) {
  std::vector<Multilib> all;
  ChildOptions options;
  options.plain_messages = true;
  const ChildOutput output = run_program({program, "-print-multi-lib"}, options);
  std::string_view rest = output.out;
  while (!rest.empty()) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    const std::string folder(line.substr(0, line.find(';')));
    const std::size_t slash = folder.find('/');
    if (slash == std::string::npos || folder.substr(slash + 1) != abi)
      continue;
    if (auto march = read_march(folder.substr(0, slash)))
      all.push_back({folder, *std::move(march)});
  }
  return all;
}

/// GCC takes a library only for names of architectures that it was built with. The specification
/// makes it the nearest one below: instructions all of which `march` has, and most of them.
Result<std::string> library_specs(const std::string& program, const March& march) {
  const std::string abi = abi_of(march);
  if (march.xlen == 64 && march.d) // what it is made for by itself: the folder is "."
    return std::string();
  const std::vector<Multilib> all = multilibs_of(program, abi);
  const Multilib* nearest = nullptr;
  for (const Multilib& one : all) {
    const bool below = one.march.xlen == march.xlen &&
                       one.march.letters.find_first_not_of(march.letters) == std::string::npos;
    if (below && (!nearest || one.march.letters.size() > nearest->march.letters.size()))
      nearest = &one;
  }
  if (nearest)
    return fmt::format("*multilib:\n{} mabi={};\n\n", nearest->folder, abi);
  std::string there;
  for (const Multilib& one : all)
    there += fmt::format("{}{}", there.empty() ? "" : ", ", one.march.text);
  return problem(fmt::format("--march {}: {} has no libraries for it ({})", march.text,
                             fs::path(program).filename().string(), abi),
                 there.empty() ? "rv32imc, rv32imac, rv64imac, rv64gc or the like"
                               : fmt::format("an architecture with all of one of {}", there));
}

/// With picolibc and semihosting. Without the library its linker script is left out as well, which
/// puts data where only the library's start-up code copies them from.
Result<Toolchain> bare_gcc(const std::string& program, const March& march) {
  Result<std::string> specs = library_specs(program, march);
  if (!specs)
    return specs.diagnostics();
  Toolchain found;
  found.library_specs = std::move(specs).value();
  found.program = program;
  found.bare_metal = true;
  found.target = {"-march=" + march.text, "-mabi=" + abi_of(march), "-mcmodel=medany", "-isystem",
                  kPicolibcHeaders};
  // Its linker script has 64 KiB for code and 32 KiB for data, heap and stack by default; set to
  // all memory of a bare machine from the first page of each on, kBareMetalBytes.
  found.with_library = {"--specs=picolibc.specs", "--crt0=semihost", "--oslib=semihost",
                        "-Wl,--defsym=__flash_size=0x8000000", "-Wl,--defsym=__ram_size=0x8000000"};
  found.alone = {"-DSTALLSCOPE_BARE"};
  found.in_order = kInOrderOfSource;
  return found;
}

/// Linux's programs have doubles in registers: what its C library is made for.
bool is_for_linux(const March& march) {
  return march.xlen == 64 && march.d;
}

/// gcc, or clang when nothing is asked for.
Result<Toolchain> compiler_that_is_there(const COptions& options, const March& march, bool named) {
  const bool for_linux = is_for_linux(march);
  if (const std::string gcc = program_on_path(kLinuxGcc); for_linux && !gcc.empty())
    return linux_gcc(gcc, march, named);
  if (const std::string bare = program_on_path(kBareGcc); !bare.empty())
    return bare_gcc(bare, march);
  if (const std::string other = program_on_path("clang");
      for_linux && options.compiler.empty() && !other.empty() && !cross_gcc_folder().empty())
    return clang(other, march, for_linux);
  return problem(
      fmt::format("there is no C compiler for {}", march.text),
      for_linux ? "Debian's package gcc-riscv64-linux-gnu: apt install gcc-riscv64-linux-gnu"
                : "Debian's packages gcc-riscv64-unknown-elf and picolibc-riscv64-unknown-elf: "
                  "apt install gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf");
}

Diagnostic no_such_compiler(const std::string& name) {
  Diagnostic d = problem(
      fmt::format("--cc {}: there is no such program{}", name,
                  name == "clang" ? "" : " on the search path"),
      name == "clang" ? "Debian's packages clang and libc6-dev-riscv64-cross: apt install clang "
                        "libc6-dev-riscv64-cross gcc-riscv64-linux-gnu"
                      : "gcc, clang, or a RISC-V cross compiler such as riscv64-linux-gnu-gcc");
  const std::string_view near = nearest_word(name, {"gcc", "clang", kLinuxGcc, kBareGcc});
  if (near != name)
    d.suggestion = near;
  return d;
}

Result<Toolchain> compiler_asked_for(const std::string& asked, const March& march, bool named) {
  const std::string program = program_on_path(asked);
  if (program.empty())
    return no_such_compiler(asked);
  const std::string name = fs::path(program).filename().string();
  if (name.find("clang") != std::string::npos)
    return clang(program, march, is_for_linux(march));
  if (name.find("-elf-") != std::string::npos)
    return bare_gcc(program, march);
  if (!name.starts_with("riscv"))
    return problem(fmt::format("--cc {}: this compiles for the computer it runs on", asked),
                   "gcc, clang, or a RISC-V cross compiler such as riscv64-linux-gnu-gcc");
  if (!is_for_linux(march))
    return problem(fmt::format("{} has no C library for {} ({})", name, march.text, abi_of(march)),
                   fmt::format("{} for this machine, or '--march rv64gc'", kBareGcc));
  return linux_gcc(program, march, named);
}

} // namespace

std::string march_of(const CTarget& target) {
  if (target.multiply && target.atomics && target.floats)
    return target.xlen == 64 ? "rv64gc" : "rv32imafdc";
  return fmt::format("rv{}i{}{}{}c", target.xlen, target.multiply ? "m" : "",
                     target.atomics ? "a" : "", target.floats ? "fd" : "");
}

std::string march_for_compilers(std::string_view march) {
  std::string text(march);
  const std::size_t end = std::min(text.find('_'), text.size());
  const std::size_t b = text.find('b', 4);
  if (text.size() < 5 || b == std::string::npos || b >= end)
    return text;
  text.erase(b, 1);
  text.insert(end - 1, "_zba_zbb_zbs");
  return text;
}

std::vector<std::string> compilers_looked_for(const COptions& options) {
  return options.compiler.empty() || options.compiler == "gcc"
             ? std::vector<std::string>{kLinuxGcc, kBareGcc, "clang"}
             : std::vector<std::string>{options.compiler};
}

Result<Toolchain> find_toolchain(const COptions& options) {
  const std::string wanted = options.march.empty() ? march_of(options.target) : options.march;
  const auto march = read_march(wanted);
  if (!march)
    return problem(fmt::format("--march {}: this names no RISC-V architecture", wanted),
                   "rv64gc, rv64gcb, rv32imc or the like");
  const bool named = !options.march.empty();
  if (named)
    if (std::optional<Diagnostic> d = beyond_target(wanted, *march, options.target))
      return *std::move(d);
  Result<Toolchain> found = options.compiler.empty() || options.compiler == "gcc"
                                ? compiler_that_is_there(options, *march, named)
                                : compiler_asked_for(options.compiler, *march, named);
  if (!found)
    return found;
  Toolchain result = std::move(found).value();
  result.made_by = fs::path(result.program).filename().string();
  for (const std::string& word : result.target)
    if (word.starts_with("-march=") || word.starts_with("-mabi="))
      result.made_by += " " + word;
  return result;
}

bool has_c_compiler(const COptions& options) {
  return find_toolchain(options).ok();
}

} // namespace stallscope::isa
