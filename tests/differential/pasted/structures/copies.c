struct record {
  char name[12];
  int numbers[20];
  long long stamp;
};
static struct record records[6], saved;
static struct record made(int n) {
  struct record r = {{0}, {0}, 0};
  for (int i = 0; i < 11; i++)
    r.name[i] = (char)('a' + (i + n) % 26);
  for (int i = 0; i < 20; i++)
    r.numbers[i] = n * i - 5;
  r.stamp = (long long)n << 33 | 12345;
  return r;
}
static unsigned digest(struct record r) {
  unsigned sum = (unsigned)(r.stamp >> 30);
  for (int i = 0; i < 12; i++)
    sum = sum * 3 + r.name[i];
  for (int i = 0; i < 20; i++)
    sum = sum * 5 + r.numbers[i];
  return sum;
}
int main(void) {
  for (int i = 0; i < 6; i++)
    records[i] = made(i * 7);
  saved = records[2];
  records[2] = records[4];
  records[4] = saved;
  unsigned sum = 0;
  for (int i = 0; i < 6; i++)
    sum = sum * 7 + digest(records[i]);
  return (int)sum;
}
