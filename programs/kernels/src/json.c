// Writes a JSON document of some hundred records, parses it into a tree (recursive descent, nodes
// from an arena), walks the tree, writes it out again and compares: branches on characters, calls,
// pointers, short copies. Parsed and written six times over; about 9 million instructions (RV64GC).
#include "kernel.h"

enum { kRecords = 300, kText = 1 << 16, kNodes = 8192, kStrings = 1 << 15, kDeepest = 32 };
enum { kRounds = 6 };

typedef enum { kNull, kFalse, kTrue, kNumber, kString, kArray, kObject } Kind;

typedef struct Node {
  Kind kind;
  const char* name;   ///< of a member of an object; otherwise null
  const char* string; ///< of a string
  int32_t hundredths; ///< of a number: its value times 100
  struct Node* first; ///< of an array or object
  struct Node* next;
} Node;

typedef struct {
  char* at;
  char* end;
} Writer;

static char source[kText], copy[kText], strings[kStrings];
static Node nodes[kNodes];
static size_t node_count, string_bytes;
static const char* cursor;
static const char* problem; ///< the first one, or null

// ---- writing ----

static void put(Writer* out, char c) {
  if (out->at < out->end)
    *out->at++ = c;
}

static void put_text(Writer* out, const char* text) {
  while (*text != '\0')
    put(out, *text++);
}

static void put_number(Writer* out, int32_t hundredths) {
  uint32_t value = hundredths < 0 ? -(uint32_t)hundredths : (uint32_t)hundredths;
  char digits[12];
  int count = 0;
  if (hundredths < 0)
    put(out, '-');
  for (uint32_t whole = value / 100; count == 0 || whole != 0; whole /= 10)
    digits[count++] = (char)('0' + whole % 10);
  while (count > 0)
    put(out, digits[--count]);
  if (value % 100 != 0) {
    put(out, '.');
    put(out, (char)('0' + value / 10 % 10));
    if (value % 10 != 0)
      put(out, (char)('0' + value % 10));
  }
}

static void put_string(Writer* out, const char* text) {
  put(out, '"');
  for (; *text != '\0'; ++text)
    switch (*text) {
    case '"':
    case '\\':
      put(out, '\\');
      put(out, *text);
      break;
    case '\n':
      put_text(out, "\\n");
      break;
    case '\t':
      put_text(out, "\\t");
      break;
    default:
      if ((uint8_t)*text < 0x20) {
        put_text(out, "\\u00");
        put(out, "0123456789abcdef"[*text >> 4]);
        put(out, "0123456789abcdef"[*text & 15]);
      } else {
        put(out, *text);
      }
    }
  put(out, '"');
}

static void put_value(Writer* out, const Node* node) {
  static const char* const kWords[] = {"null", "false", "true"};
  if (node->kind <= kTrue) {
    put_text(out, kWords[node->kind]);
  } else if (node->kind == kNumber) {
    put_number(out, node->hundredths);
  } else if (node->kind == kString) {
    put_string(out, node->string);
  } else {
    put(out, node->kind == kArray ? '[' : '{');
    for (const Node* child = node->first; child != NULL; child = child->next) {
      if (child != node->first)
        put(out, ',');
      if (child->name != NULL) {
        put_string(out, child->name);
        put(out, ':');
      }
      put_value(out, child);
    }
    put(out, node->kind == kArray ? ']' : '}');
  }
}

/// Records of a store's catalogue: every kind of value, escapes, negative and broken numbers.
static void make_document(Writer* out) {
  static const char* const kTexts[] = {
      "bolt\\nM8", "a \\\"quoted\\\" name", "tab\\tand \\\\", "plain", "", "\\u0001"};
  uint32_t state = 8259; // RFC 8259 is the grammar
  put(out, '[');
  for (int i = 0; i < kRecords; ++i) {
    if (i > 0)
      put(out, ',');
    put_text(out, "{\"id\":");
    put_number(out, 100 * i);
    put_text(out, ",\"name\":\"");
    put_text(out, kTexts[next_random(&state) % 6]);
    put_text(out, "\",\"price\":");
    put_number(out, (int32_t)(next_random(&state) % 2000000) - 1000000);
    put_text(out, next_random(&state) & 64 ? ",\"in stock\":true"
                                           : ",\"in stock\":false,\"since\":null");
    put_text(out, ",\"sizes\":[");
    for (uint32_t sizes = next_random(&state) % 6, s = 0; s < sizes; ++s) {
      if (s > 0)
        put(out, ',');
      put_number(out, (int32_t)(next_random(&state) % 5000));
    }
    put_text(out, "]}");
  }
  put(out, ']');
  put(out, '\0');
}

// ---- parsing ----

static Node* fail(const char* what) {
  if (problem == NULL)
    problem = what;
  return NULL;
}

static int accept(char c) {
  while (*cursor == ' ' || *cursor == '\n')
    ++cursor;
  if (*cursor != c)
    return 0;
  ++cursor;
  return 1;
}

