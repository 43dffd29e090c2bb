#include "programs/shipped.hpp"
#include "smoke/process.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <map>
#include <sstream>

using namespace stallscope::smoke;
using Json = nlohmann::json;

TEST_CASE("a compressed trace is not called damaged when it was not read to its end") {
  const Folder folder;
  std::string text = "Kanata\t0004\nC=\t0\n";
  for (int op = 0; op < 20000; ++op)
    text +=
        fmt::format("I\t{0}\t{0}\t0\nL\t{0}\t0\tadd {0}\nS\t{0}\t0\tF\nC\t1\nR\t{0}\t{0}\t0\n", op);
  const std::string plain = folder.file("a.kanata", text);
  const std::string packed = folder.file("a.kanata.gz");
  REQUIRE(run_cli({"convert", plain, packed}).exit_code == 0);
  const Outcome run = run_cli({"show", packed, "--diagram"});
  CHECK(run.exit_code == 2);
  CHECK(has(run.err, "show fewer with --cycles"));
  CHECK_FALSE(has(run.err, "damaged"));
}

TEST_CASE("run writes traces, convert and show read them, plain and compressed") {
  const Folder folder;
  for (const std::string machine : {"mips-5", "ooo-4"}) {
    const std::string plain = folder.file("a.kanata");
    const Outcome run =
        run_cli({"run", "textbook/daxpy", "-m", machine, "--format", "kanata", "-o", plain});
    INFO(run.err);
    REQUIRE(run.exit_code == 0);
    CHECK(run.out == "13.0\n97.0"); // what the program prints
    for (const std::string ending : {".gz", ".zst"}) {
      const std::string packed = folder.file("a.kanata" + ending);
      const std::string back = folder.file("b.kanata");
      CHECK(run_cli({"convert", plain, packed}).exit_code == 0);
      CHECK(read_file(packed).size() < read_file(plain).size() / 3);
      CHECK(run_cli({"convert", packed, back}).exit_code == 0);
      CHECK(read_file(back) == read_file(plain));
    }
    // What is shown of it is what is shown of the run.
    const auto rows = [](const std::vector<std::string>& arguments) {
      const Outcome shown = run_cli(arguments);
      INFO(shown.err);
      CHECK(shown.exit_code == 0);
      const Json list = Json::parse(shown.out)["diagram"]["rows"];
      std::vector<std::string> words;
      for (const Json& row : list) {
        std::string text = row["text"].get<std::string>() + row["begin"].dump() + row["end"].dump();
        for (const Json& span : row["spans"])
          text += " " + span["lane"].get<std::string>() + span["begin"].dump() +
                  (span["waits"].is_null() ? "" : span["waits"]["reason"].get<std::string>());
        words.push_back(text);
      }
      return words;
    };
    CHECK(
        rows({"show", plain, "--diagram", "--json", "--cycles", "20:60"}) ==
        rows({"run", "textbook/daxpy", "-m", machine, "--diagram", "--json", "--cycles", "20:60"}));
    CHECK(run_cli({"convert", plain, folder.file("a.o3")}).exit_code == 0);
    const Outcome stats = run_cli({"show", folder.file("a.o3"), "--stats"});
    CHECK(has(stats.out, "instructions retired"));
    CHECK(stats.err.empty());
  }
}

/// A line an operation, with what the JSON of a diagram says of it.
TEST_CASE("JSON Lines have the rows of the diagram") {
  const Folder folder;
  for (const std::string machine : {"mips-5", "tomasulo-rob-1", "ooo-4"}) {
    INFO(machine);
    const Outcome shown = run_cli(
        {"run", "textbook/daxpy", "-m", machine, "--diagram", "--json", "--cycles", "1:100000"});
    REQUIRE(shown.exit_code == 0);
    std::map<std::uint64_t, Json> rows;
    const Json list = Json::parse(shown.out)["diagram"]["rows"];
    for (const Json& row : list)
      rows[row["op"].get<std::uint64_t>()] = row;
    const std::string file = folder.file("a.jsonl");
    REQUIRE(run_cli({"run", "textbook/daxpy", "-m", machine, "--format", "jsonl", "-o", file})
                .exit_code == 0);
    std::istringstream lines(read_file(file));
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
      const Json op = Json::parse(line);
      Json row = rows.at(op["op"].get<std::uint64_t>());
      for (Json& span : row["spans"]) {
        span.erase("slot");
        if (!span["waits"].is_null())
          span["waits"].erase("sentence");
      }
      for (const char* member :
           {"part", "begin", "end", "wrong_path", "flushed", "in_flight", "flushed_by"})
        CHECK(op[member] == row[member]);
      // Of later micro-ops with the instruction's text in front.
      CHECK(op["text"].get<std::string>().ends_with(row["text"].get<std::string>()));
      CHECK(op["spans"] == row["spans"]);
    }
    CHECK(count == rows.size());
  }
  // Converted from another trace, and only written.
  const std::string kanata = folder.file("a.kanata");
  const std::string lines = folder.file("b.jsonl.gz");
  REQUIRE(run_cli({"run", "textbook/daxpy", "-m", "mips-5", "--format", "kanata", "-o", kanata})
              .exit_code == 0);
  CHECK(run_cli({"convert", kanata, lines}).exit_code == 0);
  CHECK(has(run_cli({"show", lines}).err, "is only written"));
}

