#include "elf/dwarf_line_header.hpp"

#include "base/input_limits.hpp"
#include "isa/elf.hpp"

#include <fmt/format.h>

namespace stallscope::isa::elf {

namespace {

/// Maximum number of directories or files in a unit; far more than any compiler writes.
constexpr std::uint64_t kMaxEntries = InputLimits::line_entries;

constexpr const char* kBadName = "a file name is not in the file, or too long";

/// Content of a field of a directory or file entry (DWARF 5, section 6.2.4.1).
enum : std::uint64_t { kContentPath = 1, kContentDirectory = 2 };

/// Storage of a field (DWARF 5, section 7.5.6): forms the standard allows here, and similar ones.
/// Each takes at least one byte.
enum : std::uint64_t {
  kFormBlock2 = 0x03,
  kFormBlock4 = 0x04,
  kFormData2 = 0x05,
  kFormData4 = 0x06,
  kFormData8 = 0x07,
  kFormString = 0x08,
  kFormBlock = 0x09,
  kFormBlock1 = 0x0a,
  kFormData1 = 0x0b,
  kFormSdata = 0x0d,
  kFormStrp = 0x0e,
  kFormUdata = 0x0f,
  kFormData16 = 0x1e,
  kFormLineStrp = 0x1f,
};

struct Field {
  std::uint64_t content = 0;
  std::uint64_t form = 0;
};

struct FieldValue {
  std::uint64_t number = 0;
  std::optional<std::string_view> text;
};

class HeaderReader {
public:
  HeaderReader(ByteReader& reader, const LineSections& sections, LineHeader& header)
      : reader_(reader), sections_(sections), header_(header) {}

  /// Reads the header after header_length; false with `problem` set.
  bool read(std::string& problem);

private:
  bool read_constants();
  bool read_old_tables();
  bool read_tables();
  bool read_table(std::vector<FileEntry>& entries);
  std::optional<FieldValue> read_field(std::uint64_t form);
  bool fail(std::string why) {
    why_ = std::move(why);
    return false;
  }

