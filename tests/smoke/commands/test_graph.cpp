#include "smoke/process.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <fstream>

using namespace stallscope::smoke;

namespace {

nlohmann::json graph_json(std::vector<std::string> words) {
  words.insert(words.begin(), "graph");
  words.emplace_back("--json");
  const Outcome run = run_cli(words);
  INFO(run.err);
  REQUIRE(run.exit_code == 0);
  return nlohmann::json::parse(run.out);
}

std::string graph_fails(std::vector<std::string> words) {
  words.insert(words.begin(), "graph");
  const Outcome run = run_cli(words);
  CHECK(run.exit_code == 2);
  return run.err;
}

} // namespace

TEST_CASE("graph: the chapter's example in JSON") {
  const auto report = graph_json({"chain_rule", "--differentiate", "y", "--wrt", "x1,x2"});
  CHECK(report.at("schema") == "stallscope.graph/1");
  CHECK(report.at("operations") == 8);
  CHECK(report.at("values").at("y").at(0) == 66.258);
  CHECK(report.at("gradients").at("x1").at(0) == 60.258);
  CHECK(report.at("gradients").at("x2").at(0) == 25.086);
  CHECK(report.at("values").at("grad.c").at(0) == 22.086);
  CHECK(report.at("derivatives").at(0).at("modes").size() == 4);
  CHECK(graph_json({"chain_rule", "--round", "15"}).at("values").at("y").at(0) ==
        Approx(66.2566107695630));
}

TEST_CASE("graph: eager beside static, passes, memory, orders") {
  const auto eager = graph_json({"recurrent_cell", "--run", "eager"});
  const auto whole = graph_json({"recurrent_cell", "--run", "static"});
  CHECK(eager.at("launches") == 5);
  CHECK(whole.at("launches") == 1);
  CHECK(whole.at("makespan") < eager.at("makespan"));
  const auto both = graph_json({"recurrent_cell", "--run", "eager", "--compare", "static"});
  CHECK(both.at("saved").at("ticks") ==
        eager.at("makespan").get<int>() - whole.at("makespan").get<int>());
  const auto passes = graph_json({"mlp", "--differentiate", "loss", "--passes", "all"});
  CHECK(passes.at("passes").size() == 10);
  CHECK(passes.at("passes").at(0).at("name") == "fold");
  for (const auto& pass : passes.at("passes"))
    CHECK(pass.at("largest_difference") < 1e-9);
  const auto memory = graph_json({"conv_relu", "--memory", "--orders", "3"});
  CHECK(memory.at("memory").at("allocators").size() == 3);
  CHECK(memory.at("peak_bytes") == memory.at("memory").at("peak_released"));
  CHECK(memory.at("orders").at("count") == 1);
  const auto kept =
      graph_json({"mlp", "--differentiate", "loss", "--checkpoint", "sqrt", "--memory"});
  CHECK(kept.at("checkpoints").at("recomputed") > 0);
}

TEST_CASE("graph: every form of output") {
  for (const char* format : {"text", "json", "csv", "svg", "html", "dot", "perfetto"}) {
    const Outcome run =
        run_cli({"graph", "attention", "--streams", "2", "--table", "--format", format});
    INFO(format << run.err);
    CHECK(run.exit_code == 0);
    CHECK(run.out.size() > 200);
  }
  CHECK(has(run_cli({"graph", "--list"}).out, "chain_rule"));
  CHECK(has(run_cli({"graph", "--describe"}).out, "conv2d(x, w, stride=1, padding=0)"));
}

TEST_CASE("graph: tuning on a machine") {
  const auto report = graph_json({"mlp", "--tune", "y", "--machine", "ooo-4", "--budget", "10"});
  const auto& tuned = report.at("tune");
  CHECK(tuned.at("cycles") <= tuned.at("naive_cycles"));
  CHECK(tuned.at("bound") == 4 * 16 * 8 / 2);
  CHECK(tuned.at("points").size() == 10);
}

