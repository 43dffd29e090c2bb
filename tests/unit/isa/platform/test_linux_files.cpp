// Linux system calls about files: the standard streams, and what lies below one directory of the
// host. Above all that nothing else of the host can be reached.

#include "platform/host_files.hpp"
#include "temporary_folder.hpp"
#include "unit/isa/guest.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>

using namespace stallscope;
using namespace stallscope::isa;
using namespace stallscope::isa::testing;

namespace {

constexpr std::int64_t kPath = kGuestData + 0x1000;
constexpr std::int64_t kNowhere = 0x1000;
constexpr std::int64_t kHere = -100; // AT_FDCWD
constexpr std::int64_t kENOENT = -2, kEBADF = -9, kEACCES = -13, kEFAULT = -14, kEEXIST = -17,
                       kENOTDIR = -20, kEISDIR = -21, kEINVAL = -22, kEMFILE = -24, kENOTTY = -25,
                       kESPIPE = -29, kEROFS = -30, kERANGE = -34, kENAMETOOLONG = -36;

/// A directory with files in it, links in it, and something beside it that must stay out of reach:
///   box/a.txt "hello"   box/sub/b.txt "deep"   box/in -> a.txt     box/out -> ../secret.txt
///   secret.txt "no"     box/up -> ..           box/abs -> (absolute) secret.txt    box/pipe
///   box/back -> sub/../../box/a.txt (inside, but the way leads out)
class Box {
public:
  Box() {
    std::filesystem::create_directories(path_ / "box" / "sub");
    std::ofstream(path_ / "box" / "a.txt") << "hello";
    std::ofstream(path_ / "box" / "sub" / "b.txt") << "deep";
    std::ofstream(path_ / "secret.txt") << "no";
    std::filesystem::create_symlink("a.txt", path_ / "box" / "in");
    std::filesystem::create_symlink("../secret.txt", path_ / "box" / "out");
    std::filesystem::create_symlink("..", path_ / "box" / "up");
    std::filesystem::create_symlink(path_ / "secret.txt", path_ / "box" / "abs");
    std::filesystem::create_symlink("sub/../../box/a.txt", path_ / "box" / "back");
    REQUIRE(mkfifo((path_ / "box" / "pipe").c_str(), 0600) == 0);
  }

  [[nodiscard]] ElfOptions options() const {
    ElfOptions options = on(Platform::linux_user);
    options.sandbox = (path_ / "box").string();
    return options;
  }
  [[nodiscard]] std::string outside() const { return (path_ / "secret.txt").string(); }
  [[nodiscard]] std::filesystem::path inside() const { return path_ / "box"; }

private:
  TemporaryFolder folder_;
  const std::filesystem::path& path_ = folder_.path();
};

std::int64_t open(LinuxGuest& guest, const std::string& path, std::int64_t flags = 0,
                  std::int64_t directory = kHere) {
  guest.put_text(kPath, path + std::string(1, '\0'));
  return guest.call(56, {directory, kPath, flags, 0});
}

} // namespace

TEST_CASE("linux files: without a directory there are none, only the standard streams") {
  LinuxGuest guest;
  CHECK(open(guest, "a.txt") == kENOENT);
  CHECK(open(guest, "/etc/passwd") == kENOENT);
  CHECK(open(guest, "/proc/self/maps") == kENOENT);
  CHECK(open(guest, "new.txt", 0101) == kENOENT); // O_CREAT | O_WRONLY
  CHECK(guest.call(57, {3}) == kEBADF);
  CHECK(guest.call(57, {-1}) == kEBADF);
}

