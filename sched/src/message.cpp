#include "sched/message.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

namespace stallscope::sched {

Message& Message::operator+=(const Message& more) {
  phrases_.insert(phrases_.end(), more.phrases_.begin(), more.phrases_.end());
  return *this;
}

std::string Message::text() const {
  std::string text;
  for (const Phrase& phrase : phrases_)
    text += filled(english(phrase.id), phrase.values);
  return text;
}

std::ostream& operator<<(std::ostream& out, const Message& message) {
  return out << message.text();
}

std::string filled(std::string_view pattern, const std::vector<std::string>& values,
                   const ListWords& words) {
  std::string text;
  for (std::size_t at = 0; at < pattern.size(); ++at) {
    if (pattern[at] != '{') {
      text += pattern[at];
      continue;
    }
    const std::size_t end = std::min(pattern.find('}', at), pattern.size());
    const std::string_view place = pattern.substr(at + 1, end - at - 1); // "0", "0:s", "0:~s", "0+"
    at = end;
    const auto index = static_cast<std::size_t>(place.empty() ? 0 : place.front() - '0');
    if (index >= values.size())
      continue;
    const bool one = values[index] == "1";
    if (place.size() == 1)
      text += values[index];
    else if (place[1] == '+')
      for (std::size_t i = index; i < values.size(); ++i)
        text += fmt::format("{}{}",
                            i == index               ? std::string_view()
                            : i + 1 == values.size() ? words.last
                                                     : words.between,
                            values[i]);
    else if (one == (place[2] == '~'))
      text += place.substr(place[2] == '~' ? 3 : 2);
  }
  return text;
}

std::string_view english(MessageId id) {
  static constexpr std::string_view kEnglish[] = {
#define STALLSCOPE_MESSAGE(id, english) english,
#include "sched/messages.def"
#undef STALLSCOPE_MESSAGE
  };
  return kEnglish[static_cast<std::size_t>(id)];
}

} // namespace stallscope::sched
