#include "program/listing.hpp"

#include "notation/typography.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <vector>

namespace stallscope::isa {

namespace {

using Lines = std::vector<std::string_view>;

bool is_hex(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}
std::size_t hex_length(std::string_view text) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_hex) -
                                  text.begin());
}
bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

Lines lines_of_listing(std::string_view text) {
  Lines lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

std::string_view without_end(std::string_view line) {
  return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

std::string lines_as_text(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines)
    text += line + '\n';
  return text;
}

// --- Markdown

bool is_fence(std::string_view line) {
  line.remove_prefix(blank_length(line));
  return line.starts_with("```") || line.starts_with("~~~");
}

std::optional<std::string> code_between_fences(const Lines& lines) {
  const auto fences = std::count_if(lines.begin(), lines.end(), is_fence);
  if (fences == 0)
    return std::nullopt;
  bool inside = fences == 1; // a single one was copied with the code before or after it
  std::vector<std::string> kept;
  for (const std::string_view line : lines) {
    const bool fence = is_fence(line);
    kept.emplace_back(inside && !fence ? line : std::string_view());
    inside = inside != (fence && fences > 1);
  }
  return lines_as_text(kept);
}

// --- Disassembly

/// "   10632:  00a05c63    blez a0,1064a <sum+0x18>", and gdb's "0x10632 <+0>: blez ...".
struct AddressLine {
  std::string_view address; ///< without 0x and leading zeros
  std::size_t code = 0;     ///< start of the instruction; the line's length if there is none
  bool certain = false;     ///< has bytes, or a position in a function: not a numbered label
};

std::string_view significant(std::string_view hex) {
  return hex.substr(std::min(hex.find_first_not_of('0'), hex.size() - 1));
}

/// Length of the bytes ("85 ff", "00a05c63") at `at` including the blanks after them; 0: there are
/// none.
std::size_t bytes_length(std::string_view line, std::size_t at) {
  const std::size_t first = at;
  std::size_t digits = 0; // digits of each group
  bool has_digit = false;
  while (at < line.size()) {
    const std::size_t length = hex_length(line.substr(at));
    if ((length != 2 && length != 4 && length != 8) || (digits != 0 && length != digits) ||
        (at + length < line.size() && !is_blank(line[at + length])))
      break;
    digits = length;
    const std::string_view group = line.substr(at, length);
    has_digit = has_digit || group.find_first_of("0123456789") != std::string_view::npos;
    at += length;
    const bool last = at < line.size() && line[at] == '\t';
    at += blank_length(line.substr(at));
    if (last)
      break;
  }
  // A word of letters only is the name of an instruction (addd, dadd), unless it is followed by
  // blanks up to a column and a tab.
  const bool padded = at > first && line[at - 1] == '\t' && line[at - 2] == ' ';
  return has_digit || digits == 2 || padded ? at - first : 0;
}

std::optional<AddressLine> address_line(std::string_view line) {
  std::size_t at = blank_length(line);
  if (line.substr(at).starts_with("=>"))
    at += 2 + blank_length(line.substr(at + 2));
  if (line.substr(at).starts_with("0x"))
    at += 2;
  const std::size_t length = hex_length(line.substr(at));
  if (length == 0 || length > 16)
    return std::nullopt;
  AddressLine found;
  found.address = significant(line.substr(at, length));
  at += length;
  if (line.substr(at).starts_with(" <")) {
    const std::size_t close = line.find('>', at);
    found.certain = close != std::string_view::npos;
    at = found.certain ? close + 1 : line.size();
  }
  if (at >= line.size() || line[at] != ':')
    return std::nullopt;
  ++at;
  const std::size_t blanks = blank_length(line.substr(at));
  if (blanks == 0 && at < line.size())
    return std::nullopt;
  at += blanks;
  const std::size_t bytes = bytes_length(line, at);
  found.certain = found.certain ? at < line.size() : bytes != 0;
  found.code = at + bytes;
  if (line.substr(found.code).starts_with("R_")) // a relocation
    found.code = line.size();
  return found;
}

/// The name in "0000000000010632 <sum>:"; empty: a different kind of line.
std::string_view function_of(std::string_view line) {
  line = line.substr(0, line.find_last_not_of(" \t\r") + 1); // npos + 1 is 0
  const std::size_t length = hex_length(line);
  const std::string_view rest = line.substr(length);
  if (length < 8 || !rest.starts_with(" <") || !rest.ends_with(">:"))
    return {};
  return rest.substr(2, rest.size() - 4);
}

/// "1064a <sum+0x18>" or "0x1064a <sum+0x18>" in an instruction.
struct Target {
  std::size_t at = 0;
  std::size_t length = 0;
  std::string_view address;
  std::string_view name; ///< including "+0x18"
};

std::optional<Target> target_in(std::string_view code) {
  code = code.substr(0, code.find('#'));
  const std::size_t open = code.find(" <");
  const std::size_t close = open == std::string_view::npos ? open : code.find('>', open);
  if (close == std::string_view::npos)
    return std::nullopt;
  std::size_t first = open;
  while (first > 0 && is_hex(code[first - 1]))
    --first;
  if (first == open)
    return std::nullopt;
  Target target;
  target.address = significant(code.substr(first, open - first));
  target.name = code.substr(open + 2, close - open - 2);
  if (first >= 2 && code.substr(first - 2, 2) == "0x")
    first -= 2;
  target.at = first;
  target.length = close + 1 - first;
  return target;
}

/// "0x400" as the last operand of an instruction.
std::optional<Target> bare_target_in(std::string_view code) {
  code = code.substr(0, code.find('#'));
  code = code.substr(0, code.find_last_not_of(" \t\r") + 1); // npos + 1 is 0
  const std::size_t first = code.find_last_of(" \t,") + 1;
  const std::string_view word = code.substr(first);
  if (first == 0 || !word.starts_with("0x") || hex_length(word.substr(2)) + 2 != word.size())
    return std::nullopt;
  return Target{first, word.size(), significant(word.substr(2)), {}};
}

/// Nothing but lines "0x404: beq $t0, $t1, 0x400", of which one goes to another.
bool has_only_addresses(const Lines& lines) {
  std::set<std::string_view> addresses;
  std::set<std::string_view> targets;
  for (const std::string_view line : lines) {
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos || line[first] == '#' || line[first] == '.')
      continue;
    const auto found = address_line(line);
    if (!found || !line.substr(first).starts_with("0x") || found->code == line.size())
      return false;
    addresses.insert(found->address);
    if (const auto target = bare_target_in(line.substr(found->code)))
      targets.insert(target->address);
  }
  return std::any_of(targets.begin(), targets.end(),
                     [&](std::string_view one) { return addresses.contains(one); });
}

