# jungle_version(<target>): gives <target> a generated header version_data.hpp that follows the commit checked out, at each build.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(JUNGLE_VERSION_SCRIPT "${CMAKE_CURRENT_LIST_FILE}")
  function(jungle_version target)
    set(folder "${PROJECT_BINARY_DIR}/generated")
    add_custom_target(${target}_header
      COMMAND "${CMAKE_COMMAND}" "-DSOURCE=${PROJECT_SOURCE_DIR}" "-DHEADER=${folder}/version_data.hpp"
              "-DVERSION=${PROJECT_VERSION}" "-DTARGET=$<IF:$<BOOL:${JUNGLE_NATIVE}>,native,x86-64-v3>"
              -P "${JUNGLE_VERSION_SCRIPT}"
      BYPRODUCTS "${folder}/version_data.hpp" VERBATIM)
    add_dependencies(${target} ${target}_header)
    target_include_directories(${target} PRIVATE "${folder}")
  endfunction()
  return()
endif()

cmake_policy(VERSION 3.25)
execute_process(COMMAND git -C "${SOURCE}" describe --always --dirty --abbrev=10 --exclude=*
                OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(NOT failed STREQUAL "0" OR commit STREQUAL "")
  set(commit unknown)
endif()
# Written only when it differs, so that nothing is compiled again for nothing.
file(CONFIGURE OUTPUT "${HEADER}" @ONLY CONTENT "#pragma once
#define JUNGLE_VERSION \"@VERSION@\"
#define JUNGLE_COMMIT \"@commit@\"
#define JUNGLE_TARGET \"@TARGET@\"
")