TEST_CASE("linux files: nothing outside the directory can be opened") {
  const Box box;
  LinuxGuest guest(64, box.options());
  for (const std::string& path :
       {box.outside(), std::string("/etc/passwd"), std::string("/proc/self/mem")}) {
    INFO(path);
    CHECK(open(guest, path) == kENOENT);
  }
  for (const std::string path :
       {"..", "../secret.txt", "sub/../../secret.txt", "./../box/../secret.txt", "out", "abs", "up",
        "up/secret.txt", "up/box/a.txt", "back", "pipe"}) {
    INFO(path);
    CHECK(open(guest, path) == kEACCES);
    guest.put_text(kPath, path + std::string(1, '\0'));
    CHECK(guest.call(79, {kHere, kPath, kBuffer, 0}) == kEACCES);   // newfstatat
    CHECK(guest.call(48, {kHere, kPath, 4}) == kEACCES);            // faccessat
    CHECK(guest.call(78, {kHere, kPath, kBuffer, 100}) == kEACCES); // readlinkat
  }
  // Nor from a directory inside.
  const std::int64_t sub = open(guest, "sub");
  REQUIRE(sub == 3);
  CHECK(open(guest, "../../secret.txt", 0, sub) == kEACCES);
  CHECK(open(guest, "../out", 0, sub) == kEACCES);
  CHECK(open(guest, box.outside(), 0, sub) == kENOENT);
}

TEST_CASE("linux files: the directory is the root of what the program sees") {
  const Box box;
  LinuxGuest guest(64, box.options());
  for (const std::string path : {"/a.txt", "//sub/b.txt", "/./in"}) {
    INFO(path);
    CHECK(open(guest, path) >= 3);
  }
  for (const std::string path : {"/..", "/../secret.txt", "/out", "/abs", "/up/secret.txt"}) {
    INFO(path);
    CHECK(open(guest, path) == kEACCES);
  }
  const std::int64_t root = open(guest, "/", 0200000); // O_DIRECTORY
  CHECK(root >= 3);
  CHECK(open(guest, "a.txt", 0, root) >= 3);
  CHECK(open(guest, "/a.txt", 0, 99) >= 3); // whatever the descriptor
  std::filesystem::create_symlink("loop", box.inside() / "loop");
  CHECK(open(guest, "loop") == -40); // ELOOP
}

TEST_CASE("linux files: the entries of a directory") {
  const Box box;
  std::ofstream(box.inside() / "sub" / "a-file-of-17-char") << "x";
  LinuxGuest guest(64, box.options());
  const std::int64_t sub = open(guest, "sub");
  REQUIRE(sub == 3);
  // Records of 19 bytes, the name and its zero byte, to a multiple of 8: 24, 24, 40 (19 + 18 = 37)
  // and 32 (19 + 6 = 25), in the order of their names.
  const auto name_at = [&](std::int64_t at) {
    std::string name;
    for (auto i = static_cast<std::uint64_t>(at) + 19; guest.load(i, 1) != 0; ++i)
      name += static_cast<char>(guest.load(i, 1));
    return name;
  };
  CHECK(guest.call(61, {sub, kBuffer, 100}) == 24 + 24 + 40); // no room for the fourth
  CHECK(name_at(kBuffer) == ".");
  CHECK(guest.load(kBuffer + 16, 2) == 24);
  CHECK(guest.load(kBuffer + 18, 1) == 4); // DT_DIR
  CHECK(guest.load(kBuffer + 8) == 1);
  CHECK(name_at(kBuffer + 24) == "..");
  CHECK(name_at(kBuffer + 48) == "a-file-of-17-char");
  CHECK(guest.load(kBuffer + 48 + 16, 2) == 40);
  CHECK(guest.load(kBuffer + 48 + 18, 1) == 8); // DT_REG
  CHECK(guest.call(61, {sub, kBuffer, 31}) == kEINVAL);
  CHECK(guest.call(61, {sub, kNowhere, 100}) == kEFAULT);
  CHECK(guest.call(61, {sub, kBuffer, 100}) == 32);
  CHECK(name_at(kBuffer) == "b.txt");
  CHECK(guest.call(61, {sub, kBuffer, 100}) == 0);
  CHECK(guest.call(62, {sub, 0, 0}) == 0); // lseek to the beginning
  CHECK(guest.call(61, {sub, kBuffer, 1000}) == 24 + 24 + 40 + 32);
  CHECK(guest.call(61, {open(guest, "a.txt"), kBuffer, 100}) == kENOTDIR);
  CHECK(guest.call(61, {0, kBuffer, 100}) == kENOTDIR);
  CHECK(guest.call(61, {50, kBuffer, 100}) == kEBADF);
}

