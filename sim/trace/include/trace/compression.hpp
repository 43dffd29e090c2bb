#pragma once

#include "trace/trace_file.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace stallscope::trace {

enum class Compression : std::uint8_t { none, gzip, zstd };

/// The compression for a file name's extension: .gz, .zst.
[[nodiscard]] Compression compression_of_name(std::string_view file);

/// Streaming compression. Equal input gives equal files, on every host.
class Compressor {
public:
  Compressor(Compression kind, ByteSink sink);
  ~Compressor();
  Compressor(const Compressor&) = delete;
  Compressor& operator=(const Compressor&) = delete;

  void add(std::string_view bytes);
  /// Ends the stream.
  void finish();

private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// Streaming decompression; the kind is detected from the first bytes, and uncompressed data pass
/// through. Concatenated compressed files count as one.
class Decompressor {
public:
  explicit Decompressor(ByteSink sink);
  ~Decompressor();
  Decompressor(const Decompressor&) = delete;
  Decompressor& operator=(const Decompressor&) = delete;

  /// False when the data are corrupt: no further output follows.
  [[nodiscard]] bool add(std::string_view bytes);
  /// Ends the stream. False when it is truncated.
  [[nodiscard]] bool finish();
  /// A description of the error.
  [[nodiscard]] const std::string& error() const;

private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

} // namespace stallscope::trace
