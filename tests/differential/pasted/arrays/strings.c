static const char text[] = "The quick brown fox jumps over the lazy dog, and runs away.";
static char other[sizeof text];
static int length(const char *s) {
  const char *p = s;
  while (*p)
    p++;
  return (int)(p - s);
}
static void reverse(char *s, int n) {
  for (int i = 0, j = n - 1; i < j; i++, j--) {
    char c = s[i];
    s[i] = s[j];
    s[j] = c;
  }
}
static int words(const char *s) {
  int n = 0, inside = 0;
  for (; *s; s++) {
    int letter = (*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z');
    n += letter && !inside;
    inside = letter;
  }
  return n;
}
int main(void) {
  int n = length(text);
  for (int i = 0; i <= n; i++)
    other[i] = text[i] >= 'a' && text[i] <= 'z' ? (char)(text[i] - 32) : text[i];
  reverse(other, n);
  int hash = 5381;
  for (const char *p = other; *p; p++)
    hash = hash * 33 + *p;
  return hash + words(text) * 100 + n;
}
