// Fetch control: the lines at hand, when fetch resumes, and the causes that dispatch meets later.

#include "core/out_of_order/invariants.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::core;

TEST_CASE("fetch unit: the two lines read last are at hand") {
  FetchUnit fetch;
  fetch.keep_line(4);
  fetch.keep_line(5);
  CHECK(fetch.has_line(4));
  CHECK(fetch.has_line(5));
  fetch.keep_line(6); // in place of the older one
  CHECK_FALSE(fetch.has_line(4));
  CHECK(fetch.has_line(5));
  fetch.forget_lines(); // the program has written its code
  CHECK_FALSE(fetch.has_line(5));
}

TEST_CASE("fetch unit: the cause of lost slots is kept for the cycles of the front end") {
  FetchUnit fetch;
  fetch.gap(100) = {Reason::icache_miss};
  fetch.gap(101) = {Reason::fetch_group};
  CHECK(fetch.gap(100).why == Reason::icache_miss);
  CHECK(fetch.gap(101).why == Reason::fetch_group);
  fetch.gap(100 + kFrontHistory) = {Reason::drain}; // as many cycles later it is replaced
  CHECK(fetch.gap(100).why == Reason::drain);
  fetch.resume_at(110, {Reason::mispredict, kNoRegister, OpId{7}});
  CHECK(fetch.resumes_at == 110);
  CHECK(fetch.cause.culprit == OpId{7});
}

TEST_CASE("fetch unit: what its invariants rule out is found") {
  FetchUnit fetch;
  fetch.keep_line(4);
  fetch.resume_at(110, {Reason::mispredict, kNoRegister, OpId{7}});
  fetch.request_redirect({true, OpId{7}, 0, 0x40});
  REQUIRE(broken_invariant(fetch) == "");
  SECTION("one line twice") {
    fetch.keep_line(4);
  }
  SECTION("a line that is none of the two") {
    fetch.oldest_line = 2;
  }
  SECTION("a redirect without a branch") {
    fetch.redirect.branch = kNoOp;
  }
  SECTION("a wait without a reason") {
    fetch.resume_at(120, {});
  }
  CHECK(broken_invariant(fetch) != "");
}
