#include "base/sha256.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;

namespace {

std::string sum(std::string_view text) {
  Sha256 hash;
  hash.add(text);
  return hash.hex();
}

} // namespace

// The examples of FIPS 180 (NIST, "SHA-256 Example Computations"), and the empty text.
TEST_CASE("SHA-256 gives the sums of its standard's examples") {
  CHECK(sum("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sum("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sum("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST_CASE("a sum does not depend on the pieces its text comes in, but on its fields") {
  const std::string text(1000, 'x');
  for (const std::size_t piece : {1U, 55U, 56U, 63U, 64U, 65U, 999U}) {
    Sha256 hash;
    for (std::size_t at = 0; at < text.size(); at += piece)
      hash.add(std::string_view(text).substr(at, piece));
    CHECK(hash.hex() == sum(text));
  }
  Sha256 first;
  first.add_field("ab");
  first.add_field("c");
  Sha256 second;
  second.add_field("a");
  second.add_field("bc");
  CHECK(first.hex() != second.hex());
}