TEST_CASE("linux files: what lies inside can be read, by any way that stays inside") {
  const Box box;
  LinuxGuest guest(64, box.options());
  std::int64_t expected = 3;
  for (const std::string path : {"a.txt", "./a.txt", "sub/../a.txt", "in", "sub//../in"}) {
    INFO(path);
    const std::int64_t file = open(guest, path);
    CHECK(file == expected++);
    CHECK(guest.call(63, {file, kBuffer, 100}) == 5);
    CHECK(guest.read(kBuffer, 5) == "hello");
    CHECK(guest.call(63, {file, kBuffer, 100}) == 0);
  }
  const std::int64_t sub = open(guest, "sub", 0200000); // O_DIRECTORY
  CHECK(sub == expected++);
  CHECK(guest.call(63, {sub, kBuffer, 100}) == kEISDIR);
  const std::int64_t deep = open(guest, "b.txt", 0, sub);
  CHECK(guest.call(63, {deep, kBuffer, 100}) == 4);
  CHECK(guest.read(kBuffer, 4) == "deep");
  CHECK(open(guest, "a.txt", 0200000) == kENOTDIR);
  CHECK(open(guest, "a.txt/x") == kENOTDIR);
  CHECK(open(guest, "absent") == kENOENT);
  CHECK(open(guest, "") == kENOENT);
  CHECK(open(guest, std::string(5000, 'x')) == kENAMETOOLONG);
  CHECK(open(guest, "b.txt", 0, deep) == kENOTDIR);
  CHECK(open(guest, "b.txt", 0, 60) == kEBADF);
  CHECK(guest.call(56, {kHere, kNowhere, 0, 0}) == kEFAULT);
}

TEST_CASE("linux files: nothing can be written or made") {
  const Box box;
  LinuxGuest guest(64, box.options());
  for (const std::int64_t flags : {1, 2, 01000, 01 | 02000}) // WRONLY, RDWR, TRUNC, APPEND
    CHECK(open(guest, "a.txt", flags) == kEROFS);
  CHECK(open(guest, "new.txt", 0101) == kEROFS);
  CHECK(open(guest, "a.txt", 0300) == kEEXIST); // O_CREAT | O_EXCL
  CHECK(open(guest, "sub", 1) == kEISDIR);
  const std::int64_t file = open(guest, "a.txt");
  CHECK(guest.call(64, {file, kBuffer, 3}) == kEBADF);
  CHECK(guest.call(48, {kHere, kPath, 2}) == kEROFS); // faccessat, W_OK
  CHECK(guest.call(48, {kHere, kPath, 4}) == 0);
  CHECK_FALSE(std::filesystem::exists(box.inside() / "new.txt"));
  CHECK(std::filesystem::file_size(box.inside() / "a.txt") == 5);
}

TEST_CASE("linux files: a file stays as it was when it was first opened") {
  const Box box;
  LinuxGuest guest(64, box.options());
  CHECK(open(guest, "a.txt") == 3);
  CHECK(open(guest, "late") == kENOENT);
  std::ofstream(box.inside() / "a.txt") << "changed";
  std::ofstream(box.inside() / "late") << "too late";
  const std::int64_t again = open(guest, "a.txt");
  CHECK(guest.call(63, {again, kBuffer, 100}) == 5);
  CHECK(guest.read(kBuffer, 5) == "hello");
  CHECK(open(guest, "late") == kENOENT);
}

