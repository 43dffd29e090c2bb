struct packed {
  unsigned a : 3, b : 7, c : 11;
  int d : 5, e : 6;
  unsigned long long f : 40;
};
int main(void) {
  struct packed p = {1, 2, 3, -4, 5, 6};
  unsigned sum = 0;
  for (int i = 0; i < 100; i++) {
    p.a += 3;
    p.b ^= p.c + i;
    p.c = p.c * 5 + p.a;
    p.d -= 3;
    p.e += p.d;
    p.f = p.f * 77777777777ull + p.b;
    sum = sum * 9 + p.a + p.b + p.c + p.d + p.e + (unsigned)(p.f >> 9);
  }
  return (int)sum;
}
