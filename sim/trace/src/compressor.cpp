#include "base/check.hpp"
#include "trace/compression.hpp"

#include <condition_variable>
#include <deque>
#include <libdeflate.h>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>
#include <zstd.h>

// Text is cut into chunks, which other threads compress, so that writing a trace takes hardly
// longer than making it. Where it is cut depends on the text alone, and so does the file.
namespace stallscope::trace {

namespace packing {

constexpr std::size_t kChunkBytes = std::size_t{1} << 20;
/// Traces repeat themselves so much that more effort gains little.
constexpr int kGzipLevel = 1;
constexpr int kZstdLevel = 1;

struct Chunk {
  std::string text;
  bool last = false;
  std::string packed;
  bool taken = false; ///< by a thread
  bool done = false;
};

/// Compresses chunks one at a time.
class Packer {
public:
  virtual ~Packer() = default;
  virtual void pack(Chunk& chunk) = 0;
};

/// Each chunk for itself, so that several can be done at once: a file of its own. Files of gzip
/// stand one behind the other (RFC 1952, 2.2).
class GzipPacker final : public Packer {
public:
  GzipPacker() : compressor_(libdeflate_alloc_compressor(kGzipLevel)) {
    STALLSCOPE_CHECK(compressor_ != nullptr, "no memory to compress with");
    packed_.resize(libdeflate_gzip_compress_bound(compressor_, kChunkBytes));
  }
  GzipPacker(const GzipPacker&) = delete;
  GzipPacker& operator=(const GzipPacker&) = delete;
  ~GzipPacker() override { libdeflate_free_compressor(compressor_); }

  void pack(Chunk& chunk) override {
    const std::size_t bytes = libdeflate_gzip_compress(
        compressor_, chunk.text.data(), chunk.text.size(), packed_.data(), packed_.size());
    STALLSCOPE_CHECK(bytes > 0, "libdeflate's bound is too small");
    chunk.packed.assign(packed_.data(), bytes);
  }

private:
  libdeflate_compressor* compressor_;
  std::vector<char> packed_;
};

/// One chunk after the other, each with all that came before in mind.
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

using namespace packing; // NOLINT: which Compressor::Parts may hold, unlike unnamed ones

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
  std::deque<std::unique_ptr<Chunk>> chunks; ///< on their way, in order
  std::unique_ptr<Packer> packer;            ///< for this thread, where there are no others
  std::vector<std::thread> threads;
  std::mutex mutex; ///< of `chunks`, what of them says how far they are, and `over`
  std::condition_variable to_do;
  std::condition_variable done;
  bool over = false;

  ~Parts() {
    {
      const std::lock_guard lock(mutex);
      over = true;
    }
    to_do.notify_all();
    for (std::thread& thread : threads)
      thread.join();
  }
  [[nodiscard]] std::unique_ptr<Packer> make_packer() const {
    if (kind == Compression::gzip)
      return std::make_unique<GzipPacker>();
    return std::make_unique<ZstdPacker>();
  }
  void start_threads();
  void work();
  void submit(bool last);
  void write_done(std::size_t most_left);
};

/// Without any, all is done by this one.
void Compressor::Parts::start_threads() {
  const unsigned count = kind == Compression::gzip ? 2 : 1;
  try {
    while (threads.size() < count)
      threads.emplace_back([this] { work(); });
  } catch (const std::system_error&) { // fewer, then
  }
}

/// What a thread does: chunk for chunk, until there are no more.
void Compressor::Parts::work() {
  const std::unique_ptr<Packer> own = make_packer();
  std::unique_lock lock(mutex);
  for (;;) {
    Chunk* next = nullptr;
    for (const auto& chunk : chunks)
      if (!chunk->taken) {
        next = chunk.get();
        break;
      }
    if (next == nullptr) {
      if (over)
        return;
      to_do.wait(lock);
      continue;
    }
    next->taken = true;
    lock.unlock();
    own->pack(*next);
    lock.lock();
    next->done = true;
    done.notify_one();
  }
}

/// Hands on what has been filled. A text of one chunk needs no threads.
void Compressor::Parts::submit(bool last) {
  if (threads.empty() && packer == nullptr && !last)
    start_threads();
  filling->last = last;
  auto next = std::make_unique<Chunk>();
  if (threads.empty()) {
    if (packer == nullptr)
      packer = make_packer();
    packer->pack(*filling);
    sink(filling->packed);
  } else {
    {
      const std::lock_guard lock(mutex);
      chunks.push_back(std::move(filling));
    }
    to_do.notify_one();
    write_done(last ? 0 : 2 * threads.size());
  }
  filling = std::move(next);
  filling->text.reserve(kChunkBytes);
}

/// Writes what is done, in order, and waits while more than so many chunks are on their way.
void Compressor::Parts::write_done(std::size_t most_left) {
  std::unique_lock lock(mutex);
  while (!chunks.empty()) {
    if (!chunks.front()->done) {
      if (chunks.size() <= most_left)
        return;
      done.wait(lock);
      continue;
    }
    const std::unique_ptr<Chunk> front = std::move(chunks.front());
    chunks.pop_front();
    lock.unlock();
    sink(front->packed);
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
