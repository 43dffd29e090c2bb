// Linux system calls that change what memory a program has.

#include "unit/isa/guest.hpp"

using namespace stallscope;
using namespace stallscope::isa;
using namespace stallscope::isa::testing;

namespace {

constexpr std::int64_t kPage = 4096;
constexpr std::int64_t kENOMEM = -12, kEFAULT = -14, kEEXIST = -17, kENODEV = -19, kEINVAL = -22,
                       kEBADF = -9, kENOSYS = -38;
constexpr std::int64_t kRead = 1, kWrite = 2, kNone = 0;
constexpr std::int64_t kPrivate = 2, kFixed = 0x10, kAnonymous = 0x20, kFixedNoReplace = 0x100000;

/// Whether one may print a byte at an address, and write one there.
bool readable(LinuxGuest& guest, std::int64_t address) {
  return guest.call(64, {1, address, 1}) == 1;
}
bool writable(LinuxGuest& guest, std::int64_t address) {
  return guest.call(113, {0, address}) == 0;
}

std::int64_t map(LinuxGuest& guest, std::int64_t address, std::int64_t bytes,
                 std::int64_t protection = kRead | kWrite,
                 std::int64_t flags = kPrivate | kAnonymous) {
  return guest.call(222, {address, bytes, protection, flags, -1, 0});
}

} // namespace

TEST_CASE("linux memory: the break grows, shrinks, and stops at what is in its way") {
  LinuxGuest guest;
  const std::int64_t begin = guest.call(214, {0});
  CHECK(begin == kGuestEnd);
  CHECK_FALSE(writable(guest, begin));
  CHECK(guest.call(214, {begin + 100}) == begin + 100);
  CHECK(writable(guest, begin));
  CHECK(writable(guest, begin + kPage - 16)); // whole pages
  CHECK_FALSE(writable(guest, begin + kPage));
  guest.store(begin + 8, 77);
  CHECK(guest.call(214, {begin + 2 * kPage}) == begin + 2 * kPage);
  CHECK(guest.load(begin + 8) == 77);
  CHECK(guest.call(214, {begin - 1}) == begin + 2 * kPage); // refused: where it was
  CHECK(guest.call(214, {begin}) == begin);
  CHECK_FALSE(readable(guest, begin));
  CHECK(guest.call(214, {begin + 100}) == begin + 100);
  CHECK(guest.load(begin + 8) == 0); // new memory is zero
  CHECK(map(guest, begin + 4 * kPage, kPage, kRead, kPrivate | kAnonymous | kFixed) ==
        begin + 4 * kPage);
  CHECK(guest.call(214, {begin + 5 * kPage}) == begin + 100);
  CHECK(guest.call(214, {begin + 4 * kPage}) == begin + 4 * kPage);
  CHECK(guest.call(214, {-1}) == begin + 4 * kPage);
  CHECK(guest.call(214, {1LL << 62}) == begin + 4 * kPage);
}

