# jungle_options: what every target of this project is compiled with.
add_library(jungle_options INTERFACE)
target_compile_features(jungle_options INTERFACE cxx_std_20)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)  # the parts are also linked into the LibTorch module, a shared library
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
find_program(JUNGLE_CCACHE ccache)
if(JUNGLE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${JUNGLE_CCACHE}")
endif()

target_include_directories(jungle_options INTERFACE "${PROJECT_SOURCE_DIR}")
# No fused multiply-add where the source has two operations: results must not depend on the compiler's choice.
target_compile_options(jungle_options INTERFACE
  -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Wold-style-cast)
# Files are named from here on in messages of failed checks, wherever the source tree lies.
target_compile_options(jungle_options INTERFACE "-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=")
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  target_compile_options(jungle_options INTERFACE -Wthread-safety
    -Wno-sign-conversion)  # of which GCC's -Wconversion says nothing either
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(jungle_options INTERFACE -Wcast-align=strict)  # clang does not know the strict form
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(jungle_options INTERFACE -Wno-restrict)  # false alarms in std::string, GCC bug 105651
endif()
if(JUNGLE_WARNINGS_AS_ERRORS)
  target_compile_options(jungle_options INTERFACE -Werror)
endif()
if(JUNGLE_NATIVE)
  target_compile_options(jungle_options INTERFACE -march=native)
else()
  target_compile_options(jungle_options INTERFACE -march=x86-64-v3)
endif()
if(JUNGLE_SANITIZE)
  target_compile_options(jungle_options INTERFACE -fsanitize=${JUNGLE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(jungle_options INTERFACE -fsanitize=${JUNGLE_SANITIZE})
endif()
