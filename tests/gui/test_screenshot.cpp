#include "screenshot.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <cstdint>
#include <string>
#include <vector>

using namespace stallscope;
using namespace stallscope::gui::test;

TEST_CASE("a picture is rendered without a display", "[gui][screenshot]") {
  const Picture picture =
      taken("lecture/p4 -m lecture-4 --against lecture/p4_swapped --cycle 6 --size 800x500");
  INFO(picture.errors);
  REQUIRE(picture.exit_code == 0);
  REQUIRE(picture.bytes.size() > 5000); // not one colour
  CHECK(std::string(picture.bytes.begin() + 1, picture.bytes.begin() + 4) == "PNG");
  CHECK(picture.number(16) == 800);
  CHECK(picture.number(20) == 500);
}

TEST_CASE("the same picture is the same file", "[gui][screenshot]") {
  const std::string arguments =
      "textbook/daxpy -m tomasulo --panel diagram --cycle 30 --size 640x400";
  const Picture first = taken(arguments);
  const Picture second = taken(arguments);
  REQUIRE(first.exit_code == 0);
  CHECK(first.bytes == second.bytes);
}

TEST_CASE("every panel is written as a PDF of one page, with its texts", "[gui][screenshot]") {
  const stallscope::TemporaryFolder folder;
  for (const char* panel : {"table", "diagram", "processor", "structures", "schedule", "ledger",
                            "lines", "machine", "editor", "examples", "lessons"}) {
    const std::string file = folder.file("page.pdf");
    const Ended ended = run_window_program(
        std::string("textbook/raw -m tomasulo --cycle 5 --panel ") + panel + " --export " + file);
    INFO(panel << ": " << ended.errors);
    if (ended.errors.find("librsvg2-dev") != std::string::npos)
      return; // built without it, which is said
    REQUIRE(ended.exit_code == 0);
    const auto bytes = contents(file);
    const std::string text(bytes.begin(), bytes.end());
    CHECK(text.substr(0, 5) == "%PDF-");
    CHECK(text.find("/Count 1") != std::string::npos);
    CHECK(text.find("/Font") != std::string::npos);
  }
}

TEST_CASE("a stretch of cycles is an animated WebP", "[gui][screenshot]") {
  const stallscope::TemporaryFolder folder;
  const std::string file = folder.file("walk.webp");
  const Ended ended = run_window_program(
      "lecture/p4 -m lecture-4 --size 640x400 --from 2 --to 5 --speed 1 --webp " + file);
  if (ended.errors.find("libwebp-dev") != std::string::npos)
    return; // built without it, which is said
  REQUIRE(ended.exit_code == 0);
  const auto bytes = contents(file);
  const std::string text(bytes.begin(), bytes.end());
  CHECK(text.substr(0, 4) == "RIFF");
  CHECK(text.substr(8, 8) == "WEBPVP8X");
  std::size_t frames = 0;
  for (std::size_t at = text.find("ANMF"); at != std::string::npos; at = text.find("ANMF", at + 1))
    ++frames;
  CHECK(frames == 4);
  CHECK(run_window_program("lecture/p4 --webp a.webp --gif b.gif").exit_code == 2);
}

TEST_CASE("without a display the window says what there is instead", "[gui][screenshot]") {
  const Picture window = taken("", false);
  CHECK(window.exit_code == 2);
  CHECK(window.errors.find("--screenshot") != std::string::npos);
}

TEST_CASE("what cannot be shown is said, and no picture is left", "[gui][screenshot]") {
  const Picture unknown = taken("lecture/p5");
  CHECK(unknown.exit_code == 2);
  CHECK(unknown.errors.find("lecture/p4") != std::string::npos); // a suggestion
  CHECK(unknown.bytes.empty());
  CHECK(taken("-m nothing").exit_code == 2);
  CHECK(taken("--size 10x10").exit_code == 2);
  CHECK(taken("--panel nothing").exit_code == 2);
  CHECK(taken("--set nothing").exit_code == 2);
  const Picture late = taken("lecture/p4 -m lecture-4 --cycle 12");
  CHECK(late.exit_code == 2);
  CHECK(late.errors.find("cycle 12 is behind the end of the run, which has 11 cycles") !=
        std::string::npos);
  CHECK(late.bytes.empty());
}

TEST_CASE("the man page has every option of --help, and the keys", "[gui][screenshot]") {
  const stallscope::TemporaryFolder folder;
  const auto printed = [&folder](const std::string& arguments) {
    const std::string file = folder.file("printed.txt");
    CHECK(run_window_program(arguments + " >" + file).exit_code == 0);
    const auto bytes = contents(file);
    return std::string(bytes.begin(), bytes.end());
  };
  const std::string page = printed("--manual");
  const std::string help = printed("--help");
  CHECK(page.substr(0, 22) == ".TH STALLSCOPE\\-GUI 1 ");
  std::size_t options = 0;
  for (std::size_t at = help.find("  --"); at != std::string::npos;
       at = help.find("  --", at + 1)) {
    std::string option = help.substr(at + 2, help.find_first_of(" ,\n", at + 2) - at - 2);
    for (std::size_t dash = 0; (dash = option.find('-', dash)) != std::string::npos; dash += 2)
      option.insert(dash, "\\");
    INFO(option);
    CHECK(page.find(option) != std::string::npos);
    ++options;
  }
  CHECK(options > 15);
  CHECK(page.find("Shift Right\\fR\nNext stall") != std::string::npos);
  CHECK(page.find("one of dark, light") != std::string::npos);
  CHECK(page.find("(1 to 1000)") != std::string::npos);
}
