#include "base/check.hpp"
#include "base/input_limits.hpp"
#include "trace/compression.hpp"

#include <fmt/format.h>

#include <vector>
#include <zlib.h>
#include <zstd.h>

namespace stallscope::trace {

namespace {

constexpr std::size_t kPiece = std::size_t{1} << 16;
/// Maximum expansion, against decompression bombs: traces expand by a factor of 10 to 100; files
/// made to fill a disk expand far more.
constexpr std::uint64_t kMostExpansion = InputLimits::trace_expansion;
/// number of output bytes allowed at any expansion
constexpr std::uint64_t kAlwaysAllowed = InputLimits::trace_expanded;
constexpr std::string_view kGzipMagic = "\x1f\x8b";
constexpr std::string_view kZstdMagic = "\x28\xb5\x2f\xfd";
/// Plus 16: gzip header.
constexpr int kGzipWindowBits = 15 + 16;

Bytef* bytes_of(std::string_view text) {
  return reinterpret_cast<Bytef*>(const_cast<char*>(text.data())); // zlib does not modify it
}

} // namespace

struct Decompressor::Parts {
  ByteSink sink;
  bool known = false; ///< the kind has been detected
  Compression kind = Compression::none;
  std::string beginning; ///< first bytes, too few for detection
  z_stream gzip{};
  bool gzip_open = false;
  bool between = true; ///< between two concatenated compressed files
  ZSTD_DCtx* zstd = nullptr;
  std::vector<char> out = std::vector<char>(kPiece);
  std::string error;
  std::uint64_t taken = 0; ///< input bytes consumed
  std::uint64_t given = 0;

  /// Passes on expanded bytes; false when the limit is exceeded.
  bool write_out(std::size_t bytes);
  void settle_kind();
  bool expand(std::string_view bytes);
  bool inflate_all(std::string_view bytes);
  bool decompress_all(std::string_view bytes);
};

void Decompressor::Parts::settle_kind() {
  known = true;
  const auto begins = [&](std::string_view magic) {
    return std::string_view(beginning).substr(0, magic.size()) == magic;
  };
  kind = begins(kGzipMagic)   ? Compression::gzip
         : begins(kZstdMagic) ? Compression::zstd
                              : Compression::none;
  if (kind == Compression::gzip) {
    STALLSCOPE_CHECK(inflateInit2(&gzip, kGzipWindowBits) == Z_OK, "no memory to decompress with");
    gzip_open = true;
  }
  if (kind == Compression::zstd) {
    zstd = ZSTD_createDCtx();
    STALLSCOPE_CHECK(zstd != nullptr, "no memory to decompress with");
  }
}

bool Decompressor::Parts::expand(std::string_view bytes) {
  if (kind == Compression::gzip)
    return inflate_all(bytes);
  if (kind == Compression::zstd)
    return decompress_all(bytes);
  sink(bytes);
  return true;
}

bool Decompressor::Parts::write_out(std::size_t bytes) {
  given += bytes;
  if (given > kAlwaysAllowed && given / kMostExpansion > taken) {
    error = fmt::format("it expands to more than {} times its size; if that is right, expand it "
                        "before it is read",
                        kMostExpansion);
    return false;
  }
  sink({out.data(), bytes});
  return true;
}

bool Decompressor::Parts::inflate_all(std::string_view bytes) {
  gzip.next_in = bytes_of(bytes);
  gzip.avail_in = static_cast<uInt>(bytes.size());
  do {
    if (between && gzip.avail_in > 0) {
      inflateReset(&gzip);
      between = false;
    }
    gzip.next_out = reinterpret_cast<Bytef*>(out.data());
    gzip.avail_out = static_cast<uInt>(out.size());
    const int result = inflate(&gzip, Z_NO_FLUSH);
    if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR) {
      error = gzip.msg != nullptr ? gzip.msg : "no gzip data";
      return false;
    }
    if (!write_out(out.size() - gzip.avail_out))
      return false;
    between = result == Z_STREAM_END;
  } while (gzip.avail_in > 0 || gzip.avail_out == 0);
  return true;
}

bool Decompressor::Parts::decompress_all(std::string_view bytes) {
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  bool more = true;
  while (in.pos < in.size || more) {
    ZSTD_outBuffer to{out.data(), out.size(), 0};
    const std::size_t result = ZSTD_decompressStream(zstd, &to, &in);
    if (ZSTD_isError(result) != 0) {
      error = ZSTD_getErrorName(result);
      return false;
    }
    if (!write_out(to.pos))
      return false;
    between = result == 0;
    more = to.pos == to.size;
  }
  return true;
}

Decompressor::Decompressor(ByteSink sink) : parts_(std::make_unique<Parts>()) {
  parts_->sink = std::move(sink);
}

Decompressor::~Decompressor() {
  if (parts_->gzip_open)
    inflateEnd(&parts_->gzip);
  ZSTD_freeDCtx(parts_->zstd);
}

bool Decompressor::add(std::string_view bytes) {
  if (!parts_->error.empty())
    return false;
  if (!parts_->known) {
    parts_->beginning += bytes;
    if (parts_->beginning.size() < kZstdMagic.size())
      return true;
    parts_->settle_kind();
    const std::string beginning = std::move(parts_->beginning);
    return add(beginning);
  }
  while (!bytes.empty()) { // zlib counts in 32 bits
    const std::string_view piece = bytes.substr(0, std::size_t{1} << 24);
    bytes.remove_prefix(piece.size());
    parts_->taken += piece.size();
    if (!parts_->expand(piece))
      return false;
  }
  return true;
}

bool Decompressor::finish() {
  if (!parts_->error.empty())
    return false;
  if (!parts_->known) {
    parts_->settle_kind();
    if (!parts_->beginning.empty() && !parts_->expand(parts_->beginning))
      return false;
  }
  if (parts_->kind != Compression::none && !parts_->between) {
    parts_->error = "the end of the compressed data is missing";
    return false;
  }
  return true;
}

const std::string& Decompressor::error() const {
  return parts_->error;
}

} // namespace stallscope::trace
