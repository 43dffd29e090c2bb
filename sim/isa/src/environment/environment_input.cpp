#include "environment/environment_input.hpp"

#include <algorithm>

namespace stallscope::isa {

namespace {

std::string_view unread(std::string_view text, const ArchState& state) {
  return text.substr(
      static_cast<std::size_t>(std::min<std::uint64_t>(state.input_used, text.size())));
}

} // namespace

std::optional<std::string_view> input_for(const ArchState& state, const Environment& environment) {
  InputSource* source = environment.input_source;
  if (source == nullptr)
    return unread(environment.input, state);
  if (state.input_used >= source->text().size())
    if (source->wait() == InputSource::Wait::interrupted)
      return std::nullopt;
  const std::string_view left = unread(source->text(), state);
  return left.empty() ? left
                      : left.substr(0, source->piece_end(state.input_used) - state.input_used);
}

std::optional<std::string_view>
input_line_for(const ArchState& state, const Environment& environment, std::uint64_t most_bytes) {
  InputSource* source = environment.input_source;
  if (source == nullptr)
    return unread(environment.input, state);
  for (;;) {
    const std::string_view left = unread(source->text(), state);
    if (left.size() >= most_bytes || left.find('\n') != std::string_view::npos)
      return left;
    switch (source->wait()) {
    case InputSource::Wait::more:
      break;
    case InputSource::Wait::end:
      return left;
    case InputSource::Wait::interrupted:
      return std::nullopt;
    }
  }
}

} // namespace stallscope::isa
