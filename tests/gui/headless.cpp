#include "headless.hpp"

#include "view/widgets/focus.hpp"

#include <catch2/catch.hpp>

namespace stallscope::gui {

Headless::Context::Context() {
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.ConfigInputTextCursorBlink = false;
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset; // as both windows have it
  for (int key = 0; key < ImGuiKey_COUNT; ++key)
    io.KeyMap[key] = key;
}

Headless::Context::~Context() {
  ImGui::DestroyContext();
}

Headless::Headless(float width, float height, Threads threads, const Folders& folders)
    : runs(threads), interface(runs, Threads::none, folders) {
  ImGui::GetIO().DisplaySize = {width, height};
  ImGui::GetIO().MousePos = {-1000, -1000};
  (void)drop_focus(); // of the window before
}

Headless::~Headless() = default;

void Headless::open(const std::string& program, const std::string& machine,
                    const std::string& against) {
  RunSpec spec;
  spec.program.name = program;
  spec.machine = machine;
  runs.open_a(spec);
  if (!against.empty()) {
    spec.program.name = against;
    runs.open_b(spec);
  }
  runs.wait();
  runs.update(0);
}

void Headless::draw(float seconds) {
  ImGui::GetIO().DeltaTime = seconds;
  runs.update(static_cast<double>(seconds));
  (void)interface.prepare();
  ImGui::NewFrame();
  interface.draw();
  ImGui::Render();
}

void Headless::frame(int count, float seconds) {
  for (int i = 0; i < count; ++i) {
    draw(seconds);
    runs.wait();
  }
}

void Headless::move(Point point) {
  ImGui::GetIO().MousePos = {point.x, point.y};
  frame(2);
}

void Headless::click(Point point) {
  move(point);
  ImGui::GetIO().MouseDown[0] = true;
  frame();
  ImGui::GetIO().MouseDown[0] = false;
  frame(2);
}

void Headless::click(const std::string& id) {
  const auto place = place_of(id);
  INFO("to be touched: " << id);
  REQUIRE(place.has_value());
  click(place->centre());
}

void Headless::press(ImGuiKey key, bool shift) {
  ImGuiIO& io = ImGui::GetIO();
  io.KeyShift = shift;
  io.KeysDown[key] = true;
  frame();
  io.KeysDown[key] = false;
  io.KeyShift = false;
  frame();
}

void Headless::press_with_ctrl(ImGuiKey key) {
  ImGui::GetIO().KeyCtrl = true;
  press(key);
  ImGui::GetIO().KeyCtrl = false;
}

void Headless::press_with_alt(ImGuiKey key) {
  ImGui::GetIO().KeyAlt = true;
  press(key);
  ImGui::GetIO().KeyAlt = false;
}

namespace {

std::string g_log; ///< what ImGui's log has taken of a frame

} // namespace

std::string Headless::texts() {
  ImGuiIO& io = ImGui::GetIO();
  io.SetClipboardTextFn = [](void*, const char* text) { g_log = text; };
  io.DeltaTime = 1.0F / 60;
  runs.update(static_cast<double>(io.DeltaTime));
  (void)interface.prepare();
  g_log.clear();
  ImGui::NewFrame();
  ImGui::LogToClipboard();
  interface.draw();
  ImGui::LogFinish();
  ImGui::Render();
  runs.wait();
  return g_log;
}

bool Headless::popup() {
  return ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

void Headless::type(const std::string& text) {
  ImGui::GetIO().AddInputCharactersUTF8(text.c_str());
  frame(2);
}

void Headless::tab_to(const std::string& id) {
  for (int i = 0; i < 80 && focused() != id; ++i)
    press(ImGuiKey_Tab);
  INFO("to be reached with Tab: " << id);
  REQUIRE(focused() == id);
}

TableLayout Headless::table_a() const {
  const auto area = place_of("table_a");
  REQUIRE(area.has_value());
  const Run& run = runs.run(Side::a);
  return {interface.style(), *area, run.lanes(), 1, 0, run.last_cycle()};
}

std::size_t Headless::vertices() const {
  return static_cast<std::size_t>(ImGui::GetDrawData()->TotalVtxCount);
}

} // namespace stallscope::gui
