#include "isa/memory.hpp"

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

namespace stallscope::isa {

namespace {

/// Directories have 64 entries: small enough that copying the path to a page after a checkpoint
/// costs less than copying the page, and flat enough that any 32-bit address is reached in four
/// steps.
constexpr unsigned kFanOutBits = 6;
constexpr std::size_t kFanOut = std::size_t{1} << kFanOutBits;

constexpr std::array<std::uint8_t, Memory::kPageBytes> kZeroPage{};

bool all_zero(const std::uint8_t* page) {
  return std::memcmp(page, kZeroPage.data(), Memory::kPageBytes) == 0;
}

} // namespace

/// Reference count of trees and directories that point here. Atomic because copies may be used by
/// different threads.
struct Memory::Counted {
  std::atomic<std::uint32_t> holders{1};
};

struct Memory::Page : Counted {
  std::array<std::uint8_t, kPageBytes> bytes;
};

/// Covers kFanOut^height pages; entries are directories one level lower, or pages when height is 1.
struct Memory::Directory : Counted {
  std::array<Counted*, kFanOut> entries{};
  std::uint64_t bytes = sizeof(Directory); ///< size of this node and all nodes below it
};

/// A node's kind depends on its height: 0 is a Page. Every function below takes the height together
/// with the node.
class Memory::Tree {
public:
  static Page& page(Counted* node) { return *static_cast<Page*>(node); }
  static Directory& directory(Counted* node) { return *static_cast<Directory*>(node); }
  static const Page& page(const Counted* node) { return *static_cast<const Page*>(node); }
  static const Directory& directory(const Counted* node) {
    return *static_cast<const Directory*>(node);
  }

  static Counted* share(Counted* node) {
    if (node != nullptr)
      node->holders.fetch_add(1, std::memory_order_relaxed);
    return node;
  }

  static void release(Counted* node, unsigned height) {
    if (node == nullptr || node->holders.fetch_sub(1, std::memory_order_acq_rel) != 1)
      return;
    if (height == 0) {
      delete &page(node);
      return;
    }
    for (Counted* entry : directory(node).entries)
      release(entry, height - 1);
    delete &directory(node);
  }

  /// Returns an unshared version of `node`, copying it when shared; a missing node is created
  /// empty.
  static void own(Counted*& node, unsigned height) {
    if (node == nullptr) {
      node = make_empty(height);
      return;
    }
    // Acquire: another thread may just have released its reference; its reads must precede the
    // following writes.
    if (node->holders.load(std::memory_order_acquire) == 1)
      return;
    Counted* copy = copy_of(node, height);
    release(node, height);
    node = copy;
  }

  static unsigned entry_index(std::uint64_t page_number, unsigned height) {
    return static_cast<unsigned>(page_number >> ((height - 1) * kFanOutBits)) % kFanOut;
  }

  /// Pages a tree of this height covers, saturating.
  static bool covers(unsigned height, std::uint64_t page_number) {
    return height * kFanOutBits >= 64 || (page_number >> (height * kFanOutBits)) == 0;
  }

  static bool is_zero(const Counted* node, unsigned height) {
    if (node == nullptr)
      return true;
    if (height == 0)
      return all_zero(page(node).bytes.data());
    for (const Counted* entry : directory(node).entries)
      if (!is_zero(entry, height - 1))
        return false;
    return true;
  }

  static bool equal(const Counted* a, unsigned a_height, const Counted* b, unsigned b_height) {
    if (a_height < b_height) {
      std::swap(a, b);
      std::swap(a_height, b_height);
    }
    if (a == b && a_height == b_height)
      return true;
    if (a == nullptr)
      return is_zero(b, b_height);
    if (b == nullptr)
      return is_zero(a, a_height);
    if (a_height == 0)
      return page(a).bytes == page(b).bytes;
    const auto& left = directory(a).entries;
    if (a_height > b_height) { // b covers the range of the first entry of a
      for (std::size_t i = 1; i < kFanOut; ++i)
        if (!is_zero(left[i], a_height - 1))
          return false;
      return equal(left[0], a_height - 1, b, b_height);
    }
    const auto& right = directory(b).entries;
    for (std::size_t i = 0; i < kFanOut; ++i)
      if (!equal(left[i], a_height - 1, right[i], b_height - 1))
        return false;
    return true;
  }

