#include "driver.hpp"

#include "array_lengths.hpp"
#include "isa/compile_c.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace stallscope::isa {

namespace {

Diagnostic call_problem(std::uint32_t column, std::string message, std::string expected) {
  Diagnostic d;
  d.file = "--call";
  d.line = 1;
  d.column = column;
  d.message = std::move(message);
  d.expected = std::move(expected);
  return d;
}

/// Data read at the end of the run: isa/call_results.hpp defines the layout. Kinds are derived from
/// the type itself, so that typedefs work too.
constexpr std::string_view kBegin = R"(
#pragma GCC diagnostic warning "-Wfloat-conversion"
#pragma GCC diagnostic warning "-Woverflow"
#ifdef __SIZEOF_INT128__
#define STALLSCOPE_WIDE_KINDS __int128: 'i', unsigned __int128: 'u',
#else
#define STALLSCOPE_WIDE_KINDS
#endif
#define STALLSCOPE_KIND(x) _Generic((x), \
  _Bool: 'b', char: 'c', signed char: 'i', unsigned char: 'u', short: 'i', unsigned short: 'u', \
  int: 'i', unsigned: 'u', long: 'i', unsigned long: 'u', long long: 'i', unsigned long long: 'u', \
  float: 'f', double: 'f', long double: 'f', STALLSCOPE_WIDE_KINDS char *: 's', const char *: 's', void *: 'p', const void *: 'p', \
  default: __builtin_classify_type(x) == 5 ? 'p' : '?') /* GCC's pointer_type_class */
/* What calls say and files need no headers for. */
#ifndef NULL
#define NULL ((void *)0)
#endif
#ifndef true
#define true 1
#define false 0
#endif
#ifndef INFINITY
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#endif
#ifndef INT_MAX
#define INT_MAX __INT_MAX__
#define INT_MIN (-__INT_MAX__ - 1)
#define UINT_MAX (__INT_MAX__ * 2U + 1)
#define LONG_MAX __LONG_MAX__
#define LONG_MIN (-__LONG_MAX__ - 1)
#endif
struct stallscope_value {
  const char *name;
  const volatile void *at;
  unsigned long count;
  unsigned long row;
  unsigned kind;
  unsigned size;
};
)";

/// Start code without a C library: the loader sets the stack pointer. Bare machines start with the
/// floating-point unit disabled (mstatus.FS), and end with semihosting (SYS_EXIT_EXTENDED, 0x20).
constexpr std::string_view kStart = R"(
__asm__(".text\n.globl _start\n.type _start, @function\n_start:\n"
        ".option push\n.option norelax\n  la gp, __global_pointer$\n.option pop\n"
#ifdef STALLSCOPE_BARE
#ifdef __riscv_flen
        "  li t0, 0x6000\n  csrs mstatus, t0\n"
#endif
        "  andi sp, sp, -16\n"
        "  call stallscope_call\n  li a0, 0x20\n  la a1, stallscope_end\n"
        ".option push\n.balign 16\n.option norvc\n" // padding of two bytes where it is needed
        "  slli x0, x0, 0x1f\n  ebreak\n  srai x0, x0, 7\n.option pop\n"
        ".data\n.balign 8\nstallscope_end:\n"
#if __riscv_xlen == 32
        "  .word 0x20026, 0\n"
#else
        "  .dword 0x20026, 0\n"
#endif
        ".text\n"
#else
        "  call stallscope_call\n  li a0, 0\n  li a7, 93\n  ecall\n"
#endif
);
)";

/// A typedef of the parameter's type. `int a[n]`: the first length is irrelevant; others may be
/// parameters, with the values passed in the call.
std::string words_of(const CParameter& parameter, std::string_view name, const CallText& call,
                     const std::vector<CParameter>& parameters) {
  std::string text = "typedef";
  for (std::size_t i = 0; i < parameter.words.size(); ++i) {
    text += " ";
    text += i == parameter.name ? std::string(name) : parameter.words[i];
    const auto opened = std::find(parameter.opened.begin(), parameter.opened.end(), i);
    if (opened == parameter.opened.end() || parameter.words[i] != "[")
      continue;
    std::size_t end = i + 1;
    for (unsigned depth = 1; end < parameter.words.size(); ++end) {
      depth += parameter.words[end] == "[" ? 1 : 0;
      if (parameter.words[end] == "]" && --depth == 0)
        break;
    }
    if (opened != parameter.opened.begin())
      text += " " + length_text(parameter, i + 1, end, call, parameters);
    i = end - 1;
  }
  return text + ";\n";
}

