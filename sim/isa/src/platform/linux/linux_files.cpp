// Descriptors: the standard streams, and files below one directory of the host, read-only.

#include "environment/environment_input.hpp"
#include "platform/host_files.hpp"
#include "platform/linux/linux_call.hpp"

#include <algorithm>
#include <vector>

namespace stallscope::isa {

using namespace linux_abi;

namespace {

// Flags of openat (asm-generic).
constexpr std::uint64_t kAccessModes = 3;
constexpr std::uint64_t kReadOnly = 0;
constexpr std::uint64_t kCreate = 0100;
constexpr std::uint64_t kExclusive = 0200;
constexpr std::uint64_t kTruncate = 01000;
constexpr std::uint64_t kDirectory = 0200000;
constexpr std::int64_t kWorkingDirectory = -100; // AT_FDCWD

constexpr std::uint64_t kLongestTransfer = 0x7FFFF000; // maximum size of one read or write
constexpr std::int64_t kMostVectors = 1024;

/// A number for each path, equal in every run (FNV-1a).
std::uint64_t inode_of(std::string_view path) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : path)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return hash;
}

/// struct stat of 64-bit asm-generic; all times are 0.
std::array<std::uint8_t, 128> status_bytes(std::uint64_t inode, std::uint32_t mode,
                                           std::uint64_t size) {
  std::array<std::uint8_t, 128> bytes{};
  const auto put = [&bytes](std::size_t at, std::size_t count, std::uint64_t value) {
    for (std::size_t i = 0; i < count; ++i)
      bytes[at + i] = static_cast<std::uint8_t>(value >> (8 * i));
  };
  put(0, 8, 1);     // st_dev
  put(8, 8, inode); // st_ino
  put(16, 4, mode); // st_mode
  put(20, 4, 1);    // st_nlink
  put(24, 4, static_cast<std::uint64_t>(kUser));
  put(28, 4, static_cast<std::uint64_t>(kUser));
  put(48, 8, size);               // st_size
  put(56, 4, kPageBytes);         // st_blksize
  put(64, 8, (size + 511) / 512); // st_blocks
  return bytes;
}

/// struct linux_dirent64: inode, offset of the next entry, length, type, name with its zero byte.
std::vector<std::uint8_t> directory_record(const std::string& directory,
                                           const HostFile::Entry& entry, std::uint64_t next) {
  constexpr std::size_t kNameAt = 19;
  std::vector<std::uint8_t> bytes((kNameAt + entry.name.size() + 1 + 7) / 8 * 8);
  const auto put = [&bytes](std::size_t at, std::size_t count, std::uint64_t value) {
    for (std::size_t i = 0; i < count; ++i)
      bytes[at + i] = static_cast<std::uint8_t>(value >> (8 * i));
  };
  put(0, 8, inode_of(directory + "/" + entry.name));
  put(8, 8, next);
  put(16, 2, bytes.size());
  put(18, 1, entry.type);
  std::copy(entry.name.begin(), entry.name.end(), bytes.begin() + kNameAt);
  return bytes;
}

constexpr std::uint32_t kTerminalMode = 0020620; // character device
constexpr std::uint32_t kPipeMode = 0010600;
constexpr std::uint32_t kFileMode = 0100444;
constexpr std::uint32_t kDirectoryMode = 0040555;

std::array<std::uint8_t, 128> status_of(const HostFile& file) {
  return status_bytes(inode_of(file.path), file.directory ? kDirectoryMode : kFileMode,
                      file.content.size());
}

} // namespace

const GuestFile* LinuxCall::descriptor(std::int64_t file) const {
  if (file < 0 || file >= static_cast<std::int64_t>(kMaxGuestFiles))
    return nullptr;
  const GuestFile& found = state_.platform->files[static_cast<std::size_t>(file)];
  return found.kind == GuestFile::Kind::closed ? nullptr : &found;
}

std::int64_t LinuxCall::read_at(GuestFile& file, std::uint64_t address, std::uint64_t bytes) {
  bytes = std::min(bytes, kLongestTransfer);
  std::string_view text;
  if (file.kind == GuestFile::Kind::input) {
    const auto input = bytes == 0 ? std::string_view{} : input_for(state_, environment_);
    if (!input) {
      trap_ = Trap::interrupted;
      return 0;
    }
    text = input->substr(0, bytes);
  } else if (file.kind == GuestFile::Kind::file) {
    const HostFile& content = program_.files->file(file.file);
    if (content.directory)
      return kEISDIR;
    if (file.offset < content.content.size())
      text = std::string_view(content.content).substr(file.offset, bytes);
  } else {
    return kEBADF;
  }
  if (!call_may_write(environment_, state_, address, text.size())) {
    trap_ = Trap::interrupted;
    return 0;
  }
  if (!memory_.write(address, text))
    return kEFAULT;
  if (file.kind == GuestFile::Kind::input)
    state_.input_used += text.size();
  else
    file.offset += text.size();
  return static_cast<std::int64_t>(text.size());
}