  ByteReader& reader_;
  const LineSections& sections_;
  LineHeader& header_;
  std::string why_;
};

bool HeaderReader::read(std::string& problem) {
  const bool good = read_constants() && (header_.version >= 5 ? read_tables() : read_old_tables());
  if (good && reader_.ok())
    return true;
  problem = why_.empty() ? "the header is cut off" : why_;
  return false;
}

bool HeaderReader::read_constants() {
  header_.min_instruction_bytes = reader_.u8();
  if (header_.version >= 4)
    header_.max_operations = reader_.u8();
  header_.default_is_statement = reader_.u8() != 0;
  header_.line_base = static_cast<std::int8_t>(reader_.u8());
  header_.line_range = reader_.u8();
  header_.opcode_base = reader_.u8();
  if (!reader_.ok())
    return false;
  if (header_.line_range == 0 || header_.opcode_base == 0 || header_.max_operations == 0)
    return fail("line range, opcode base or operations in an instruction are 0");
  header_.opcode_lengths = reader_.take(header_.opcode_base - 1U);
  return reader_.ok();
}

/// Versions 2 to 4: two lists, each ended by an empty name.
bool HeaderReader::read_old_tables() {
  header_.directories.emplace_back(); // number 0, the directory of the compilation: not in this
                                      // section
  while (reader_.ok()) {
    const std::string_view name = reader_.c_string();
    if (name.empty())
      break;
    if (name.size() > kMaxElfNameBytes)
      return fail(kBadName);
    header_.directories.push_back(name);
  }
  while (reader_.ok()) {
    const std::string_view name = reader_.c_string();
    if (name.empty())
      break;
    if (name.size() > kMaxElfNameBytes)
      return fail(kBadName);
    const std::uint64_t directory = reader_.uleb();
    (void)reader_.uleb(); // time of last change
    (void)reader_.uleb(); // size
    header_.files.push_back({name, directory});
  }
  return reader_.ok();
}

bool HeaderReader::read_tables() {
  std::vector<FileEntry> directories;
  if (!read_table(directories) || !read_table(header_.files))
    return false;
  for (const FileEntry& directory : directories)
    header_.directories.push_back(directory.name);
  return true;
}

/// Version 5: the fields of an entry and their storage, then the entries.
bool HeaderReader::read_table(std::vector<FileEntry>& entries) {
  std::vector<Field> fields(reader_.u8());
  for (Field& field : fields) {
    field.content = reader_.uleb();
    field.form = reader_.uleb();
  }
  const std::uint64_t count = reader_.uleb();
  if (!reader_.ok())
    return false;
  if (count > kMaxEntries || (count > 0 && fields.empty()))
    return fail(fmt::format("it has {} files or directories of {} fields", count, fields.size()));
  for (std::uint64_t i = 0; i < count; ++i) {
    FileEntry entry;
    for (const Field& field : fields) {
      const auto value = read_field(field.form);
      if (!value)
        return false;
      if (field.content == kContentPath && (!value->text || value->text->size() > kMaxElfNameBytes))
        return fail(kBadName);
      if (field.content == kContentPath)
        entry.name = *value->text;
      else if (field.content == kContentDirectory)
        entry.directory = value->number;
    }
    entries.push_back(entry);
  }
  return true;
}

std::optional<FieldValue> HeaderReader::read_field(std::uint64_t form) {
  FieldValue value;
  const auto from = [&](std::span<const std::uint8_t> section) {
    value.text = text_at(section, reader_.unsigned_of(header_.offset_bytes), kMaxElfNameBytes + 1);
  };
  switch (form) {
  case kFormString:
    value.text = reader_.c_string();
    break;
  case kFormLineStrp:
    from(sections_.line_str);
    break;
  case kFormStrp:
    from(sections_.str);
    break;
  case kFormData1:
    value.number = reader_.u8();
    break;
  case kFormData2:
    value.number = reader_.u16();
    break;
  case kFormData4:
    value.number = reader_.u32();
    break;
  case kFormData8:
    value.number = reader_.u64();
    break;
  case kFormUdata:
    value.number = reader_.uleb();
    break;
  case kFormSdata:
    value.number = static_cast<std::uint64_t>(reader_.sleb());
    break;
  case kFormData16: // an MD5 sum
    reader_.skip(16);
    break;
  case kFormBlock:
    reader_.skip(reader_.uleb());
    break;
  case kFormBlock1:
    reader_.skip(reader_.u8());
    break;
  case kFormBlock2:
    reader_.skip(reader_.u16());
    break;
  case kFormBlock4:
    reader_.skip(reader_.u32());
    break;
  default:
    fail(fmt::format("fields of form {:#x} are not known here", form));
    return std::nullopt;
  }
  if (!reader_.ok())
    return std::nullopt;
  return value;
}

bool is_absolute(std::string_view path) {
  return !path.empty() && path.front() == '/';
}

std::string join(std::string_view directory, std::string_view name) {
  if (directory.empty() || is_absolute(name))
    return std::string(name);
  return fmt::format("{}{}{}", directory, directory.back() == '/' ? "" : "/", name);
}

} // namespace

std::optional<LineHeader> read_line_header(ByteReader& reader, unsigned offset_bytes,
                                           const LineSections& sections, std::string& problem) {
  LineHeader header;
  header.offset_bytes = offset_bytes;
  header.version = reader.u16();
  if (reader.ok() && (header.version < 2 || header.version > 5)) {
    problem = fmt::format("it is of DWARF version {}, and 2 to 5 are known", header.version);
    return std::nullopt;
  }
  if (header.version >= 5)
    reader.skip(2); // sizes of an address and of a segment selector
  const std::uint64_t header_bytes = reader.unsigned_of(offset_bytes);
  ByteReader own(reader.take(header_bytes));
  if (!reader.ok()) {
    problem = "the header is cut off";
    return std::nullopt;
  }
  if (!HeaderReader(own, sections, header).read(problem))
    return std::nullopt;
  return header;
}

std::optional<std::string> file_path(const LineHeader& header, std::uint64_t number) {
  if (header.version < 5)
    --number; // 0 becomes a number without a file
  if (number >= header.files.size())
    return std::nullopt;
  const FileEntry& file = header.files[static_cast<std::size_t>(number)];
  if (file.directory >= header.directories.size())
    return std::string(file.name);
  const std::string_view directory = header.directories[static_cast<std::size_t>(file.directory)];
  return file.directory == 0 ? join(directory, file.name)
                             : join(join(header.directories[0], directory), file.name);
}

} // namespace stallscope::isa::elf