TEST_CASE("linux memory: mmap finds a place, takes the one asked for, or fails") {
  LinuxGuest guest;
  const std::int64_t first = map(guest, 0, 2 * kPage);
  CHECK(first > static_cast<std::int64_t>(kGuestEnd));
  CHECK(first % kPage == 0);
  CHECK(writable(guest, first));
  CHECK(writable(guest, first + 2 * kPage - 16));
  CHECK_FALSE(readable(guest, first + 2 * kPage));
  const std::int64_t second = map(guest, 0, 1);
  CHECK(second == first - kPage);                 // downwards
  CHECK(map(guest, 0x500000, kPage) == 0x500000); // a hint that is free
  CHECK(map(guest, 0x500000, kPage) != 0x500000); // and one that is not
  guest.store(0x500000, 5);
  CHECK(map(guest, 0x500000, kPage, kRead, kPrivate | kAnonymous | kFixed) == 0x500000);
  CHECK(guest.load(0x500000) == 0);
  CHECK_FALSE(writable(guest, 0x500000));
  CHECK(map(guest, 0x500000, kPage, kRead, kPrivate | kAnonymous | kFixedNoReplace) == kEEXIST);
  CHECK(map(guest, 0x500001, kPage, kRead, kPrivate | kAnonymous | kFixed) == kEINVAL);
  CHECK(map(guest, 0, kPage, kRead, kPrivate | kAnonymous | kFixed) == kENOMEM);
  CHECK(map(guest, 0, 0) == kEINVAL);
  CHECK(map(guest, 0, kPage, kRead, kAnonymous) == kEINVAL); // neither private nor shared
  CHECK(map(guest, 0, -1) == kENOMEM);
  CHECK(map(guest, 0, 8LL << 30) == kENOMEM);
  const std::int64_t none = map(guest, 0, kPage, kNone);
  CHECK_FALSE(readable(guest, none));
  CHECK(guest.call(222, {0, kPage, kRead, kPrivate | kAnonymous, -1, 5}) == kEINVAL);
  CHECK(guest.call(222, {0, kPage, kRead, kPrivate, 9, 0}) == kEBADF);
  CHECK(guest.call(222, {0, kPage, kRead, kPrivate, 1, 0}) == kENODEV);
}

TEST_CASE("linux memory: all mappings together are limited") {
  LinuxGuest guest;
  int mapped = 0;
  while (map(guest, 0, 1LL << 30) > 0)
    ++mapped;
  CHECK(mapped == 3); // the fourth gibibyte has stack and program in it already
  CHECK(map(guest, 0, 1LL << 30) == kENOMEM);
  CHECK(map(guest, 0, kPage) > 0);
  LinuxGuest many;
  std::int64_t last = 0;
  for (std::int64_t i = 0; i < 5000 && last >= 0; ++i) // every second page: none melt together
    last = map(many, 0x10000000 + 2 * i * kPage, kPage, kRead, kPrivate | kAnonymous | kFixed);
  CHECK(last == kENOMEM);
}

TEST_CASE("linux memory: munmap takes away what is there, also the middle of something") {
  LinuxGuest guest;
  const std::int64_t begin = map(guest, 0, 3 * kPage);
  guest.store(begin + kPage, 9);
  CHECK(guest.call(215, {begin + kPage, kPage}) == 0);
  CHECK(readable(guest, begin));
  CHECK_FALSE(readable(guest, begin + kPage));
  CHECK(readable(guest, begin + 2 * kPage));
  CHECK(map(guest, begin + kPage, kPage, kRead | kWrite, kPrivate | kAnonymous | kFixed) ==
        begin + kPage);
  CHECK(guest.load(begin + kPage) == 0);
  CHECK(guest.call(215, {begin, 3 * kPage}) == 0);
  CHECK_FALSE(readable(guest, begin));
  CHECK(guest.call(215, {begin, 3 * kPage}) == 0); // nothing there is no error
  CHECK(guest.call(215, {begin + 1, kPage}) == kEINVAL);
  CHECK(guest.call(215, {begin, 0}) == kEINVAL);
  CHECK(guest.call(215, {begin, -1}) == kEINVAL);
  CHECK(guest.call(215, {0, kPage}) == kEINVAL);
}

