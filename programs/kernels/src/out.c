#include "kernel.h"

static char buffer[512];
static size_t used;

void out_flush(void) {
  if (used != 0)
    platform_write(buffer, used);
  used = 0;
}

void out_char(char character) {
  if (used == sizeof buffer)
    out_flush();
  buffer[used++] = character;
}

void out_text(const char* text) {
  while (*text != '\0')
    out_char(*text++);
}

void out_unsigned(uint64_t value) {
  char digits[20];
  int count = 0;
  do {
    digits[count++] = (char)('0' + value % 10);
    value /= 10;
  } while (value != 0);
  while (count > 0)
    out_char(digits[--count]);
}

void out_signed(int64_t value) {
  if (value < 0)
    out_char('-');
  out_unsigned(value < 0 ? -(uint64_t)value : (uint64_t)value);
}

void out_hex(uint64_t value, int digits) {
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
    out_char("0123456789abcdef"[(value >> shift) & 15]);
}

void out_line(const char* label, int64_t value) {
  out_text(label);
  out_char(' ');
  out_signed(value);
  out_char('\n');
}

void out_checksum(const char* label, uint32_t value) {
  out_text(label);
  out_char(' ');
  out_hex(value, 8);
  out_char('\n');
}
