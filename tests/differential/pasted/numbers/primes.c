static unsigned char composite[2000];
int main(void) {
  int sum = 0;
  for (int i = 2; i < 2000; i++) {
    if (composite[i])
      continue;
    sum += i;
    for (int j = i * i; j < 2000; j += i)
      composite[j] = 1;
  }
  return sum;
}
