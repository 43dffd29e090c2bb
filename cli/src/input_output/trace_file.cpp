#include "input_output/trace_file.hpp"

#include "base/platform/terminal.hpp"
#include "base/read_file.hpp"
#include "input_output/console.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace stallscope::cli {

namespace trace_input {

/// Number of bytes within which the format of a trace is recognised.
constexpr std::size_t kBeginning = std::size_t{1} << 16;

/// Reads the raw bytes of a file, piece by piece.
class InputFile {
public:
  [[nodiscard]] bool open(const std::string& name) {
    file_ = name == "-" ? Descriptor(duplicate(STDIN_FILENO)) : open_to_read(name);
    struct stat status {};
    if (!file_.ok() || ::fstat(file_.get(), &status) != 0)
      return false;
    if (S_ISDIR(status.st_mode)) {
      errno = EISDIR;
      return false;
    }
    size_ = S_ISREG(status.st_mode) && name != "-" ? static_cast<std::uint64_t>(status.st_size) : 0;
    return true;
  }
  /// The next bytes; empty at the end or after an error.
  [[nodiscard]] std::string_view read() {
    const ssize_t bytes = ::read(file_.get(), buffer_.data(), buffer_.size());
    failed_ = bytes < 0;
    if (failed_)
      return {};
    read_ += static_cast<std::uint64_t>(bytes);
    return {buffer_.data(), static_cast<std::size_t>(bytes)};
  }
  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] std::uint64_t size() const { return size_; } ///< 0: unknown
  [[nodiscard]] std::uint64_t bytes_read() const { return read_; }

private:
  Descriptor file_;
  bool failed_ = false;
  std::uint64_t size_ = 0;
  std::uint64_t read_ = 0;
  std::vector<char> buffer_ = std::vector<char>(std::size_t{1} << 18);
};

/// Progress of reading, after the first second: one line that is rewritten on a terminal, otherwise
/// a line every ten seconds.
class ReadingMeter {
public:
  ReadingMeter(std::string file, bool quiet)
      : file_(std::move(file)), quiet_(quiet), terminal_(isatty(STDERR_FILENO) == 1) {}
  ~ReadingMeter() {
    if (shown_ && terminal_)
      std::fputs("\r\033[K", stderr);
  }
  ReadingMeter(const ReadingMeter&) = delete;
  ReadingMeter& operator=(const ReadingMeter&) = delete;

  void operator()(const TraceReading& reading) {
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    if (quiet_ || seconds - last_ < (terminal_ ? 1.0 : shown_ ? 10.0 : 1.0))
      return;
    last_ = seconds;
    shown_ = true;
    const std::string share =
        reading.bytes() == 0
            ? fmt::format("{:.1f} MB", static_cast<double>(reading.bytes_read()) / 1e6)
            : fmt::format("{:.0f} %", 100.0 * static_cast<double>(reading.bytes_read()) /
                                          static_cast<double>(reading.bytes()));
    std::fputs(fmt::format("{}{}: {} read, {:.1f} million operations{}", terminal_ ? "\r" : "",
                           file_, share, static_cast<double>(reading.operations()) / 1e6,
                           terminal_ ? "\033[K" : "\n")
                   .c_str(),
               stderr);
  }

private:
  using Clock = std::chrono::steady_clock;
  std::string file_;
  bool quiet_;
  bool terminal_;
  bool shown_ = false;
  double last_ = 0;
  Clock::time_point start_ = Clock::now();
};

/// Decompresses the bytes of a file and passes them to a reader, created once the format is
/// recognised.
class Reading {
public:
  Reading(const TraceInput& input, trace::OpStream& to)
      : input_(input), to_(to), decompressor_([this](std::string_view text) { add_text(text); }) {}

  /// False when the bytes are damaged, or the format is unknown.
  [[nodiscard]] bool add(std::string_view bytes) { return decompressor_.add(bytes) && !unknown_; }
  [[nodiscard]] bool finish() {
    const bool complete = decompressor_.finish();
    if (reader_ == nullptr && !unknown_)
      choose();
    if (reader_ != nullptr)
      reader_->finish();
    return complete && !unknown_;
  }
  [[nodiscard]] bool gave_up() const { return reader_ != nullptr && reader_->gave_up(); }
  [[nodiscard]] bool unknown() const { return unknown_; }
  [[nodiscard]] bool looks_like_json() const {
    const std::size_t first = beginning_.find_first_not_of(" \t\r\n");
    return first != std::string::npos && (beginning_[first] == '{' || beginning_[first] == '[');
  }
  [[nodiscard]] const std::string& damage() const { return decompressor_.error(); }
  [[nodiscard]] const trace::TraceReader* reader() const { return reader_.get(); }

private:
  void add_text(std::string_view text) {
    if (reader_ != nullptr) {
      reader_->add(text);
      return;
    }
    beginning_ += text;
    if (!unknown_ && beginning_.size() >= kBeginning)
      choose();
  }
  void choose() {
    std::optional<trace::TraceFormat> format = trace::format_of_text(beginning_);
    if (input_.format == "kanata")
      format = trace::TraceFormat::kanata;
    else if (input_.format == "o3")
      format = trace::TraceFormat::o3;
    unknown_ = !format.has_value();
    if (unknown_)
      return;
    trace::ReaderOptions options;
    options.file = input_.file == "-" ? "<stdin>" : input_.file;
    options.ticks_per_cycle = input_.ticks_per_cycle.value_or(0);
    reader_ = trace::make_reader(*format, to_, std::move(options));
    reader_->add(beginning_);
    beginning_.clear();
  }

