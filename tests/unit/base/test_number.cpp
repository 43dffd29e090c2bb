// Numbers with fractions as std::from_chars reads them, also where the C++ library reads none
// (libc++ 19).
#include "base/number.hpp"

#include <catch2/catch.hpp>

namespace stallscope {

TEST_CASE("number: a whole text that is a real number") {
  CHECK(parse_real("0") == 0.0);
  CHECK(parse_real("-1.5e3") == -1500.0);
  CHECK(parse_real(".5") == 0.5);
  CHECK(parse_real("5.") == 5.0);
  CHECK(parse_real("1e-310") == 1e-310); // a subnormal number
  CHECK(parse_real("-inf"));
  for (const char* text :
       {"", "-", "+1", " 1", "1 ", "0x10", "-0x1p3", "1e", "1,5", "e5", "--1", "1e999", "1e-999"}) {
    INFO(text);
    CHECK_FALSE(parse_real(text));
  }
  CHECK_FALSE(parse_real(std::string_view("1\0", 2)));
}

} // namespace stallscope
