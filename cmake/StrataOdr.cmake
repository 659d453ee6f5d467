# Two types or functions of one name make a program wrong without a word. GCC sees them where it optimises all objects at
# once: with STRATA_ODR those of the rooms keep what that takes beside their machine code, of which programs are linked as
# ever, and the target odr compares them. Not the kernels, and of what is compiled for each vendor neither.
if(NOT STRATA_ODR)
  return()
endif()
get_property(rooms GLOBAL PROPERTY STRATA_ODR_ROOMS)
list(TRANSFORM rooms REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)
file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/odr_objects CONTENT "$<JOIN:${objects},\n>\n")
add_custom_target(odr
  COMMAND ${CMAKE_CXX_COMPILER} -O0 -flto=auto -Wodr -Werror=odr -shared -o odr.so @odr_objects
  COMMAND ${CMAKE_COMMAND} -E rm odr.so
  WORKING_DIRECTORY ${CMAKE_BINARY_DIR} VERBATIM)
add_dependencies(odr ${rooms})
