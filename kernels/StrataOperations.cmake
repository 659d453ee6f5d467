# strata_operation(NAME): an operation as data (strata_operation_NAME), from NAME_operation.cpp and the other .cpp files of
# its folder; the .cuh files are the kernels' text, embedded as they are. NAME_entries.cpp holds the device code: it defines
# std::span<const KernelEntry> NAMEKernels() and is compiled once for every device, by strata_all_operations().
function(strata_operation name)
  file(GLOB sources CONFIGURE_DEPENDS *.cpp)
  list(REMOVE_ITEM sources ${CMAKE_CURRENT_SOURCE_DIR}/${name}_entries.cpp)
  file(GLOB texts RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS *.cuh)
  strata_embed_text(embedded ${texts})
  strata_library(strata_operation_${name} SOURCES ${sources} LINKS strata_operation PRIVATE fmt::fmt)
  target_include_directories(strata_operation_${name} PRIVATE ${embedded})
  # References check every result before it is shown, in debug builds too; sanitizers take long over such code.
  if(NOT STRATA_SANITIZE)
    target_compile_options(strata_operation_${name} PRIVATE -O3)
  endif()
  set_property(GLOBAL APPEND PROPERTY STRATA_OPERATIONS ${name})
endfunction()

# strata_ladder(NAME): an operation whose steps are taught, so an experiment of its own.
function(strata_ladder name)
  strata_operation(${name})
  set_property(GLOBAL APPEND PROPERTY STRATA_LADDERS ${name})
endfunction()

# strata_kernels: the lists of all (operations(), ladders()). strata_kernels_<device>: findKernel() of that device.
function(strata_all_operations)
  get_property(names GLOBAL PROPERTY STRATA_OPERATIONS)
  get_property(taught GLOBAL PROPERTY STRATA_LADDERS)
  set(entries "")
  set(STRATA_OPERATION_INCLUDES "")
  set(STRATA_OPERATION_LIST "")
  set(STRATA_LADDER_LIST "")
  set(STRATA_KERNEL_DECLARATIONS "")
  set(STRATA_KERNEL_LIST "")
  foreach(name ${names})
    list(APPEND entries ${CMAKE_CURRENT_SOURCE_DIR}/${name}/${name}_entries.cpp)
    string(APPEND STRATA_OPERATION_INCLUDES "#include \"kernels/${name}/${name}_operation.h\"\n")
    string(APPEND STRATA_OPERATION_LIST "      &${name}Operation(),\n")
    if(name IN_LIST taught)
      string(APPEND STRATA_LADDER_LIST "      &${name}Operation(),\n")
    endif()
    string(APPEND STRATA_KERNEL_DECLARATIONS "std::span<const KernelEntry> ${name}Kernels();\n")
    string(APPEND STRATA_KERNEL_LIST "      ${name}Kernels(),\n")
  endforeach()
  configure_file(operations.cpp.in ${CMAKE_CURRENT_BINARY_DIR}/operations.cpp @ONLY)
  configure_file(kernel_table.cpp.in ${CMAKE_CURRENT_BINARY_DIR}/kernel_table.cpp @ONLY)
  set(entries ${entries} ${CMAKE_CURRENT_BINARY_DIR}/kernel_table.cpp)

  list(TRANSFORM names PREPEND strata_operation_ OUTPUT_VARIABLE operations)
  strata_library(strata_kernels SOURCES ${CMAKE_CURRENT_BINARY_DIR}/operations.cpp LINKS ${operations})

  strata_cpu_kernels("${entries}")
  strata_observed_kernels("${entries}")
  foreach(vendor cuda hip hipcpu)
    if(TARGET strata_${vendor}_runtime)
      strata_gpu_kernels(strata_kernels_${vendor} ${vendor} SOURCES ${entries} LINKS strata_kernels)
    endif()
  endforeach()
endfunction()

# The highest of v1, v3 and v4 that this machine has, as its dynamic linker says.
function(strata_cpu_level result)
  execute_process(COMMAND /lib64/ld-linux-x86-64.so.2 --help OUTPUT_VARIABLE text ERROR_QUIET)
  set(${result} v1 PARENT_SCOPE)
  foreach(level v3 v4)
    if(text MATCHES "x86-64-${level} \\(supported")
      set(${result} ${level} PARENT_SCOPE)
    endif()
  endforeach()
endfunction()