/// The text of a list; lists for pointers become separate arrays.
std::string list_text(const CallArgument& argument, const CParameter& parameter,
                      const std::string& type) {
  std::string text;
  std::size_t from = 0;
  for (const CallArgument::Inner& inner : argument.inner) {
    if (inner.depth >= parameter.derivations.size() ||
        parameter.derivations[inner.depth] != CDerivation::pointer)
      continue;
    std::string element = fmt::format("(*({} *)0)", type);
    for (unsigned level = 0; level <= inner.depth; ++level)
      element += "[0]";
    text += argument.text.substr(from, inner.at - from);
    text += fmt::format("(__typeof__({})[])", element);
    from = inner.at;
  }
  return text + argument.text.substr(from);
}

/// A repeated list would be one array shared by several pointers.
const CallArgument::Inner* repeated_row(const CallArgument& argument, const CParameter& parameter) {
  for (const CallArgument::Inner& inner : argument.inner)
    if (inner.repeated && inner.depth < parameter.derivations.size() &&
        parameter.derivations[inner.depth] == CDerivation::pointer)
      return &inner;
  return nullptr;
}

/// `void *` does not define the type of its target.
bool points_to_nothing(const CParameter& parameter) {
  const auto count = [&parameter](std::string_view word) {
    return std::count(parameter.words.begin(), parameter.words.end(), word);
  };
  return count("void") == 1 && count("*") == 1 && count("[") == 0;
}

bool is_constant(const CParameter& parameter) {
  return std::find(parameter.words.begin(), parameter.words.end(), "const") !=
         parameter.words.end();
}

std::string string_literal(std::string_view text) {
  std::string result = "\"";
  for (const char c : text)
    result += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
  return result + "\"";
}

struct DeclaredArgument {
  std::string declared; ///< the type and the object
  std::string shown;    ///< an entry of the data read at the end
};

std::string name_of(const CParameter& parameter, std::size_t number) {
  return parameter.name < parameter.words.size() ? parameter.words[parameter.name]
                                                 : fmt::format("argument {}", number + 1);
}

DeclaredArgument declared_argument(std::size_t number, const CallText& call,
                                   const CFunction& function) {
  const CallArgument& argument = call.arguments[number];
  const CParameter& parameter = function.parameters[number];
  const std::string type = fmt::format("stallscope_t{}", number);
  const std::string name = fmt::format("stallscope_a{}", number);
  DeclaredArgument made;
  made.declared = "#line 1 \"--call\"\n";
  made.declared +=
      parameter.name < parameter.words.size()
          ? words_of(parameter, type, call, function.parameters)
          : fmt::format("typedef __typeof__({}) {};\n", fmt::join(parameter.words, " "), type);
  made.declared += "#line 1 \"--call\"\n";
  const bool text = argument.kind == CallArgument::Kind::string;
  const bool list = argument.kind == CallArgument::Kind::list;
  if (!parameter.is_pointer() || !(list || text)) {
    // As arguments, functions and arrays are pointers.
    const bool other =
        !parameter.derivations.empty() && parameter.derivations.front() != CDerivation::pointer;
    const std::string passed = !other ? type
                               : parameter.is_pointer()
                                   ? fmt::format("__typeof__(&(*({} *)0)[0])", type)
                                   : type + " *";
    made.declared += fmt::format("static {} {}{}{};\n", passed, name,
                                 argument.text.empty() ? "" : " = ", argument.text);
    return made;
  }
  const std::string element = points_to_nothing(parameter)
                                  ? std::string(text ? "char" : "int")
                                  : fmt::format("__typeof__((*({} *)0)[0])", type);
  const bool zeros = list && argument.text == "{ 0 }" && argument.lengths.size() == 1;
  const std::uint64_t length = std::max(zeros ? argument.lengths[0] : 0, argument.padded_to);
  made.declared += fmt::format("static {} {}[{}] = {};\n", element, name,
                               length != 0 ? fmt::format("{}", length)
                                           : least_length(number, call, function.parameters),
                               list_text(argument, parameter, type));
  if (is_constant(parameter))
    return made;
  std::string scalar = name;
  std::string row = "0";
  for (unsigned depth = 0; depth < parameter.dimensions(); ++depth) {
    row = depth > 0 ? fmt::format("sizeof({}) / sizeof({}[0])", scalar, scalar) : row;
    scalar += "[0]";
  }
  made.shown = fmt::format("  {{{}, {}, sizeof({}) / sizeof({}), {}, STALLSCOPE_KIND({}), "
                           "sizeof({})}},\n",
                           string_literal(name_of(parameter, number)), name, name, scalar, row,
                           scalar, scalar);
  return made;
}

} // namespace

