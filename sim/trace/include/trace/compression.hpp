#pragma once

#include "trace/trace_file.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace stallscope::trace {

enum class Compression : std::uint8_t { none, gzip, zstd };

/// By how a file's name ends: .gz, .zst.
[[nodiscard]] Compression compression_of_name(std::string_view file);

/// Compresses what comes bit by bit. The same bytes give the same file, whenever and wherever.
class Compressor {
public:
  Compressor(Compression kind, ByteSink sink);
  ~Compressor();
  Compressor(const Compressor&) = delete;
  Compressor& operator=(const Compressor&) = delete;

  void add(std::string_view bytes);
  /// Nothing follows.
  void finish();

private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// Undoes compression, of which kind the first bytes tell; what is not compressed passes through.
/// Several compressed files one behind the other count as one.
class Decompressor {
public:
  explicit Decompressor(ByteSink sink);
  ~Decompressor();
  Decompressor(const Decompressor&) = delete;
  Decompressor& operator=(const Decompressor&) = delete;

  /// False when the bytes are damaged: nothing more will come out.
  [[nodiscard]] bool add(std::string_view bytes);
  /// Nothing follows. False when something is missing.
  [[nodiscard]] bool finish();
  /// What is wrong, in words.
  [[nodiscard]] const std::string& error() const;

private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

} // namespace stallscope::trace
