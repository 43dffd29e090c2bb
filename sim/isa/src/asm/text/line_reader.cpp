#include "asm/text/line_reader.hpp"

#include "base/ascii.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::isa::assembly {

namespace {

bool opens(std::string_view directive, std::string_view closer) {
  if (closer == ".endr")
    return directive == ".rept" || directive == ".rep";
  return directive == ".macro";
}

bool closes(std::string_view directive, std::string_view closer) {
  return directive == closer ||
         (closer == ".endm" && (directive == ".end_macro" || directive == ".endmacro"));
}

} // namespace

std::string directive_of(std::string_view line) {
  std::size_t at = 0;
  while (true) {
    while (at < line.size() && (line[at] == ' ' || line[at] == '\t'))
      ++at;
    std::size_t to = at;
    while (to < line.size() && is_word(line[to]))
      ++to;
    if (to == at)
      return {};
    std::size_t colon = to;
    while (colon < line.size() && (line[colon] == ' ' || line[colon] == '\t'))
      ++colon;
    if (colon < line.size() && line[colon] == ':') {
      at = colon + 1;
      continue;
    }
    if (line[at] != '.' || to - at > 20)
      return {};
    return lower(line.substr(at, to - at));
  }
}

LineReader::LineReader(std::string_view text, Reporter& reporter) : reporter_(reporter) {
  Frame file;
  std::uint32_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (file.lines.size() >= kMaxLines) {
      reporter_.error(fmt::format("the file has more than {} lines", kMaxLines));
      break;
    }
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    if (!line.empty() && line.back() == '\r')
      line.remove_suffix(1);
    file.lines.push_back({line, ++number, 0});
    at = end + 1;
  }
  frames_.push_back(std::move(file));
}

bool LineReader::next(SourceLine& line) {
  while (!frames_.empty()) {
    Frame& frame = frames_.back();
    if (frame.at < frame.lines.size()) {
      line = frame.lines[frame.at++];
      return true;
    }
    if (frame.times > 1) {
      --frame.times;
      frame.at = 0;
      continue;
    }
    frames_.pop_back();
  }
  return false;
}

bool LineReader::read_block(const Place& opener, std::string_view closer,
                            std::vector<SourceLine>& body) {
  std::size_t nested = 0;
  SourceLine line;
  while (next(line)) {
    const std::string directive = directive_of(line.text);
    if (opens(directive, closer))
      ++nested;
    if (closes(directive, closer) && nested-- == 0)
      return true;
    body.push_back(line);
  }
  reporter_.error(opener, "the block does not end", fmt::format("a line {}", closer));
  return false;
}

bool LineReader::stop(const Place& place, std::string message, std::string expected) {
  reporter_.error(place, std::move(message), std::move(expected));
  frames_.clear();
  return false;
}

bool LineReader::push(const Place& place, Frame frame) {
  const std::size_t lines = frame.lines.size();
  if (lines == 0 || frame.times == 0)
    return true;
  if (frame.times > kMaxExpandedLines || expanded_lines_ + lines * frame.times > kMaxExpandedLines)
    return stop(place, "macros and repetitions make too many lines",
                fmt::format("at most {} in a file", kMaxExpandedLines));
  expanded_lines_ += lines * frame.times;
  if (frames_.size() > kMaxNesting)
    return stop(place, "macros and repetitions are nested too deeply (a macro that uses itself?)",
                fmt::format("at most {} levels", kMaxNesting));
  frames_.push_back(std::move(frame));
  return true;
}

bool LineReader::repeat(const Place& place, std::vector<SourceLine> lines, std::uint64_t times) {
  return push(place, {std::move(lines), 0, times});
}

bool LineReader::substitute(const Place& place, std::string_view text, const Macro& macro,
                            const std::vector<std::string_view>& arguments, std::string& out) {
  const char mark = macro.percent ? '%' : '\\';
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t found = std::min(text.find(mark, at), text.size());
    out += text.substr(at, found - at);
    at = found;
    if (at >= text.size())
      break;
    const char following = at + 1 < text.size() ? text[at + 1] : '\0';
    if (!macro.percent && following == '@') {
      out += std::to_string(expansions_);
      at += 2;
    } else if (!macro.percent && following == '(' && at + 2 < text.size() && text[at + 2] == ')') {
      at += 3; // separates a parameter from following letters
    } else {
      std::size_t to = at + 1;
      while (to < text.size() && is_word(text[to]))
        ++to;
      const std::string_view word = text.substr(at + 1, to - at - 1);
      // The longest parameter name at the start of the word: \reg.w is \reg and ".w".
      std::size_t best = macro.parameters.size();
      for (std::size_t i = 0; i < macro.parameters.size(); ++i) {
        const std::string_view name = macro.parameters[i].name;
        if (word.substr(0, name.size()) == name &&
            (word.size() == name.size() || word[name.size()] == '.') &&
            (best == macro.parameters.size() || name.size() > macro.parameters[best].name.size()))
          best = i;
      }
      if (best == macro.parameters.size()) {
        out += mark;
        ++at;
      } else {
        out += arguments[best];
        at += 1 + macro.parameters[best].name.size();
      }
    }
    if (expanded_bytes_ + out.size() > kMaxExpandedBytes)
      return stop(place, "macros make too much text",
                  fmt::format("at most {} MiB in a file", kMaxExpandedBytes >> 20));
  }
  return true;
}

bool LineReader::expand(const Place& place, std::string_view name, const Macro& macro,
                        const std::vector<std::string_view>& arguments) {
  Frame frame;
  frame.lines.reserve(macro.body.size());
  const std::uint32_t expansion = reporter_.add_expansion(name, place.line);
  for (const SourceLine& line : macro.body) {
    std::string text;
    if (!substitute(place, line.text, macro, arguments, text))
      return false;
    expanded_bytes_ += text.size();
    frame.lines.push_back({keep(std::move(text)), line.line, expansion});
  }
  ++expansions_;
  return push(place, std::move(frame));
}

} // namespace stallscope::isa::assembly
