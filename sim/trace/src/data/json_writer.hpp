#pragma once

#include "base/utf8.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::trace {

/// Streaming JSON writer: long lists never exist as a tree, which would take several times the
/// memory of the text. Members are indented; list elements are one a line. Invalid UTF-8 (a guest
/// may print any bytes) becomes U+FFFD.
class JsonWriter {
public:
  using Json = nlohmann::ordered_json;

  void begin_object() { open('{', '}'); }
  void begin_object(std::string_view key) {
    begin_line(key);
    open('{', '}');
  }
  void begin_list(std::string_view key) {
    begin_line(key);
    open('[', ']');
  }
  void end() {
    const Level level = levels_.back();
    levels_.pop_back();
    if (level.used)
      new_line();
    text_ += level.closing;
  }

  /// Writes a member of the open object.
  void member(std::string_view key, const Json& value) {
    begin_line(key);
    append_indented(dumped(value, 2));
  }
  /// Writes a text that may be long, such as the output of a guest. The library's dump takes
  /// several times the memory of the text, and formats every control character by printf: 5 s for
  /// 64 MiB of zeros.
  void text_member(std::string_view key, std::string_view text) {
    begin_line(key);
    std::size_t bytes = 0; // exact size first, because growing costs more time than writing
    for (const char c : text)
      bytes += is_ascii(c) ? ascii()[static_cast<unsigned char>(c)].size() : 1;
    // Room for the text and the rest of the document.
    text_.reserve(text_.size() + bytes + bytes / 8);
    text_ += '"';
    for (std::size_t at = 0; at < text.size();) {
      if (is_ascii(text[at])) {
        text_ += ascii()[static_cast<unsigned char>(text[at++])];
        continue;
      }
      std::size_t length = character_bytes(text, at);
      if (length > 0) {
        text_ += text.substr(at, length);
      } else { // the library decides how invalid bytes are replaced
        length = static_cast<std::size_t>(
            std::find_if(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), is_ascii) -
            text.begin());
        length -= at;
        const std::string replaced = dumped(Json(text.substr(at, length)), -1);
        text_.append(replaced, 1, replaced.size() - 2);
      }
      at += length;
    }
    text_ += '"';
  }
  /// Writes all members of an object.
  void members(const Json& object) {
    for (const auto& [key, value] : object.items())
      member(key, value);
  }
  /// Writes an element of the open list.
  void element(const Json& value) {
    next();
    new_line();
    append_on_a_line(dumped(value, 0));
  }

  /// The document with a final newline; must be called once, with everything closed.
  [[nodiscard]] std::string take() {
    text_ += '\n';
    return std::move(text_);
  }

private:
  struct Level {
    char closing = '}';
    bool used = false;
  };

  static bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }
  /// The representation of each ASCII character in a string.
  static const std::array<std::string, 0x80>& ascii() {
    static const std::array<std::string, 0x80> all = [] {
      std::array<std::string, 0x80> made;
      for (std::size_t c = 0; c < made.size(); ++c) {
        const std::string quoted = dumped(Json(std::string(1, static_cast<char>(c))), -1);
        made[c] = quoted.substr(1, quoted.size() - 2);
      }
      return made;
    }();
    return all;
  }
  static std::string dumped(const Json& value, int indent) {
    return value.dump(indent, ' ', false, Json::error_handler_t::replace);
  }
  void open(char opening, char closing) {
    text_ += opening;
    levels_.push_back({closing, false});
  }
  void next() {
    if (levels_.back().used)
      text_ += ',';
    levels_.back().used = true;
  }
  void new_line() {
    text_ += '\n';
    text_.append(2 * levels_.size(), ' ');
  }
  void begin_line(std::string_view key) {
    next();
    new_line();
    text_ += dumped(Json(key), -1);
    text_ += ": ";
  }
  /// Newlines in a dumped value are layout: those in strings are escaped.
  void append_indented(const std::string& value) {
    for (const char c : value) {
      text_ += c;
      if (c == '\n')
        text_.append(2 * levels_.size(), ' ');
    }
  }

  void append_on_a_line(const std::string& value) {
    for (std::size_t i = 0; i < value.size(); ++i)
      if (value[i] != '\n')
        text_ += value[i];
      else if (value[i - 1] == ',')
        text_ += ' ';
  }

  std::string text_;
  std::vector<Level> levels_;
};

} // namespace stallscope::trace
