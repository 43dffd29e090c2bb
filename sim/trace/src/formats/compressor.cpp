#include "base/check.hpp"
#include "trace/compression.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>
#include <zstd.h>
#ifdef STALLSCOPE_ISAL
#include <isa-l/igzip_lib.h>
#else
#include <zlib.h>
#endif

// Text is split into chunks that another thread compresses, so that writing a trace is about as
// fast as producing it. The split depends only on the text, so the file is reproducible.
namespace stallscope::trace {

namespace packing {

constexpr std::size_t kChunkBytes = std::size_t{1} << 20;
constexpr std::size_t kMostWaiting = 4; ///< chunks in flight before the writer waits
constexpr std::size_t kPieceBytes = std::size_t{1} << 16; ///< size of the pieces given to the
                                                          ///< compressor
/// A low level suffices: traces are so repetitive that higher ones gain little.
constexpr int kGzipLevel = 1;
constexpr int kZstdLevel = 1;

struct Chunk {
  std::string text;
  bool last = false;
  std::string packed;
  bool done = false;
};

/// Compresses chunk after chunk, each with the previous ones as context.
class Packer {
public:
  virtual ~Packer() = default;
  virtual void pack(Chunk& chunk) = 0;
};

#ifdef STALLSCOPE_ISAL
/// Output of ISA-L as a single gzip member: some readers stop after the first member.
class GzipPacker final : public Packer {
public:
  GzipPacker() {
    isal_deflate_init(&stream_);
    stream_.level = kGzipLevel;
    stream_.level_buf = memory_.data();
    stream_.level_buf_size = static_cast<std::uint32_t>(memory_.size());
    stream_.gzip_flag = IGZIP_GZIP;
  }

  void pack(Chunk& chunk) override {
    stream_.next_in = reinterpret_cast<std::uint8_t*>(chunk.text.data());
    stream_.avail_in = static_cast<std::uint32_t>(chunk.text.size());
    stream_.end_of_stream = chunk.last ? 1 : 0;
    do {
      stream_.next_out = piece_.data();
      stream_.avail_out = static_cast<std::uint32_t>(piece_.size());
      STALLSCOPE_CHECK(isal_deflate(&stream_) == COMP_OK, "ISA-L's state is damaged");
      chunk.packed.append(reinterpret_cast<const char*>(piece_.data()),
                          piece_.size() - stream_.avail_out);
    } while (stream_.avail_out == 0);
  }

private:
  isal_zstream stream_{};
  std::vector<std::uint8_t> memory_ = std::vector<std::uint8_t>(ISAL_DEF_LVL1_DEFAULT);
  std::vector<std::uint8_t> piece_ = std::vector<std::uint8_t>(kPieceBytes);
};
#else
/// zlib, where ISA-L, ten times as fast, is not available.
class GzipPacker final : public Packer {
public:
  GzipPacker() {
    constexpr int kWindowBits = 15 + 16; // largest window; plus 16: gzip header
    constexpr int kMemory = 8;           // zlib's default
    STALLSCOPE_CHECK(deflateInit2(&stream_, kGzipLevel, Z_DEFLATED, kWindowBits, kMemory,
                                  Z_DEFAULT_STRATEGY) == Z_OK,
                     "no memory to compress with");
  }
  GzipPacker(const GzipPacker&) = delete;
  GzipPacker& operator=(const GzipPacker&) = delete;
  ~GzipPacker() override { deflateEnd(&stream_); }

  void pack(Chunk& chunk) override {
    stream_.next_in = reinterpret_cast<Bytef*>(chunk.text.data());
    stream_.avail_in = static_cast<uInt>(chunk.text.size());
    do {
      stream_.next_out = piece_.data();
      stream_.avail_out = static_cast<uInt>(piece_.size());
      STALLSCOPE_CHECK(deflate(&stream_, chunk.last ? Z_FINISH : Z_NO_FLUSH) != Z_STREAM_ERROR,
                       "zlib's state is damaged");
      chunk.packed.append(reinterpret_cast<const char*>(piece_.data()),
                          piece_.size() - stream_.avail_out);
    } while (stream_.avail_out == 0);
  }

private:
  z_stream stream_{};
  std::vector<Bytef> piece_ = std::vector<Bytef>(kPieceBytes);
};
#endif

class ZstdPacker final : public Packer {
public:
  ZstdPacker() : context_(ZSTD_createCCtx()) {
    STALLSCOPE_CHECK(context_ != nullptr, "no memory to compress with");
    ZSTD_CCtx_setParameter(context_, ZSTD_c_compressionLevel, kZstdLevel);
    ZSTD_CCtx_setParameter(context_, ZSTD_c_checksumFlag, 1);
  }
  ZstdPacker(const ZstdPacker&) = delete;
  ZstdPacker& operator=(const ZstdPacker&) = delete;
  ~ZstdPacker() override { ZSTD_freeCCtx(context_); }

