#include "view/looks/style.hpp"

#include "view/canvas/imgui_canvas.hpp"

#include <algorithm>

namespace stallscope::gui {

namespace {

Colour of(Color colour) {
  return {colour.r, colour.g, colour.b, colour.a};
}

/// A stronger tint, about twice as far from white.
Colour strengthened(Colour tint) {
  const auto further = [](std::uint8_t part) {
    return static_cast<std::uint8_t>(std::max(0, 255 - (255 - part) * 19 / 10));
  };
  return {further(tint.red), further(tint.green), further(tint.blue), tint.alpha};
}

} // namespace

Palette palette_of(const Theme& theme) {
  Palette palette;
  palette.background = of(theme.background);
  palette.surface = of(theme.panel);
  palette.raised = of(theme.raised);
  palette.line = of(theme.line);
  palette.line_strong = mixed(of(theme.line), of(theme.text), 0.2F);
  palette.text = of(theme.text);
  palette.text_dim = of(theme.muted);
  palette.accent = of(theme.accent);
  palette.good = of(theme.good);
  palette.warning = of(theme.warning);
  palette.bad = of(theme.bad);
  palette.arrow = of(theme.arrow);
  palette.raw = of(theme.raw);
  palette.war = of(theme.war);
  palette.waw = of(theme.waw);
  for (std::size_t i = 0; i < kTokenColors; ++i)
    palette.operations[i] =
        theme.is_dark ? of(theme.token_edges[i]) : strengthened(of(theme.tokens[i]));
  for (std::size_t i = 0; i < kFamilyCount; ++i)
    palette.families[i] = of(theme.families[i]);
  return palette;
}

namespace {

void apply_colours(const Palette& c, ImGuiStyle& look) {
  const auto set = [&look](ImGuiCol which, Colour colour) { look.Colors[which] = vec4(colour); };
  set(ImGuiCol_Text, c.text);
  set(ImGuiCol_TextDisabled, c.text_dim);
  set(ImGuiCol_WindowBg, c.background);
  set(ImGuiCol_ChildBg, Colour{0, 0, 0, 0});
  set(ImGuiCol_PopupBg, c.surface);
  set(ImGuiCol_Border, c.line_strong);
  set(ImGuiCol_FrameBg, c.raised);
  set(ImGuiCol_FrameBgHovered, mixed(c.raised, c.accent, 0.18F));
  set(ImGuiCol_FrameBgActive, mixed(c.raised, c.accent, 0.3F));
  set(ImGuiCol_TitleBg, c.surface);
  set(ImGuiCol_TitleBgActive, c.surface);
  set(ImGuiCol_MenuBarBg, c.surface);
  set(ImGuiCol_ScrollbarBg, Colour{0, 0, 0, 0});
  set(ImGuiCol_ScrollbarGrab, c.line_strong);
  set(ImGuiCol_ScrollbarGrabHovered, c.text_dim);
  set(ImGuiCol_ScrollbarGrabActive, c.text_dim);
  set(ImGuiCol_CheckMark, c.accent);
  set(ImGuiCol_SliderGrab, c.accent);
  set(ImGuiCol_SliderGrabActive, c.accent);
  set(ImGuiCol_Button, c.raised);
  set(ImGuiCol_ButtonHovered, mixed(c.raised, c.accent, 0.25F));
  set(ImGuiCol_ButtonActive, mixed(c.raised, c.accent, 0.45F));
  set(ImGuiCol_Header, mixed(c.surface, c.accent, 0.2F));
  set(ImGuiCol_HeaderHovered, mixed(c.surface, c.accent, 0.3F));
  set(ImGuiCol_HeaderActive, mixed(c.surface, c.accent, 0.4F));
  set(ImGuiCol_Separator, c.line);
  set(ImGuiCol_ResizeGrip, Colour{0, 0, 0, 0});
  set(ImGuiCol_TextSelectedBg, c.accent.faded(0.35F));
  set(ImGuiCol_NavHighlight, c.accent);
  set(ImGuiCol_ModalWindowDimBg, Colour{0, 0, 0, 120});
  set(ImGuiCol_TableHeaderBg, c.raised);
  set(ImGuiCol_TableBorderStrong, c.line);
  set(ImGuiCol_TableBorderLight, c.line);
  set(ImGuiCol_TableRowBgAlt, mixed(c.surface, c.raised, 0.5F));
  set(ImGuiCol_Tab, c.surface);
  set(ImGuiCol_TabHovered, mixed(c.raised, c.accent, 0.25F));
  set(ImGuiCol_TabActive, c.raised);
}

} // namespace

void apply(const Style& style) {
  ImGuiStyle& look = ImGui::GetStyle();
  look = ImGuiStyle();
  look.WindowPadding = {style.px(12), style.px(10)};
  look.FramePadding = {style.px(10), style.px(6)};
  look.ItemSpacing = {style.px(8), style.px(6)};
  look.ItemInnerSpacing = {style.px(6), style.px(4)};
  look.ScrollbarSize = style.px(12);
  look.GrabMinSize = style.px(14);
  look.IndentSpacing = style.px(18);
  look.WindowRounding = 0;
  look.ChildRounding = style.px(6);
  look.FrameRounding = style.px(5);
  look.PopupRounding = style.px(6);
  look.ScrollbarRounding = style.px(6);
  look.GrabRounding = style.px(5);
  look.TabRounding = style.px(5);
  look.WindowBorderSize = 0;
  look.PopupBorderSize = style.stroke;
  look.ChildBorderSize = 0;
  look.AntiAliasedLinesUseTex = true;
  apply_colours(style.colours, look);
}

} // namespace stallscope::gui
