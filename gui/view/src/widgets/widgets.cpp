#include "view/widgets/widgets.hpp"

#include "view/widgets/focus.hpp"

#include <algorithm>
#include <imgui_internal.h> // for ImGuiButtonFlags_AllowItemOverlap
#include <map>
#include <utility>
#include <vector>

namespace stallscope::gui {

namespace {

struct Place {
  Rect rect;
  int frame = 0; ///< the last frame with the element
};

std::map<std::string, Place, std::less<>>& places() {
  static std::map<std::string, Place, std::less<>> known; // global, as there is one interface
  return known;
}

std::string& place_prefix() {
  static std::string prefix; // global, as there is one interface
  return prefix;
}

} // namespace

PlaceScope::PlaceScope(std::string_view id, std::string prefix)
    : outer_(std::exchange(place_prefix(), std::move(prefix))) {
  ImGui::PushID(id.data(), id.data() + id.size());
}

PlaceScope::~PlaceScope() {
  ImGui::PopID();
  place_prefix() = outer_;
}

std::string PlaceScope::name(std::string_view id) {
  return place_prefix() + std::string(id);
}

void keep_place(std::string_view id, const Rect& rect) {
  places()[PlaceScope::name(id)] = {rect, ImGui::GetFrameCount()};
}

bool in_sight(std::string_view id) {
  const auto found = places().find(id);
  return found != places().end() && found->second.frame == ImGui::GetFrameCount();
}

std::vector<std::string> names_at(Point point) {
  std::vector<std::pair<float, std::string>> found;
  const int now = ImGui::GetFrameCount();
  for (const auto& [name, place] : places())
    if (place.frame <= now && place.frame + 1 >= now && place.rect.contains(point))
      found.emplace_back(place.rect.width() * place.rect.height(), name);
  std::sort(found.begin(), found.end());
  std::vector<std::string> names;
  for (auto& [area, name] : found)
    names.push_back(std::move(name));
  return names;
}

std::optional<Rect> place_of(std::string_view id) {
  const auto found = places().find(id);
  return found == places().end() ? std::nullopt : std::optional(found->second.rect);
}

Touch touch(std::string_view id, const Rect& rect) {
  Touch touch;
  keep_place(id, rect);
  touch.pointer = point(ImGui::GetIO().MousePos);
  if (rect.width() < 1 || rect.height() < 1)
    return touch;
  ImGui::SetCursorScreenPos({rect.left, rect.top});
  const std::string name(id);
  touch.clicked =
      ImGui::InvisibleButton(name.c_str(), {rect.width(), rect.height()},
                             ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
                                 ImGuiButtonFlags_AllowItemOverlap);
  touch.hovered = ImGui::IsItemHovered();
  touch.held = ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left);
  touch.pressed = touch.hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  touch.right_clicked = touch.clicked && ImGui::IsMouseReleased(ImGuiMouseButton_Right);
  touch.clicked = touch.clicked && !touch.right_clicked;
  ImGui::SetItemAllowOverlap();
  return touch;
}

namespace {

struct KeptTooltip {
  bool keep = false;
  std::string text;
};

KeptTooltip& kept_tooltip() {
  static KeptTooltip kept; // global, as there is one interface
  return kept;
}

} // namespace

void keep_tooltips(bool keep) {
  kept_tooltip() = {keep, {}};
}

std::string take_tooltip() {
  return std::exchange(kept_tooltip().text, {});
}

void tooltip(const Ui& ui, std::string_view text) {
  if (text.empty())
    return;
  if (kept_tooltip().keep) {
    kept_tooltip().text = text;
    return;
  }
  ui.style.fonts->show(text);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(12), ui.px(9)});
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(ui.style.sizes.body * 26);
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

namespace {

Colour ground_of(const Ui& ui, const Touch& state, Weight weight, bool enabled) {
  const Palette& c = ui.colours();
  const Colour rest = weight == Weight::chosen   ? mixed(c.raised, c.accent, 0.32F)
                      : weight == Weight::normal ? c.raised
                                                 : Colour{0, 0, 0, 0};
  if (!enabled || !state.hovered)
    return rest;
  return mixed(weight == Weight::chosen ? rest : c.raised, c.accent, state.held ? 0.45F : 0.2F);
}

} // namespace

bool icon_button(Ui& ui, std::string_view id, Icon icon, const Rect& rect, std::string_view tip,
                 Weight weight, bool enabled) {
  const Touch state = touch(id, rect);
  const Palette& c = ui.colours();
  ui.canvas.fill(rect, ground_of(ui, state, weight, enabled), ui.px(6));
  const float side = std::min(rect.width(), rect.height());
  const Colour ink = !enabled                   ? c.text_dim.faded(0.4F)
                     : weight == Weight::chosen ? c.accent
                                                : c.text;
  draw_icon(ui.canvas, icon, rect.inset(side * 0.24F), ink);
  const bool by_key = enabled && takes_focus(ui, id, rect);
  if (state.hovered)
    tooltip(ui, tip);
  return enabled && (state.clicked || by_key);
}

namespace {

std::string labelled(std::string_view id, std::string_view label) {
  return std::string(label) + "###" + std::string(id);
}

} // namespace

void keep_item_place(std::string_view id) {
  const ImVec2 first = ImGui::GetItemRectMin();
  const ImVec2 last = ImGui::GetItemRectMax();
  keep_place(id, {first.x, first.y, last.x, last.y});
}

bool plain_button(std::string_view id, std::string_view label, bool main) {
  if (main)
    ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_HeaderActive));
  const bool clicked = ImGui::Button(labelled(id, label).c_str());
  if (main)
    ImGui::PopStyleColor();
  keep_item_place(id);
  return item_takes_focus(id) || clicked;
}