/// "puts@plt" and what static executables call "_IO_puts" as programs do.
std::string_view name_of_library(std::string_view name) {
  name = name.substr(0, name.find('@'));
  return name.starts_with("_IO_") ? name.substr(4) : name;
}

class Disassembly {
public:
  explicit Disassembly(const Lines& lines) : lines_(lines) {}

  std::optional<std::string> code() {
    only_addresses_ = has_only_addresses(lines_);
    if (!only_addresses_ && std::none_of(lines_.begin(), lines_.end(), [](std::string_view line) {
          const auto found = address_line(line);
          return !function_of(line).empty() ||
                 (found && found->certain && found->code < line.size());
        }))
      return std::nullopt;
    choose_lines();
    find_targets();
    std::vector<std::string> out;
    for (std::size_t i = 0; i < lines_.size(); ++i)
      out.push_back(kept_[i] ? line_of_code(lines_[i]) : std::string());
    return lines_as_text(out);
  }

private:
  /// The lines of .text; if main exists, only those reachable from it: start and exit code of a C
  /// library depends on code missing in the listing.
  void choose_lines() {
    constexpr std::string_view kSection = "Disassembly of section ";
    std::vector<std::string_view> owner(lines_.size()); // the function of each line
    std::map<std::string_view, std::set<std::string_view>> mentioned;
    std::string_view function;
    bool is_text = true; // also without a section name
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const std::string_view line = lines_[i];
      if (line.starts_with(kSection))
        is_text = line.substr(kSection.size()).starts_with(".text");
      if (const std::string_view name = function_of(line); !name.empty())
        function = name;
      kept_.push_back(is_text);
      owner[i] = function;
      for (std::size_t at = line.find('<'); at != std::string_view::npos;
           at = line.find('<', at + 1))
        mentioned[function].insert(
            line.substr(at + 1, std::min(line.find_first_of("+>", at), line.size()) - at - 1));
    }
    if (mentioned.count("main") == 0)
      return;
    std::set<std::string_view> reached{"main"};
    for (std::vector<std::string_view> next{"main"}; !next.empty();) {
      const std::string_view from = next.back();
      next.pop_back();
      for (const std::string_view name : mentioned[from])
        if (reached.insert(name).second)
          next.push_back(name);
    }
    for (std::size_t i = 0; i < lines_.size(); ++i)
      kept_[i] = kept_[i] && (owner[i].empty() || reached.count(owner[i]) != 0);
  }

  void find_targets() {
    for (std::size_t i = 0; i < lines_.size(); ++i)
      if (const std::string_view name = function_of(lines_[i]); kept_[i] && !name.empty())
        functions_.insert(name);
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const std::string_view line = lines_[i];
      const auto found = kept_[i] ? address_line(line) : std::nullopt;
      if (!found || found->code == line.size())
        continue;
      addresses_.insert(found->address);
      if (const auto target = target_in(line.substr(found->code));
          target && functions_.count(target->name) == 0)
        targets_.insert(target->address);
      else if (const auto bare = bare_target_in(line.substr(found->code)); bare && only_addresses_)
        targets_.insert(bare->address);
    }
  }

  std::string line_of_code(std::string_view line) {
    if (line.find("file format elf") != std::string_view::npos &&
        line.find("mips") != std::string_view::npos)
      return ".set noreorder"; // delay slots are explicit in machine code
    if (const std::string_view name = function_of(line); !name.empty()) {
      const bool section = name.front() == '.' && !name.starts_with(".L");
      return section || !defined_.insert(name).second ? std::string() : std::string(name) + ":";
    }
    const auto found = address_line(line);
    if (!found || found->code == line.size())
      return {};
    std::string label;
    if (targets_.count(found->address) != 0 && labelled_.insert(found->address).second)
      label = label_of(found->address) + ":";
    label.resize(std::max(found->code, label.size() + 1), ' ');
    return label + instruction(line.substr(found->code));
  }

  static std::string label_of(std::string_view address) { return "L" + std::string(address); }

  /// An instruction of the same length.
  [[nodiscard]] std::string instruction(std::string_view code) const {
    // Padding instructions of x86, and prefixes without effect.
    static constexpr std::array<std::string_view, 5> kFillers{"nopw", "nopl", "cs nopw", "data16",
                                                              "xchg   %ax,%ax"};
    for (const std::string_view filler : kFillers)
      if (code.starts_with(filler))
        return "nop";
    std::string text(code);
    for (const std::string_view prefix : {"repz ret", "rep ret", "bnd "})
      if (text.starts_with(prefix))
        std::fill_n(text.begin(), prefix.find(' ') + 1, ' ');
    if (const auto target = target_in(text)) {
      std::string label = label_of(target->address);
      const bool outside = addresses_.count(target->address) == 0;
      if (functions_.count(target->name) != 0 ||
          (outside && target->name.find('+') == std::string_view::npos))
        label = name_of_library(target->name);
      label.resize(std::max(label.size(), target->length), ' ');
      text.replace(target->at, target->length, label);
    }
    if (const auto bare = bare_target_in(text);
        bare && only_addresses_ && addresses_.count(bare->address) != 0)
      text.replace(bare->at, bare->length, label_of(bare->address));
    return text;
  }

  const Lines& lines_;
  bool only_addresses_ = false; ///< targets are told by them
  std::vector<bool> kept_;      ///< by line
  std::set<std::string_view> addresses_;
  std::set<std::string_view> targets_;
  std::set<std::string_view> labelled_;
  std::set<std::string_view> functions_; ///< functions of the text
  std::set<std::string_view> defined_;   ///< functions already defined above
};

} // namespace

std::optional<std::string> code_of_listing(std::string_view text) {
  const Lines lines = lines_of_listing(text);
  std::optional<std::string> code = code_between_fences(lines);
  if (!code)
    return Disassembly(lines).code();
  const Lines inside = lines_of_listing(*code);
  const auto disassembly = Disassembly(inside).code();
  return disassembly ? disassembly : code;
}

Result<Program> with_lines_of(std::string_view listing, Result<Program> program) {
  const Lines lines = lines_of_listing(listing);
  Diagnostics said = program.diagnostics();
  for (Diagnostic& d : said)
    if (d.line != 0 && d.line <= lines.size() && !d.source_line.empty())
      d.source_line = without_end(lines[d.line - 1]);
  if (!program.ok())
    return said;
  program->source_lines.clear();
  for (const std::string_view line : lines)
    program->source_lines.emplace_back(without_end(line));
  return {std::move(program).value(), std::move(said)};
}

} // namespace stallscope::isa
