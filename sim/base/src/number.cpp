#include "base/number.hpp"

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <string>

namespace stallscope {

#ifdef __cpp_lib_to_chars

std::optional<double> parse_real(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return value;
}

#else // libc++ 19 cannot parse double; strtod, in the "C" locale, accepts more than from_chars

std::optional<double> parse_real(std::string_view text) {
  const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
  const bool begins =
      !digits.empty() && std::string_view("0123456789.iInN").find(digits.front()) != digits.npos;
  if (!begins || digits.starts_with("0x") || digits.starts_with("0X") ||
      text.find('\0') != text.npos)
    return std::nullopt;
  const std::string copy(text);
  char* end = nullptr;
  errno = 0;
  const double value = std::strtod(copy.c_str(), &end);
  if (end != copy.c_str() + copy.size() || (errno == ERANGE && (value == 0 || std::isinf(value))))
    return std::nullopt;
  return value;
}

#endif

} // namespace stallscope