TEST_CASE("linux files: positions") {
  const Box box;
  LinuxGuest guest(64, box.options());
  const std::int64_t file = open(guest, "a.txt");
  CHECK(guest.call(62, {file, 1, 0}) == 1); // lseek, SEEK_SET
  CHECK(guest.call(63, {file, kBuffer, 2}) == 2);
  CHECK(guest.read(kBuffer, 2) == "el");
  CHECK(guest.call(62, {file, -1, 1}) == 2); // SEEK_CUR
  CHECK(guest.call(62, {file, -2, 2}) == 3); // SEEK_END
  CHECK(guest.call(62, {file, 100, 0}) == 100);
  CHECK(guest.call(63, {file, kBuffer, 2}) == 0); // behind the end
  CHECK(guest.call(62, {file, -1, 0}) == kEINVAL);
  CHECK(guest.call(62, {file, 0, 9}) == kEINVAL);
  CHECK(guest.call(62, {file, INT64_MAX, 1}) == kEINVAL);
  CHECK(guest.call(62, {1, 0, 0}) == kESPIPE);
  CHECK(guest.call(62, {50, 0, 0}) == kEBADF);
  CHECK(guest.call(67, {file, kBuffer, 2, 3}) == 2); // pread64 leaves the position
  CHECK(guest.read(kBuffer, 2) == "lo");
  CHECK(guest.call(62, {file, 0, 1}) == 100);
  CHECK(guest.call(67, {file, kBuffer, 2, -1}) == kEINVAL);
  CHECK(guest.call(67, {0, kBuffer, 2, 0}) == kESPIPE);
  CHECK(guest.call(67, {50, kBuffer, 2, 0}) == kEBADF);
}

TEST_CASE("linux files: descriptors are the lowest free ones, copies of one another, and few") {
  const Box box;
  LinuxGuest guest(64, box.options());
  CHECK(open(guest, "a.txt") == 3);
  CHECK(guest.call(23, {3}) == 4);       // dup
  CHECK(guest.call(24, {3, 9, 0}) == 9); // dup3
  CHECK(guest.call(24, {3, 3, 0}) == kEINVAL);
  CHECK(guest.call(24, {3, 64, 0}) == kEBADF);
  CHECK(guest.call(25, {3, 0, 8}) == 8);     // fcntl F_DUPFD
  CHECK(guest.call(25, {3, 1030, 8}) == 10); // F_DUPFD_CLOEXEC
  CHECK(guest.call(25, {3, 0, 64}) == kEINVAL);
  CHECK(guest.call(25, {3, 1}) == 0);    // F_GETFD
  CHECK(guest.call(25, {3, 2, 1}) == 0); // F_SETFD
  CHECK(guest.call(25, {3, 3}) == 0);    // F_GETFL: read only
  CHECK(guest.call(25, {1, 3}) == 1);    // write only
  CHECK(guest.call(25, {3, 99}) == kEINVAL);
  CHECK(guest.call(25, {40, 1}) == kEBADF);
  CHECK(guest.call(23, {40}) == kEBADF);
  CHECK(guest.call(57, {4}) == 0);
  CHECK(guest.call(57, {4}) == kEBADF);
  CHECK(open(guest, "in") == 4);
  for (int opened = 7; opened < static_cast<int>(kMaxGuestFiles); ++opened) // 0 to 4, 8, 9, 10: 8
    if (open(guest, "a.txt") < 0)
      CHECK(opened == static_cast<int>(kMaxGuestFiles) - 1);
  CHECK(open(guest, "a.txt") == kEMFILE);
  CHECK(guest.call(23, {3}) == kEMFILE);
}

TEST_CASE("linux files: so many paths are asked for, and so many bytes of files are kept") {
  const Box box; // a.txt has 5 bytes, sub/b.txt 4
  constexpr std::int64_t kENFILE = -23, kEFBIG = -27;
  const auto files = [&box](HostFileLimits limits) {
    return HostFiles(box.options().sandbox, Resolution::by_kernel_if_possible, limits);
  };
  HostFiles none(box.options().sandbox);
  for (std::size_t i = 0; i < InputLimits::guest_files; ++i)
    if (none.find(fmt::format("{}", i)) != kENOENT)
      FAIL_CHECK(i);
  CHECK(none.find("a.txt") == kENFILE);
  CHECK(none.find("7") == kENOENT); // known

  HostFiles both = files({5, 9, 2});
  CHECK(both.bytes_to_copy("a.txt") == 5);
  CHECK(both.find("a.txt") == 0);
  CHECK(both.find("sub/b.txt") == 1);
  CHECK(both.total_bytes() == 9);
  HostFiles one = files({5, 8, 3});
  CHECK(one.find("a.txt") == 0);
  CHECK(one.bytes_to_copy("sub/b.txt") == 0); // it is not going to be copied
  CHECK(one.find("sub/b.txt") == kEFBIG);
  CHECK(one.find("sub") == kENFILE); // the list of its names
  CHECK(one.total_bytes() == 5);
  HostFiles small = files({4, 100, 2});
  CHECK(small.find("a.txt") == kEFBIG);
  CHECK(small.find("sub/b.txt") == 0);

  constexpr HostFileLimits kStated;
  CHECK(kStated.file_bytes == 256ULL << 20);
  CHECK(kStated.total_bytes == 1ULL << 30);
  CHECK(kStated.paths == 4096);
}