  void pack(Chunk& chunk) override {
    ZSTD_inBuffer in{chunk.text.data(), chunk.text.size(), 0};
    std::size_t left = 0;
    do {
      ZSTD_outBuffer out{piece_.data(), piece_.size(), 0};
      left = ZSTD_compressStream2(context_, &out, &in, chunk.last ? ZSTD_e_end : ZSTD_e_continue);
      STALLSCOPE_CHECK(ZSTD_isError(left) == 0, "Zstandard's state is damaged");
      chunk.packed.append(piece_.data(), out.pos);
    } while (chunk.last ? left != 0 : in.pos < in.size);
  }

private:
  ZSTD_CCtx* context_;
  std::vector<char> piece_ = std::vector<char>(ZSTD_CStreamOutSize());
};

} // namespace packing

// Not in an unnamed namespace, because Compressor::Parts has members of these types.
using namespace packing;

Compression compression_of_name(std::string_view file) {
  const auto ends = [&](std::string_view ending) {
    return file.size() > ending.size() && file.substr(file.size() - ending.size()) == ending;
  };
  return ends(".gz") ? Compression::gzip : ends(".zst") ? Compression::zstd : Compression::none;
}

struct Compressor::Parts {
  Compression kind = Compression::none;
  ByteSink sink;
  std::unique_ptr<Chunk> filling = std::make_unique<Chunk>();
  std::vector<std::unique_ptr<Chunk>> spare; ///< written chunks, whose memory is reused
  std::unique_ptr<Packer> packer;            ///< used only by the thread once the thread exists
  std::thread thread;
  std::deque<std::unique_ptr<Chunk>> chunks; ///< in flight, in order
  std::mutex mutex;                          ///< protects `chunks`, their progress, and `over`
  std::condition_variable to_do;
  std::condition_variable done;
  bool over = false;

  ~Parts() {
    {
      const std::lock_guard lock(mutex);
      over = true;
    }
    to_do.notify_all();
    if (thread.joinable())
      thread.join();
  }
  void begin(bool with_thread);
  void work();
  void submit(bool last);
  void write_done(std::size_t most_left);
};

void Compressor::Parts::begin(bool with_thread) {
  if (kind == Compression::gzip)
    packer = std::make_unique<GzipPacker>();
  else
    packer = std::make_unique<ZstdPacker>();
  if (!with_thread)
    return;
  try {
    thread = std::thread([this] { work(); });
  } catch (const std::system_error&) { // no thread is available: compress in this one
  }
}

/// Body of the thread: compresses chunks until the last one.
void Compressor::Parts::work() {
  std::unique_lock lock(mutex);
  for (;;) {
    const auto next =
        std::find_if(chunks.begin(), chunks.end(), [](const auto& chunk) { return !chunk->done; });
    if (next == chunks.end()) {
      if (over)
        return;
      to_do.wait(lock);
      continue;
    }
    Chunk& chunk = **next;
    lock.unlock();
    packer->pack(chunk);
    lock.lock();
    chunk.done = true;
    done.notify_one();
  }
}

/// Queues the filled chunk. Text of one chunk needs no thread.
void Compressor::Parts::submit(bool last) {
  if (packer == nullptr)
    begin(!last);
  filling->last = last;
  if (!thread.joinable()) {
    packer->pack(*filling);
    sink(filling->packed);
    spare.push_back(std::move(filling));
  } else {
    {
      const std::lock_guard lock(mutex);
      chunks.push_back(std::move(filling));
    }
    to_do.notify_one();
    write_done(last ? 0 : kMostWaiting);
  }
  if (spare.empty())
    spare.push_back(std::make_unique<Chunk>());
  filling = std::move(spare.back());
  spare.pop_back();
  filling->text.clear();
  filling->packed.clear();
  filling->done = false;
  filling->text.reserve(kChunkBytes);
}

/// Writes finished chunks in order, and waits while more than this number are in flight.
void Compressor::Parts::write_done(std::size_t most_left) {
  std::unique_lock lock(mutex);
  while (!chunks.empty()) {
    if (!chunks.front()->done) {
      if (chunks.size() <= most_left)
        return;
      done.wait(lock);
      continue;
    }
    spare.push_back(std::move(chunks.front()));
    chunks.pop_front();
    lock.unlock();
    sink(spare.back()->packed);
    lock.lock();
  }
}

Compressor::Compressor(Compression kind, ByteSink sink) : parts_(std::make_unique<Parts>()) {
  parts_->kind = kind;
  parts_->sink = std::move(sink);
}

Compressor::~Compressor() = default;

void Compressor::add(std::string_view bytes) {
  if (parts_->kind == Compression::none) {
    parts_->sink(bytes);
    return;
  }
  while (!bytes.empty()) {
    std::string& text = parts_->filling->text;
    const std::string_view piece = bytes.substr(0, kChunkBytes - text.size());
    bytes.remove_prefix(piece.size());
    text += piece;
    if (text.size() == kChunkBytes)
      parts_->submit(false);
  }
}

void Compressor::finish() {
  if (parts_->kind != Compression::none)
    parts_->submit(true);
}

} // namespace stallscope::trace
