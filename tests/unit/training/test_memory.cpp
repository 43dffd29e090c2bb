#include "training/clusters/cluster.hpp"
#include "training/memory/model_states.hpp"
#include "training/models/model_file.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

using namespace stallscope::training;

namespace {

Model shipped(const std::string& name) {
  auto model = load_model(name);
  REQUIRE(model.ok());
  return *model;
}

std::uint64_t parameters_of(const std::string& name) {
  return parameters(shipped(name)).value;
}

std::string in_gib(const Exact& bytes) {
  return fmt::format("{:.2f}", bytes.as_double() / (1 << 30));
}

} // namespace

TEST_CASE("memory: GPT-3 as the lecture counts it") {
  const Model gpt3 = shipped("gpt3");
  CHECK(parameters(gpt3).value == 174'601'089'024U);
  const DeviceMemory memory = device_memory(gpt3, *state_bytes_called("zero"), Spread{});
  CHECK(in_gib(memory.parameters + memory.gradients) == "650.44");
  CHECK(in_gib(memory.optimizer) == "1951.32");
  CHECK(in_gib(Exact(lecture_activations(gpt3))) == "32895.83");
  // h(s + 2) with the final layer norm
  Model counted = gpt3;
  counted.transformer.final_norm = FinalNorm::counted;
  CHECK(parameters(counted).value == 174'601'089'024U + 12'288U);
}

TEST_CASE("memory: the stages of ZeRO for 7.5 billion parameters on 64 devices") {
  const std::vector<std::string> expected{"120.0", "31.4", "16.6", "1.9"};
  for (unsigned stage = 0; stage <= 3; ++stage) {
    const ModelStates states =
        model_states(Exact(7'500'000'000), *state_bytes_called("zero"), stage, 64);
    CHECK(fmt::format("{:.1f}", states.all().as_double() / 1e9) == expected[stage]);
  }
  CHECK(model_states(Exact(1), *state_bytes_called("megatron"), 0, 1).all() == Exact(18));
}

TEST_CASE("memory: activations of a layer with recomputation and parallelism") {
  const Transformer t = shipped("gpt3").transformer;
  const Exact sbh(2048ULL * 12'288);
  Spread spread;
  const auto layer = [&] { return layer_activations(t, 1, spread); };
  // 5as/h = 80
  CHECK(layer() == sbh * Exact(34 + 80));
  spread.recompute = Recompute::selective;
  CHECK(layer() == sbh * Exact(34));
  spread.recompute = Recompute::full;
  CHECK(layer() == sbh * Exact(2));
  spread.tensor_parallel = 8;
  spread.recompute = Recompute::none;
  CHECK(layer() == sbh * Exact(10 + 3 + 10));
  spread.recompute = Recompute::selective;
  CHECK(layer() == sbh * Exact(13));
  spread.sequence_parallel = true;
  CHECK(layer() == sbh * Exact(Checked(34), Checked(8)));
  spread.recompute = Recompute::none;
  CHECK(layer() == sbh * Exact(Checked(114), Checked(8)));
  spread.recompute = Recompute::full;
  CHECK(layer() == sbh * Exact(Checked(2), Checked(8)));
}

TEST_CASE("memory: one device with one micro-batch holds the lecture's activations") {
  const Model gpt3 = shipped("gpt3");
  // (96 (5 96 2048^2 + 34 12288 2048) + 5 12288 2048 + 4 2048 50000) 128
  CHECK(device_memory(gpt3, StateBytes{}, Spread{}).activations == Exact(35'321'626'492'928));
  // The first of two stages has the embedding's sbh and half of the layers.
  Spread two;
  two.pipeline = 2;
  const Transformer& t = gpt3.transformer;
  CHECK(device_memory(gpt3, StateBytes{}, two).activations ==
        Exact(48) * layer_activations(t, 128, two) + Exact(2048ULL * 128 * 12'288));
}

TEST_CASE("memory: offload moves bytes to the host and loses none") {
  const Model model = shipped("gpt2-xl");
  Spread spread;
  spread.in_flight = 4;
  const DeviceMemory all = device_memory(model, StateBytes{}, spread);
  spread.offload_optimizer = true;
  const DeviceMemory offloaded = device_memory(model, StateBytes{}, spread);
  CHECK(offloaded.optimizer == Exact());
  CHECK(offloaded.all() + offloaded.host == all.all());
  spread.offload_activations = true;
  const DeviceMemory swapped = device_memory(model, StateBytes{}, spread);
  CHECK(swapped.activations == layer_activations(model.transformer, model.micro_batch, spread));
  CHECK(swapped.host == all.optimizer + all.activations);
}

TEST_CASE("models: parameters as published") {
  CHECK(parameters_of("gpt2-small") == 124'439'808U);
  CHECK(parameters_of("gpt2-medium") == 354'823'168U);
  CHECK(parameters_of("gpt2-large") == 774'030'080U);
  CHECK(parameters_of("gpt2-xl") == 1'557'611'200U);
  CHECK(parameters_of("llama2-7b") == 6'738'415'616U);
  CHECK(parameters_of("llama2-70b") == 68'976'648'192U);
  CHECK(parameters_of("llama3-8b") == 8'030'261'248U);
  CHECK(parameters_of("resnet-18") == 11'689'512U);
  CHECK(parameters_of("resnet-50") == 25'557'032U);
  Model resnet = shipped("resnet-50");
  resnet.micro_batch = 1;
  CHECK(forward_flop(resnet).value == 2 * 4'089'184'256ULL);
  // In billions, as the table of the Megatron paper has them.
  for (const auto& [name, billions] : {std::pair{"1.7b", "1.7"},
                                       {"3.6b", "3.6"},
                                       {"7.5b", "7.5"},
                                       {"18.4b", "18.4"},
                                       {"39.1b", "39.1"},
                                       {"76.1b", "76.1"},
                                       {"145.6b", "145.6"},
                                       {"310.1b", "310.1"},
                                       {"529.6b", "529.6"},
                                       {"1008b", "1008.0"}})
    CHECK(fmt::format("{:.1f}",
                      static_cast<double>(parameters_of("megatron-" + std::string(name))) / 1e9) ==
          billions);
}

TEST_CASE("models and clusters: all that are shipped can be read") {
  CHECK(models().size() >= 20);
  for (const ModelInfo& info : models())
    CHECK(parse_model(info.name, info.toml).ok());
  CHECK(clusters().size() == 4);
  for (const ClusterInfo& info : clusters())
    CHECK(parse_cluster(info.name, info.toml).ok());
  CHECK(load_cluster("a100")->memory == 80ULL << 30);
}

TEST_CASE("models: problems are all listed, with their place and what was expected") {
  const auto model = parse_model("m.toml", "name = \"m\"\n[transformer]\nhiden = 3\nlayers = -1\n"
                                           "heads = 2\nsequence = 8\nvocabulary = 9\n");
  REQUIRE_FALSE(model.ok());
  const auto& problems = model.diagnostics();
  REQUIRE(problems.size() == 3);
  CHECK(problems[0].message == "'hidden' is missing in [transformer]");
  CHECK(problems[1].message == "unknown key 'hiden'");
  CHECK(problems[1].suggestion == "hidden");
  CHECK(problems[1].line == 3);
  CHECK(problems[2].message == "'layers' is -1");
  CHECK(problems[2].line == 4);
  CHECK(problems[2].column == 10);
  const auto cluster = parse_cluster("c.toml", "name = \"c\"\n");
  REQUIRE_FALSE(cluster.ok());
  CHECK(cluster.diagnostics().size() == 4);
  CHECK(load_model("gtp3").diagnostics().front().suggestion == "gpt3");
  const auto huge = parse_model(
      "h.toml", "name = \"h\"\n[transformer]\nhidden = 1000000000\nlayers = 1000000000\nheads = 1\n"
                "sequence = 1\nvocabulary = 1\n");
  CHECK_FALSE(huge.ok());
}

TEST_CASE("memory: what does not go together is said") {
  const Model gpt = shipped("gpt2-small");
  Spread spread;
  CHECK(problems_of(gpt, spread).empty());
  spread.pipeline = 13;
  spread.tensor_parallel = 5;
  CHECK(problems_of(gpt, spread).size() == 2);
  Spread sequence;
  sequence.sequence_parallel = true;
  CHECK(problems_of(gpt, sequence).size() == 1);
}

TEST_CASE("exact numbers: lowest terms, and overflow is known") {
  CHECK(Exact(Checked(6), Checked(4)).text() == "3/2");
  CHECK((Exact(Checked(1), Checked(3)) + Exact(Checked(1), Checked(6))).text() == "1/2");
  CHECK((Exact(1ULL << 40) * Exact(1ULL << 40)).overflow);
  CHECK((Checked(1ULL << 40) * Checked(1ULL << 40)).overflow);
  CHECK((Exact(~0ULL) + Exact(1)).overflow);
  CHECK(Exact(Checked(1), Checked(3)) < Exact(Checked(1), Checked(2)));
}
