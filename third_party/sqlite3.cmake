# SQLite: the system's package first. Its authors publish amalgamations, not a repository with a CMake build, so there is no
# download to fall back on: without it configuring says which package is missing.
find_package(SQLite3 QUIET)
if(NOT SQLite3_FOUND)
  message(FATAL_ERROR "SQLite 3 is missing; install it (Debian: libsqlite3-dev)")
endif()
