static long long rows[20][8];
int main(void) {
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 8; j++)
      rows[i][j] = (long long)i * 1000000007 * (j - 3);
  long long sum = 0, most = -1;
  for (int j = 0; j < 8; j++)
    for (int i = 0; i < 20; i++) {
      sum += rows[i][j] >> (j + 1);
      if (rows[i][j] > most)
        most = rows[i][j];
    }
  return (int)(sum ^ sum >> 32 ^ most);
}
