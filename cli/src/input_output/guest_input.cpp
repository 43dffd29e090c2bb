#include "input_output/guest_input.hpp"

#include "base/input_limits.hpp"
#include "base/platform/terminal.hpp"
#include "base/read_file.hpp"
#include "input_output/console.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace stallscope::cli {

namespace {

/// Limit of the input, which is kept in memory so that parts of a run can be repeated.
constexpr std::size_t kMaxInputBytes = InputLimits::input;
constexpr std::size_t kPieceBytes = 65'536;

/// Like read(), but returns 0 when interrupted; negative on failure.
ssize_t read_piece(int descriptor, std::array<char, kPieceBytes>& buffer) {
  for (;;) {
    if (!wait_until_readable(descriptor, interrupted()))
      return 0;
    const ssize_t got = ::read(descriptor, buffer.data(), buffer.size());
    if (got >= 0 || (errno != EINTR && errno != EAGAIN))
      return got;
  }
}

int open_input(const std::string& name) {
  return name == "-" ? duplicate(STDIN_FILENO) : open_to_read(name).release();
}

/// A regular file, whose content is available immediately.
bool is_regular(int descriptor) {
  struct stat status {};
  return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

/// A file with more than `bytes` left to read, by its size, before reading.
bool has_more_than(int descriptor, std::size_t bytes) {
  struct stat status {};
  if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode))
    return false;
  const off_t at = lseek(descriptor, 0, SEEK_CUR);
  const off_t left = status.st_size - std::max<off_t>(at, 0);
  return left > 0 && static_cast<std::uint64_t>(left) > bytes;
}

/// Name of the input in messages: "--stdin book.txt"
std::string called(const Subject& subject) {
  return subject.input_option + " " + subject.input;
}

void print_unreadable(const std::string& name) {
  if (interrupted())
    print_warning(fmt::format("interrupted while reading {}", name));
  else
    print_error(fmt::format("{}: {}", name, std::strerror(errno)));
}

} // namespace

std::optional<std::string> read_all(int descriptor, std::size_t most_bytes) {
  std::string text;
  std::array<char, kPieceBytes> buffer{};
  while (text.size() <= most_bytes) {
    const ssize_t got = read_piece(descriptor, buffer);
    if (got < 0)
      return std::nullopt;
    if (got == 0)
      break;
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
  return text;
}

DescriptorInput::DescriptorInput(int descriptor, std::string name)
    : descriptor_(descriptor), name_(std::move(name)),
      terminal_(descriptor >= 0 && isatty(descriptor) == 1) {}

DescriptorInput::~DescriptorInput() {
  if (descriptor_ >= 0)
    close(descriptor_);
}

void DescriptorInput::set(std::string text) {
  text_ = std::move(text);
  ends_.assign(text_.empty() ? 0 : 1, text_.size());
  if (descriptor_ >= 0)
    close(descriptor_);
  descriptor_ = -1;
}

std::uint64_t DescriptorInput::piece_end(std::uint64_t offset) const {
  return *std::upper_bound(ends_.begin(), ends_.end(), offset);
}

isa::InputSource::Wait DescriptorInput::wait() {
  if (ended_ || descriptor_ < 0) {
    ended_ = true;
    return Wait::end;
  }
  std::array<char, kPieceBytes> buffer{};
  const auto start = std::chrono::steady_clock::now();
  const ssize_t got = read_piece(descriptor_, buffer);
  waited_seconds_ +=
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (interrupted())
    return Wait::interrupted;
  if (got < 0)
    print_warning(fmt::format("{}: {}; the program finds the end of its input there", name_,
                              std::strerror(errno)));
  const bool full = got > 0 && text_.size() + static_cast<std::size_t>(got) > kMaxInputBytes;
  if (full)
    print_warning(fmt::format("{}: more than {} MiB; the program finds the end of its "
                              "input there",
                              name_, kMaxInputBytes >> 20));
  ended_ = got <= 0 || full;
  if (ended_)
    return Wait::end;
  text_.append(buffer.data(), static_cast<std::size_t>(got));
  ends_.push_back(text_.size());
  return Wait::more;
}

bool GuestInput::load(const std::string& name, int descriptor, std::size_t most_bytes) {
  if (has_more_than(descriptor, most_bytes)) {
    print_error(fmt::format("{}: more than {} MiB", name, most_bytes >> 20));
    return false;
  }
  std::optional<std::string> text = read_all(descriptor, most_bytes);
  if (!text || interrupted())
    print_unreadable(name);
  else if (text->size() > most_bytes)
    print_error(fmt::format("{}: more than {} MiB", name, most_bytes >> 20));
  if (!text || text->size() > most_bytes || interrupted())
    return false;
  source_->set(*std::move(text));
  return true;
}

bool GuestInput::open(const Subject& subject) {
  none_ = subject.input.empty();
  const std::string name = called(subject);
  const int descriptor = none_ ? -1 : open_input(subject.input);
  if (descriptor < 0 && !none_) {
    print_unreadable(name);
    return false;
  }
  source_ = std::make_unique<DescriptorInput>(descriptor, name);
  struct stat status {};
  if (!none_ && fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode)) {
    print_error(fmt::format("{}: this is a directory; expected a file", name));
    return false;
  }
  return none_ || !is_regular(descriptor) || load(name, descriptor, kMaxInputBytes);
}

bool GuestInput::read(const Subject& subject) {
  if (!open(subject))
    return false;
  if (none_ || source_->is_complete())
    return true;
  return load(called(subject), source_->descriptor(), InputLimits::input_stream);
}

void GuestInput::apply_to(session::RunOptions& options) const {
  options.input_source = source_.get();
}

} // namespace stallscope::cli