bool list_line(std::string_view id, std::string_view label, bool chosen) {
  const bool clicked =
      ImGui::Selectable(labelled(id, label).c_str(), chosen, ImGuiSelectableFlags_DontClosePopups);
  keep_item_place(id);
  return item_takes_focus(id) || clicked;
}

void begin_list(const Ui& ui, const char* id, Point size) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(8), ui.px(7)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(8), ui.px(8)});
  ImGui::PushStyleColor(ImGuiCol_ChildBg,
                        vec4(mixed(ui.colours().surface, ui.colours().background, 0.6F)));
  ImGui::BeginChild(id, {size.x, size.y}, false, ImGuiWindowFlags_AlwaysUseWindowPadding);
}

void end_list() {
  ImGui::EndChild();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
}

void place_in_the_middle(const Ui& ui, float width, float height) {
  const ImVec2 room = ImGui::GetIO().DisplaySize;
  const ImVec2 size{std::min(width, room.x - ui.px(20)), std::min(height, room.y - ui.px(20))};
  ImGui::SetNextWindowSize(size);
  ImGui::SetNextWindowPos({(room.x - size.x) / 2, (room.y - size.y) / 3});
}

void heading(const Ui& ui, std::string_view words, float size) {
  ImGui::PushFont(ui.style.fonts->at(Face::bold, size));
  ImGui::TextUnformatted(words.data(), words.data() + words.size());
  ImGui::PopFont();
}

bool begin_dialog(const Ui& ui, const char* id, std::string_view title, float width, float height) {
  place_in_the_middle(ui, width, height);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, ui.style.stroke);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(8));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(18), ui.px(16)});
  const bool open = ImGui::BeginPopupModal(
      id, nullptr,
      ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
          ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollbar |
          ImGuiWindowFlags_NoNavInputs); // Tab is ours
  ImGui::PopStyleVar(3);
  if (!open)
    return false;
  heading(ui, title, ui.style.sizes.large);
  ImGui::Dummy({1, ui.px(2)});
  return true;
}

float button_width(const Ui& ui, std::string_view label) {
  return ui.canvas.text_width(label, Face::text, ui.style.sizes.body) + ui.px(24);
}

bool text_button(Ui& ui, std::string_view id, std::string_view label, const Rect& rect,
                 std::string_view tip, Weight weight, bool enabled) {
  const Touch state = touch(id, rect);
  const Palette& c = ui.colours();
  ui.canvas.fill(rect, ground_of(ui, state, weight, enabled), ui.px(6));
  draw_label(ui.canvas, rect.inset(ui.px(4)), label,
             weight == Weight::chosen ? Face::bold : Face::text, ui.style.sizes.body,
             enabled ? c.text : c.text_dim.faded(0.5F));
  const bool by_key = enabled && takes_focus(ui, id, rect);
  if (state.hovered)
    tooltip(ui, tip);
  return enabled && (state.clicked || by_key);
}

float badge(Ui& ui, Point left_centre, std::string_view text, Colour colour, float size) {
  const float width = ui.canvas.text_width(text, Face::bold, size) + ui.px(20);
  const float half = size / 2 + ui.px(7);
  const Rect rect{left_centre.x, left_centre.y - half, left_centre.x + width, left_centre.y + half};
  ui.canvas.fill(rect, mixed(ui.colours().surface, colour, 0.2F), half);
  ui.canvas.outline(rect, colour.faded(0.7F), ui.style.stroke, half);
  draw_label(ui.canvas, rect, text, Face::bold, size, colour);
  return rect.right;
}

void draw_section_title(Ui& ui, const Rect& line, std::string_view words) {
  draw_label(ui.canvas, line, words, Face::bold, ui.style.sizes.body, ui.colours().text_dim,
             Align::left);
}

void plate(Ui& ui, const Rect& rect) {
  ui.canvas.fill(rect, ui.colours().surface, ui.px(8));
}

namespace {

bool begin_child(std::string_view id, const Rect& rect) {
  ImGui::SetCursorScreenPos({rect.left, rect.top});
  const std::string name(id);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  const bool shown =
      ImGui::BeginChild(name.c_str(), {std::max(1.0F, rect.width()), std::max(1.0F, rect.height())},
                        false, ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar();
  return shown;
}

} // namespace

ScrollArea::ScrollArea(Ui& outer, std::string_view id, const Rect& rect)
    : begun_(begin_child(id, rect)), origin_(point(ImGui::GetCursorScreenPos())),
      width_(rect.width() - ImGui::GetStyle().ScrollbarSize),
      canvas_(*ImGui::GetWindowDrawList(), *outer.style.fonts), ui_{outer.style, canvas_} {}

ScrollArea::~ScrollArea() {
  ImGui::EndChild();
}

void ScrollArea::set_size(float width, float height) {
  ImGui::SetCursorScreenPos({origin_.x, origin_.y});
  ImGui::Dummy({width, height});
}

void scroll_by_keys(float line) {
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key)); };
  const float page = ImGui::GetWindowHeight() * 0.8F;
  float by = 0;
  for (const auto& [key, step] :
       {std::pair(ImGuiKey_DownArrow, line), std::pair(ImGuiKey_UpArrow, -line),
        std::pair(ImGuiKey_PageDown, page), std::pair(ImGuiKey_PageUp, -page),
        std::pair(ImGuiKey_Home, -ImGui::GetScrollMaxY()),
        std::pair(ImGuiKey_End, ImGui::GetScrollMaxY())})
    if (pressed(key))
      by += step;
  if (by != 0)
    ImGui::SetScrollY(std::clamp(ImGui::GetScrollY() + by, 0.0F, ImGui::GetScrollMaxY()));
}

} // namespace stallscope::gui
