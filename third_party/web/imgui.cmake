# Dear ImGui, as a library of no window and no graphics interface, with FreeType for its letters as natively; compiled
# from Debian's sources, with the targets' names of third_party/gui.cmake.
set(freetype ${STALLSCOPE_WEB_SOURCES}/freetype)
set(modules base/ftbase base/ftinit base/ftsystem base/ftbitmap base/ftglyph base/ftsynth base/ftmm base/ftstroke base/ftdebug autofit/autofit cff/cff psaux/psaux
  pshinter/pshinter psnames/psnames raster/raster sfnt/sfnt smooth/smooth truetype/truetype)
list(TRANSFORM modules PREPEND ${freetype}/src/)
list(TRANSFORM modules APPEND .c)
add_library(stallscope_web_freetype STATIC ${modules})
target_include_directories(stallscope_web_freetype SYSTEM PUBLIC ${CMAKE_CURRENT_LIST_DIR}/freetype ${freetype}/include)
target_compile_definitions(stallscope_web_freetype PRIVATE FT2_BUILD_LIBRARY PUBLIC FT_CONFIG_MODULES_H=<stallscope_ftmodule.h>
  FT_CONFIG_OPTIONS_H=<stallscope_ftoption.h>)
target_compile_options(stallscope_web_freetype PRIVATE -w -Oz -fwasm-exceptions "SHELL:-mllvm -wasm-enable-sjlj")
add_library(PkgConfig::freetype2 ALIAS stallscope_web_freetype)

set(imgui ${STALLSCOPE_WEB_SOURCES}/imgui)
add_library(stallscope_web_imgui STATIC ${imgui}/imgui.cpp ${imgui}/imgui_draw.cpp ${imgui}/imgui_tables.cpp
  ${imgui}/imgui_widgets.cpp ${imgui}/misc/freetype/imgui_freetype.cpp ${imgui}/misc/cpp/imgui_stdlib.cpp)
target_include_directories(stallscope_web_imgui SYSTEM PUBLIC ${imgui} ${imgui}/misc/freetype ${imgui}/misc/cpp)
target_compile_definitions(stallscope_web_imgui PUBLIC IMGUI_ENABLE_FREETYPE IMGUI_DISABLE_DEMO_WINDOWS
  IMGUI_DISABLE_METRICS_WINDOW IMGUI_DISABLE_FILE_FUNCTIONS)
target_compile_options(stallscope_web_imgui PRIVATE -w -Oz)
target_link_libraries(stallscope_web_imgui PRIVATE stallscope_web_freetype)
add_library(PkgConfig::imgui ALIAS stallscope_web_imgui)
