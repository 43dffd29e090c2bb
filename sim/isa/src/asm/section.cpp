#include "asm/section.hpp"

namespace stallscope::isa::assembly {

namespace {
// Runs of zeros up to this length are stored, so that scattered values do not need a segment each.
constexpr std::uint64_t kMaxStoredGap = 256;
} // namespace

Section::Chunk& Section::open_chunk() {
  if (!chunks_.empty()) {
    Chunk& last = chunks_.back();
    const std::uint64_t end = last.offset + last.bytes.size();
    // In .text a gap contains instructions, which are not data.
    if (end == size_ || (name_ != ".text" && size_ - end <= kMaxStoredGap)) {
      last.bytes.resize(size_ - last.offset);
      return last;
    }
  }
  chunks_.push_back({size_, {}});
  return chunks_.back();
}

void Section::append(std::uint64_t value, unsigned bytes) {
  Chunk& chunk = open_chunk();
  for (unsigned i = 0; i < bytes; ++i)
    chunk.bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  size_ += bytes;
}

} // namespace stallscope::isa::assembly
