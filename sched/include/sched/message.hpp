#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stallscope::sched {

/// Messages of schedulers and transformations. Translations have a separate table, indexed by
/// these.
enum class MessageId : std::uint8_t {
#define STALLSCOPE_MESSAGE(id, english) id,
#include "sched/messages.def"
#undef STALLSCOPE_MESSAGE
};
inline constexpr std::size_t kMessageCount = []() {
  std::size_t count = 0;
#define STALLSCOPE_MESSAGE(id, english) ++count;
#include "sched/messages.def"
#undef STALLSCOPE_MESSAGE
  return count;
}();

/// A message with its parameters: "{0} moves to {1}" with "3" and "5".
struct Phrase {
  MessageId id;
  std::vector<std::string> values;

  bool operator==(const Phrase&) const = default;
};

/// A sentence as data: several phrases, formatted when displayed. Empty: no message.
class Message {
public:
  Message() = default;
  Message(MessageId id, std::vector<std::string> values = {}) { add(id, std::move(values)); }

  void add(MessageId id, std::vector<std::string> values = {}) {
    phrases_.push_back({id, std::move(values)});
  }
  Message& operator+=(const Message& more);
  [[nodiscard]] bool empty() const { return phrases_.empty(); }
  void clear() { phrases_.clear(); }
  [[nodiscard]] const std::vector<Phrase>& phrases() const { return phrases_; }
  /// In English.
  [[nodiscard]] std::string text() const;

  bool operator==(const Message&) const = default;

private:
  std::vector<Phrase> phrases_;
};

std::ostream& operator<<(std::ostream& out, const Message& message);

/// List format of a language: "1, 2 and 3".
struct ListWords {
  std::string_view between = ", ";
  std::string_view last = " and ";
};
/// Formats a pattern of messages.def, or its translation.
[[nodiscard]] std::string filled(std::string_view pattern, const std::vector<std::string>& values,
                                 const ListWords& words = {});
[[nodiscard]] std::string_view english(MessageId id);

} // namespace stallscope::sched
