# What is installed beside the programs, and the .debs that CPack makes of it: one for each component.
set(share ${CMAKE_INSTALL_DATADIR})
set(recipes ${CMAKE_SOURCE_DIR}/cmake/package)

# What programs read of assets while they run lies in share/strata beside their folder, in the build as in the installation.
file(GLOB kinds CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/assets ${CMAKE_SOURCE_DIR}/assets/*)
list(REMOVE_ITEM kinds desktop themes)  # desktop: installed below; themes: compiled into Studio
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/${share}/strata)
foreach(kind ${kinds})
  file(CREATE_LINK ${CMAKE_SOURCE_DIR}/assets/${kind} ${CMAKE_BINARY_DIR}/${share}/strata/${kind} SYMBOLIC)
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/assets/${kind} DESTINATION ${share}/strata COMPONENT strata PATTERN train EXCLUDE)
endforeach()

# The documents that sentences of programs name, with those that they lead to. Where they lead to sources and pictures, which
# are not installed, words are left.
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/${share}/doc)
file(CREATE_LINK ${CMAKE_SOURCE_DIR}/docs ${CMAKE_BINARY_DIR}/${share}/doc/strata SYMBOLIC)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/docs/ DESTINATION ${share}/doc/strata COMPONENT strata FILES_MATCHING PATTERN "*.md"
        PATTERN images EXCLUDE)
install(CODE "execute_process(COMMAND ${recipes}/plain-links \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${share}/doc/strata\"
                              COMMAND_ERROR_IS_FATAL ANY)" COMPONENT strata)

# The moment of the last commit, so that the same commit makes the same package.
execute_process(COMMAND git -C ${CMAKE_SOURCE_DIR} log -1 "--format=%aD;%as" OUTPUT_VARIABLE moment
                OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT moment)
  string(TIMESTAMP moment "%a, %d %b %Y %H:%M:%S +0000;%Y-%m-%d" UTC)
endif()
list(GET moment 0 STRATA_MOMENT)
list(GET moment 1 STRATA_DAY)
set(STRATA_MAINTAINER "Strata maintainers <maintainers@strata.invalid>")

if(TARGET strata-studio)
  set(desktop ${CMAKE_SOURCE_DIR}/assets/desktop)
  configure_file(${desktop}/strata-studio.metainfo.xml.in ${CMAKE_BINARY_DIR}/package/local.strata.studio.metainfo.xml @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/package/local.strata.studio.metainfo.xml DESTINATION ${share}/metainfo COMPONENT strata)
  install(FILES ${desktop}/strata-studio.desktop DESTINATION ${share}/applications COMPONENT strata)
  install(FILES ${desktop}/strata-studio.svg DESTINATION ${share}/icons/hicolor/scalable/apps COMPONENT strata)
  install(FILES ${desktop}/strata.xml DESTINATION ${share}/mime/packages COMPONENT strata)
  if(TARGET strata-present)
    install(FILES ${desktop}/strata-present.desktop DESTINATION ${share}/applications COMPONENT strata)
  endif()
endif()

# strata_package(NAME PROGRAMS … HOLDS … DEPENDS … RECOMMENDS … SUGGESTS … DESCRIPTION …): a .deb of what has this
# component. HOLDS are Debian packages of which code is compiled into its programs.
set(CPACK_COMPONENTS_ALL "")
function(strata_package name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "DESCRIPTION;DEPENDS;RECOMMENDS;SUGGESTS" "PROGRAMS;HOLDS")
  set(doc ${share}/doc/${name})
  set(made ${CMAKE_BINARY_DIR}/package/${name})
  set(STRATA_PACKAGE ${name})
  configure_file(${recipes}/changelog.in ${made}/changelog @ONLY)
  execute_process(COMMAND gzip -9nf ${made}/changelog)
  install(FILES ${made}/changelog.gz DESTINATION ${doc} COMPONENT ${name})
  set(copyright ${recipes}/copyright)
  if(EXISTS ${copyright}.${name})
    set(copyright ${copyright}.${name})
  endif()
  install(FILES ${copyright} DESTINATION ${doc} RENAME copyright COMPONENT ${name})
  install(FILES ${recipes}/lintian-overrides.${name} DESTINATION ${share}/lintian/overrides RENAME ${name}
          COMPONENT ${name} OPTIONAL)
  foreach(held ${ARG_HOLDS})
    install(FILES /usr/share/doc/${held}/copyright DESTINATION ${doc} RENAME copyright.${held} COMPONENT ${name} OPTIONAL)
  endforeach()
  list(TRANSFORM ARG_PROGRAMS REPLACE "(.+)" "\"$<TARGET_FILE:\\1>\"" OUTPUT_VARIABLE programs)
  list(JOIN programs " " programs)
  install(CODE "execute_process(COMMAND ${recipes}/describe \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${share}\" ${programs}
                                COMMAND_ERROR_IS_FATAL ANY)" COMPONENT ${name})
  string(TOUPPER ${name} upper)
  set(CPACK_COMPONENTS_ALL ${CPACK_COMPONENTS_ALL} ${name} PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name} PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "${ARG_DESCRIPTION}" PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS ${ARG_DEPENDS} PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_PACKAGE_RECOMMENDS ${ARG_RECOMMENDS} PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_PACKAGE_SUGGESTS ${ARG_SUGGESTS} PARENT_SCOPE)
endfunction()

set(programs strata strata-agent-cpu)
foreach(program strata-studio strata-present)
  if(TARGET ${program})
    list(APPEND programs ${program})
  endif()
endforeach()
# Depends: what is opened at run time; what is linked is found out.
strata_package(strata PROGRAMS ${programs}
  HOLDS libcli11-dev libimgui-dev libprotozero-dev libvulkan-volk-dev nlohmann-json3-dev
  DEPENDS "libgl1, libopenblas0-pthread | libopenblas0, qt6-qpa-plugins, fonts-inter, fonts-jetbrains-mono, fonts-dejavu-core"
  RECOMMENDS "libgl1-mesa-dri, libegl1, qt6-wayland, libvulkan1, mesa-vulkan-drivers"
  SUGGESTS "strata-agent-cuda, strata-agent-hip, fonts-noto-cjk, xvfb, xauth"
  DESCRIPTION "AI software stack shown at work
Strata runs real AI kernels and shows every storey of the software stack
doing its part while it happens: model, framework, library, compiler,
runtime, driver, hardware, with memory transfers and timings.
.
The package holds the command line, the window (Studio), the presenter, the
agent for processors and two small models.")

foreach(vendor "cuda;NVIDIA;libcuda1" "hip;AMD;")
  list(GET vendor 0 agent)
  list(GET vendor 1 maker)
  list(GET vendor 2 driver)
  if(TARGET strata-agent-${agent})
    strata_package(strata-agent-${agent} PROGRAMS strata-agent-${agent}
      HOLDS libcli11-dev libprotozero-dev nlohmann-json3-dev
      RECOMMENDS "strata (= ${PROJECT_VERSION})"
      SUGGESTS "${driver}"
      DESCRIPTION "Strata's agent for ${maker} GPUs
Runs the kernels of Strata's experiments on ${maker} GPUs and reports what
each storey of the software stack did. Strata finds it by itself; over ssh
it also serves a Strata on another machine.")
  endif()
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "${STRATA_MAINTAINER}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
    WORLD_READ WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)
