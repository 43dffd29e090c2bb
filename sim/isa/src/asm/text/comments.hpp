#pragma once

#include "asm/text/token.hpp"

#include <string>
#include <string_view>

namespace stallscope::isa::assembly {

/// Replaces /* */ by spaces, keeping line ends, except in strings and other comments. An unclosed
/// comment is reported. Returns false and does not change `out` if there is none.
bool blank_block_comments(std::string_view text, const LexicalRules& rules, Reporter& reporter,
                          std::string& out);

} // namespace stallscope::isa::assembly