Result<CFunction> called_function(const CallText& call, const std::vector<CFunction>& functions,
                                  const std::string& source) {
  std::vector<std::string_view> names;
  std::string listed;
  for (const CFunction& function : functions) {
    if (function.name == call.function)
      return function;
    names.push_back(function.name);
    if (names.size() <= 10)
      listed += (listed.empty() ? "" : ", ") + function.name;
  }
  Diagnostic d = call_problem(
      1, fmt::format("{} has no function '{}'", source, call.function),
      listed.empty() ? "a file that defines one"
                     : fmt::format("one of {}{}", listed, names.size() > 10 ? ", ..." : ""));
  d.suggestion = nearest_word(call.function, names);
  return d;
}

CallText call_with_zeros(const CFunction& function) {
  CallText call;
  call.function = function.name;
  for (const CParameter& parameter : function.parameters) {
    CallArgument argument;
    if (parameter.is_pointer()) {
      argument.kind = CallArgument::Kind::list;
      argument.text = "{ 0 }"; // extended by its type: see driver_text
      argument.lengths = {kZeroedElements};
    }
    call.arguments.push_back(std::move(argument)); // no text: zero for every type
  }
  return call;
}

std::string pad_lists(CallText& call, const CFunction& function) {
  std::vector<std::uint64_t> numbers;
  for (const CallArgument& argument : call.arguments)
    if (argument.number && *argument.number >= 0)
      numbers.push_back(static_cast<std::uint64_t>(*argument.number));
  std::string said;
  for (std::size_t i = 0; i < std::min(call.arguments.size(), function.parameters.size()); ++i) {
    CallArgument& argument = call.arguments[i];
    const CParameter& parameter = function.parameters[i];
    if (argument.kind != CallArgument::Kind::list || !parameter.is_pointer())
      continue;
    // The length in the parameter, `int a[n]`, otherwise the largest number.
    const auto length = length_at(parameter, 0, call, function.parameters);
    const auto rows = rows_of(i, call, function.parameters);
    if (!rows)
      continue;
    const std::uint64_t most =
        length ? *length
               : std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0},
                                 [](std::uint64_t a, std::uint64_t b) { return std::max(a, b); });
    if (most <= *rows || most > kMaxCallElements ||
        (!length && std::find(numbers.begin(), numbers.end(), *rows) != numbers.end()))
      continue;
    argument.padded_to = most;
    const bool rows_of_zeros = parameter.dimensions() > 1;
    const std::uint64_t missing = most - *rows;
    said += fmt::format("{}'{}' has {} {}{}, and {} stands in the call: {} {}",
                        said.empty() ? "" : "; ", name_of(parameter, i), *rows,
                        rows_of_zeros ? "row" : "element", *rows == 1 ? "" : "s", most, missing,
                        !rows_of_zeros ? "zeros follow them"
                        : missing == 1 ? "row of zeros follows"
                                       : "rows of zeros follow");
  }
  return said;
}