std::int64_t LinuxCall::read(std::uint64_t address, std::uint64_t bytes) {
  const GuestFile* file = descriptor(number(0));
  if (file == nullptr)
    return kEBADF;
  GuestFile changed = *file;
  const std::int64_t result = read_at(changed, address, bytes);
  if (result > 0 && changed.kind == GuestFile::Kind::file)
    state_.platform.edit().files[static_cast<std::size_t>(number(0))] = changed;
  return result;
}

std::int64_t LinuxCall::positioned_read() {
  const GuestFile* file = descriptor(number(0));
  if (file == nullptr)
    return kEBADF;
  if (file->kind != GuestFile::Kind::file)
    return kESPIPE;
  if (static_cast<std::int64_t>(arguments_[3]) < 0)
    return kEINVAL;
  GuestFile there = *file;
  there.offset = arguments_[3];
  return read_at(there, pointer(1), word(2));
}

std::int64_t LinuxCall::write(std::uint64_t address, std::uint64_t bytes) {
  const GuestFile* file = descriptor(number(0));
  if (file == nullptr || file->kind != GuestFile::Kind::output)
    return kEBADF;
  bytes = std::min(bytes, kLongestTransfer);
  if (!memory_.allows(address, bytes, false))
    return kEFAULT;
  print_memory(state_, environment_, address, bytes);
  return static_cast<std::int64_t>(bytes);
}

/// The program has read all of a piece of input that arrives in pieces.
bool LinuxCall::at_piece_end() const {
  const InputSource* source = environment_.input_source;
  const std::uint64_t used = state_.input_used;
  return descriptor(number(0))->kind == GuestFile::Kind::input && source != nullptr && used > 0 &&
         source->piece_end(used - 1) == used;
}

/// readv and writev: one transfer after the other, until one is incomplete. Only the first waits
/// for input.
std::int64_t LinuxCall::vectors(bool writing) {
  const unsigned bytes = memory_.word_bytes();
  const std::int64_t count = number(2);
  if (descriptor(number(0)) == nullptr)
    return kEBADF;
  if (count < 0 || count > kMostVectors)
    return kEINVAL;
  if (!memory_.allows(pointer(1), static_cast<std::uint64_t>(count) * 2 * bytes, false))
    return kEFAULT;
  std::int64_t total = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    if (total > 0 && at_piece_end())
      break;
    const std::uint64_t entry = pointer(1) + static_cast<std::uint64_t>(i) * 2 * bytes;
    const std::uint64_t address = state_.memory.load(entry, bytes);
    const std::uint64_t length = state_.memory.load(entry + bytes, bytes);
    const std::int64_t done = writing ? write(address, length) : read(address, length);
    if (done < 0)
      return total > 0 ? total : done;
    total += done;
    if (static_cast<std::uint64_t>(done) < length ||
        total >= static_cast<std::int64_t>(kLongestTransfer))
      break;
  }
  return total;
}

/// Like HostFiles::find. A copy that exceeds the run's limits ends it.
std::int64_t LinuxCall::find_path(const std::string& path) {
  if (CallLimit* limit = environment_.call_limit;
      limit != nullptr && !limit->may_take(state_, program_.files->bytes_to_copy(path))) {
    trap_ = Trap::interrupted;
    return kENFILE;
  }
  return program_.files->find(path);
}

std::int64_t LinuxCall::find_file(std::int64_t directory, std::uint64_t path_address) {
  const auto path = memory_.text(path_address, kLongestPath);
  if (!path)
    return memory_.allows(path_address, 1, false) ? kENAMETOOLONG : kEFAULT;
  if (path->empty() || program_.files == nullptr)
    return kENOENT;
  if (path->front() == '/') { // the directory is both the root and the working directory
    const std::size_t name = path->find_first_not_of('/');
    return find_path(name == std::string::npos ? "." : path->substr(name));
  }
  if (directory != kWorkingDirectory) {
    const GuestFile* base = descriptor(directory);
    if (base == nullptr)
      return kEBADF;
    if (base->kind != GuestFile::Kind::file || !program_.files->file(base->file).directory)
      return kENOTDIR;
    return find_path(program_.files->file(base->file).path + "/" + *path);
  }
  return find_path(*path);
}

