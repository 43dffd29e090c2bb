// Options of the program that a command simulates: the file, how its C is compiled, what it runs
// on, its limits.

#include "base/byte_size.hpp"
#include "command_line/command_line.hpp"
#include "command_line/command_line_words.hpp"
#include "command_line/plugin_option.hpp"

#include <string>
#include <vector>

namespace stallscope::cli {

namespace {

/// Options for running an executable file.
void add_environment(CLI::App& app, Subject& subject) {
  app.add_option("--platform", subject.platform,
                 "What an executable file runs on: bare-metal or linux (default: by the file)")
      ->check(one_of({"bare-metal", "linux"}))
      ->type_name("PLATFORM");
  app.add_option("--memory", subject.memory,
                 "Memory of a bare-metal executable, e.g. --memory 0x80000000:16M; repeatable "
                 "(default: 128M from each segment on)")
      ->type_name("BEGIN:BYTES")
      ->take_all()
      ->allow_extra_args(false);
  app.add_option("--env", subject.environment,
                 "Environment variable of a Linux executable; repeatable (default: none)")
      ->type_name("NAME=VALUE")
      ->take_all()
      ->allow_extra_args(false);
  app.add_option("--sandbox", subject.sandbox,
                 "Directory whose files a Linux executable may read, as its working directory "
                 "(default: none)")
      ->type_name("DIR");
  app.add_option("--seed", subject.seed,
                 "Seed of the random numbers a Linux executable gets (default: 1)")
      ->check(whole_number(0))
      ->type_name("N");
}

} // namespace

void add_subject(CLI::App& app, Subject& subject) {
  add_program(
      app, subject.program, subject.c,
      "Program file (.tac, .mips, .mips.s, .s, .S, .rv, .x86.s; x86 text is also told by "
      "its registers), a static RISC-V ELF executable, the name of a shipped program such as "
      "lecture/p4 (see 'stallscope programs'), a file of C (.c; with it further .c, .s, .S, .o and "
      ".a), or - for standard "
      "input; arguments of an executable and of C stand behind --");
  app.add_option("-m,--machine", subject.machine,
                 "Machine: a preset (see 'stallscope machines'), a TOML file with a '/' or "
                 "ending in .toml, or reference, which has no pipeline")
      ->type_name("MACHINE")
      ->capture_default_str();
  app.add_option("--set", subject.settings,
                 "Override a key of the machine, e.g. --set branch.resolve=EX, or of one of its "
                 "parts by its name, --set unit.div.latency=37 ('machines NAME --settings' lists "
                 "them; a class such as div stands for its latency in the only unit that executes "
                 "it); repeatable")
      ->type_name("KEY=VALUE")
      ->take_all()
      ->allow_extra_args(false);
  app.add_option_function<std::vector<std::string>>(
         "--plugin",
         [&subject](const std::vector<std::string>& plugins) {
           for (const std::string& plugin : plugins)
             if (const std::string why = take_plugin(plugin, subject.settings); !why.empty())
               throw CLI::ValidationError(why);
         },
         "Part of the machine of your own, a shared library: a branch predictor, or with the name "
         "of "
         "its cache a prefetcher or replacement policy: --plugin ./gshare.so,entries=1024, "
         "--plugin "
         "L1D=./stride.so; repeatable. See docs/how-to/plug-in.md. It runs with your rights: "
         "load only what you trust")
      ->type_name("[CACHE=]FILE[,OPTION=VALUE...]")
      ->take_all()
      ->allow_extra_args(false);
  add_strict(app, subject);
  app.add_flag_callback(
      "--warm", [&subject] { subject.settings.emplace_back("main_memory.warm=true"); },
      "Warm caches: the program's own accesses pass through them once before the first cycle, so "
      "that a short program is not measured by its first misses. Short for --set "
      "main_memory.warm=true ('machines --describe main_memory.warm' says exactly what is "
      "executed)");
  app.add_option("--isa", subject.isa,
                 "Notation of the program: tac, mips, riscv or x86 (default: by file name, else by "
                 "what it holds)")
      ->type_name("NOTATION");
  app.add_option("--xlen", subject.xlen,
                 "Register width of RISC-V programs: 32 or 64 (default: what the executable or the "
                 "text's '.attribute arch' says, else the machine's xlen)")
      ->check(one_of({"32", "64"}))
      ->type_name("BITS");
  app.add_option("--reg", subject.registers,
                 "Initial value of a register, e.g. --reg R1=0x1000, or --reg F2=2.5 for a "
                 "floating-point register; repeatable")
      ->type_name("NAME=VALUE")
      ->take_all()
      ->allow_extra_args(false);
  app.add_option("--input,--stdin", subject.input,
                 "File with the program's standard input; - is ours, read as the program asks for "
                 "it")
      ->type_name("FILE");
  add_environment(app, subject);
  add_limit(app, subject);
  add_c_options(app, subject.c);
  app.add_option("--limit-instructions", subject.limit_instructions,
                 "Stop at the end of the cycle in which the N-th instruction retires; others "
                 "that retire in that cycle count, and the result says so. Up to there and to "
                 "--limit-cycles programs that repeat for ever are run as well")
      ->check(whole_number(1))
      ->type_name("N");
  app.add_option("--limit-cycles", subject.limit_cycles, "Stop after so many cycles")
      ->check(whole_number(1))
      ->type_name("N");
}

void add_limit(CLI::App& app, Subject& subject) {
  app.add_option("--limit", subject.limit,
                 "Give a program up that has not ended after so many instructions (default: 10 "
                 "billion, unless another limit is given). One that certainly never ends, because "
                 "its whole state repeats, is stopped as soon as that is found: periods of up to "
                 "4096 instructions at once, of P after some 256 P")
      ->check(whole_number(1))
      ->type_name("N");
  add_size(app, "--limit-memory", subject.limit_memory,
           "Give a program up that has written so much memory, copies of the files it has opened "
           "included, e.g. 512MiB (default: 4GiB)");
}

void add_size(CLI::App& app, const char* name, std::uint64_t& bytes, const char* what) {
  app.add_option_function<std::string>(
         name, [&bytes](const std::string& text) { bytes = parse_byte_size(text).value_or(bytes); },
         what)
      ->check(byte_size())
      ->type_name("SIZE");
}

void add_strict(CLI::App& app, Subject& subject) {
  app.add_flag_callback(
      "--strict",
      [&subject] {
        subject.settings.emplace_back("memory.undeclared=fault");
        subject.settings.emplace_back("missing_unit=error");
      },
      "Programs given as text fault at memory they never declared, as executables do, and at "
      "misaligned addresses; else they read zeros there and go on, which is said once. Names of "
      "data "
      "that are not in the text and branches beyond it are errors; else they stand for such memory "
      "and for the end. Operations without a unit are errors; else they are executed as similar "
      "ones. Short for --set "
      "memory.undeclared=fault --set missing_unit=error");
}

void add_program(CLI::App& app, std::string& program, isa::COptions& c, const char* description) {
  app.add_option_function<std::vector<std::string>>(
         "PROGRAM",
         [&program, &c](const std::vector<std::string>& names) {
           program = names.front();
           c.files.assign(names.begin() + 1, names.end());
         },
         description)
      ->type_name("")
      ->expected(1, 1000)
      ->required();
}

void add_c_options(CLI::App& app, isa::COptions& c) {
  constexpr const char* kGroup = "C files";
  const auto list = [&app](const char* names, std::vector<std::string>& to, const char* what,
                           const char* type) {
    app.add_option(names, to, what)
        ->type_name(type)
        ->take_all()
        ->allow_extra_args(false)
        ->group(kGroup);
  };
  app.add_option("--call", c.call,
                 "Call this function instead of main, and print what it returns, e.g. --call "
                 "'f(1000, {1,2,3}, \"text\", 2.5)'; in lists 0..999 and 7 x 1000 stand for many "
                 "(default: main, or the only function there is, with zeros)")
      ->check(CLI::Validator(
          [](const std::string& call) -> std::string {
            return call.empty() ? "is empty; expected a call, such as 'f(1, 2)'" : "";
          },
          ""))
      ->type_name("CALL")
      ->group(kGroup);
  app.add_option("-O,--optimize", c.optimize, "Level of optimization (default: 1)")
      ->check(one_of({"0", "1", "2", "3", "s", "g", "z", "fast"}))
      ->type_name("LEVEL")
      ->group(kGroup);
  app.add_option("--cc", c.compiler,
                 "Compiler: gcc, clang, or the name of a RISC-V cross compiler (default: gcc)")
      ->type_name("CC")
      ->group(kGroup);
  app.add_option("--march", c.march,
                 "Architecture to compile for, such as rv64gcb or rv32imc; the ABI follows "
                 "(default: what the machine executes: rv64gc, without floating point rv32imc)")
      ->type_name("MARCH")
      ->group(kGroup);
  list("-I,--include-folder", c.include_folders, "Folder with headers; repeatable", "DIR");
  list("-D,--define", c.definitions, "Macro, e.g. -DN=100; repeatable", "NAME[=VALUE]");
  list("-l,--library", c.libraries, "Library to link with (libm always is); repeatable", "NAME");
  app.add_option_function<std::vector<std::string>>(
         "--cflags",
         [&c](const std::vector<std::string>& texts) {
           for (const std::string& text : texts)
             for (std::size_t begin = 0; begin < text.size();) {
               const std::size_t end = std::min(text.find(' ', begin), text.size());
               if (end > begin)
                 c.flags.push_back(text.substr(begin, end - begin));
               begin = end + 1;
             }
         },
         "Other options for the compiler, separated by blanks, e.g. --cflags='-Wall -std=c99'; "
         "repeatable")
      ->type_name("OPTIONS")
      ->take_all()
      ->allow_extra_args(false)
      ->group(kGroup);
  app.add_flag_callback(
         "--no-cache", [&c] { c.cache = false; },
         "Compile even if the same has been compiled before")
      ->group(kGroup);
}

void add_source_path(CLI::App& command, std::vector<std::string>& folders) {
  command
      .add_option("--source-path", folders,
                  "Folder in which, and below which, source files are looked for; repeatable "
                  "(default: the program's own folder). No file elsewhere is read, whatever the "
                  "executable names")
      ->type_name("FOLDER")
      ->take_all()
      ->allow_extra_args(false); // the program follows
}

} // namespace stallscope::cli
