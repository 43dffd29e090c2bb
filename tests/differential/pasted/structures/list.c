struct node {
  int value;
  struct node *next;
};
static struct node pool[40];
int main(void) {
  struct node *head = 0;
  for (int i = 0; i < 40; i++) {
    pool[i].value = i * i % 23;
    struct node **p = &head;
    while (*p && (*p)->value < pool[i].value)
      p = &(*p)->next;
    pool[i].next = *p;
    *p = &pool[i];
  }
  struct node *back = 0;
  while (head) {
    struct node *next = head->next;
    head->next = back;
    back = head;
    head = next;
  }
  unsigned sum = 0;
  for (struct node *p = back; p; p = p->next)
    sum = sum * 7 + p->value + (unsigned)(p - pool);
  return (int)sum;
}
