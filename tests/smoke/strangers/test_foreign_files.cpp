// Graphs, models in ONNX, plans and measured traces from strangers: what they name, and what little
// of them becomes much.

#include "smoke/process.hpp"
#include "unit/graph/onnx_model.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <sys/stat.h>

using namespace stallscope;
using namespace stallscope::smoke;
namespace fs = std::filesystem;
using graph::OnnxMessage;
using graph::OnnxModel;

namespace {

/// A folder of the stranger's with ways out of it, and a secret beside it.
struct Stranger {
  Stranger() {
    fs::create_directories(folder.path() / "box");
    static_cast<void>(folder.file("secret.npy", "SECRET SECRET SECRET"));
    fs::create_symlink("../secret.npy", folder.path() / "box/link.npy");
    REQUIRE(mkfifo((folder.path() / "box/pipe.toml").c_str(), 0600) == 0);
  }
  [[nodiscard]] std::string file(const std::string& name, std::string_view text) const {
    return folder.file("box/" + name, text);
  }
  Folder folder;
};

/// What must not work: refused, at once, and nothing of the secret shown.
Outcome refused(std::vector<std::string> words) {
  Launch how;
  how.arguments = std::move(words);
  how.input = "SECRET";
  how.give_up_seconds = 20 * kSlower;
  Outcome run = launch(how);
  CAPTURE(how.arguments, run.out, run.err);
  CHECK_FALSE(run.gave_up);
  CHECK(run.exit_code == 2);
  CHECK_FALSE(has(run.out + run.err, "SECRET"));
  CHECK_FALSE(has(run.out + run.err, "83 69 67 82")); // its bytes as numbers
  return run;
}

/// The same with little memory (address space, so not with sanitizers).
Outcome refused_in(unsigned mebibytes, const std::string& arguments) {
  Launch how;
  how.program = "/bin/sh";
  how.arguments = {"-c", (kSanitized ? "" : fmt::format("ulimit -v {}; ", mebibytes * 1024)) +
                             "exec " + STALLSCOPE_BINARY + " " + arguments};
  how.give_up_seconds = 60 * kSlower;
  Outcome run = launch(how);
  CAPTURE(arguments, run.out.substr(0, 500), run.err.substr(0, 500));
  CHECK_FALSE(run.gave_up);
  CHECK(run.exit_code == 2);
  return run;
}

/// Four bytes of a file are the values of a model.
std::string names_values(const std::string& file) {
  OnnxMessage tensor;
  tensor.number(1, 4).number(2, 2).bytes(8, "k").number(14, 1);
  for (const auto& [key, value] :
       {std::pair<std::string, std::string>{"location", file}, {"offset", "0"}, {"length", "4"}})
    tensor.message(13, OnnxMessage().bytes(1, key).bytes(2, value));
  OnnxModel model;
  constexpr std::uint64_t kOnnxInt32 = 6;
  model.node("Identity", {"k"}, {"y"}).value(12, "y", {4}, kOnnxInt32);
  return model.text() + OnnxMessage().message(7, OnnxMessage().message(5, tensor)).text();
}

} // namespace

TEST_CASE("graphs and models read values below their own folder only, of plain files") {
  const Stranger stranger;
  for (const std::string& name :
       {stranger.folder.file("secret.npy"), std::string("../secret.npy"), std::string("link.npy"),
        std::string("pipe.toml"), std::string("/dev/zero"), std::string("-"), std::string("."),
        std::string("none.npy"), std::string("/proc/self/environ")}) {
    const std::string text = "param w: f32[2] = npy(\"" + name + "\")\ny = w + w\noutput y\n";
    const std::string own = stranger.file("g.graph", text);
    const std::string model = stranger.file("m.onnx", names_values(name));
    CHECK(has(refused({"graph", own}).err, "g.graph:1:24: error: "));
    CHECK(has(refused({"graph", model}).err, "m.onnx: error: initialiser 'k': "));
  }
  CHECK(
      has(refused({"graph", stranger.file("g.graph", "param w: f32[1] = npy(\"link.npy\")\n")}).err,
          "lies outside of the folder of the graph"));
}

TEST_CASE("a graph's files are read from its folder, once, wherever it is run") {
  const Stranger stranger;
  static_cast<void>(stranger.file("values", "\x01\x02\x03\x04"));
  fs::create_symlink("values", stranger.folder.path() / "box/again");
  for (const char* name : {"values", "again", "./values"}) {
    const Outcome run = run_cli({"graph", stranger.file("m.onnx", names_values(name)), "--json"});
    CAPTURE(name, run.err);
    CHECK(run.exit_code == 0);
    CHECK(has(run.out, "4.0"));
  }
}