TEST_CASE("graph: a product's points as a picture, and why its sets miss") {
  const stallscope::TemporaryFolder folder;
  const std::string picture = folder.file("points.svg");
  const std::string table = folder.file("points.csv");
  const auto report = graph_json({"mlp", "--tune", "y", "--budget", "8", "--heat-map", picture});
  const auto& cache = report.at("tune").at("naive_cache");
  CHECK(cache.at("cache") == "L1D");
  CHECK(cache.at("sets").size() == 64);
  CHECK(cache.at("compulsory") > 0);
  CHECK(std::filesystem::file_size(picture) > 1000);
  (void)graph_json({"mlp", "--tune", "y", "--budget", "8", "--heat-map", table});
  CHECK(std::filesystem::file_size(table) > 200);
}

TEST_CASE("graph --tune: points stand in a database, and are not measured again", "[graph]") {
  const Folder folder;
  const std::string file = folder.file("points.db");
  const auto tuned = [&](std::vector<std::string> more) {
    std::vector<std::string> words{"mlp", "--tune", "y", "--database", file, "--jobs", "2"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  const auto plain = graph_json({"mlp", "--tune", "y", "--budget", "12"}).at("tune");
  const auto first = graph_json(tuned({"--budget", "12"})).at("tune");
  CHECK(first == plain);
  const auto count = [&] {
    const Outcome out = run_cli({"export", file});
    CHECK(out.exit_code == 0);
    return lines_of(out.out).size() - 1; // the heading
  };
  CHECK(count() == 13); // and the naive loops
  CHECK(graph_json(tuned({"--budget", "12", "--resume"})).at("tune") == plain);
  CHECK(count() == 13);
  const auto more = graph_json(tuned({"--budget", "20", "--resume"})).at("tune");
  CHECK(more.at("points").size() == 20);
  CHECK(more == graph_json({"mlp", "--tune", "y", "--budget", "20", "--jobs", "1"}).at("tune"));

  CHECK(has(graph_fails(tuned({})), "has"));
  CHECK(has(graph_fails(tuned({"--resume", "--machine", "ooo-8"})),
            "has results of another experiment"));
  CHECK(has(graph_fails({"mlp", "--database", file}), "--tune"));
}

TEST_CASE("graph: the stages of a graph are a plan of train") {
  const stallscope::TemporaryFolder folder;
  const std::string plan = folder.file("plan.toml");
  (void)graph_json({"mlp", "--differentiate", "loss", "--layers-for-train", plan, "--stages", "3"});
  const Outcome run = run_cli({"train", plan, "--schedule", "zb-h1", "--micro-batches", "4"});
  INFO(run.err);
  CHECK(run.exit_code == 0);
  CHECK(has(run.out, "3 devices, 4 micro-batches"));
  CHECK(has(graph_fails({"mlp", "--layers-for-train", plan}), "expected --differentiate"));
  CHECK(has(
      graph_fails({"mlp", "--differentiate", "loss", "--layers-for-train", plan, "--stages", "50"}),
      "fewer kernels"));
}

TEST_CASE("graph: a model in ONNX") {
  const std::string models = STALLSCOPE_SOURCE_DIR "/tests/fuzz/corpus/onnx/";
  const auto report = graph_json({models + "unknown.onnx", "--dimensions", "batch=2"});
  CHECK(report.at("values").at("y").is_null());
  CHECK(report.at("dispatch").at(0).at("operator") == "Mystery");
  CHECK(has(run_cli({"graph", models + "layer.onnx", "--dimensions", "batch=3", "--dispatch"}).out,
            "matmul"));
  CHECK(has(graph_fails({models + "layer.onnx"}), "--dimensions batch=1 gives it one"));
  CHECK(has(graph_fails({models + "cycle.onnx", "--dimensions", "batch=2"}), "a cycle"));
  CHECK(has(graph_fails({models + "claims_too_much.onnx", "--dimensions", "batch=2"}),
            "is too large a shape"));
}

// Three products of 2,048 bytes; queries and results 1,024; keys and values 1,024 for each block of
// rows of 256 bytes (query, key, value, result): 8, 4, 2 blocks and 1.
TEST_CASE("graph: runs beside each other, and one for each value of an option") {
  const auto runs =
      graph_json({"attention", "--passes", "attention", "--vary", "fast-memory=256,512,1KiB,2KiB"});
  CHECK(runs.at("schema") == "stallscope.graph_runs/1");
  std::vector<std::uint64_t> bytes;
  for (const auto& run : runs.at("runs"))
    bytes.push_back(run.at("bytes"));
  CHECK(bytes == std::vector<std::uint64_t>{3 * 2048 + 1024 * 9, 3 * 2048 + 1024 * 5,
                                            3 * 2048 + 1024 * 3, 3 * 2048 + 1024 * 2});
  const auto both = graph_json({"attention", "--streams", "3", "--compare", "streams=1"});
  CHECK(both.at("a").at("streams") == 3);
  CHECK(both.at("b").at("streams") == 1);
  CHECK(both.at("saved").at("ticks") < 0);
  const auto three = graph_json({"attention", "--compare", "passes=attention", "--compare",
                                 "passes=attention fast-memory=256", "--compare", "eager"});
  REQUIRE(three.at("runs").size() == 4);
  CHECK(three.at("runs").at(0).at("kernels") == 7);
  CHECK(three.at("runs").at(1).at("kernels") == 4);
  CHECK(three.at("runs").at(3).at("launches") == 7);
  const auto graphs = graph_json({"attention", "--devices", "2", "--distribute", "Wq:1",
                                  "--compare", "mlp distribute=A:1,B:0"});
  CHECK(graphs.at("b").at("distribution").at("collectives") == 1);
  const Outcome table = run_cli(
      {"graph", "mlp", "--differentiate", "loss", "--vary", "streams=1,2", "--format", "csv"});
  CHECK(lines_of(table.out).size() == 3);
  CHECK(has(run_cli({"graph", "attention", "--compare", "streams=3", "--table"}).out, "stream 2"));
  CHECK(has(graph_fails({"mlp", "--vary", "stream=1,2"}), "'stream=1'"));
  CHECK(has(graph_fails({"mlp", "--vary", "streams"}), "'streams' is no option with values"));
  CHECK(has(graph_fails({"mlp", "--vary", "streams=1", "--format", "svg"}), "text, csv or json"));
}

TEST_CASE("graph: events, the proven order, values of inputs") {
  const auto report = graph_json({"attention", "--differentiate", "y", "--streams", "2", "--order",
                                  "optimal", "--optimal-seconds", "60"});
  CHECK(report.at("best").at("proven") == true);
  CHECK(report.at("makespan") == 2 + report.at("best").at("makespan").get<int>());
  CHECK(report.at("best").at("order").size() == report.at("kernels"));
  CHECK_FALSE(report.at("events").empty());
  CHECK(has(run_cli({"graph", "attention", "--streams", "3", "--events"}).out,
            "recorded behind k (stream 1), waited for by"));
  CHECK(has(graph_fails({"mlp", "--order", "optimal", "--run", "eager"}), "--run static"));
  const auto y = graph_json({"chain_rule", "--input", "x1=0", "--input", "x2=1"}).at("values");
  CHECK(y.at("y").at(0) == 4); // (e^0 + 1)(1 + 1)
  CHECK(has(graph_fails({"chain_rule", "--input", "x3=0"}), "did you mean 'x"));
}

TEST_CASE("graph: an option that a format or run has no use for is an error") {
  for (const char* option : {"--memory", "--values", "--dispatch", "--events"})
    CHECK(has(graph_fails({"mlp", option, "--format", "csv"}), option));
  for (const char* option : {"--values", "--dispatch", "--events"})
    CHECK(has(graph_fails({"mlp", option, "--format", "svg"}), option));
  CHECK(run_cli({"graph", "mlp", "--graph", "--format", "dot"}).exit_code == 0);
  CHECK(has(graph_fails({"mlp", "--rules", "none.rules"}), "--rules is read by passes"));
  CHECK(has(graph_fails({"mlp", "--fast-memory", "1KiB"}), "expected --passes attention"));
  CHECK(has(graph_fails({"mlp", "--passes", "fold", "--fast-memory", "1KiB"}),
            "there is none; expected --passes attention"));
  // A query, a key, a value and a result of 16 elements of f32.
  CHECK(has(graph_fails({"attention", "--passes", "attention", "--fast-memory", "255"}),
            "expected 256 at least"));
}

TEST_CASE("graph: a page has the graph, memory and words that are asked for") {
  const std::string plain = run_cli({"graph", "mlp", "--format", "html"}).out;
  const std::string page =
      run_cli({"graph", "mlp", "--memory", "--graph", "--values", "--format", "html"}).out;
  CHECK(page.size() > plain.size());
  CHECK(has(page, "y = matmul"));
  CHECK(has(page, "released at the last use: 1664 bytes"));
  CHECK(has(page, "worst fragmentation"));
  CHECK(page.rfind("</html>") > page.size() - 20);
  CHECK(has(run_cli({"graph", "mlp", "--memory", "--format", "svg"}).out, "in place: 1536 bytes"));
}

TEST_CASE("graph: rules of a file that are cut off") {
  const stallscope::TemporaryFolder folder;
  const std::string rules = folder.file("own.rules");
  std::ofstream(rules) << "double: add(x, x => mul(x, 2)\n";
  const std::string error = graph_fails({"mlp", "--passes", "rules", "--rules", rules});
  CHECK(has(error, "own.rules:1:"));
  CHECK(has(error, "the pattern ends here; expected ')'"));
}

// The step of the forward differences is half of the digits of double.
TEST_CASE("graph: the step of numeric derivatives, and each number once among the statistics") {
  const auto report = graph_json({"logistic", "--differentiate", "l3,l4", "--stats"});
  bool found = false;
  for (const auto& mode : report.at("derivatives").at(0).at("modes"))
    if (mode.at("mode") == "numeric" && mode.contains("step")) {
      found = true;
      CHECK(mode.at("step") == 0x1p-26);
    }
  CHECK(found);
  REQUIRE(report.at("derivatives").size() == 2);
  CHECK(report.at("derivatives").at(0).at("of") == "l3");
  CHECK(report.at("derivatives").at(1).at("of") == "l4");
  const Outcome text = run_cli({"graph", "mlp", "--stats"});
  std::vector<std::string> names;
  for (const std::string& line : lines_of(text.out))
    if (const std::size_t at = line.find("operations of the graph"); at != std::string::npos)
      names.push_back(line);
  CHECK(names.size() == 1);
}

TEST_CASE("graph: wrong words") {
  CHECK(has(graph_fails({"chain_rul"}), "did you mean 'chain_rule'?"));
  CHECK(has(graph_fails({"chain_rule", "--differentiate", "z"}), "there is no 'z'"));
  CHECK(has(graph_fails({"chain_rule", "--passes", "fuse-vertcal"}),
            "did you mean 'fuse-vertical'?"));
  CHECK(has(graph_fails({"mlp", "--differentiate", "loss", "--mode", "symbolic"}),
            "which has no formula of scalars"));
  CHECK(has(graph_fails({"chain_rule", "--tune", "y"}), "no product of two matrices"));
  CHECK(has(graph_fails({"attention", "--memory-limit", "1000"}), "no memory for"));
  CHECK(has(graph_fails({}), "no graph"));
}
