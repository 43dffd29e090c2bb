# What `cmake --install` and `cpack` put where: the programs with man page and completions, what they read, and the
# libraries of sim/ and sched/ with their public headers, for find_package(stallscope).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(installed_libraries base timeline isa machine trace core session sched)
foreach(library IN LISTS installed_libraries)
  set_target_properties(stallscope_${library} PROPERTIES EXPORT_NAME ${library})
  get_target_property(folder stallscope_${library} SOURCE_DIR)
  install(DIRECTORY ${folder}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/stallscope)
  list(APPEND installed_targets stallscope_${library})
endforeach()
install(TARGETS ${installed_targets} stallscope_warnings EXPORT stallscopeTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/stallscope)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/stallscope)
install(EXPORT stallscopeTargets NAMESPACE stallscope:: DESTINATION ${package})
configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/stallscopeConfig.cmake.in
  ${CMAKE_BINARY_DIR}/stallscopeConfig.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/stallscopeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/stallscopeConfig.cmake ${CMAKE_BINARY_DIR}/stallscopeConfigVersion.cmake
  DESTINATION ${package})

# The programs say themselves what their options are.
set(manual ${CMAKE_BINARY_DIR}/manual)
file(MAKE_DIRECTORY ${manual})
find_program(STALLSCOPE_GZIP gzip)

# stallscope_install_page(PROGRAM ARGUMENT...): its man page, which it writes with these arguments, as Debian has them:
# compressed, without a date.
function(stallscope_install_page PROGRAM)
  set(page ${manual}/${PROGRAM}.1)
  set(compress)
  set(installed ${page})
  if(STALLSCOPE_GZIP)
    set(compress COMMAND ${STALLSCOPE_GZIP} -9nkf ${page})
    set(installed ${page}.gz)
  endif()
  add_custom_command(OUTPUT ${installed}
    COMMAND ${PROGRAM} ${ARGN} > ${page}
    ${compress}
    DEPENDS ${PROGRAM}
    COMMENT "Writing the man page of ${PROGRAM}"
    VERBATIM)
  add_custom_target(${PROGRAM}_page ALL DEPENDS ${installed})
  install(FILES ${installed} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endfunction()

stallscope_install_page(stallscope manual man)
add_custom_command(OUTPUT ${manual}/stallscope.bash ${manual}/_stallscope
  COMMAND stallscope manual bash > ${manual}/stallscope.bash
  COMMAND stallscope manual zsh > ${manual}/_stallscope
  DEPENDS stallscope
  COMMENT "Writing completions"
  VERBATIM)
add_custom_target(stallscope_completions ALL DEPENDS ${manual}/stallscope.bash)
install(TARGETS stallscope)
if(TARGET stallscope-gui)
  install(TARGETS stallscope-gui)
  stallscope_install_page(stallscope-gui --manual)
endif()
install(FILES ${manual}/stallscope.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME stallscope)
install(FILES ${manual}/_stallscope DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)

# Programs that are not built in, found by their names from here on (programs::file_called), and the documents.
set(share ${CMAKE_INSTALL_DATADIR}/stallscope)
install(DIRECTORY programs/kernels/bin DESTINATION ${share}/programs/kernels FILES_MATCHING PATTERN "*.elf")
install(DIRECTORY programs/experiments programs/plugins DESTINATION ${share}/programs)
# Plug-ins say <stallscope/plugin.hpp>.
install(FILES sim/machine/include/stallscope/plugin.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/stallscope)
set(documents ${CMAKE_INSTALL_DATADIR}/doc/stallscope)
foreach(document README.md cli/README.md cli/JSON.md cli/src/sweep/EXPERIMENT.md cli/src/sweep/DATABASE.md cli/src/sweep/RUBRIC.md
                 sim/trace/FORMATS.md sim/trace/JSON.md docs/notations.md docs/graphs.md docs/guest-platforms.md docs/machine-files.md)
  cmake_path(GET document PARENT_PATH folder)
  install(FILES ${document} DESTINATION ${documents}/${folder})
endforeach()
install(FILES LICENSE DESTINATION ${documents} RENAME copyright)

set(CPACK_GENERATOR DEB)
# The project has no address to write to; who gives packages to others gives theirs.
set(STALLSCOPE_CONTACT "The Stallscope authors <stallscope@localhost>" CACHE STRING "Maintainer of packages: NAME <ADDRESS>")
set(CPACK_PACKAGE_CONTACT "${STALLSCOPE_CONTACT}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Write a few instructions, choose a machine, and see every cycle of
every stage: which instruction is there, which one is held, for which
register, and because of whom. For textbook pipelines, cores of real
processors and dynamically scheduled machines. With a window, sweeps of
many simulations, marks for exercises, traces of and for other tools, and
libraries for programs of one's own.")
# What Debian's policy asks of a package besides.
if(STALLSCOPE_GZIP)
  configure_file(cmake/debian/changelog.in ${manual}/changelog @ONLY)
  execute_process(COMMAND ${STALLSCOPE_GZIP} -9nkf ${manual}/changelog COMMAND_ERROR_IS_FATAL ANY)
  install(FILES ${manual}/changelog.gz DESTINATION ${documents})
endif()
install(FILES cmake/debian/lintian-overrides DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides RENAME stallscope)
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_STRIP_FILES ON)
find_program(STALLSCOPE_SHLIBDEPS dpkg-shlibdeps)
if(STALLSCOPE_SHLIBDEPS) # what the program needs, told from the program
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "fonts-inter, fonts-dejavu-core, fonts-noto-cjk, libgl1-mesa-dri") # the window
# For those who build with the libraries.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libfmt-dev, nlohmann-json3-dev, zlib1g-dev, libisal-dev, libzstd-dev, libseccomp-dev, pkg-config, cmake")
include(CPack)
