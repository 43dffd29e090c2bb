// Hand-ins in C: compiled and called, within limits.

#include "smoke/needs.hpp"
#include "smoke/process.hpp"
#include "smoke/programs/sum_in_c.hpp"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>

using namespace stallscope::smoke;

namespace fs = std::filesystem;

TEST_CASE("hand-ins in C are compiled and called, within limits") {
  NEEDS("riscv64-linux-gnu-gcc");
  const Folder folder;
  const std::string rubric =
      folder.file("rubric.toml", "[[task]]\nfile = \"sum.c\"\nmachine = \"mips-5\"\n"
                                 "call = \"sum(3, {1,2,3})\"\noptimize = \"2\"\n"
                                 "[[task.check]]\nmarks = 2\noutput = \"sum(...) = 6\"\n");
  const auto hand_in = [&folder](const std::string& who, const std::string& text) {
    fs::create_directories(folder.path() / who);
    return folder.file(who + "/sum.c", text);
  };
  static_cast<void>(folder.file("secret.c", "int sum(int n, const int *a) { return 6; } /* SECRET "
                                            "*/\n"));
  static_cast<void>(folder.file("secret.txt", "SECRET\n"));
  const std::string secret = folder.file("secret.txt");
  const std::string right = kSumInC;
  struct Attack {
    const char* who;
    std::string text;
  };
  const std::vector<Attack> attacks{
      {"include", "#include \"/etc/passwd\"\n" + right},
      {"other", "#include \"../secret.c\"\n"},
      {"spliced", "#inc\\\nlude \"../secret.c\"\n"},
      {"computed", "#define F \"" + secret + "\"\n#include F\n" + right},
      {"faked", "# 1 \"/usr/include/stdio.h\" 1 3 4\n#include \"" + secret + "\"\n" + right},
      {"incbin", right + "__asm__(\".data\\n.incbin \\\"" + secret + "\\\"\\n.text\");\n"},
      {"glued", right + "__asm__(\".data\\n.inc\" \"bin \\\"" + secret + "\\\"\\n.text\");\n"},
      {"asminclude", right + "__asm__(\".include \\\"" + secret + "\\\"\");\n"},
      {"macro", right + "__asm__(\".macro m a,b\\n.\\\\a\\\\b \\\"" + secret +
                    "\\\"\\n.endm\\nm inc,bin\");\n"},
      {"irep", right + "__asm__(\".data\\n.irep x, bin\\n.inc\\\\x \\\"" + secret +
                   "\\\"\\n.endr\\n.text\");\n"},
      {"undefined", "int g(void);\n" + right + "int f(void) { return g(); }\n"},
      {"huge", "char big[1 << 30] = {1};\n" + right},
      {"pch", "#pragma GCC pch_preprocess \"x.h\"\n" + right},
      {"oracle", "#include \"" + folder.file("header.h", "#define ANSWER 42\n") +
                     "\"\n#if ANSWER > 40\n#error SECRET\n#endif\n" + right},
      {"label", right + "int x __asm__(\"y\\n.incbin \\\"" + secret + "\\\"\\nz\") = 1;\n"},
      // The file is read again with main renamed, as the call is to something else.
      {"main", "#ifdef main\n#define SECRET int sum(int n, const int *a) { return 6; } int\n"
               "#include \"" +
                   secret + "\"\n= 0;\n#else\n" + right + "#endif\nint main(void) { return 0; }\n"},
      {"mainmessage", "#ifdef main\nint x\n#include \"" + secret + "\"\n#endif\n" + right +
                          "int main(void) { return 0; }\n"},
      {"error", "int sum(int n, const int *a) { return\n#include \"" + secret + "\"\n; }\n"},
  };
  std::vector<std::string> words{"grade", rubric};
  words.push_back(fs::path(hand_in("good", "#include \"mine.h\"\n#include <stdio.h>\n" + right))
                      .parent_path()
                      .string());
  static_cast<void>(folder.file("good/mine.h", "int sum(int n, const int *a);\n"));
  for (const Attack& attack : attacks)
    words.push_back(fs::path(hand_in(attack.who, attack.text)).parent_path().string());
  fs::create_directories(folder.path() / "link");
  fs::create_symlink(folder.path() / "secret.c", folder.path() / "link/sum.c");
  words.push_back((folder.path() / "link").string());
  fs::create_directories(folder.path() / "linked-header");
  static_cast<void>(hand_in("linked-header", "#include \"s.h\"\n"));
  fs::create_symlink(folder.path() / "secret.c", folder.path() / "linked-header/s.h");
  words.push_back((folder.path() / "linked-header").string());
  words.insert(words.end(), {"-o", folder.file("marks.csv"), "--feedback", folder.file("said")});
  Launch how;
  how.arguments = words;
  how.give_up_seconds = 120 * stallscope::kSlower;
  const Outcome run = launch(how);
  CAPTURE(run.err);
  CHECK(run.exit_code == 0);
  for (const std::string& line : lines_of(read_file(folder.file("marks.csv")))) {
    const std::string who = line.substr(0, line.find(','));
    CAPTURE(line, read_file(folder.file("said/" + who + ".txt")));
    if (who != "submission")
      CHECK(has(line, who == "good" ? ",2,2,2" : ",0,0,2"));
    if (who == "huge")
      CHECK(has(read_file(folder.file("said/huge.txt")), "it takes more time, memory or room"));
    if (who == "undefined")
      CHECK(has(read_file(folder.file("said/undefined.txt")), "undefined reference to 'g'"));
    CHECK_FALSE(has(read_file(folder.file("said/" + who + ".txt")), "SECRET"));
    CHECK_FALSE(has(read_file(folder.file("said/" + who + ".txt")), "root:"));
  }
}