TEST_CASE("values that many tensors of a model share are read once") {
  const Stranger stranger;
  static_cast<void>(stranger.file("values", ""));
  fs::resize_file(stranger.folder.path() / "box/values", 200U << 20); // sparse
  OnnxMessage graph;
  for (unsigned i = 0; i < 500; ++i) {
    OnnxMessage tensor;
    tensor.number(1, 4).number(2, 2).bytes(8, "k" + std::to_string(i)).number(14, 1);
    tensor.message(13, OnnxMessage().bytes(1, "location").bytes(2, "values"));
    graph.message(5, tensor);
  }
  OnnxModel model;
  model.node("Identity", {"k3"}, {"y"}).value(12, "y", {4}, 6);
  const std::string file =
      stranger.file("m.onnx", model.text() + OnnxMessage().message(7, graph).text());
  Launch how;
  how.arguments = {"graph", file};
  how.give_up_seconds = 30 * kSlower; // 100 GB took minutes
  const Outcome run = launch(how);
  CAPTURE(run.err);
  CHECK(run.exit_code == 0);
}

TEST_CASE("what a plan file names itself is a plain file") {
  const Stranger stranger;
  const std::string pipe = stranger.folder.file("box/pipe.toml");
  for (const std::string& name : {pipe, std::string("/dev/zero"), std::string("/dev/stdin")})
    for (const std::string& text : {"order = \"" + name + "\"\n", "model = \"" + name + "\"\n",
                                    "model = \"gpt2-small\"\ncluster = \"" + name + "\"\n"}) {
      CAPTURE(text);
      CHECK(has(refused({"train", stranger.file("p.toml", text)}).err, "this is no plain file"));
    }
  static_cast<void>(refused({"train", stranger.file("p.toml", "order = \"-\"\n")}));
  // What the user names may be a stream.
  CHECK(run_cli({"train", "--order", "-"}, "0F0,0B0\n").exit_code == 0);
  CHECK(
      run_cli({"train", stranger.file("p.toml", "order = \"none.csv\"\n"), "--order", "/dev/stdin"},
              "0F0,0B0\n")
          .exit_code == 0);
}

TEST_CASE("problems of an order file take no memory to speak of") {
  const Folder folder;
  std::string cells;
  for (unsigned i = 0; i < 1000; ++i)
    cells += "x,";
  for (const std::string& text :
       {cells + std::string(8U << 20, 'y'), std::string(8U << 20, '\n'),
        "0F0,0B0\n" + std::string(8U << 20, 'y'), "0F" + std::string(8U << 20, '7')}) {
    const Outcome run = refused_in(512, "train --order " + folder.file("o.csv", text));
    CHECK(run.err.size() < 1'000'000); // a thousand problems are shown, each in short
  }
}

TEST_CASE("a model makes no more values than its limit, however small it is") {
  const Folder folder;
  OnnxModel model;
  model.integers("s", {4096, 4096});
  for (unsigned i = 0; i < 64; ++i) // of 128 MiB each
    model.node("ConstantOfShape", {"s"}, {"y" + std::to_string(i)});
  model.output("y1", {4096, 4096});
  const Outcome run = refused_in(3000, "graph " + folder.file("m.onnx", model.text()));
  CHECK(has(run.err, "together are too large; expected at most 134217728 elements"));
}

TEST_CASE("a model has no more parts than its limit, however small they are") {
  const Folder folder;
  for (const char* part : {"\x0a\x00", "\x2a\x00", "\x6a\x00", "\x5a\x00"}) { // empty messages
    std::string parts;
    for (unsigned i = 0; i < 3'000'000; ++i)
      parts.append(part, 2);
    const std::string file =
        folder.file("m.onnx", OnnxModel().text() + OnnxMessage().bytes(7, parts).text());
    CHECK(has(refused_in(2500, "graph " + file).err, "the model has more than 2097152 nodes, "));
  }
}

TEST_CASE("a graph that computes for hours is refused") {
  const Folder folder;
  // 2^38 operations a product
  const std::string file =
      folder.file("g.graph", "input a: f32[2048,32768]\nt = transpose(a)\nb = matmul(a, t)\n"
                             "repeat 4 { b = b + matmul(a, t) }\noutput b\n");
  const Outcome run = refused_in(4000, "graph " + file);
  CHECK(has(run.err, "take more than 1099511627776 floating-point operations"));
}