  /// The lowest page number with different contents. `a` and `b` cover the pages from `first` on;
  /// either may be missing.
  static std::optional<std::uint64_t> first_different_page(const Counted* a, const Counted* b,
                                                           unsigned height, std::uint64_t first) {
    if (a == b)
      return std::nullopt;
    if (height == 0) {
      const std::uint8_t* left = a != nullptr ? page(a).bytes.data() : kZeroPage.data();
      const std::uint8_t* right = b != nullptr ? page(b).bytes.data() : kZeroPage.data();
      return std::memcmp(left, right, kPageBytes) == 0 ? std::nullopt : std::optional(first);
    }
    for (std::size_t i = 0; i < kFanOut; ++i)
      if (const auto found = first_different_page(
              a != nullptr ? directory(a).entries[i] : nullptr,
              b != nullptr ? directory(b).entries[i] : nullptr, height - 1,
              first | (static_cast<std::uint64_t>(i) << ((height - 1) * kFanOutBits))))
        return found;
    return std::nullopt;
  }

  /// Calls visit(page number, bytes) for every page in ascending order.
  template <class Visit>
  static void for_each_page(const Counted* node, unsigned height, std::uint64_t first,
                            Visit&& visit) {
    if (node == nullptr)
      return;
    if (height == 0) {
      visit(first, page(node).bytes);
      return;
    }
    const auto& entries = directory(node).entries;
    for (std::size_t i = 0; i < kFanOut; ++i)
      for_each_page(entries[i], height - 1,
                    first | (static_cast<std::uint64_t>(i) << ((height - 1) * kFanOutBits)), visit);
  }

  /// Bytes below `node` that are not also below `other`, compared by identity: shared nodes are
  /// skipped as a whole.
  static std::uint64_t bytes_beyond(const Counted* node, unsigned height, const Counted* other,
                                    unsigned other_height) {
    while (other != nullptr &&
           other_height > height) { // `node` corresponds to the first entries of `other`
      other = directory(other).entries[0];
      --other_height;
    }
    if (node == nullptr || (node == other && height == other_height))
      return 0;
    if (height == 0)
      return sizeof(Page);
    std::uint64_t bytes = sizeof(Directory);
    const auto& entries = directory(node).entries;
    for (std::size_t i = 0; i < kFanOut; ++i) {
      if (other == nullptr ||
          other_height < height) // only the first entry of `node` covers the range of `other`
        bytes += bytes_beyond(entries[i], height - 1, i == 0 ? other : nullptr, other_height);
      else
        bytes += bytes_beyond(entries[i], height - 1, directory(other).entries[i], height - 1);
    }
    return bytes;
  }

  /// Removes the pages [from, to) below `node`, whose first page is `first`; returns the bytes
  /// removed.
  static std::uint64_t drop_pages(Counted*& node, unsigned height, std::uint64_t first,
                                  std::uint64_t from, std::uint64_t to) {
    if (node == nullptr)
      return 0;
    // Pages have 52-bit numbers, so this can only overflow for a tree of maximum height.
    const std::uint64_t last =
        height * kFanOutBits >= 64 ? ~0ULL : first + ((1ULL << (height * kFanOutBits)) - 1);
    if (last < from || first >= to)
      return 0;
    if (from <= first && last < to) {
      const std::uint64_t dropped = bytes_of(node, height);
      release(node, height);
      node = nullptr;
      return dropped;
    }
    own(node, height);
    std::uint64_t dropped = 0;
    for (std::size_t i = 0; i < kFanOut; ++i)
      dropped += drop_pages(directory(node).entries[i], height - 1,
                            first | (static_cast<std::uint64_t>(i) << ((height - 1) * kFanOutBits)),
                            from, to);
    directory(node).bytes -= dropped;
    return dropped;
  }

  static std::uint64_t bytes_of(const Counted* node, unsigned height) {
    return node == nullptr ? 0 : height == 0 ? sizeof(Page) : directory(node).bytes;
  }

  /// Size of the nodes missing on the path to a page, including the page.
  static std::uint64_t missing_bytes(const Counted* node, unsigned height, std::uint64_t page) {
    for (; height > 0 && node != nullptr; --height)
      node = directory(node).entries[entry_index(page, height)];
    return node != nullptr ? 0 : height * sizeof(Directory) + sizeof(Page);
  }

  static std::uint64_t private_bytes(const Counted* node, unsigned height) {
    if (node == nullptr || node->holders.load(std::memory_order_relaxed) > 1)
      return 0;
    if (height == 0)
      return sizeof(Page);
    std::uint64_t bytes = sizeof(Directory);
    for (const Counted* entry : directory(node).entries)
      bytes += private_bytes(entry, height - 1);
    return bytes;
  }

private:
  static Counted* make_empty(unsigned height) {
    if (height > 0)
      return new Directory;
    Page* made = new Page;
    made->bytes.fill(0);
    return made;
  }

