// What a link carries: all of a scene there and back, and of what strangers have written nothing
// that opens a file.
#include "model/files/link_scene.hpp"

#include <catch2/catch.hpp>

#include <string>

namespace stallscope::gui {

namespace {

/// With a run A that is as said.
std::string scene_with(const std::string& run) {
  return R"({"version":1,"a":)" + run + "}";
}

std::string problem_of(const std::string& text) {
  const Result<LinkScene> scene = scene_of_text(text);
  return scene ? std::string() : scene.diagnostics().front().message;
}

} // namespace

TEST_CASE("link scene: what is on screen comes back") {
  LinkScene scene;
  scene.run_a.program.name = "mine";
  scene.run_a.program.text = "add $t0, $t1, $t2 # 周期\n";
  scene.run_a.program.isa = isa::Isa::mips;
  scene.run_a.machine = "ooo-4";
  scene.run_a.settings = {{"core.width", "2"}};
  scene.run_a.input = "1 2 3\n";
  scene.run_b.emplace();
  scene.run_b->program.name = "lecture/p4_swapped";
  scene.run_b->scheduler = "weighted";
  scene.cycle = 7;
  scene.panels = {"editor", "table"};
  scene.language = "zh";
  scene.theme = "light";
  const Result<std::string> text = to_text(scene);
  REQUIRE(text);
  const Result<LinkScene> back = scene_of_text(*text);
  REQUIRE(back);
  CHECK(back->run_a.program == scene.run_a.program);
  CHECK(back->run_a.machine == "ooo-4");
  REQUIRE(back->run_a.settings.size() == 1);
  CHECK(back->run_a.settings[0].key == "core.width");
  CHECK(back->run_a.settings[0].value == "2");
  CHECK(back->run_a.input == "1 2 3\n");
  REQUIRE(back->run_b);
  CHECK(back->run_b->program.name == "lecture/p4_swapped");
  CHECK(back->run_b->scheduler == "weighted");
  CHECK(back->cycle == 7);
  CHECK(back->panels == scene.panels);
  CHECK(back->language == "zh");
  CHECK(back->theme == "light");
}

TEST_CASE("link scene: files are refused, in both directions") {
  LinkScene scene;
  scene.run_a.program.name = "/home/me/secret.s";
  CHECK_FALSE(to_text(scene));
  scene.run_a.program.name = "lecture/p4";
  scene.run_a.machine = "./mine.toml";
  CHECK_FALSE(to_text(scene));
  CHECK(problem_of(scene_with(R"({"program":"/etc/passwd","machine":"mips-5"})")) ==
        "'/etc/passwd' is a file, which a link cannot carry; open its text in the editor");
  CHECK(problem_of(scene_with(R"({"program":"lecture/p4","machine":"../x.toml"})")) ==
        "the machine '../x.toml' is a file, which a link cannot carry");
}

TEST_CASE("link scene: texts of plans and graphs, unless they name files") {
  LinkScene scene;
  scene.run_a.subject = Subject::plan;
  scene.run_a.program.name = "1f1b.toml";
  scene.run_a.program.text = "schedule = \"1f1b\"\ndevices = 3\n";
  const Result<std::string> text = to_text(scene);
  REQUIRE(text);
  const Result<LinkScene> back = scene_of_text(*text);
  REQUIRE(back);
  CHECK(back->run_a.subject == Subject::plan);
  CHECK(back->run_a.program == scene.run_a.program);
  scene.run_a.program.text = "order = \"/etc/passwd\"\n";
  REQUIRE_FALSE(to_text(scene));
  CHECK(to_text(scene).diagnostics().front().message ==
        "the text of '1f1b.toml' names a file (/etc/passwd), which a link cannot carry");
  scene.run_a.program.text = "model = \"../mine.toml\"\n";
  CHECK_FALSE(to_text(scene));
  scene.run_a.program.text = "model = \"gpt3\"\ncluster = \"./mine.toml\"\n";
  CHECK_FALSE(to_text(scene));
  scene.run_a.subject = Subject::graph;
  scene.run_a.program.name = "a.graph";
  scene.run_a.program.text = "input x: f64[2] = npy(\"x.npy\")\ny = x + x\n";
  CHECK_FALSE(to_text(scene));
  scene.run_a.program.text = "input x: f64[2] = [1, 2]\ny = x + x\n";
  CHECK(to_text(scene));
}

TEST_CASE("link scene: what is wrong with a text is said") {
  CHECK(problem_of("") == "it is not whole");
  CHECK(problem_of("[1]") == "it is not whole");
  CHECK(problem_of(R"({"version":2})") == "it is of version 2, and this page knows version 1");
  CHECK(problem_of(R"({"version":1})") == "there is no run in it");
  CHECK(problem_of(scene_with("7")) == "'a' is no object");
  CHECK(problem_of(scene_with(R"({"program":"x","text":7,"machine":"mips-5"})")) ==
        "'text' is no text");
  CHECK(problem_of(scene_with(R"({"program":"lecture/p4","machine":"mips-5","xlen":31})")) ==
        "'xlen' is neither 32 nor 64");
  CHECK(problem_of(scene_with(R"({"program":"lecture/p4","machine":"mips-5","isa":"pdp"})")) ==
        "'pdp' is no notation");
  CHECK_FALSE(problem_of(std::string(kMaxSceneBytes + 1, ' ')).empty());
}

} // namespace stallscope::gui
