// Functions called by the page. Texts are passed in a buffer: the page requests a buffer of a size,
// fills it and calls a function that reads it. Structures are read from our memory in the layout
// defined in host/program.ts.
#include "application.hpp"
#include "model/language/strings.hpp"

#include <imgui.h>
#include <memory>
#include <string>

namespace stallscope::gui {

namespace {

std::unique_ptr<Application> g_application;
std::string g_given;     ///< text passed by the page
std::string g_answer;    ///< text returned to the page
std::string g_clipboard; ///< content of the page's clipboard

std::uint32_t address(const void* pointer) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(pointer));
}

/// Length and address of a text returned to the page.
struct Answer {
  std::uint32_t bytes = 0;
  std::uint32_t length = 0;
};
Answer g_place;

std::uint32_t answer(std::string text) {
  g_answer = std::move(text);
  g_place = {address(g_answer.data()), static_cast<std::uint32_t>(g_answer.size())};
  return address(&g_place);
}

} // namespace

} // namespace stallscope::gui

using namespace stallscope::gui; // NOLINT: exported C functions outside namespaces

/// Imported from the page: copies a text to the user's clipboard.
__attribute__((import_module("page"), import_name("set_clipboard"))) extern "C" void
page_set_clipboard(const char* text, std::size_t length);

#define STALLSCOPE_EXPORT(name) extern "C" __attribute__((export_name(#name), used))

STALLSCOPE_EXPORT(start) void stallscope_start() {
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset | ImGuiBackendFlags_HasMouseCursors;
  io.SetClipboardTextFn = [](void*, const char* text) {
    g_clipboard = text;
    page_set_clipboard(text, g_clipboard.size());
  };
  io.GetClipboardTextFn = [](void*) { return g_clipboard.c_str(); };
  name_keys(io);
  g_application = std::make_unique<Application>();
}

STALLSCOPE_EXPORT(frame)
const void* stallscope_frame(double seconds, unsigned width, unsigned height, float scale) {
  return &g_application->frame(seconds, width, height, scale);
}

STALLSCOPE_EXPORT(drawing) const void* stallscope_drawing() {
  return &g_application->drawing();
}

STALLSCOPE_EXPORT(draw_picture) void stallscope_draw_picture(unsigned scale) {
  g_application->draw_picture(scale);
}

STALLSCOPE_EXPORT(picture_name) std::uint32_t stallscope_picture_name() {
  return answer(g_application->picture_name());
}

STALLSCOPE_EXPORT(buffer) char* stallscope_buffer(std::size_t bytes) {
  g_given.assign(bytes, '\0');
  return g_given.data();
}

STALLSCOPE_EXPORT(pointer_moved) void stallscope_pointer_moved(float x, float y) {
  g_application->input.add({.kind = InputEvent::Kind::move, .x = x, .y = y, .text = {}});
}

STALLSCOPE_EXPORT(pointer_button)
void stallscope_pointer_button(unsigned button, bool down, float x, float y) {
  g_application->input.add({.kind = InputEvent::Kind::button,
                            .x = x,
                            .y = y,
                            .number = button,
                            .down = down,
                            .text = {}});
}

STALLSCOPE_EXPORT(wheel) void stallscope_wheel(float x, float y) {
  g_application->input.add({.kind = InputEvent::Kind::wheel, .x = x, .y = y, .text = {}});
}

STALLSCOPE_EXPORT(key) void stallscope_key(unsigned number, bool down, unsigned modifiers) {
  g_application->input.add({.kind = InputEvent::Kind::key,
                            .number = number,
                            .down = down,
                            .modifiers = modifiers,
                            .text = {}});
}

STALLSCOPE_EXPORT(text) void stallscope_text() {
  g_application->input.add({.kind = InputEvent::Kind::text, .text = g_given});
}

STALLSCOPE_EXPORT(focus) void stallscope_focus(bool there) {
  g_application->input.add({.kind = InputEvent::Kind::focus, .down = there, .text = {}});
}

/// Sets the text that Ctrl+V pastes.
STALLSCOPE_EXPORT(clipboard) void stallscope_clipboard() {
  g_clipboard = g_given;
}

/// Paths, one per line: the first is opened in run A, the second in run B.
STALLSCOPE_EXPORT(open_files) void stallscope_open_files() {
  std::vector<std::string> files;
  for (std::size_t from = 0; from < g_given.size();) {
    const std::size_t end = std::min(g_given.find('\n', from), g_given.size());
    files.push_back(g_given.substr(from, end - from));
    from = end + 1;
  }
  g_application->open_files(files);
}

/// Opens the scene of a link; problems are shown in the window. True when opened.
STALLSCOPE_EXPORT(open_scene) bool stallscope_open_scene() {
  std::string problem = g_application->open_scene(g_given);
  const bool good = problem.empty();
  if (!good)
    g_application->say(std::move(problem));
  return good;
}

/// Reports a link that the page cannot decode.
STALLSCOPE_EXPORT(bad_link) void stallscope_bad_link() {
  g_application->say(tr(Text::bad_link, {g_given}));
}

/// The text of a link to the current scene; empty if not possible, with the reason shown in the
/// window.
STALLSCOPE_EXPORT(scene) std::uint32_t stallscope_scene() {
  const auto scene = g_application->scene();
  if (!scene)
    g_application->say(tr(Text::no_link, {scene.diagnostics().front().message}));
  return answer(scene ? *scene : std::string());
}

STALLSCOPE_EXPORT(link_copied) void stallscope_link_copied() {
  g_application->say(tr(Text::link_copied));
}

/// Reports that the link would be too long, and that a file of this name has been saved instead.
STALLSCOPE_EXPORT(link_too_long) void stallscope_link_too_long() {
  g_application->say(tr(Text::link_too_long, {g_given}));
}

STALLSCOPE_EXPORT(words) std::uint32_t stallscope_words() {
  return answer(g_application->words());
}