TEST_CASE("Perfetto's slices nest on every track, and arrows join slices") {
  for (const std::string machine : {"mips-5", "ooo-4"}) {
    const Outcome run = run_cli({"run", "textbook/daxpy", "-m", machine, "--format", "perfetto"});
    REQUIRE(run.exit_code == 0);
    const Json trace = Json::parse(run.out);
    using Slice = std::pair<std::uint64_t, std::uint64_t>; // begin, end
    std::map<std::uint64_t, std::vector<Slice>> tracks;
    for (const Json& event : trace["traceEvents"])
      if (event["ph"] == "X")
        tracks[event["tid"].get<std::uint64_t>()].push_back(
            {event["ts"].get<std::uint64_t>(),
             event["ts"].get<std::uint64_t>() + event["dur"].get<std::uint64_t>()});
    CHECK(tracks.size() >= 5);
    std::size_t crossing = 0;
    for (const auto& [track, slices] : tracks)
      for (std::size_t i = 0; i < slices.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
          crossing += (slices[i].first < slices[j].first && slices[j].first < slices[i].second &&
                       slices[i].second < slices[j].second) ||
                      (slices[j].first < slices[i].first && slices[i].first < slices[j].second &&
                       slices[j].second < slices[i].second);
    CHECK(crossing == 0);
    // In the middle of a cycle, so that it does not matter which of those slices that begin or end
    // there a viewer has looked at.
    std::size_t arrows = 0;
    std::size_t loose = 0;
    for (const Json& event : trace["traceEvents"]) {
      if (event["ph"] != "s" && event["ph"] != "f")
        continue;
      ++arrows;
      const double at = event["ts"];
      const auto& slices = tracks[event["tid"].get<std::uint64_t>()];
      loose += std::none_of(slices.begin(), slices.end(), [at](const Slice& slice) {
        return static_cast<double>(slice.first) < at && at < static_cast<double>(slice.second);
      });
    }
    CHECK(arrows > 50);
    CHECK(loose == 0);
    // What is known of an operation is said once, in its first slice; others have its number.
    std::map<std::uint64_t, std::size_t> slices_of;
    std::size_t badly_told = 0;
    for (const Json& event : trace["traceEvents"])
      if (event["ph"] == "X" && event.contains("args") && event["args"].contains("op"))
        badly_told +=
            event["args"].contains("line") != (slices_of[event["args"]["op"]]++ == 0) ? 1 : 0;
    CHECK(slices_of.size() > 60);
    CHECK(badly_told == 0);
  }
}

TEST_CASE("traces that cannot be read, and options that do not go together") {
  const Folder folder;
  const auto fails = [](const std::vector<std::string>& arguments, const std::string& words) {
    const Outcome run = run_cli(arguments);
    INFO(run.err);
    CHECK(run.exit_code == 2);
    CHECK(has(run.err, words));
    CHECK(run.out.empty());
  };
  fails({"show", folder.file("none.kanata")}, "No such file or directory");
  fails({"show", folder.path().string()}, "Is a directory");
  fails({"show", folder.file("text", "hello\n")}, "is no trace that can be read");
  fails({"show", folder.file("t.json", "{\"traceEvents\":[]}")}, "JSON, as Perfetto's, is only");
  fails({"show", folder.file("empty", "")}, "is no trace that can be read");
  fails({"show", folder.file("ops.kanata", "Kanata\t0004\n")}, "holds no operation");
  fails({"show", folder.file("bad.gz", "\x1f\x8b nonsense")}, "is damaged");
  const std::string good = folder.file("good.kanata", "Kanata\t0004\nI\t0\t0\t0\nS\t0\t0\tF\n");
  fails({"convert", good, folder.file("good.txt")}, "what format");
  fails({"convert", good, good}, "expected a file of its own");
  fails({"run", good}, "stallscope show");
  fails({"run", "lecture/p4", "--format", "kanata", "--table"}, "--table and a trace");
  fails({"run", "lecture/p4", "--format", "o3", "--against", "lecture/p4_swapped"},
        "--against and a trace");
  fails({"run", "lecture/p4", "-m", "reference", "--format", "o3"}, "has no pipeline");
  CHECK_FALSE(has(read_file(good), "hello"));

  const Outcome warned =
      run_cli({"show", folder.file("odd.kanata", "Kanata\t0004\nhello\nI\t0\t0\t0\n"
                                                 "S\t0\t0\tF\n")});
  CHECK(warned.exit_code == 0);
  CHECK(has(warned.err, "odd.kanata:2: warning: a line that begins with 'hello'"));
  CHECK(has(warned.out, "1 cycle, 0 instructions"));
}

TEST_CASE("a trace comes through pipes, and a compressed one that breaks off is used so far") {
  const Folder folder;
  const std::string text = run_cli({"run", "lecture/p4", "--format", "kanata"}).out;
  const Outcome piped = run_cli({"convert", "-", "-", "--to", "kanata"}, text);
  CHECK(piped.exit_code == 0);
  CHECK(piped.out == text);
  std::string many = "Kanata\t0004\n";
  for (int i = 0; i < 30'000; ++i) {
    const std::string id = std::to_string(i);
    many += "I\t" + id + "\t" + id + "\t0\nS\t" + id + "\t0\tF\nC\t1\nR\t" + id + "\t0\t0\n";
  }
  const std::string packed = folder.file("a.kanata.zst");
  REQUIRE(run_cli({"convert", "-", packed}, many).exit_code == 0);
  const std::string bytes = read_file(packed);
  const Outcome cut = run_cli({"show", folder.file("cut.zst", bytes.substr(0, bytes.size() / 2))});
  CHECK(cut.exit_code == 0);
  CHECK(has(cut.err, "is damaged"));
}