TEST_CASE("clang carries no directive of a hand-in out, and compiles what includes headers") {
  NEEDS("clang");
  NEEDS("riscv64-linux-gnu-gcc"); // its C library
  const Folder folder;
  const std::string rubric = folder.file(
      "rubric.toml", "[[task]]\nfile = \"sum.c\"\nmachine = \"mips-5\"\ncc = \"clang\"\n"
                     "[[task.check]]\noutput = \"SECRET\"\n");
  const std::string secret = folder.file("secret.txt", "SECRET");
  const std::string prints = "extern char s[];\nint main(void) { puts(s); return 0; }\n";
  for (const char* who : {"eve", "ada", "bob"})
    fs::create_directories(folder.path() / who);
  static_cast<void>(folder.file("eve/sum.c", "int puts(const char *);\n__asm__(\".data\\ns: "
                                             ".incbin \\\"" +
                                                 secret + "\\\"\\n.byte 0\\n.text\");\n" + prints));
  static_cast<void>(folder.file("ada/sum.c", "#include <stdio.h>\n__asm__(\".data\\ns: .asciz "
                                             "\\\"SECRET\\\"\\n.text\");\n" +
                                                 prints));
  static_cast<void>(
      folder.file("bob/sum.c", "void _start(void) {}\nint main(void) { return 0; }\n"));
  const Outcome run = run_cli({"grade", rubric, folder.file("eve"), folder.file("ada"),
                               folder.file("bob"), "--feedback", folder.file("said")});
  CAPTURE(run.err, read_file(folder.file("said/eve.txt")), read_file(folder.file("said/ada.txt")));
  CHECK(has(run.out, "\neve,0,0,1\nada,1,1,1\nbob,0,0,1\n"));
  CHECK(has(read_file(folder.file("said/bob.txt")),
            "sum.c: error: multiple definition of '_start'\n"));
  CHECK(has(read_file(folder.file("said/eve.txt")), "'.incbin' may not be handed in"));
}

TEST_CASE("hand-ins are compiled by a compiler that is installed somewhere else") {
  NEEDS("riscv64-linux-gnu-gcc");
  const Folder folder;
  for (const char* name : {"tools", "ada"})
    fs::create_directories(folder.path() / name);
  const std::string compiler = folder.file(
      "tools/riscv64-linux-gnu-gcc", "#!/bin/sh\nexec /usr/bin/env riscv64-linux-gnu-gcc \"$@\"\n");
  fs::permissions(compiler, fs::perms::owner_all);
  static_cast<void>(folder.file("ada/sum.c",
                                "int puts(const char *);\nint main(void) { puts(\"7\"); "
                                "return 0; }\n"));
  const std::string rubric =
      folder.file("rubric.toml", "[[task]]\nfile = \"sum.c\"\nmachine = \"mips-5\"\ncc = \"" +
                                     compiler + "\"\n[[task.check]]\noutput = \"7\"\n");
  const Outcome run = run_cli({"grade", rubric, folder.file("ada"), "--trust"});
  CAPTURE(run.err);
  CHECK(has(run.out, "\nada,1,1,1\n"));
}