# The same kernels for the CPU device, once for each level of x86-64; cpu_levels.cpp picks by the processor. Of a level's
# objects only its table stays visible: everything else, the compiler's copies of inline functions too, is its own, so that
# no code for a newer processor is linked into an older one's. What they are compiled with the compiler storey says, too.
function(strata_cpu_kernels entries)
  set(levels v1 v3 v4)
  if(STRATA_SANITIZE)
    set(levels v1)  # sanitizers want to see all symbols
  elseif(NOT STRATA_PORTABLE)
    strata_cpu_level(levels)
  endif()
  # Sums that begin at zero stay in registers: GCC 12 would first make a memset of them.
  set(flags -O3 -funroll-loops -fno-tree-loop-distribute-patterns -ffp-contract=fast)
  set(flags_v1 "")
  set(flags_v3 -march=x86-64-v3)
  set(flags_v4 -march=x86-64-v4 -mprefer-vector-width=512)
  set_property(GLOBAL PROPERTY STRATA_CPU_FLAGS ${flags})
  set_property(GLOBAL PROPERTY STRATA_CPU_FLAGS_v4 ${flags_v4})
  set(objects "")
  foreach(level ${levels})
    set(target strata_kernels_cpu_${level})
    add_library(${target} OBJECT ${entries})
    target_link_libraries(${target} PRIVATE strata_options strata_kernel_language strata_operation)
    set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)  # what is inlined depends on what else is in a unit
    target_compile_options(${target} PRIVATE ${flags} ${flags_${level}} -Wno-unknown-pragmas -fno-gnu-unique -ftls-model=initial-exec)
    target_compile_definitions(${target} PRIVATE STRATA_FIND_KERNEL=findKernel_${level})
    if(STRATA_SANITIZE)
      list(APPEND objects $<TARGET_OBJECTS:${target}>)
      continue()
    endif()
    set(object ${CMAKE_CURRENT_BINARY_DIR}/kernels_cpu_${level}.o)
    add_custom_command(
      OUTPUT ${object}
      COMMAND ${CMAKE_LINKER} -r --force-group-allocation $<TARGET_OBJECTS:${target}> -o ${object}
      COMMAND ${CMAKE_OBJCOPY} --wildcard --keep-global-symbol=*findKernel_${level}* ${object}
      DEPENDS ${target} $<TARGET_OBJECTS:${target}>
      COMMAND_EXPAND_LISTS
      COMMENT "Joining the CPU kernels for x86-64-${level}")
    set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
    list(APPEND objects ${object})
  endforeach()
  strata_library(strata_kernels_cpu SOURCES cpu_levels.cpp ${objects} LINKS strata_kernels)
  list(LENGTH levels count)
  if(count EQUAL 1)
    target_compile_definitions(strata_kernels_cpu PRIVATE STRATA_ONE_CPU_LEVEL=findKernel_${levels})
    target_compile_definitions(strata_operation PRIVATE STRATA_ONE_CPU_LEVEL="${levels}")
  endif()
endfunction()

# strata_kernels_observed: the kernels a second time for the CPU device, with the compiler's call-outs at every load, store
# and basic block (kernels/microscope). Optimised as far as loads and stores stay where the source has them. The call-outs
# get names of our own, so that the real sanitizers still link beside it; under those there is no instrumented build.
function(strata_observed_kernels entries)
  if(STRATA_SANITIZE)
    strata_library(strata_kernels_observed SOURCES no_observed_kernels.cpp LINKS strata_microscope)
    return()
  endif()
  set(target strata_kernels_instrumented)
  add_library(${target} OBJECT ${entries})
  target_link_libraries(${target} PRIVATE strata_options strata_kernel_language strata_operation)
  set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)
  target_compile_options(${target} PRIVATE -O2 -g -fno-gnu-unique -ftls-model=initial-exec -fsanitize=thread
    -fsanitize-coverage=trace-pc -fno-tree-vectorize -fno-tree-sink -fno-tree-slp-vectorize -fno-unroll-loops -fno-tree-loop-distribute-patterns
    -fno-builtin-memcpy -fno-crossjumping -fno-tree-tail-merge -Wno-unknown-pragmas -Wno-tsan)
  target_compile_definitions(${target} PRIVATE STRATA_OBSERVED STRATA_FIND_KERNEL=findObservedKernel)
  set(object ${CMAKE_CURRENT_BINARY_DIR}/kernels_observed.o)
  set(names ${CMAKE_CURRENT_SOURCE_DIR}/microscope/call_outs.syms)
  add_custom_command(
    OUTPUT ${object}
    COMMAND ${CMAKE_LINKER} -r --force-group-allocation $<TARGET_OBJECTS:${target}> -o ${object}
    COMMAND ${CMAKE_OBJCOPY} --wildcard --keep-global-symbol=*findObservedKernel* ${object}
    COMMAND ${CMAKE_OBJCOPY} --redefine-syms=${names} ${object}
    DEPENDS ${target} $<TARGET_OBJECTS:${target}> ${names}
    COMMAND_EXPAND_LISTS
    COMMENT "Joining the instrumented CPU kernels")
  set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  strata_library(strata_kernels_observed SOURCES observed_kernels.cpp ${object} LINKS strata_microscope)
endfunction()
