# Common settings, and strata_library / strata_program / strata_test: one target per folder, linked to just what it may see.
include(GNUInstallDirs)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
# Kernels ask for -O3 themselves, rooms whose code runs a million times for -O2 (HOT); the rest builds sooner.
set(CMAKE_CXX_FLAGS_RELEASE "-O1 -DNDEBUG")

find_program(CCACHE ccache)
if(CCACHE)
  # What a file depends on the compiler says itself; without this each file is preprocessed once more.
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_DEPEND=1 ${CCACHE})
endif()

find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)

add_library(strata_options INTERFACE)
target_include_directories(strata_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(strata_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 sees overlapping copies in std::string that are not there (GCC bug 105651).
  target_compile_options(strata_options INTERFACE -Wno-restrict)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC would go through its memory for garbage each time that has doubled: an eighth of its time, a fifth of the memory saved.
  target_compile_options(strata_options INTERFACE --param=ggc-min-expand=1000)
endif()
if(STRATA_WERROR)
  target_compile_options(strata_options INTERFACE -Werror)
endif()
if(STRATA_UNITY)
  set(CMAKE_UNITY_BUILD ON)
  set(CMAKE_UNITY_BUILD_BATCH_SIZE ${STRATA_BATCH})
  # A type of a source file may have members of types that are private to it, also when a batch includes that file.
  target_compile_options(strata_options INTERFACE -Wno-subobject-linkage)
endif()
if(STRATA_SANITIZE)
  add_compile_options(-fsanitize=${STRATA_SANITIZE} -fno-omit-frame-pointer)
  set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1 -g1")
  target_compile_options(strata_options INTERFACE -Wno-maybe-uninitialized)  # GCC sees some in instrumented std::regex
  add_link_options(-fsanitize=${STRATA_SANITIZE})
endif()

if(STRATA_ODR)
  add_link_options(-fno-lto)
endif()

# The room's objects are compared with the others' (StrataOdr.cmake).
function(strata_compares name)
  if(NOT CMAKE_CURRENT_SOURCE_DIR MATCHES "^${CMAKE_SOURCE_DIR}/(engine|layers|app)(/|$)" OR name MATCHES "_(cuda|hip)(_|$)")
    return()
  endif()
  target_compile_options(${name} PRIVATE -flto -ffat-lto-objects)
  set_property(GLOBAL APPEND PROPERTY STRATA_ODR_ROOMS ${name})
endfunction()

# strata_library(NAME [HOT] SOURCES ... [LINKS ...] [PRIVATE ...]): LINKS are the rooms it may see; HOT optimises more.
function(strata_library name)
  cmake_parse_arguments(ARG "HOT" "" "SOURCES;LINKS;PRIVATE" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  if(ARG_HOT)
    # Nobody puts functions of their own in the place of ours: calls within a file may be inlined.
    target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O2> -fno-semantic-interposition)
  endif()
  target_link_libraries(${name} PUBLIC strata_options Threads::Threads ${ARG_LINKS} PRIVATE ${ARG_PRIVATE})
  if(STRATA_ODR)
    strata_compares(${name})
  endif()
endfunction()

set(CMAKE_STRIP ${CMAKE_SOURCE_DIR}/cmake/package/strip)

# strata_program(NAME SOURCES ... LINKS ... [PACKAGE ...]): lands in build/bin, the installed tree and that package (strata).
function(strata_program name)
  cmake_parse_arguments(ARG "" "PACKAGE" "SOURCES;LINKS" ${ARGN})
  if(NOT ARG_PACKAGE)
    set(ARG_PACKAGE strata)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE strata_options ${ARG_LINKS})
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT ${ARG_PACKAGE})
endfunction()

# strata_hosts_kernels(NAME): a program that loads kernels compiled while it runs; they find what the CPU device and the
# microscope have for them.
function(strata_hosts_kernels name)
  set(list ${CMAKE_SOURCE_DIR}/kernels/microscope/hosted_kernels.list)
  target_link_options(${name} PRIVATE -Wl,--dynamic-list=${list})
  set_property(TARGET ${name} APPEND PROPERTY LINK_DEPENDS ${list})
endfunction()

# Tests run once and are many: their own code is not optimised as what they test, and gold links them in a third of the time.
add_library(strata_test_options INTERFACE)
target_compile_options(strata_test_options INTERFACE $<$<NOT:$<BOOL:$<TARGET_PROPERTY:STRATA_HOT>>>:-O0>)
find_program(LD_GOLD ld.gold)
if(LD_GOLD)
  target_link_options(strata_test_options INTERFACE -fuse-ld=gold)
endif()

# strata_test_suite(NAME SOURCES ... LINKS ...): tests that several programs run, each on a device of its own; compiled once.
function(strata_test_suite name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})
  add_library(${name} OBJECT ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC strata_options ${ARG_LINKS} GTest::gmock GTest::gtest PRIVATE strata_test_options)
endfunction()

# strata_test(NAME [LONG] [HOT] [BY_SUITE] SOURCES ... LINKS ... [LABELS ...]): a GoogleTest binary, one ctest entry per test. Without
# labels of its own its tests have the program's name: ctest -L views_test. LONG: tests that take seconds begin first, so that
# short ones fill what they leave. HOT: its instances of templates that the rooms have, too (JSON's), are those that run. BY_SUITE:
# one entry per suite, where starting the program takes longer than most tests.
function(strata_test name)
  cmake_parse_arguments(ARG "LONG;HOT;BY_SUITE" "PREFIX" "SOURCES;LINKS;LABELS" ${ARGN})
  set(cost 0)
  if(ARG_LONG)
    set(cost 10)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE strata_options strata_test_options ${ARG_LINKS} GTest::gmock GTest::gtest_main)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests STRATA_HOT "${ARG_HOT}")
  if(NOT ARG_LABELS)
    set(ARG_LABELS ${name})
  endif()
  if(ARG_BY_SUITE)
    set(script ${CMAKE_CURRENT_BINARY_DIR}/${name}_suites.cmake)
    file(GENERATE OUTPUT ${script}
      CONTENT "set(PROGRAM \"$<TARGET_FILE:${name}>\")\nset(LABELS \"${ARG_LABELS}\")\nset(PREFIX \"${ARG_PREFIX}\")\nset(COST ${cost})\ninclude(\"${CMAKE_SOURCE_DIR}/cmake/TestSuites.cmake\")\n")
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${script})
    return()
  endif()
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST NO_PRETTY_VALUES TEST_PREFIX "${ARG_PREFIX}" PROPERTIES TIMEOUT 300 COST ${cost} LABELS "${ARG_LABELS}")
endfunction()