TEST_CASE("linux memory: mremap shrinks, grows in place, or moves with what is in it") {
  LinuxGuest guest;
  const std::int64_t at = map(guest, 0x500000, 2 * kPage);
  guest.store(at + kPage, 5);
  CHECK(guest.call(216, {at, 2 * kPage, 3 * kPage, 0}) == at);
  CHECK(writable(guest, at + 2 * kPage));
  CHECK(guest.call(216, {at, 3 * kPage, 2 * kPage, 0}) == at);
  CHECK_FALSE(readable(guest, at + 2 * kPage));
  CHECK(map(guest, at + 2 * kPage, kPage) == at + 2 * kPage);
  CHECK(guest.call(216, {at, 2 * kPage, 4 * kPage, 0}) == kENOMEM);
  const std::int64_t moved = guest.call(216, {at, 2 * kPage, 4 * kPage, 1}); // MREMAP_MAYMOVE
  CHECK(moved > 0);
  CHECK(moved != at);
  CHECK(guest.load(moved + kPage) == 5);
  CHECK(writable(guest, moved + 4 * kPage - 16));
  CHECK_FALSE(readable(guest, at));
  CHECK(guest.call(216, {0x700000, kPage, 2 * kPage, 1}) == kEFAULT);
  CHECK(guest.call(216, {moved, kPage, 0, 1}) == kEINVAL);
  CHECK(guest.call(216, {moved + 1, kPage, kPage, 1}) == kEINVAL);
  CHECK(guest.call(216, {moved, kPage, kPage, 8}) == kEINVAL);
  CHECK(guest.call(216, {moved, kPage, kPage, 3}) == kENOSYS); // MREMAP_FIXED
}

TEST_CASE("linux memory: mprotect") {
  LinuxGuest guest;
  const std::int64_t at = map(guest, 0, 3 * kPage);
  CHECK(guest.call(226, {at + kPage, kPage, kRead}) == 0);
  CHECK(writable(guest, at));
  CHECK(readable(guest, at + kPage));
  CHECK_FALSE(writable(guest, at + kPage));
  CHECK(writable(guest, at + 2 * kPage));
  CHECK(guest.call(226, {at, 3 * kPage, kNone}) == 0);
  CHECK_FALSE(readable(guest, at));
  CHECK(guest.call(226, {at, 3 * kPage, kRead | kWrite}) == 0);
  CHECK(writable(guest, at + kPage));
  CHECK(guest.call(226, {at, 0, kRead}) == 0);
  CHECK(guest.call(226, {at + 1, kPage, kRead}) == kEINVAL);
  CHECK(guest.call(226, {at, kPage, 64}) == kEINVAL);
  CHECK(guest.call(226, {at, 4 * kPage, kRead}) == kENOMEM); // a hole
}

TEST_CASE("linux memory: madvise can drop what a mapping holds") {
  LinuxGuest guest;
  const std::int64_t at = map(guest, 0, 2 * kPage);
  guest.store(at, 1);
  guest.store(at + kPage, 2);
  CHECK(guest.call(233, {at, kPage, 1}) == 0); // MADV_RANDOM
  CHECK(guest.load(at) == 1);
  CHECK(guest.call(233, {at, kPage, 4}) == 0); // MADV_DONTNEED
  CHECK(guest.load(at) == 0);
  CHECK(guest.load(at + kPage) == 2);
  guest.store(kGuestData, 3);
  CHECK(guest.call(233, {kGuestData, kPage, 4}) == 0);
  CHECK(guest.load(kGuestData) == 3); // of the program's file: not ours to forget
  CHECK(guest.call(233, {at + 1, kPage, 4}) == kEINVAL);
  CHECK(guest.call(233, {at, 0, 4}) == 0);
  CHECK(guest.call(233, {0x700000, kPage, 4}) == kENOMEM);
}

TEST_CASE("linux memory: of a 32-bit program all below 3 GiB") {
  LinuxGuest guest(32);
  const std::int64_t at = map(guest, 0, kPage);
  const std::uint64_t address = static_cast<std::uint64_t>(at) & 0xFFFFFFFFULL;
  CHECK(address < 0xC0000000ULL);
  CHECK(address > 0x80000000ULL);
  CHECK(at < 0); // sign-extended, as registers of 32 bits are kept
  CHECK(writable(guest, at));
  CHECK(map(guest, 0xC0000000LL, kPage, kRead, kPrivate | kAnonymous | kFixed) == kENOMEM);
}