  static Counted* copy_of(const Counted* node, unsigned height) {
    if (height == 0) {
      Page* made = new Page;
      made->bytes = page(node).bytes;
      return made;
    }
    Directory* made = new Directory;
    made->entries = directory(node).entries;
    made->bytes = directory(node).bytes;
    for (Counted* entry : made->entries)
      share(entry);
    return made;
  }
};

Memory::Memory(const Memory& other) : root_(Tree::share(other.root_)), height_(other.height_) {
  other.writes_.forget();
}

Memory& Memory::operator=(const Memory& other) {
  if (this != &other)
    *this = Memory(other);
  return *this;
}

Memory::Memory(Memory&& other) noexcept
    : root_(std::exchange(other.root_, nullptr)), height_(std::exchange(other.height_, 0U)) {
  other.forget_pages();
}

Memory& Memory::operator=(Memory&& other) noexcept {
  if (this == &other)
    return *this;
  Tree::release(root_, height_);
  root_ = std::exchange(other.root_, nullptr);
  height_ = std::exchange(other.height_, 0U);
  forget_pages();
  other.forget_pages();
  return *this;
}

Memory::~Memory() {
  Tree::release(root_, height_);
}

void Memory::forget_pages() const {
  reads_.forget();
  writes_.forget();
}

const std::uint8_t* Memory::page_for_reading(std::uint64_t page) const {
  auto& used = reads_.of(page);
  if (page == used.page)
    return used.bytes;
  const Counted* node = Tree::covers(height_, page) ? root_ : nullptr;
  for (unsigned height = height_; node != nullptr && height > 0; --height)
    node = Tree::directory(node).entries[Tree::entry_index(page, height)];
  used = {page, node != nullptr ? Tree::page(node).bytes.data() : kZeroPage.data()};
  return used.bytes;
}

std::uint8_t* Memory::page_for_writing(std::uint64_t page) {
  auto& used = writes_.of(page);
  if (page == used.page)
    return used.bytes;
  while (!Tree::covers(height_, page)) {
    if (root_ != nullptr) {
      Directory* above = new Directory;
      above->entries[0] = root_;
      above->bytes += Tree::bytes_of(root_, height_);
      root_ = above;
    }
    ++height_;
  }
  std::uint64_t added = Tree::missing_bytes(root_, height_, page);
  Counted** node = &root_;
  for (unsigned height = height_; height > 0; --height) {
    const bool is_new = *node == nullptr;
    Tree::own(*node, height);
    std::uint64_t& bytes = Tree::directory(*node).bytes;
    bytes = is_new ? added : bytes + added;
    added -= is_new ? sizeof(Directory) : 0;
    node = &Tree::directory(*node).entries[Tree::entry_index(page, height)];
  }
  Tree::own(*node, 0);
  used = {page, Tree::page(*node).bytes.data()};
  if (auto& read = reads_.of(page); read.page == page) // it may still be the page before the copy
    read.bytes = used.bytes;
  return used.bytes;
}

std::uint64_t Memory::load_elsewhere(std::uint64_t address, unsigned bytes) const {
  const std::uint64_t offset = address % kPageBytes;
  if (offset + bytes <= kPageBytes)
    return get(page_for_reading(address / kPageBytes) + offset, bytes);
  std::array<std::uint8_t, 8> buffer{};
  read(address, std::span(buffer).first(bytes));
  return get(buffer.data(), 8);
}

void Memory::store_elsewhere(std::uint64_t address, unsigned bytes, std::uint64_t value) {
  const std::uint64_t offset = address % kPageBytes;
  if (offset + bytes <= kPageBytes) {
    put(page_for_writing(address / kPageBytes) + offset, bytes, value);
    return;
  }
  std::array<std::uint8_t, 8> buffer{};
  put(buffer.data(), 8, value);
  write(address, std::span(buffer).first(bytes));
}

void Memory::read(std::uint64_t address, std::span<std::uint8_t> out) const {
  while (!out.empty()) {
    const std::uint64_t offset = address % kPageBytes;
    const std::size_t part = std::min<std::size_t>(out.size(), kPageBytes - offset);
    std::memcpy(out.data(), page_for_reading(address / kPageBytes) + offset, part);
    out = out.subspan(part);
    address += part;
  }
}

void Memory::write(std::uint64_t address, std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const std::uint64_t offset = address % kPageBytes;
    const std::size_t part = std::min<std::size_t>(bytes.size(), kPageBytes - offset);
    std::memcpy(page_for_writing(address / kPageBytes) + offset, bytes.data(), part);
    bytes = bytes.subspan(part);
    address += part;
  }
}

