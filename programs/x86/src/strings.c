// Length and copy of strings, byte by byte
//
// Loads of one byte with sign or zero extension, and stores of one byte. It prints
//   EVERY LOST SLOT HAS ONE REASON
//   30 bytes
//
//   stallscope run x86/strings -m mips-5 --table
int puts(const char *);
int printf(const char *, ...);

static char copy[64];

__attribute__((noinline)) long length(const char *s) {
  long n = 0;
  while (s[n])
    n++;
  return n;
}

__attribute__((noinline)) char *copy_upper(char *to, const char *from) {
  char *start = to;
  while ((*to = (*from >= 'a' && *from <= 'z') ? (char)(*from - 32) : *from)) {
    to++;
    from++;
  }
  return start;
}

int main(void) {
  puts(copy_upper(copy, "every lost slot has one reason"));
  printf("%ld bytes\n", length(copy));
  return (int)length(copy) - 30;
}