std::int64_t LinuxCall::open() {
  const std::uint64_t flags = word(2);
  const std::int64_t file = find_file(number(0), pointer(1));
  const bool changes = (flags & kAccessModes) != kReadOnly || (flags & kTruncate) != 0;
  if (file < 0)
    return file == kENOENT && (flags & kCreate) != 0 && program_.files != nullptr ? kEROFS : file;
  if ((flags & kCreate) != 0 && (flags & kExclusive) != 0)
    return kEEXIST;
  const auto number = static_cast<std::uint32_t>(file);
  const bool directory = program_.files->file(number).directory;
  if (directory && changes)
    return kEISDIR;
  if (changes)
    return kEROFS;
  if ((flags & kDirectory) != 0 && !directory)
    return kENOTDIR;
  const auto& files = state_.platform->files;
  for (std::size_t i = 0; i < kMaxGuestFiles; ++i)
    if (files[i].kind == GuestFile::Kind::closed) {
      state_.platform.edit().files[i] = {GuestFile::Kind::file, number, 0};
      return static_cast<std::int64_t>(i);
    }
  return kEMFILE;
}

std::int64_t LinuxCall::close() {
  if (descriptor(number(0)) == nullptr)
    return kEBADF;
  state_.platform.edit().files[static_cast<std::size_t>(number(0))] = {};
  return 0;
}

std::int64_t LinuxCall::seek() {
  const GuestFile* file = descriptor(number(0));
  if (file == nullptr)
    return kEBADF;
  if (file->kind != GuestFile::Kind::file)
    return kESPIPE;
  const auto size = static_cast<std::int64_t>(program_.files->file(file->file).content.size());
  std::int64_t from = 0;
  switch (number(2)) {
  case 0: // SEEK_SET
    break;
  case 1: // SEEK_CUR
    from = static_cast<std::int64_t>(file->offset);
    break;
  case 2: // SEEK_END
    from = size;
    break;
  default:
    return kEINVAL;
  }
  const auto by = static_cast<std::int64_t>(arguments_[1]);
  std::int64_t to = 0;
  if (__builtin_add_overflow(from, by, &to) || to < 0)
    return kEINVAL;
  state_.platform.edit().files[static_cast<std::size_t>(number(0))].offset =
      static_cast<std::uint64_t>(to);
  return to;
}

/// dup, dup3 and F_DUPFD. A copy has a separate offset here: programs that move one offset and read
/// through the other descriptor are not supported.
std::int64_t LinuxCall::duplicate(std::int64_t at_least, std::int64_t exactly) {
  const GuestFile* file = descriptor(number(0));
  if (file == nullptr)
    return kEBADF;
  const GuestFile copy = *file;
  constexpr auto kCount = static_cast<std::int64_t>(kMaxGuestFiles);
  if (exactly >= kCount)
    return kEBADF;
  if (exactly >= 0 && exactly == number(0))
    return kEINVAL;
  if (at_least < 0 || at_least >= kCount)
    return kEINVAL;
  std::int64_t place = exactly >= 0 ? exactly : at_least;
  while (exactly < 0 && place < kCount && descriptor(place) != nullptr)
    ++place;
  if (place >= kCount)
    return kEMFILE;
  state_.platform.edit().files[static_cast<std::size_t>(place)] = copy;
  return place;
}

std::int64_t LinuxCall::control() {
  constexpr std::int64_t kDuplicate = 0;
  constexpr std::int64_t kDuplicateCloseOnExec = 1030;
  const GuestFile* file = descriptor(number(0));
  if (file == nullptr)
    return kEBADF;
  switch (number(1)) {
  case kDuplicate:
  case kDuplicateCloseOnExec:
    return duplicate(number(2), -1);
  case 1: // F_GETFD
  case 2: // F_SETFD: exec does not exist
  case 4: // F_SETFL
    return 0;
  case 3: // F_GETFL
    return file->kind == GuestFile::Kind::output ? 1 : 0;
  default:
    return kEINVAL;
  }
}

/// Standard output looks like a terminal, so that it is line-buffered; standard input only if it is
/// interactive.
bool LinuxCall::is_terminal(const GuestFile& file) const {
  return file.kind == GuestFile::Kind::output ||
         (file.kind == GuestFile::Kind::input && environment_.input_source != nullptr &&
          environment_.input_source->is_terminal());
}

