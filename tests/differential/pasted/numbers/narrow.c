/* Arithmetic of bytes and halfwords, with and without sign. */
static signed char sc = -100;
static unsigned char uc = 200;
static short sh = -30000;
static unsigned short us = 60000;
int main(void) {
  int sum = 0;
  for (int i = 0; i < 300; i++) {
    sc = (signed char)(sc * 3 + i);
    uc = (unsigned char)(uc + sc / 7);
    sh = (short)(sh - (uc << 4) + i);
    us = (unsigned short)(us * 5 + (sh >> 3));
    sum = sum * 7 + sc + uc * 2 + sh % 11 + us / 13 + (sc < sh) + (uc > us) + (signed char)us;
    us = (unsigned short)(us << 3 | us >> 13);
    uc = (unsigned char)(uc << 5 | uc >> 3);
  }
  return sum;
}
