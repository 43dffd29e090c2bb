/* What compilers turn into operations on whole vectors of bytes and halfwords. */
static unsigned char x[256], y[256], z[256];
static unsigned short h[256];
int main(void) {
  for (int i = 0; i < 256; i++) {
    x[i] = (unsigned char)(i * 37);
    y[i] = (unsigned char)(i * 91 + 5);
  }
  for (int i = 0; i < 256; i++)
    z[i] = (unsigned char)((x[i] + y[i] + 1) >> 1);
  for (int i = 0; i < 256; i++)
    h[i] = (unsigned short)(x[i] * y[i] >> 2);
  for (int i = 0; i < 256; i++)
    y[i] = x[i] > z[i] ? x[i] - z[i] : z[i] - x[i];
  int sum = 0, dark = 0;
  for (int i = 0; i < 256; i++)
    sum += z[i] * 3 + h[i] + y[i];
  for (int i = 0; i < 256; i++)
    dark += x[i] < 64 ? 1 : y[i] > 200 ? 2 : 0;
  return sum * 100 + dark;
}
