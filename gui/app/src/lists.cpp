#include "lists.hpp"

#include "view/canvas/plain_fills.hpp"

#include <array>
#include <backends/imgui_impl_opengl3.h>
#include <glad/gl.h>
#include <imgui.h>
#include <utility>

namespace stallscope::gui {

namespace {

/// Draws opaque fills without texture and blending, which renderers without a graphics card spend
/// most of a frame on (llvmpipe: half of its time).
class FillProgram {
public:
  /// That of the OpenGL context, of which there is one in a process.
  static FillProgram& get() {
    static FillProgram program;
    return program;
  }
  /// Called while the backend's state is set.
  void begin();
  void end() const {
    glEnable(GL_BLEND);
    glUseProgram(static_cast<GLuint>(backend_));
  }

private:
  void build();

  GLuint program_ = 0;
  GLint projection_ = -1;
  GLint backend_ = 0; ///< the backend's program, for which this one was built
  GLint backend_projection_ = -1;
};

GLuint shader(GLenum kind, const char* text) {
  const GLuint made = glCreateShader(kind);
  glShaderSource(made, 1, &text, nullptr);
  glCompileShader(made);
  return made;
}

void FillProgram::build() {
  const auto backend = static_cast<GLuint>(backend_);
  const GLuint vertex = shader(GL_VERTEX_SHADER, "#version 330\n"
                                                 "uniform mat4 ProjMtx;\n"
                                                 "in vec2 Position;\n"
                                                 "in vec4 Color;\n"
                                                 "flat out vec4 Frag_Color;\n"
                                                 "void main() {\n"
                                                 "  Frag_Color = Color;\n"
                                                 "  gl_Position = ProjMtx * vec4(Position, 0, 1);\n"
                                                 "}\n");
  const GLuint fragment = shader(GL_FRAGMENT_SHADER, "#version 330\n"
                                                     "flat in vec4 Frag_Color;\n"
                                                     "out vec4 Out_Color;\n"
                                                     "void main() { Out_Color = Frag_Color; }\n");
  program_ = glCreateProgram();
  glAttachShader(program_, vertex);
  glAttachShader(program_, fragment);
  for (const char* name : {"Position", "Color"})
    glBindAttribLocation(program_, static_cast<GLuint>(glGetAttribLocation(backend, name)), name);
  glLinkProgram(program_);
  glDeleteShader(vertex);
  glDeleteShader(fragment);
  projection_ = glGetUniformLocation(program_, "ProjMtx");
  backend_projection_ = glGetUniformLocation(backend, "ProjMtx");
}

void FillProgram::begin() {
  GLint now = 0;
  glGetIntegerv(GL_CURRENT_PROGRAM, &now);
  if (program_ == 0 || now != backend_) {
    backend_ = now;
    build();
  }
  std::array<GLfloat, 16> projection{};
  glGetUniformfv(static_cast<GLuint>(backend_), backend_projection_, projection.data());
  glUseProgram(program_);
  glUniformMatrix4fv(projection_, 1, GL_FALSE, projection.data());
  glDisable(GL_BLEND);
}

} // namespace

bool begin_lists(Interface& interface) {
  const bool fonts_changed = interface.prepare();
  if (fonts_changed) {
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
  }
  ImGui_ImplOpenGL3_NewFrame();
  return fonts_changed;
}

void draw_lists(const Interface& interface, int width, int height) {
  const Colour ground = interface.background();
  const auto part = [](std::uint8_t value) { return static_cast<float>(value) / 255.0F; };
  glViewport(0, 0, width, height);
  glClearColor(part(ground.red), part(ground.green), part(ground.blue), 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImDrawData* data = ImGui::GetDrawData();
  const FillCallbacks callbacks{[](const ImDrawList*, const ImDrawCmd* command) {
                                  static_cast<FillProgram*>(command->UserCallbackData)->begin();
                                },
                                [](const ImDrawList*, const ImDrawCmd* command) {
                                  static_cast<const FillProgram*>(command->UserCallbackData)->end();
                                },
                                &FillProgram::get()};
  for (int i = 0; i < data->CmdListsCount; ++i) {
    ImDrawList& list = *data->CmdLists[i];
    ImVector<ImDrawCmd> commands =
        with_plain_fills(list, ImGui::GetIO().Fonts->TexUvWhitePixel, callbacks);
    list.CmdBuffer.swap(commands);
  }
  ImGui_ImplOpenGL3_RenderDrawData(data);
}

} // namespace stallscope::gui