TEST_CASE("a measured trace of many devices takes no time to speak of") {
  const Folder folder;
  const auto devices = [&folder](unsigned count) {
    std::string text = "[";
    for (unsigned i = 0; i < count; ++i)
      text += fmt::format("{}{{\"ph\":\"X\",\"ts\":{},\"dur\":1,\"cat\":\"kernel\",\"name\":\"k\","
                          "\"args\":{{\"device\":{}}}}}",
                          i == 0 ? "" : ",\n", i, i);
    return folder.file("t.json", text + "]");
  };
  Launch how;
  how.arguments = {"train", "trace", devices(16'384), "--json", "-o", "/dev/null"};
  how.give_up_seconds = 20 * kSlower;
  CHECK(launch(how).exit_code == 0);
  CHECK(has(refused({"train", "trace", devices(16'385)}).err, "more than 16384 devices"));
}

TEST_CASE("a measured trace has no more events and levels than its limits") {
  const Folder folder;
  const std::string deep = folder.file("deep.json", std::string(1'000'000, '['));
  CHECK(has(refused({"train", "trace", deep}).err, "more than 200 objects and arrays"));
  const std::string file = folder.file("t.json");
  Launch many; // 8,388,609 of the same, in little of a file
  many.program = "/bin/sh";
  many.arguments = {"-c",
                    "(printf '['; yes '{\"ph\":\"X\",\"ts\":1,\"dur\":1,\"cat\":\"kernel\"},' "
                    "| head -n 8388609; printf '{}]') | gzip -1 > " +
                        file};
  if (kSanitized || launch(many).exit_code != 0)
    return;
  CHECK(has(refused_in(4000, "train trace " + file).err, "more than 8388608 events"));
}

TEST_CASE("names of a measured trace stay on their line") {
  const Folder folder;
  const std::string file = folder.file(
      "t.json", R"([{"ph":"X","ts":1,"dur":1,"cat":"kernel","name":"a\u001b[31m\nb\u202e)" +
                    std::string(100, 'c') + "\xc3\xa4\"}]");
  const Outcome run = run_cli({"train", "trace", file});
  CHECK(run.exit_code == 0);
  CHECK(has(run.out, "1 x  a [31m bccc"));
  CHECK(is_plain_ascii(run.out));
}

TEST_CASE("no name of a file, model or cluster gets control characters into a table") {
  const Folder folder;
  const std::string odd = "e\x1b[31m\nq\xc2\x9b";
  const auto file = [&](const std::string& ending, std::string_view text) {
    return folder.file(odd + ending, text);
  };
  const std::string graph = file(".graph", "input a: f32[4]\ny = a * a\noutput y\n");
  const std::string order = file(".csv", "0F0,0B0\n");
  const std::string trace =
      file(".json", R"([{"ph":"X","ts":1,"dur":1,"cat":"kernel","name":"\u001b[31m"}])");
  const std::string program =
      file(".s", "main: li t0, 9\nl: addi t0, t0, -1\n  bnez t0, l\n  ret\n");
  const std::string model =
      file("m.toml", "name = \"m\\u001b[31m\\nq\"\nkind = \"layers\"\n[[layer]]\n"
                     "name = \"l\\u001b[31m\"\nparameters = 8\nflop = 8\n");
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"graph", graph, "--graph", "--memory", "--passes", "all"},
           {"graph", graph, "--compare", graph},
           {"graph", file(".onnx", names_values(odd))},
           {"train", "--order", order, "--table", "--diagram", "--ledger", "--stats"},
           {"train", "--order", order, "--compare", order},
           {"train", "trace", trace, "--table"},
           {"train", "memory", "--model", model},
           {"train", "--model", model, "--table"},
           {"sample", program, "-m", "mips-5"},
           {"schedule", program, "-m", "mips-5"},
           {"loop", program, "-m", "mips-5"}}) {
    const Outcome run = run_cli(words);
    CAPTURE(words, run.out, run.err);
    CHECK((run.exit_code == 0 || run.exit_code == 2));
    for (const char* byte : {"\x1b", "\xc2\x9b", "\nq"})
      CHECK_FALSE(has(run.out + run.err, byte));
  }
}
