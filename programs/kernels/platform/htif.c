// Bare metal without a C library: output and the end go through `tohost`, as the RISC-V front-end
// server knows it.
#include "kernel.h"

enum { kWrite = 64, kStandardOutput = 1 };

/// In a page of their own, so that a debugger's watch on them slows down nothing else.
volatile uint64_t tohost __attribute__((section(".tohost"), aligned(64)));
volatile uint64_t fromhost __attribute__((section(".tohost"), aligned(64)));

/// What `--signature` writes: bytes of output, their 32-bit FNV-1a, the exit code, and a mark that
/// the end was reached.
static struct {
  uint32_t bytes, checksum, exit_code, ended;
} signature __attribute__((section(".signature"))) = {0, CHECKSUM_START, 0, 0};

static volatile uint64_t call[8] __attribute__((aligned(64)));

/// Addresses fit into one register and the upper half of `tohost` stays zero, so RV32 stores the
/// lower half only.
static void tell_host(uintptr_t value) {
  typedef uintptr_t __attribute__((may_alias)) Register;
  *(volatile Register*)&tohost = value;
}

void platform_write(const char* bytes, size_t size) {
  for (size_t i = 0; i < size; ++i)
    signature.checksum = (signature.checksum ^ (uint8_t)bytes[i]) * 16777619u;
  signature.bytes += (uint32_t)size;
  call[0] = kWrite;
  call[1] = kStandardOutput;
  call[2] = (uintptr_t)bytes;
  call[3] = size;
  __sync_synchronize();
  tell_host((uintptr_t)call);
  while (fromhost == 0) {
  }
  fromhost = 0;
  tell_host(0);
  __sync_synchronize();
}

/// Called by start.S with what `main` returned.
_Noreturn void platform_exit(int code) {
  signature.exit_code = (uint32_t)code;
  signature.ended = 0x444e450au; // "\nEND"
  __sync_synchronize();
  for (;;)
    tell_host((uintptr_t)(unsigned)code << 1 | 1);
}

// The compiler calls these; they are not turned into calls of themselves (rebuild.sh says how).

void* memcpy(void* restrict to, const void* restrict from, size_t size) {
  char* t = to;
  const char* f = from;
  if ((((uintptr_t)t | (uintptr_t)f) & (sizeof(long) - 1)) == 0)
    for (; size >= sizeof(long); size -= sizeof(long), t += sizeof(long), f += sizeof(long))
      *(long __attribute__((may_alias))*)t = *(const long __attribute__((may_alias))*)f;
  while (size-- > 0)
    *t++ = *f++;
  return to;
}

void* memset(void* to, int value, size_t size) {
  for (char* t = to; size-- > 0;)
    *t++ = (char)value;
  return to;
}

int memcmp(const void* a, const void* b, size_t size) {
  const uint8_t *left = a, *right = b;
  for (; size > 0; --size, ++left, ++right)
    if (*left != *right)
      return *left - *right;
  return 0;
}
