static unsigned gcd(unsigned a, unsigned b) {
  while (b != 0) {
    unsigned r = a % b;
    a = b;
    b = r;
  }
  return a;
}
int main(void) {
  unsigned sum = 0;
  for (unsigned a = 1; a < 60; a++)
    for (unsigned b = 1; b < 60; b++)
      sum = sum * 3 + gcd(a * 7, b * 5);
  return (int)sum;
}
