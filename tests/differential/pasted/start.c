/* Calls main, under another name, without a C library, and prints its result; what compilers call of their own libraries. */
typedef unsigned u32;
typedef unsigned long long u64;
typedef long long i64;
int pasted_main(void);

void *memcpy(void *to, const void *from, __SIZE_TYPE__ n) {
  void *begin = to;
  __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
  return begin;
}
void *memset(void *to, int value, __SIZE_TYPE__ n) {
  void *begin = to;
  __asm__ volatile("rep stosb" : "+D"(to), "+c"(n) : "a"(value) : "memory");
  return begin;
}

#ifdef __i386__
/* Where there is no libgcc of 32 bits. */
static u64 divided(u64 a, u64 b, u64 *rest) {
  u64 quotient = 0, r = 0;
  for (int i = 63; i >= 0; i--) {
    const int over = r >> 63 != 0;
    r = r << 1 | (a >> i & 1);
    if (over || r >= b) {
      r -= b;
      quotient |= 1ull << i;
    }
  }
  *rest = r;
  return quotient;
}
u64 __udivdi3(u64 a, u64 b) {
  u64 rest;
  return divided(a, b, &rest);
}
u64 __umoddi3(u64 a, u64 b) {
  u64 rest;
  divided(a, b, &rest);
  return rest;
}
u64 __udivmoddi4(u64 a, u64 b, u64 *rest) { return divided(a, b, rest); }
static u64 size_of(i64 x) { return x < 0 ? -(u64)x : (u64)x; }
i64 __divdi3(i64 a, i64 b) {
  const u64 q = __udivdi3(size_of(a), size_of(b));
  return (i64)((a < 0) != (b < 0) ? -q : q);
}
i64 __moddi3(i64 a, i64 b) {
  const u64 r = __umoddi3(size_of(a), size_of(b));
  return (i64)(a < 0 ? -r : r);
}
i64 __divmoddi4(i64 a, i64 b, i64 *rest) {
  *rest = __moddi3(a, b);
  return __divdi3(a, b);
}
i64 __mulodi4(i64 a, i64 b, int *overflow) {
  const i64 r = (i64)((u64)a * (u64)b);
  *overflow = a != 0 && (__divdi3(r, a) != b || (a == -1 && b == (i64)(1ull << 63)));
  return r;
}
#endif
int __popcountdi2(u64 x) {
  int n = 0;
  for (; x; x &= x - 1)
    n++;
  return n;
}
int __paritydi2(u64 x) { return __popcountdi2(x) & 1; }
int __paritysi2(u32 x) { return __popcountdi2(x) & 1; }
int __popcountsi2(u32 x) { return __popcountdi2(x); }

static void print_and_exit(char *text, long n) {
#ifdef __i386__
  int r;
  __asm__ volatile("int $0x80" : "=a"(r) : "a"(4), "b"(1), "c"(text), "d"(n) : "memory");
  __asm__ volatile("int $0x80" : : "a"(1), "b"(0));
#else
  long r;
  __asm__ volatile("syscall" : "=a"(r) : "a"(1L), "D"(1L), "S"(text), "d"(n) : "rcx", "r11", "memory");
  __asm__ volatile("syscall" : : "a"(60L), "D"(0L) : "rcx", "r11");
#endif
  for (;;)
    ;
}

__attribute__((noreturn, used)) void begin(void) {
  char digits[8];
  u32 result = (u32)pasted_main();
  for (int i = 7; i >= 0; i--, result >>= 4)
    digits[i] = "0123456789abcdef"[result & 15];
  print_and_exit(digits, 8);
  for (;;)
    ;
}

#ifdef __i386__
__asm__(".globl _start\n_start: andl $-16, %esp\n call begin\n");
#else
__asm__(".globl _start\n_start: andq $-16, %rsp\n call begin\n");
#endif