TEST_CASE("linux files: standard streams") {
  LinuxGuest guest;
  guest.environment.input = "first\nsecond";
  CHECK(guest.call(63, {0, kBuffer, 6}) == 6);
  CHECK(guest.read(kBuffer, 6) == "first\n");
  CHECK(guest.call(63, {0, kBuffer, 100}) == 6);
  CHECK(guest.call(63, {0, kBuffer, 100}) == 0);
  CHECK(guest.call(63, {1, kBuffer, 1}) == kEBADF);
  CHECK(guest.call(63, {0, kNowhere, 0}) == 0);
  guest.put_text(kBuffer, "out");
  CHECK(guest.call(64, {1, kBuffer, 3}) == 3);
  CHECK(guest.call(64, {2, kBuffer, 1}) == 1);
  CHECK(guest.output == "outo");
  CHECK(guest.call(64, {0, kBuffer, 1}) == kEBADF);
  CHECK(guest.call(64, {1, kNowhere, 1}) == kEFAULT);
  CHECK(guest.call(64, {1, kGuestEnd - 1, 2}) == kEFAULT);
  CHECK(guest.call(64, {1, -1, 2}) == kEFAULT); // an address that wraps round
  CHECK(guest.call(57, {1}) == 0);
  CHECK(guest.call(64, {1, kBuffer, 1}) == kEBADF);
  LinuxGuest unread;
  unread.environment.input = "text";
  CHECK(unread.call(63, {0, kNowhere, 4}) == kEFAULT);
  CHECK(unread.call(63, {0, kBuffer, 4}) == 4); // nothing was lost
}

TEST_CASE("linux files: readv and writev") {
  for (const unsigned xlen : {64U, 32U}) {
    INFO(xlen);
    const unsigned word = xlen / 8;
    LinuxGuest guest(xlen);
    guest.environment.input = "abcdefgh";
    const std::int64_t vectors = kBuffer + 64;
    guest.store(vectors, kBuffer, word);
    guest.store(vectors + word, 3, word);
    guest.store(vectors + 2 * word, kBuffer + 32, word);
    guest.store(vectors + 3 * word, 2, word);
    CHECK(guest.call(65, {0, vectors, 2}) == 5);
    CHECK(guest.read(kBuffer, 3) == "abc");
    CHECK(guest.read(kBuffer + 32, 2) == "de");
    CHECK(guest.call(66, {1, vectors, 2}) == 5);
    CHECK(guest.output == "abcde");
    CHECK(guest.call(65, {0, vectors, 2}) == 3); // the rest of the input
    CHECK(guest.call(66, {1, vectors, 0}) == 0);
    CHECK(guest.call(66, {1, vectors, -1}) == kEINVAL);
    CHECK(guest.call(66, {1, vectors, 1025}) == kEINVAL);
    CHECK(guest.call(66, {1, kNowhere, 1}) == kEFAULT);
    CHECK(guest.call(66, {9, vectors, 1}) == kEBADF);
    guest.store(vectors + 2 * word, kNowhere, word);
    CHECK(guest.call(66, {1, vectors, 2}) == 3); // what went well counts
    guest.store(vectors, kNowhere, word);
    CHECK(guest.call(66, {1, vectors, 2}) == kEFAULT);
  }
}