void Memory::clear(std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t first_offset = address % kPageBytes;
  if (first_offset != 0 || bytes < kPageBytes) { // a part of the page
    const std::uint64_t part = std::min(bytes, kPageBytes - first_offset);
    if (page_for_reading(address / kPageBytes) != kZeroPage.data())
      write(address, std::span(kZeroPage).first(static_cast<std::size_t>(part)));
    address += part;
    bytes -= part;
  }
  if (const std::uint64_t pages = bytes / kPageBytes; pages > 0) {
    Tree::drop_pages(root_, height_, 0, address / kPageBytes, address / kPageBytes + pages);
    forget_pages();
    address += pages * kPageBytes;
    bytes -= pages * kPageBytes;
  }
  if (bytes > 0)
    clear(address, bytes);
}

bool Memory::operator==(const Memory& other) const {
  return Tree::equal(root_, height_, other.root_, other.height_);
}

std::optional<std::uint64_t> Memory::first_difference(const Memory& other) const {
  std::optional<std::uint64_t> page;
  if (height_ == other.height_) {
    page = Tree::first_different_page(root_, other.root_, height_, 0);
  } else { // the lower tree corresponds to the first entries of the higher one
    const Memory& high = height_ > other.height_ ? *this : other;
    const Memory& low = height_ > other.height_ ? other : *this;
    const Counted* node = high.root_;
    std::vector<const Counted*> above; // nodes whose first entry is followed, from the top
    for (unsigned h = high.height_; h > low.height_; --h) {
      above.push_back(node);
      node = node != nullptr ? Tree::directory(node).entries[0] : nullptr;
    }
    page = Tree::first_different_page(node, low.root_, low.height_, 0);
    for (unsigned h = low.height_ + 1; !page && h <= high.height_; ++h) {
      const Counted* directory = above.back();
      above.pop_back();
      for (std::size_t i = 1; directory != nullptr && !page && i < kFanOut; ++i)
        page = Tree::first_different_page(Tree::directory(directory).entries[i], nullptr, h - 1,
                                          static_cast<std::uint64_t>(i) << ((h - 1) * kFanOutBits));
    }
  }
  if (!page)
    return std::nullopt;
  const std::uint8_t* left = page_for_reading(*page);
  const std::uint8_t* right = other.page_for_reading(*page);
  return *page * kPageBytes +
         static_cast<std::uint64_t>(std::mismatch(left, left + kPageBytes, right).first - left);
}

std::uint64_t Memory::hash() const {
  constexpr std::uint64_t kOffsetBasis = 0xcbf29ce484222325ULL; // FNV-1a, 64 bits
  constexpr std::uint64_t kPrime = 0x100000001b3ULL;
  std::uint64_t hash = kOffsetBasis;
  Tree::for_each_page(root_, height_, 0, [&](std::uint64_t number, const auto& bytes) {
    if (all_zero(bytes.data()))
      return;
    for (unsigned i = 0; i < 8; ++i)
      hash = (hash ^ ((number >> (8 * i)) & 0xff)) * kPrime;
    for (const std::uint8_t byte : bytes)
      hash = (hash ^ byte) * kPrime;
  });
  return hash;
}

std::uint64_t Memory::resident_bytes() const {
  return Tree::bytes_of(root_, height_);
}

std::uint64_t Memory::bytes_to_add(std::uint64_t address, std::uint64_t bytes) const {
  if (bytes == 0)
    return 0;
  std::uint64_t missing = 0;
  const std::uint64_t last = (address + bytes - 1) / kPageBytes;
  for (std::uint64_t page = address / kPageBytes; page <= last; ++page)
    missing += page_for_reading(page) == kZeroPage.data() ? 1 : 0;
  return missing * sizeof(Page);
}

std::uint64_t Memory::private_bytes() const {
  return Tree::private_bytes(root_, height_);
}

std::uint64_t Memory::bytes_beyond(const Memory& other) const {
  return Tree::bytes_beyond(root_, height_, other.root_, other.height_);
}

} // namespace stallscope::isa