Result<std::string> driver_text(const CallText& call, const CFunction& function, bool as_main) {
  const std::size_t given = call.arguments.size();
  const std::size_t wanted = function.parameters.size();
  if (given < wanted || (given > wanted && !function.variadic))
    return call_problem(given > wanted ? call.arguments[wanted].column : 1,
                        fmt::format("{} takes {} argument{}, and the call has {}", function.name,
                                    wanted, wanted == 1 ? "" : "s", given),
                        function.prototype);
  std::string declared;
  std::string passed;
  std::string shown;
  for (std::size_t i = 0; i < given; ++i) {
    const CallArgument& argument = call.arguments[i];
    passed += i == 0 ? "" : ", ";
    if (i >= wanted) { // arguments for "..."
      passed += argument.text;
      continue;
    }
    const CParameter& parameter = function.parameters[i];
    if (const CallArgument::Inner* row = repeated_row(argument, parameter))
      return call_problem(row->column, "this row is repeated, and pointers lead to rows",
                          "each row by itself, such as {{1,2},{1,2}}");
    if (auto problem = problem_with_lengths(i, call, function.parameters))
      return *std::move(problem);
    passed += fmt::format("stallscope_a{}", i);
    const DeclaredArgument one = declared_argument(i, call, function);
    declared += one.declared;
    shown += one.shown;
  }
  if (function.is_inline && !function.is_static) // C emits no code for it otherwise
    declared += fmt::format("extern __typeof__({0}) {0};\n", function.name);
  std::string text = "\n#undef main\n#line 1 \"call\"\n";
  text += kBegin;
  text += declared;
  // Called through a volatile pointer: nothing is inlined or computed before the run.
  text += fmt::format("#line 1 \"--call\"\nstatic __typeof__({}) *volatile stallscope_f = {};\n",
                      function.name, function.name);
  if (function.returns_nothing) {
    text += fmt::format(
        "void stallscope_call(void) {{\n#line 1 \"--call\"\n  stallscope_f({});\n}}\n", passed);
  } else {
    text += fmt::format("#line 1 \"--call\"\nstatic __typeof__(stallscope_f({})) "
                        "stallscope_result;\nvoid stallscope_call(void) {{\n#line 1 "
                        "\"--call\"\n  stallscope_result = stallscope_f({});\n}}\n",
                        passed, passed);
    shown = fmt::format("  {{\"\", &stallscope_result, 1, 0, STALLSCOPE_KIND(stallscope_result), "
                        "sizeof stallscope_result}},\n{}",
                        shown);
  }
  text += fmt::format("#line 1 \"call\"\nconst struct stallscope_value stallscope_values[] = {{\n"
                      "  {{{}, 0, 0, 0, 0, 0}},\n{}  {{0, 0, 0, 0, 0, 0}}}};\n",
                      string_literal(function.name), shown);
  // Must be kept, although nothing in the program reads it.
  text += "const struct stallscope_value *const volatile stallscope_kept = stallscope_values;\n";
  if (as_main)
    text += "int main(void) {\n  stallscope_call();\n  return 0;\n}\n";
  else
    text += kStart;
  return text;
}

std::string_view support_text() {
  return R"(typedef __SIZE_TYPE__ size_t;
#define WEAK __attribute__((weak))
WEAK void *memcpy(void *to, const void *from, size_t n) {
  char *t = to;
  const char *f = from;
  while (n--)
    *t++ = *f++;
  return to;
}
WEAK void *memmove(void *to, const void *from, size_t n) {
  char *t = to;
  const char *f = from;
  if (t <= f)
    return memcpy(to, from, n);
  while (n--)
    t[n] = f[n];
  return to;
}
WEAK void *memset(void *to, int value, size_t n) {
  char *t = to;
  while (n--)
    *t++ = (char)value;
  return to;
}
WEAK int memcmp(const void *a, const void *b, size_t n) {
  const unsigned char *x = a, *y = b;
  for (; n--; ++x, ++y)
    if (*x != *y)
      return *x - *y;
  return 0;
}
WEAK size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n])
    ++n;
  return n;
}
WEAK void abort(void) { __builtin_trap(); }
)";
}

} // namespace stallscope::isa