TEST_CASE("linux files: what a terminal is, and what is none") {
  const Box box;
  LinuxGuest guest(64, box.options());
  constexpr std::int64_t kGetSettings = 0x5401;
  CHECK(guest.call(29, {1, kGetSettings, kBuffer}) == 0);
  CHECK(guest.call(29, {0, kGetSettings, kBuffer}) == kENOTTY);
  CHECK(guest.call(29, {1, kGetSettings, kNowhere}) == kEFAULT);
  CHECK(guest.call(29, {1, 0x5413, kBuffer}) == 0); // TIOCGWINSZ
  CHECK(guest.load(kBuffer, 2) == 24);
  CHECK(guest.load(kBuffer + 2, 2) == 80);
  CHECK(guest.call(29, {1, 0x1234, kBuffer}) == kENOTTY);
  CHECK(guest.call(29, {20, kGetSettings, kBuffer}) == kEBADF);
  CHECK(open(guest, "a.txt") == 3);
  CHECK(guest.call(29, {3, kGetSettings, kBuffer}) == kENOTTY);
}

TEST_CASE("linux files: fstat and newfstatat") {
  const Box box;
  LinuxGuest guest(64, box.options());
  constexpr std::uint64_t kFormat = 0170000;
  CHECK(open(guest, "a.txt") == 3);
  CHECK(guest.call(80, {3, kBuffer}) == 0);
  CHECK((guest.load(kBuffer + 16, 4) & kFormat) == 0100000);
  CHECK((guest.load(kBuffer + 16, 4) & 0222) == 0); // not writable
  CHECK(guest.load(kBuffer + 48) == 5);
  CHECK(guest.load(kBuffer + 56, 4) == 4096);
  const std::uint64_t inode = guest.load(kBuffer + 8);
  CHECK(guest.call(80, {1, kBuffer}) == 0);
  CHECK((guest.load(kBuffer + 16, 4) & kFormat) == 0020000); // a terminal
  CHECK(guest.call(80, {0, kBuffer}) == 0);
  CHECK((guest.load(kBuffer + 16, 4) & kFormat) == 0010000);
  CHECK(guest.call(80, {30, kBuffer}) == kEBADF);
  CHECK(guest.call(80, {3, kNowhere}) == kEFAULT);
  CHECK(guest.call(79, {kHere, kPath, kBuffer, 0}) == 0); // "a.txt"
  CHECK(guest.load(kBuffer + 8) == inode);
  guest.put_text(kPath, std::string("sub\0", 4));
  CHECK(guest.call(79, {kHere, kPath, kBuffer, 0}) == 0);
  CHECK((guest.load(kBuffer + 16, 4) & kFormat) == 0040000);
  guest.put_text(kPath, std::string("\0", 1));
  CHECK(guest.call(79, {3, kPath, kBuffer, 0x1000}) == 0); // AT_EMPTY_PATH
  CHECK(guest.load(kBuffer + 48) == 5);
  CHECK(guest.call(79, {3, kPath, kBuffer, 0}) == kENOENT);
}

TEST_CASE("linux files: names of things") {
  const Box box;
  LinuxGuest guest(64, box.options());
  CHECK(guest.call(17, {kBuffer, 100}) == 2); // getcwd
  CHECK(guest.read(kBuffer, 2) == std::string("/\0", 2));
  CHECK(guest.call(17, {kBuffer, 1}) == kERANGE);
  CHECK(guest.call(17, {kNowhere, 100}) == kEFAULT);
  guest.put_text(kPath, std::string("/proc/self/exe\0", 15));
  CHECK(guest.call(78, {kHere, kPath, kBuffer, 100}) == 6);
  CHECK(guest.read(kBuffer, 6) == "/guest");
  CHECK(guest.call(78, {kHere, kPath, kBuffer, 3}) == 3); // cut off, as Linux does
  CHECK(guest.call(78, {kHere, kPath, kBuffer, 0}) == kEINVAL);
  CHECK(guest.call(78, {kHere, kPath, kNowhere, 100}) == kEFAULT);
  guest.put_text(kPath, std::string("a.txt\0", 6));
  CHECK(guest.call(78, {kHere, kPath, kBuffer, 100}) == kEINVAL); // no link
}
