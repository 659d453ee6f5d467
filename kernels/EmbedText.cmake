# strata_embed_text(VARIABLE FILE ...): writes <FILE>.inc into the build folder, a C++ raw string with the file's text, and
# puts that folder into VARIABLE. A changed file is embedded again.
function(strata_embed_text variable)
  foreach(file ${ARGN})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${file})
    file(READ ${file} text)
    file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/embedded/${file}.inc CONTENT "R\"strata_text(@text@)strata_text\"\n" @ONLY)
  endforeach()
  set(${variable} ${CMAKE_CURRENT_BINARY_DIR}/embedded PARENT_SCOPE)
endfunction()