static int accept_word(const char* word) {
  const size_t length = strlen(word);
  if (strncmp(cursor, word, length) != 0)
    return 0;
  cursor += length;
  return 1;
}

static int hex_digit(char c) {
  return c <= '9' ? c - '0' : (c | 32) - 'a' + 10;
}

static char unescape(void) {
  const char c = *cursor++;
  if (c == 'n')
    return '\n';
  if (c == 't')
    return '\t';
  if (c != 'u')
    return c;
  cursor += 4; // only \u0000 to \u007f occur
  return (char)(hex_digit(cursor[-2]) * 16 + hex_digit(cursor[-1]));
}

/// The text after an opening quote, in the arena.
static const char* parse_text(void) {
  char* const begin = strings + string_bytes;
  char* at = begin;
  while (*cursor != '"' && *cursor != '\0' && at + 1 < strings + kStrings) {
    const char c = *cursor++;
    *at++ = c == '\\' ? unescape() : c;
  }
  if (!accept('"'))
    fail("a string does not end");
  *at++ = '\0';
  string_bytes = (size_t)(at - strings);
  return begin;
}

static int32_t parse_number(void) {
  const int negative = accept('-');
  int32_t value = 0;
  int decimals = -1;
  for (;; ++cursor) {
    if (*cursor == '.')
      decimals = 0;
    else if (*cursor < '0' || *cursor > '9')
      break;
    else {
      value = value * 10 + (*cursor - '0');
      decimals += decimals >= 0;
    }
  }
  for (int have = decimals < 0 ? 0 : decimals; have < 2; ++have)
    value *= 10;
  return negative ? -value : value;
}

static Node* parse_value(int depth);

static void parse_members(Node* parent, char close, int depth) {
  Node** link = &parent->first;
  if (accept(close))
    return;
  do {
    const char* name = NULL;
    if (parent->kind == kObject) {
      name = accept('"') ? parse_text() : NULL;
      if (name == NULL || !accept(':'))
        fail("a member has no name");
    }
    Node* const child = parse_value(depth + 1);
    if (child == NULL)
      return;
    child->name = name;
    *link = child;
    link = &child->next;
  } while (accept(','));
  if (!accept(close))
    fail("an array or object does not end");
}

static Node* parse_value(int depth) {
  if (node_count == kNodes || depth > kDeepest || problem != NULL)
    return fail("too large or too deep");
  Node* const node = &nodes[node_count++];
  memset(node, 0, sizeof *node);
  if (accept('{')) {
    node->kind = kObject;
    parse_members(node, '}', depth);
  } else if (accept('[')) {
    node->kind = kArray;
    parse_members(node, ']', depth);
  } else if (accept('"')) {
    node->kind = kString;
    node->string = parse_text();
  } else if (*cursor == '-' || (*cursor >= '0' && *cursor <= '9')) {
    node->kind = kNumber;
    node->hundredths = parse_number();
  } else if (accept_word("true")) {
    node->kind = kTrue;
  } else if (accept_word("false")) {
    node->kind = kFalse;
  } else if (!accept_word("null")) {
    return fail("no value here");
  }
  return node;
}

// ---- walking ----

static const Node* member(const Node* object, const char* name) {
  for (const Node* child = object->first; child != NULL; child = child->next)
    if (strcmp(child->name, name) == 0)
      return child;
  return NULL;
}

static void print_totals(const Node* document) {
  int64_t price = 0, sizes = 0;
  int in_stock = 0, since = 0;
  for (const Node* record = document->first; record != NULL; record = record->next) {
    price += member(record, "price")->hundredths;
    in_stock += member(record, "in stock")->kind == kTrue;
    since += member(record, "since") != NULL;
    for (const Node* size = member(record, "sizes")->first; size != NULL; size = size->next)
      sizes += size->hundredths;
  }
  out_line("price", price);
  out_line("in stock", in_stock);
  out_line("not in stock", since);
  out_line("sizes", sizes);
}

/// The document as a tree in the arena, in place of what was there.
static const Node* parse_document(void) {
  cursor = source;
  node_count = string_bytes = 0;
  return parse_value(0);
}

/// The tree is written as it was read.
static int comes_back(const Node* root) {
  Writer again = {copy, copy + kText};
  put_value(&again, root);
  put(&again, '\0');
  return strcmp(source, copy) == 0;
}

int main(void) {
  Writer document = {source, source + kText};
  make_document(&document);
  const Node* root = parse_document();
  out_line("bytes", document.at - source - 1);
  out_line("nodes", (int64_t)node_count);
  int failures = problem != NULL || *cursor != '\0';
  if (failures) {
    out_text(problem != NULL ? problem : "something follows");
    out_char('\n');
  } else {
    print_totals(root);
    failures = !comes_back(root);
    for (int round = 1; round < kRounds; ++round) {
      root = parse_document();
      failures += !comes_back(root);
    }
  }
  out_line("failures", failures);
  out_flush();
  return failures;
}
