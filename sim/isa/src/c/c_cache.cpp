#include "c_cache.hpp"

#include "base/read_file.hpp"
#include "base/sha256.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace stallscope::isa {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kHeading = "stallscope compiled C 2\n";
constexpr std::size_t kDigits = 64;

/// $XDG_CACHE_HOME/stallscope/c, or below ~/.cache; empty if neither is known.
std::string cache_folder() {
  const auto variable = [](const char* name) -> std::string {
    const char* value = std::getenv(name); // no other thread changes the environment
    return value == nullptr || value[0] != '/' ? std::string() : std::string(value);
  };
  const std::string base = variable("XDG_CACHE_HOME");
  const std::string home = variable("HOME");
  return !base.empty()   ? base + "/stallscope/c"
         : !home.empty() ? home + "/.cache/stallscope/c"
                         : std::string();
}

/// Opens a cache file owned by the user and not writable by others; empty otherwise.
Descriptor open_own(const std::string& folder, const std::string& name) {
  const std::optional<Folder> cache = Folder::open(folder);
  Descriptor file = cache ? cache->open_below(name, Links::refuse) : Descriptor();
  struct stat info {};
  if (!file.ok() || fstat(file.get(), &info) != 0 || info.st_uid != geteuid() ||
      (info.st_mode & 022) != 0)
    return {};
  return file;
}

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t now = write(file, bytes.data(), bytes.size());
    if (now <= 0)
      return false;
    bytes.remove_prefix(static_cast<std::size_t>(now));
  }
  return true;
}

/// Deletes the oldest entries until the cache is within its limits, and files left by interrupted
/// runs.
void shrink(const std::string& folder) {
  struct Entry {
    fs::file_time_type used;
    std::uint64_t bytes = 0;
    fs::path path;
  };
  std::vector<Entry> entries;
  std::uint64_t bytes = 0;
  std::error_code failed;
  for (fs::directory_iterator i(folder, failed), end; !failed && i != end; i.increment(failed)) {
    std::error_code gone;
    const auto used = fs::last_write_time(i->path(), gone);
    const std::uint64_t size = gone ? 0 : i->file_size(gone);
    if (gone)
      continue;
    entries.push_back({used, size, i->path()});
    bytes += size;
  }
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.used < b.used; });
  std::size_t left = entries.size();
  for (const Entry& entry : entries) {
    if (bytes <= kMaxCacheBytes && left <= kMaxCacheEntries)
      break;
    fs::remove(entry.path, failed);
    bytes -= entry.bytes;
    --left;
  }
}

} // namespace

std::optional<CachedProgram> cached_program(const std::string& key) {
  const std::string folder = cache_folder();
  const Descriptor file = folder.empty() ? Descriptor() : open_own(folder, key);
  std::string text;
  if (!file.ok() || read_plain_file(file, kMaxCacheBytes, text) != ReadEnd::complete)
    return std::nullopt;
  futimens(file.get(), nullptr); // marks the entry as recently used
  std::string_view rest = text;
  if (!rest.starts_with(kHeading) || rest.size() < kHeading.size() + kDigits + 1)
    return std::nullopt;
  rest.remove_prefix(kHeading.size());
  const std::string_view sum = rest.substr(0, kDigits);
  rest.remove_prefix(kDigits + 1);
  Sha256 hash;
  hash.add(key);
  hash.add(rest);
  if (hash.hex() != sum)
    return std::nullopt;
  std::size_t length = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), length);
  const auto digits = static_cast<std::size_t>(end - rest.data());
  if (error != std::errc() || digits + 1 > rest.size() || length > rest.size() - digits - 1)
    return std::nullopt;
  rest.remove_prefix(digits + 1);
  return CachedProgram{std::string(rest.substr(0, length)), std::string(rest.substr(length))};
}

void keep_in_cache(const std::string& key, const CachedProgram& program) {
  const std::string folder = cache_folder();
  std::error_code failed;
  if (folder.empty() || program.elf.size() > kMaxCacheBytes / 4)
    return;
  fs::create_directories(folder, failed);
  if (failed)
    return;
  const std::string rest =
      fmt::format("{}\n{}{}", program.messages.size(), program.messages, program.elf);
  Sha256 hash;
  hash.add(key);
  hash.add(rest);
  std::string part = folder + "/part-XXXXXX";
  const int file = mkostemp(part.data(), O_CLOEXEC); // readable by the owner only
  if (file < 0)
    return;
  const bool whole =
      write_all(file, kHeading) && write_all(file, hash.hex() + "\n") && write_all(file, rest);
  if (close(file) != 0 || !whole || rename(part.c_str(), (folder + "/" + key).c_str()) != 0)
    unlink(part.c_str());
  shrink(folder);
}

} // namespace stallscope::isa
