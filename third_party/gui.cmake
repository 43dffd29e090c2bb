# What the visualiser is built from: Dear ImGui (with its GLFW and OpenGL 3 backends), FreeType, GLFW, EGL for pictures
# without a display, libpng, giflib, and the loader of OpenGL 3.3 that glad writes. System packages only: where one is missing the
# visualiser is left out, everything else is built. Sets STALLSCOPE_GUI_MISSING to what is not there.
set(STALLSCOPE_GUI_MISSING)
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  foreach(module imgui freetype2 glfw3 egl libpng libgif)
    pkg_check_modules(${module} QUIET IMPORTED_TARGET GLOBAL ${module})
    if(NOT ${module}_FOUND)
      list(APPEND STALLSCOPE_GUI_MISSING ${module})
    endif()
  endforeach()
else()
  list(APPEND STALLSCOPE_GUI_MISSING pkg-config)
endif()
# Drawings as PDF and moving pictures as WebP; without them the window says which package is missing.
if(PkgConfig_FOUND)
  pkg_check_modules(rsvg QUIET IMPORTED_TARGET GLOBAL librsvg-2.0 cairo-pdf)
  pkg_check_modules(webp QUIET IMPORTED_TARGET GLOBAL libwebpmux libwebp)
endif()
find_program(STALLSCOPE_GLAD glad)
if(NOT STALLSCOPE_GLAD)
  list(APPEND STALLSCOPE_GUI_MISSING glad)
endif()

# stallscope_glad(): target stallscope_glad, written when it is built. Without --reproducible glad asks the network for
# the newest specification.
function(stallscope_glad)
  set(folder ${CMAKE_BINARY_DIR}/glad)
  add_custom_command(
    OUTPUT ${folder}/src/gl.c ${folder}/include/glad/gl.h
    COMMAND ${STALLSCOPE_GLAD} --api gl:core=3.3 --extensions "" --out-path ${folder} --reproducible --quiet c
    COMMENT "Writing the OpenGL loader" VERBATIM)
  add_library(stallscope_glad STATIC ${folder}/src/gl.c)
  target_include_directories(stallscope_glad SYSTEM PUBLIC ${folder}/include)
endfunction()