std::int64_t LinuxCall::terminal() {
  constexpr std::int64_t kGetSettings = 0x5401; // TCGETS
  constexpr std::int64_t kGetSize = 0x5413;     // TIOCGWINSZ
  const GuestFile* file = descriptor(number(0));
  if (file == nullptr)
    return kEBADF;
  if (!is_terminal(*file))
    return kENOTTY;
  if (number(1) == kGetSettings) {
    // Four words of flags: CR-NL mapping, output processing, 38400 baud 8N1, echo and canonical.
    constexpr std::array<std::uint32_t, 4> kFlags{0x0500, 0x0005, 0x00BF, 0x8A3B};
    constexpr std::uint64_t kSettingsBytes = 36;
    if (!memory_.allows(pointer(2), kSettingsBytes, true))
      return kEFAULT;
    state_.memory.write(pointer(2), std::array<std::uint8_t, kSettingsBytes>{});
    for (std::size_t i = 0; i < kFlags.size(); ++i)
      state_.memory.store(pointer(2) + 4 * i, 4, kFlags[i]);
    return 0;
  }
  if (number(1) == kGetSize) {
    constexpr std::uint64_t kRowsAndColumns = 24 | 80 << 16;
    return memory_.store(pointer(2), 8, kRowsAndColumns) ? 0 : kEFAULT;
  }
  return kENOTTY;
}

std::int64_t LinuxCall::read_link() {
  const auto path = memory_.text(pointer(1), kLongestPath);
  if (!path)
    return kEFAULT;
  if (number(3) <= 0)
    return kEINVAL;
  if (*path == "/proc/self/exe" && !program_.arguments.empty()) {
    const std::string& name = program_.arguments.front();
    std::string link = "/" + name.substr(name.rfind('/') + 1); // npos + 1 is 0
    link.resize(std::min(link.size(), static_cast<std::size_t>(number(3))));
    return memory_.write(pointer(2), link) ? static_cast<std::int64_t>(link.size()) : kEFAULT;
  }
  const std::int64_t file = find_file(number(0), pointer(1));
  return file < 0 ? file : kEINVAL; // symbolic links have already been followed
}

std::int64_t LinuxCall::status_of_descriptor(std::int64_t number, std::uint64_t address) {
  if (program_.xlen == 32)
    return unknown(80); // struct stat64 of 32-bit programs has a different layout
  const GuestFile* file = descriptor(number);
  if (file == nullptr)
    return kEBADF;
  std::array<std::uint8_t, 128> status{};
  if (file->kind == GuestFile::Kind::file)
    status = status_of(program_.files->file(file->file));
  else
    status = status_bytes(1, is_terminal(*file) ? kTerminalMode : kPipeMode, 0);
  return memory_.write(address, status) ? 0 : kEFAULT;
}

std::int64_t LinuxCall::status_of_path() {
  constexpr std::uint64_t kEmptyPath = 0x1000; // AT_EMPTY_PATH
  if (program_.xlen == 32)
    return unknown(79);
  const auto path = memory_.text(pointer(1), kLongestPath);
  if (path && path->empty() && (word(3) & kEmptyPath) != 0)
    return status_of_descriptor(number(0), pointer(2));
  const std::int64_t file = find_file(number(0), pointer(1));
  if (file < 0)
    return file;
  return memory_.write(pointer(2),
                       status_of(program_.files->file(static_cast<std::uint32_t>(file))))
             ? 0
             : kEFAULT;
}

std::int64_t LinuxCall::working_directory() {
  constexpr std::string_view kRoot{"/", 2}; // including its zero byte
  if (word(1) < kRoot.size())
    return kERANGE;
  return memory_.write(pointer(0), kRoot) ? static_cast<std::int64_t>(kRoot.size()) : kEFAULT;
}

/// getdents64: as many entries as fit. The offset of the descriptor counts entries.
std::int64_t LinuxCall::directory_entries() {
  const GuestFile* file = descriptor(number(0));
  if (file == nullptr)
    return kEBADF;
  if (file->kind != GuestFile::Kind::file || !program_.files->file(file->file).directory)
    return kENOTDIR;
  const HostFile& directory = program_.files->file(file->file);
  const std::uint64_t room = std::min(word(2), kLongestTransfer);
  std::vector<std::uint8_t> bytes;
  std::uint64_t next = file->offset;
  for (; next < directory.entries.size(); ++next) {
    const HostFile::Entry& entry = directory.entries[next];
    const auto record = directory_record(directory.path, entry, next + 1);
    if (bytes.size() + record.size() > room)
      break;
    bytes.insert(bytes.end(), record.begin(), record.end());
  }
  if (bytes.empty())
    return next < directory.entries.size() ? kEINVAL : 0;
  if (!call_may_write(environment_, state_, pointer(1), bytes.size())) {
    trap_ = Trap::interrupted;
    return 0;
  }
  if (!memory_.write(pointer(1), bytes))
    return kEFAULT;
  state_.platform.edit().files[static_cast<std::size_t>(number(0))].offset = next;
  return static_cast<std::int64_t>(bytes.size());
}

std::int64_t LinuxCall::may_access() {
  constexpr std::int64_t kWrite = 2;
  const std::int64_t file = find_file(number(0), pointer(1));
  if (file < 0)
    return file;
  return (number(2) & kWrite) != 0 ? kEROFS : 0;
}

} // namespace stallscope::isa
