// Strings, arrays, structures, jump tables, recursion and calls.
#include "check.h"
FN u64 slen(const char* s) {
  const char* p = s;
  while (*p)
    ++p;
  return p - s;
}
FN int scmp(const char* a, const char* b) {
  while (*a && *a == *b)
    ++a, ++b;
  return (u8)*a - (u8)*b;
}
FN char* scpy(char* d, const char* s) {
  char* r = d;
  while ((*d++ = *s++))
    ;
  return r;
}
FN char* srev(char* s) {
  u64 n = slen(s);
  for (u64 i = 0; i < n / 2; ++i) {
    char t = s[i];
    s[i] = s[n - 1 - i];
    s[n - 1 - i] = t;
  }
  return s;
}
FN int atoi_(const char* s) {
  int r = 0, n = 0;
  while (*s == ' ')
    ++s;
  if (*s == '-')
    n = 1, ++s;
  while (*s >= '0' && *s <= '9')
    r = r * 10 + (*s++ - '0');
  return n ? -r : r;
}
FN void itoa_(int v, char* s) {
  char b[16];
  int n = 0, m = v < 0;
  u32 u = m ? -(u32)v : v;
  do
    b[n++] = '0' + u % 10;
  while (u /= 10);
  if (m)
    *s++ = '-';
  while (n)
    *s++ = b[--n];
  *s = 0;
}
FN void hex_(u64 v, char* s) {
  for (int i = 15; i >= 0; --i)
    *s++ = "0123456789abcdef"[v >> (4 * i) & 15];
  *s = 0;
}
FN void upper(char* s) {
  for (; *s; ++s)
    if (*s >= 'a' && *s <= 'z')
      *s -= 32;
}
FN int count(const char* s, char c) {
  int n = 0;
  for (; *s; ++s)
    n += *s == c;
  return n;
}
FN int palin(const char* s) {
  u64 i = 0, j = slen(s);
  while (i < j)
    if (s[i++] != s[--j])
      return 0;
  return 1;
}
FN u32 hash(const char* s) {
  u32 h = 5381;
  while (*s)
    h = h * 33 ^ (u8)*s++;
  return h;
}
FN const char* find(const char* s, const char* t) {
  for (; *s; ++s) {
    u64 i = 0;
    while (t[i] && s[i] == t[i])
      ++i;
    if (!t[i])
      return s;
  }
  return 0;
}
FN i64 asum(const i32* a, int n) {
  i64 s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i];
  return s;
}
FN i32 isum(const i32* a, int n) {
  i32 s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i];
  return s;
}
FN i32 sum16(const i32* a) {
  i32 s = 0;
  for (int i = 0; i < 16; ++i)
    s += a[i];
  return s;
}
FN i64 lsum16(const i64* a) {
  i64 s = 0;
  for (int i = 0; i < 16; ++i)
    s += a[i];
  return s;
}
FN void inc16(i32* a) {
  for (int i = 0; i < 16; ++i)
    a[i] += 3;
}
FN void copy16(i32* a, const i32* b) {
  for (int i = 0; i < 16; ++i)
    a[i] = b[i];
}
FN void clear32(u8* a) {
  for (int i = 0; i < 32; ++i)
    a[i] = 0;
}
FN void fill(i32* a, int n, i32 v) {
  for (int i = 0; i < n; ++i)
    a[i] = v;
}
FN int maxi(const i32* a, int n) {
  int m = a[0];
  for (int i = 1; i < n; ++i)
    if (a[i] > m)
      m = a[i];
  return m;
}
FN int imax16(const i32* a) {
  int m = a[0];
  for (int i = 0; i < 16; ++i)
    m = a[i] > m ? a[i] : m;
  return m;
}
FN void mulv(i32* a, const i32* b) {
  for (int i = 0; i < 8; ++i)
    a[i] *= b[i];
}
FN void xorv(u64* a, const u64* b) {
  for (int i = 0; i < 8; ++i)
    a[i] ^= b[i];
}
FN void shiftv(u32* a) {
  for (int i = 0; i < 8; ++i)
    a[i] = a[i] << 3 | a[i] >> 29;
}
FN void prefix(i64* a, int n) {
  for (int i = 1; i < n; ++i)
    a[i] += a[i - 1];
}
FN void widen(i32* a, const i16* b) {
  for (int i = 0; i < 16; ++i)
    a[i] = b[i];
}
FN void narrow(u8* a, const i32* b) {
  for (int i = 0; i < 16; ++i)
    a[i] = b[i];
}
FN int dot8(const i16* a, const i16* b) {
  int s = 0;
  for (int i = 0; i < 16; ++i)
    s += a[i] * b[i];
  return s;
}
FN void bubble(i32* a, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j + 1 < n - i; ++j)
      if (a[j] > a[j + 1]) {
        i32 t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
}
FN void insertion(i16* a, int n) {
  for (int i = 1; i < n; ++i) {
    i16 v = a[i];
    int j = i;
    for (; j && a[j - 1] > v; --j)
      a[j] = a[j - 1];
    a[j] = v;
  }
}
FN void quick(i64* a, i64 lo, i64 hi) {
  while (lo < hi) {
    i64 p = a[(lo + hi) / 2], i = lo, j = hi;
    while (i <= j) {
      while (a[i] < p)
        ++i;
      while (a[j] > p)
        --j;
      if (i <= j) {
        i64 t = a[i];
        a[i++] = a[j];
        a[j--] = t;
      }
    }
    quick(a, lo, j);
    lo = i;
  }
}
FN int bsearch_(const i64* a, int n, i64 v) {
  int lo = 0, hi = n;
  while (lo < hi) {
    int m = (lo + hi) / 2;
    if (a[m] < v)
      lo = m + 1;
    else
      hi = m;
  }
  return lo;
}
FN int sieve(u8* s, int n) {
  int c = 0;
  for (int i = 2; i < n; ++i)
    s[i] = 1;
  for (int i = 2; i < n; ++i)
    if (s[i]) {
      ++c;
      for (int j = 2 * i; j < n; j += i)
        s[j] = 0;
    }
  return c;
}
FN void transpose(int a[6][6]) {
  for (int i = 0; i < 6; ++i)
    for (int j = i + 1; j < 6; ++j) {
      int t = a[i][j];
      a[i][j] = a[j][i];
      a[j][i] = t;
    }
}
struct s1 {
  i8 a;
  i16 b;
  i32 c;
  i64 d;
};
struct s16 {
  i64 a, b;
};
struct s32 {
  i64 a, b, c, d;
};
struct s24 {
  i32 a[6];
};
struct mixed {
  double d;
  i64 n;
};
struct bf {
  u32 a : 5, b : 11, c : 16;
  i32 d : 7;
  u64 e : 40;
};
FN struct s1 mk1(i64 v) {
  struct s1 s = {v, v >> 3, v >> 5, v * 3};
  return s;
}
FN i64 sum1(const struct s1* s) {
  return s->a + s->b + s->c + s->d;
}
FN struct s16 mk16(i64 a) {
  struct s16 s = {a, -a};
  return s;
}
FN struct s32 mk32(i64 a) {
  struct s32 s = {a, a + 1, a * 2, a ^ 5};
  return s;
}
FN void zero32(struct s32* s) {
  struct s32 z = {0};
  *s = z;
}
FN void cp32(struct s32* a, const struct s32* b) {
  *a = *b;
}
FN void cp16(struct s16* a, const struct s16* b) {
  *a = *b;
}
FN void swap16(struct s16* a, struct s16* b) {
  struct s16 t = *a;
  *a = *b;
  *b = t;
}
FN void ini24(struct s24* s) {
  struct s24 v = {{1, 2, 3, 4, 5, 6}};
  *s = v;
}
FN i64 by16(struct s16 a, struct s16 b) {
  return a.a * b.b - a.b * b.a;
}
FN i64 by32(struct s32 a, int k) {
  return a.a + a.b * k + a.c - a.d;
}
FN struct mixed mkm(double d, i64 n) {
  struct mixed m = {d * 2, n + 1};
  return m;
}
FN void setbf(struct bf* b, u64 v) {
  b->a = v;
  b->b = v >> 5;
  b->c = v >> 9;
  b->d = v >> 13;
  b->e = v >> 17;
}
FN i64 getbf(const struct bf* b) {
  return b->a + b->b * 3 + b->c * 5 + b->d * 7 + b->e;
}
FN void pair(i64* p, i64 a, i64 b) {
  p[0] = a;
  p[1] = b;
}
FN void quad(i32* p, i32 a, i32 b, i32 c, i32 d) {
  p[0] = a;
  p[1] = b;
  p[2] = c;
  p[3] = d;
}
FN void bump(struct s16* s) {
  s->a += 1;
  s->b += 1;
}
FN void bumpv(i32* p) {
  p[0] += 1;
  p[1] += 2;
  p[2] += 3;
  p[3] += 4;
}
FN void ptrs(void** p, void* q) {
  p[0] = q;
  p[1] = q;
}
struct node {
  struct node *l, *r;
  i64 v;
};
static struct node pool[64];
static int used;
FN struct node* insert(struct node* t, i64 v) {
  if (!t) {
    t = &pool[used++];
    t->l = t->r = 0;
    t->v = v;
    return t;
  }
  if (v < t->v)
    t->l = insert(t->l, v);
  else
    t->r = insert(t->r, v);
  return t;
}
FN int depth(const struct node* t) {
  if (!t)
    return 0;
  int a = depth(t->l), b = depth(t->r);
  return 1 + (a > b ? a : b);
}
FN i64 inorder(const struct node* t, i64 k) {
  if (!t)
    return k;
  k = inorder(t->l, k);
  k = k * 31 + t->v;
  return inorder(t->r, k);
}
FN struct node* rev(struct node* l) {
  struct node* p = 0;
  while (l) {
    struct node* n = l->r;
    l->r = p;
    p = l;
    l = n;
  }
  return p;
}
FN int sw(int x, int y) {
  switch (x) {
  case 0:
    return y + 1;
  case 1:
    return y * 2;
  case 2:
    return y - 3;
  case 3:
    return y << 2;
  case 4:
    return ~y;
  case 5:
    return y / 3;
  case 6:
    return y & 15;
  case 7:
    return -y;
  case 9:
    return 9;
  default:
    return 77;
  }
}
FN int swsparse(int x) {
  switch (x) {
  case -5:
    return 1;
  case 10:
    return 2;
  case 100:
    return 3;
  case 1000:
    return 4;
  case 99999:
    return 5;
  }
  return 0;
}
FN const char* swname(u32 x) {
  switch (x) {
  case 0:
    return "zero";
  case 1:
    return "one";
  case 2:
    return "two";
  case 3:
    return "three";
  case 4:
    return "four";
  }
  return "many";
}
FN int swmask(char c) {
  switch (c) {
  case 'a':
  case 'e':
  case 'i':
  case 'o':
  case 'u':
    return 1;
  }
  return 0;
}
FN u64 fib(u64 n) {
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
FN u64 fact(u64 n) {
  return n < 2 ? 1 : n * fact(n - 1);
}
FN int ack(int m, int n) {
  return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1));
}
FN int hanoi(int n, int a, int b, int c) {
  return n == 0 ? 0 : hanoi(n - 1, a, c, b) * 3 + a + 2 * c + hanoi(n - 1, b, a, c);
}
FN int even(u32 n);
FN int odd(u32 n) {
  return n == 0 ? 0 : even(n - 1);
}
FN int even(u32 n) {
  return n == 0 ? 1 : odd(n - 1);
}
FN u64 gcd(u64 a, u64 b) {
  while (b) {
    u64 t = a % b;
    a = b;
    b = t;
  }
  return a;
}
FN int collatz(u64 n) {
  int c = 0;
  while (n != 1) {
    n = n & 1 ? 3 * n + 1 : n / 2;
    ++c;
  }
  return c;
}
FN u64 powmod(u64 b, u64 e, u64 m) {
  u64 r = 1;
  b %= m;
  for (; e; e >>= 1) {
    if (e & 1)
      r = (unsigned __int128)r * b >> 3;
    b = b * b % m;
  }
  return r;
}
FN int queens(int n, u32 c, u32 l, u32 r) {
  u32 all = (1u << n) - 1;
  if (c == all)
    return 1;
  int k = 0;
  for (u32 p = all & ~(c | l | r); p; p &= p - 1) {
    u32 b = p & -p;
    k += queens(n, c | b, (l | b) << 1, (r | b) >> 1);
  }
  return k;
}
FN i64 vla(int n) {
  i64 a[n];
  for (int i = 0; i < n; ++i)
    a[i] = i * i;
  i64 s = 0;
  for (int i = 0; i < n; ++i)
    s += a[n - 1 - i] * i;
  return s;
}
FN i64 args(i64 a, i32 b, i16 c, i8 d, u64 e, u32 f, u16 g, u8 h, i64 i) {
  return a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7 + h * 8 + i * 9;
}
typedef i64 (*op)(i64, i64);
static FN i64 oadd(i64 a, i64 b) {
  return a + b;
}
static FN i64 osub(i64 a, i64 b) {
  return a - b;
}
static FN i64 omul(i64 a, i64 b) {
  return a * b;
}
static const op ops[] = {oadd, osub, omul};
FN i64 apply(int k, i64 a, i64 b) {
  return ops[k](a, b);
}
FN i64 sumva(int n, ...) {
  __builtin_va_list l;
  __builtin_va_start(l, n);
  i64 s = 0;
  for (int i = 0; i < n; ++i)
    s += __builtin_va_arg(l, i64);
  __builtin_va_end(l);
  return s;
}
FN double sumvd(int n, ...) {
  __builtin_va_list l;
  __builtin_va_start(l, n);
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += __builtin_va_arg(l, double);
  __builtin_va_end(l);
  return s;
}
static i32 A[64], B[64];
static i64 L[64];
static i16 H[64], G[64];
static u8 S[256];
static char T[64];
int main(void) {
  const char* w[] = {"",         "a",   "level",     "hello, world",
                     "  -1234x", "987", "abcabcabc", "The quick brown fox"};
  for (int i = 0; i < 8; ++i) {
    mix(slen(w[i]));
    for (int j = 0; j < 8; ++j)
      mix(scmp(w[i], w[j])), mix(find(w[i], w[j]) ? find(w[i], w[j]) - w[i] : -1);
    scpy(T, w[i]);
    srev(T);
    mix(hash(T));
    upper(T);
    mix(hash(T));
    mix(atoi_(w[i]));
    mix(count(w[i], 'l'));
    mix(palin(w[i]));
    itoa_((i32)arg(i + 9), T);
    mix(hash(T));
    hex_(arg(i + 12), T);
    mix(hash(T));
  }
  say("strings");
  for (int i = 0; i < 64; ++i)
    A[i] = next(), B[i] = next() >> 40, L[i] = next(), H[i] = next(), G[i] = next();
  mix(asum(A, 63));
  mix(isum(A, 61));
  mix(sum16(A));
  mix(lsum16(L));
  inc16(A);
  copy16(B, A + 4);
  clear32(S);
  fill(A + 20, 13, -7);
  mix(maxi(A, 64));
  mix(imax16(A));
  mulv(A, B);
  xorv((u64*)L, (u64*)A);
  shiftv((u32*)A);
  prefix(L, 64);
  widen(B, H);
  narrow(S, A);
  mix(dot8(H, G));
  for (int i = 0; i < 64; ++i)
    mix(A[i]), mix(B[i]), mix(L[i]), mix(S[i]);
  say("arrays");
  bubble(A, 40);
  insertion(H, 64);
  quick(L, 0, 63);
  for (int i = 0; i < 64; ++i)
    mix(A[i]), mix(H[i]), mix(L[i]), mix(bsearch_(L, 64, L[i] + 1));
  mix(sieve(S, 256));
  transpose((int(*)[6])A);
  for (int i = 0; i < 36; ++i)
    mix(A[i]);
  say("sorts");
  for (int i = 0; i < 20; ++i) {
    struct s1 s = mk1(arg(i));
    mix(sum1(&s));
    struct s16 t = mk16(arg(i)), u = mk16(arg(i + 1) >> 3);
    struct s32 x = mk32(arg(i)), y;
    cp32(&y, &x);
    zero32(&x);
    mix(y.a ^ y.b ^ y.c ^ y.d);
    mix(x.a | x.b | x.c | x.d);
    swap16(&t, &u);
    mix(by16(t, u));
    cp16(&t, &u);
    bump(&t);
    mix(t.a);
    mix(t.b);
    mix(by32(y, i));
    struct mixed m = mkm(i, i);
    mix(bits(m.d));
    mix(m.n);
    struct bf b;
    setbf(&b, arg(i));
    mix(getbf(&b));
    i64 p[2];
    pair(p, arg(i), i);
    mix(p[0] + p[1] * 3);
    i32 q[4];
    quad(q, i, i + 1, i * 7, 3);
    bumpv(q);
    mix(q[0] + q[1] * 3 + q[2] * 5 + q[3] * 7);
    void* pp[2];
    ptrs(pp, &sum);
    mix(pp[0] == pp[1]);
    struct s24 z;
    ini24(&z);
    mix(z.a[0] + z.a[5] * z.a[3]);
  }
  say("structs");
  struct node* t = 0;
  for (int i = 0; i < 60; ++i)
    t = insert(t, (i64)(next() >> 50));
  mix(depth(t));
  mix(inorder(t, 7));
  for (int i = 0; i < 63; ++i)
    pool[i].r = &pool[i + 1];
  pool[63].r = 0;
  mix(rev(pool) == &pool[63]);
  mix(pool[63].r == &pool[62]);
  say("trees");
  for (int i = -2; i < 14; ++i)
    mix(sw(i, 13 * i)), mix(swsparse(i * 10)), mix(hash(swname(i))), mix(swmask('a' + i));
  mix(swsparse(99999));
  say("switch");
  mix(fib(15));
  mix(fact(20));
  mix(ack(2, 5));
  mix(hanoi(7, 1, 2, 3));
  mix(even(37));
  mix(gcd(1071000, 462));
  mix(collatz(27));
  mix(powmod(12345, 6789, 1000003));
  mix(queens(6, 0, 0, 0));
  mix(vla(20));
  mix(args(1, -2, 3, -4, 5, 6, 7, 8, -9));
  for (int i = 0; i < 3; ++i)
    mix(apply(i, 30, 12));
  mix(sumva(8, 1l, 2l, 3l, 4l, 5l, 6l, 7l, 8l));
  mix(bits(sumvd(9, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.5)));
  say("calls");
  return 0;
}