  const TraceInput& input_;
  trace::OpStream& to_;
  trace::Decompressor decompressor_;
  std::string beginning_;
  std::unique_ptr<trace::TraceReader> reader_;
  bool unknown_ = false;
};

void print_problems(const trace::TraceProblems& problems) {
  print(problems.first);
  if (problems.count > problems.first.size())
    print_warning(fmt::format("and {} more", problems.count - problems.first.size()));
}

/// Prints why the file could not be read.
void print_unread(const std::string& file, const Reading& reading) {
  if (!reading.damage().empty())
    print_error(fmt::format("'{}' is damaged: {}", file, reading.damage()));
  else if (reading.unknown())
    print_error(fmt::format(
        "'{}' is no trace that can be read{}; expected a Kanata log (its first "
        "line begins with 'Kanata') or an O3PipeView trace",
        file, reading.looks_like_json() ? ": JSON, as Perfetto's, is only written" : ""));
}

} // namespace trace_input

using namespace trace_input; // NOLINT: TraceReading::Parts, which has external linkage, cannot have
                             // members from an unnamed namespace

bool TraceOutput::open(const std::string& file, trace::TraceFormat format) {
  if (!result_.open(file))
    return false;
  compressor_ = std::make_unique<trace::Compressor>(
      trace::compression_of_name(file), [this](std::string_view bytes) { result_.write(bytes); });
  writer_ = trace::make_writer(format, [this](std::string_view text) { compressor_->add(text); });
  return true;
}

bool TraceOutput::close() {
  compressor_->finish();
  return result_.close();
}

struct TraceReading::Parts {
  Parts(const TraceInput& from, trace::OpStream& to) : input(from), reading(from, to) {}
  const TraceInput& input;
  InputFile file;
  Reading reading;
  bool good = true;
  bool at_end = false; ///< end of the file; not set when reading stopped early
};

TraceReading::TraceReading(const TraceInput& input, trace::OpStream& to)
    : parts_(std::make_unique<Parts>(input, to)) {}

TraceReading::~TraceReading() = default;

bool TraceReading::open() {
  if (parts_->file.open(parts_->input.file))
    return true;
  print_error(fmt::format("cannot read '{}': {}", parts_->input.file, std::strerror(errno)));
  return false;
}

bool TraceReading::step() {
  if (!parts_->good || parts_->reading.gave_up())
    return false;
  const std::string_view bytes = parts_->file.read();
  parts_->at_end = bytes.empty();
  if (parts_->at_end)
    return false;
  parts_->good = parts_->reading.add(bytes);
  return parts_->good;
}

TraceRead TraceReading::conclude() {
  const std::string& name = parts_->input.file;
  Reading& reading = parts_->reading;
  const bool whole = reading.finish() || !(parts_->at_end || reading.unknown());
  const bool good = whole && parts_->good;
  if (reading.reader() != nullptr)
    print_problems(reading.reader()->problems());
  if (parts_->file.failed()) {
    print_error(fmt::format("cannot read all of '{}'", name));
    return TraceRead::failed;
  }
  const bool holds_any = operations() > 0;
  if (!good && holds_any)
    print_warning(
        fmt::format("'{}' is damaged: {}; what comes before is used", name, reading.damage()));
  else if (!good)
    print_unread(name, reading);
  else if (!holds_any)
    print_error(fmt::format("'{}' holds no operation", name));
  return holds_any ? TraceRead::whole : TraceRead::failed;
}

std::uint64_t TraceReading::operations() const {
  return parts_->reading.reader() != nullptr ? parts_->reading.reader()->operations() : 0;
}

std::uint64_t TraceReading::bytes_read() const {
  return parts_->file.bytes_read();
}

std::uint64_t TraceReading::bytes() const {
  return parts_->file.size();
}

TraceRead read_trace(const TraceInput& input, trace::OpStream& to, bool quiet,
                     const std::function<bool()>& stop) {
  TraceReading reading(input, to);
  if (!reading.open())
    return TraceRead::failed;
  const auto stopped = [&stop] { return interrupted() || (stop && stop()); };
  {
    ReadingMeter meter(input.file, quiet);
    while (!stopped() && reading.step())
      meter(reading);
  }
  const bool early = stopped();
  const TraceRead read = reading.conclude();
  return read == TraceRead::whole && early ? TraceRead::interrupted : read;
}

bool holds_trace(const std::string& file) {
  InputFile input;
  if (file == "-" || !input.open(file))
    return false;
  std::string beginning;
  trace::Decompressor expanded([&beginning](std::string_view text) {
    if (beginning.size() < kBeginning)
      beginning += text;
  });
  while (beginning.size() < kBeginning) {
    const std::string_view bytes = input.read();
    if (bytes.empty() || !expanded.add(bytes)) {
      (void)expanded.finish();
      break;
    }
  }
  return trace::format_of_text(beginning).has_value();
}

bool looks_like_trace(const std::string& file) {
  const auto format = trace::format_of_name(file);
  return format && trace::is_read(*format) && file.find(".log") == std::string::npos &&
         file.find(".out") == std::string::npos;
}

} // namespace stallscope::cli
