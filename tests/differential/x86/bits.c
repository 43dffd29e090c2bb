// Bit tricks, rotations, products of 128 bits, carries, and atomic operations.
#include "check.h"
FN int pop32(u32 a) {
  return __builtin_popcount(a);
}
FN int pop64(u64 a) {
  return __builtin_popcountl(a);
}
FN int clz32(u32 a) {
  return a ? __builtin_clz(a) : 99;
}
FN int clz64(u64 a) {
  return a ? __builtin_clzl(a) : 99;
}
FN int ctz32(u32 a) {
  return a ? __builtin_ctz(a) : 99;
}
FN int ctz64(u64 a) {
  return a ? __builtin_ctzl(a) : 99;
}
FN int ffs64(u64 a) {
  return __builtin_ffsl(a);
}
FN int parity(u64 a) {
  return __builtin_parityl(a);
}
FN u16 bswap16(u16 a) {
  return __builtin_bswap16(a);
}
FN u32 bswap32(u32 a) {
  return __builtin_bswap32(a);
}
FN u64 bswap64(u64 a) {
  return __builtin_bswap64(a);
}
FN u64 bitset(u64 a, u64 n) {
  return a | 1ul << (n & 63);
}
FN u64 bitclr(u64 a, u64 n) {
  return a & ~(1ul << (n & 63));
}
FN u64 bitflip(u64 a, u64 n) {
  return a ^ 1ul << (n & 63);
}
FN int bittest(u64 a, u64 n) {
  return a >> (n & 63) & 1;
}
FN u32 bitset32(u32 a, u32 n) {
  return a | 1u << (n & 31);
}
FN u32 bitclr32(u32 a, u32 n) {
  return a & ~(1u << (n & 31));
}
FN u32 bitflip32(u32 a, u32 n) {
  return a ^ 1u << (n & 31);
}
FN u64 set40(u64 a) {
  return a | 1ul << 40;
}
FN u64 clr40(u64 a) {
  return a & ~(1ul << 40);
}
FN u64 flip63(u64 a) {
  return a ^ 1ul << 63;
}
FN int test40(u64 a) {
  if (a & 1ul << 40)
    return 5;
  return 9;
}
FN u64 rotl(u64 a, u64 n) {
  n &= 63;
  return a << n | a >> (-n & 63);
}
FN u32 rotr32(u32 a, u32 n) {
  n &= 31;
  return a >> n | a << (-n & 31);
}
FN u16 rotl16(u16 a) {
  return a << 5 | a >> 11;
}
FN u8 rotr8(u8 a) {
  return a >> 3 | a << 5;
}
FN u64 shld(u64 a, u64 b) {
  return a << 13 | b >> 51;
}
FN u32 shrd32(u32 a, u32 b) {
  return a >> 5 | b << 27;
}
FN unsigned __int128 shl128(unsigned __int128 a, int n) {
  return a << n;
}
FN __int128 sar128(__int128 a, int n) {
  return a >> n;
}
FN u64 mulhu(u64 a, u64 b) {
  return (unsigned __int128)a * b >> 64;
}
FN i64 mulhs(i64 a, i64 b) {
  return (__int128)a * b >> 64;
}
FN u32 mulh32(u32 a, u32 b) {
  return (u64)a * b >> 32;
}
FN unsigned __int128 add128(unsigned __int128 a, unsigned __int128 b) {
  return a + b;
}
FN __int128 mul128(__int128 a, __int128 b) {
  return a * b;
}
FN int lt128(__int128 a, __int128 b) {
  return a < b;
}
FN __int128 neg128(__int128 a) {
  return -a;
}
FN int addov(i32 a, i32 b) {
  i32 r;
  return __builtin_add_overflow(a, b, &r) ? 1 : r;
}
FN i64 mulov(i64 a, i64 b) {
  i64 r;
  return __builtin_mul_overflow(a, b, &r) ? 7 : r;
}
FN u64 subov(u64 a, u64 b) {
  u64 r;
  return __builtin_sub_overflow(a, b, &r) ? 7 : r;
}
FN u64 reverse(u64 x) {
  x = (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
  x = (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
  x = (x >> 4 & 0x0f0f0f0f0f0f0f0f) | (x & 0x0f0f0f0f0f0f0f0f) << 4;
  return __builtin_bswap64(x);
}
FN u32 hakmem(u32 x) {
  u32 n = x - (x >> 1 & 033333333333) - (x >> 2 & 011111111111);
  return ((n + (n >> 3)) & 030707070707) % 63;
}
FN u64 isolate(u64 a) {
  return a & -a;
}
FN u64 lowclear(u64 a) {
  return a & (a - 1);
}
FN u64 lowmask(u64 a) {
  return a ^ (a - 1);
}
FN u64 andn(u64 a, u64 b) {
  return ~a & b;
}
FN int ispow2(u64 a) {
  return a && !(a & (a - 1));
}
FN u64 field(u64 a) {
  return a >> 12 & 0x3ff;
}
FN i64 sfield(i64 a) {
  return a << 20 >> 50;
}
FN int log2i(u32 x) {
  int r = 0;
  r |= (x > 65535) << 4;
  x >>= r;
  int s = (x > 255) << 3;
  x >>= s;
  r |= s;
  s = (x > 15) << 2;
  x >>= s;
  r |= s;
  s = (x > 3) << 1;
  x >>= s;
  return r | s | x >> 1;
}
FN u32 gray(u32 a) {
  return a ^ a >> 1;
}
FN u64 interleave(u32 a, u32 b) {
  u64 r = 0;
  for (int i = 0; i < 32; ++i)
    r |= (u64)(a >> i & 1) << (2 * i) | (u64)(b >> i & 1) << (2 * i + 1);
  return r;
}
FN u32 crc(u64 a) {
  u32 c = ~0u;
  for (int k = 0; k < 8; ++k) {
    c ^= a >> (8 * k) & 255;
    for (int i = 0; i < 8; ++i)
      c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
  }
  return ~c;
}
FN int carry3(u64* x, u64 y) {
  unsigned __int128 s = (unsigned __int128)x[0] + y;
  x[0] = s;
  s = (unsigned __int128)x[1] + (u64)(s >> 64);
  x[1] = s;
  return s >> 64;
}
FN u8 hi8(u32 a) {
  return a >> 8;
}
FN u32 sethi(u32 a, u8 b) {
  return (a & ~0xff00u) | b << 8;
}
FN int hi8test(u32 a) {
  return (a >> 8 & 0x10) != 0;
}
FN void swapmem(u64* a, u64* b) {
  u64 t = *a;
  *a = *b;
  *b = t;
}
FN u64 xchg(u64* p, u64 v) {
  return __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST);
}
FN int cas(u32* p, u32 o, u32 n) {
  return __atomic_compare_exchange_n(p, &o, n, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
FN u32 fadd(u32* p, u32 v) {
  return __atomic_fetch_add(p, v, __ATOMIC_SEQ_CST);
}
FN u64 fsub8(u8* p, u8 v) {
  return __atomic_fetch_sub(p, v, __ATOMIC_SEQ_CST);
}
FN u64 divmod(u64 a, u64 b) {
  return b ? a / b + a % b * 3 : 0;
}
FN u64 merge(u64 a, u64 b, u64 m) {
  return a ^ ((a ^ b) & m);
}
FN u64 avg(u64 a, u64 b) {
  return (a & b) + ((a ^ b) >> 1);
}
#define M128(e)                                                                                    \
  do {                                                                                             \
    unsigned __int128 r = (e);                                                                     \
    mix(r);                                                                                        \
    mix(r >> 64);                                                                                  \
  } while (0)
int main(void) {
  ALL1("pop32", u32, pop32(a));
  ALL1("pop64", u64, pop64(a));
  ALL1("clz32", u32, clz32(a));
  ALL1("clz64", u64, clz64(a));
  ALL1("ctz32", u32, ctz32(a));
  ALL1("ctz64", u64, ctz64(a));
  ALL1("ffs64", u64, ffs64(a));
  ALL1("parity", u64, parity(a));
  ALL1("bswap16", u16, bswap16(a));
  ALL1("bswap32", u32, bswap32(a));
  ALL1("bswap64", u64, bswap64(a));
  ALL2("bitset", u64, bitset(a, b));
  ALL2("bitclr", u64, bitclr(a, b));
  ALL2("bitflip", u64, bitflip(a, b));
  ALL2("bittest", u64, bittest(a, b));
  ALL2("bitset32", u32, bitset32(a, b));
  ALL2("bitclr32", u32, bitclr32(a, b));
  ALL2("bitflip32", u32, bitflip32(a, b));
  ALL1("set40", u64, set40(a));
  ALL1("clr40", u64, clr40(a));
  ALL1("flip63", u64, flip63(a));
  ALL1("test40", u64, test40(a));
  ALL2("rotl", u64, rotl(a, b));
  ALL2("rotr32", u32, rotr32(a, b));
  ALL1("rotl16", u16, rotl16(a));
  ALL1("rotr8", u8, rotr8(a));
  ALL2("shld", u64, shld(a, b));
  ALL2("shrd32", u32, shrd32(a, b));
  for (int i = 0; i < 20; ++i)
    for (int n = 0; n < 128; n += 3) {
      unsigned __int128 v = (unsigned __int128)arg(i) << 64 | arg(i + 5);
      M128(shl128(v, n));
      M128(sar128((__int128)v, n));
    }
  say("shift128");
  ALL2("mulhu", u64, mulhu(a, b));
  ALL2("mulhs", i64, mulhs(a, b));
  ALL2("mulh32", u32, mulh32(a, b));
  for (int i = 0; i < 20; ++i)
    for (int n = 0; n < 20; ++n) {
      unsigned __int128 v = (unsigned __int128)arg(i) << 64 | arg(n),
                        w = (unsigned __int128)arg(n + 3) << 64 | arg(i + 2);
      M128(add128(v, w));
      M128(mul128(v, w));
      mix(lt128(v, w));
      M128(neg128(v));
    }
  say("arith128");
  ALL2("addov", i32, addov(a, b));
  ALL2("mulov", i64, mulov(a, b));
  ALL2("subov", u64, subov(a, b));
  ALL1("reverse", u64, reverse(a));
  ALL1("hakmem", u32, hakmem(a));
  ALL1("isolate", u64, isolate(a));
  ALL1("lowclear", u64, lowclear(a));
  ALL1("lowmask", u64, lowmask(a));
  ALL2("andn", u64, andn(a, b));
  ALL1("ispow2", u64, ispow2(a));
  ALL1("field", u64, field(a));
  ALL1("sfield", i64, sfield(a));
  ALL1("log2i", u32, log2i(a));
  ALL1("gray", u32, gray(a));
  ALL1("interleave", u64, interleave(a, a >> 32));
  ALL1("crc", u64, crc(a));
  u64 c[2] = {~0ul, ~0ul - 3};
  for (int i = 0; i < 30; ++i)
    mix(carry3(c, arg(i))), mix(c[0]), mix(c[1]);
  say("carry3");
  ALL1("hi8", u32, hi8(a));
  ALL2("sethi", u32, sethi(a, b));
  ALL1("hi8test", u32, hi8test(a));
  u64 p = 5, q = 9;
  swapmem(&p, &q);
  mix(p);
  mix(q);
  mix(xchg(&p, 77));
  mix(p);
  u32 r = 4;
  mix(cas(&r, 4, 6));
  mix(cas(&r, 4, 8));
  mix(r);
  mix(fadd(&r, 3));
  mix(r);
  u8 s = 3;
  mix(fsub8(&s, 5));
  mix(s);
  say("atomics");
  ALL2("divmod", u64, divmod(a, b));
  ALL2("merge", u64, merge(a, b, a * 3));
  ALL2("avg", u64, avg(a, b));
  return 0;
}
