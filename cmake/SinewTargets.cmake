# What every target of the project has in common.
include(CheckCXXSourceCompiles)

# GCC before 12.3 makes fused operations of what its basic block vectorizer finds even with -ffp-contract=off (PR 107647).
set(SINEW_AVOID_FUSING OFF)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 12.3)
  check_cxx_source_compiles("
    #if !defined(__FMA__) && !defined(__ARM_FEATURE_FMA)
    #error This target has no fused operations.
    #endif
    int main() {}" SINEW_TARGET_HAS_FMA)
  set(SINEW_AVOID_FUSING ${SINEW_TARGET_HAS_FMA})
endif()

function(sinew_compile_options target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  # Determinism: the same bits on every compiler and processor. No fused multiply-add unless the source says so.
  target_compile_options(${target} PRIVATE -ffp-contract=off -fno-math-errno
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast -Wnon-virtual-dtor
    -Woverloaded-virtual -Wcast-align)
  if(SINEW_AVOID_FUSING)
    target_compile_options(${target} PRIVATE -fno-tree-slp-vectorize)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # clang 14 also reports conversions that are spelled out, double{x}.
    target_compile_options(${target} PRIVATE -Wdouble-promotion)
    target_compile_options(${target} PRIVATE -Wno-restrict)  # GCC 12 warns of std::string's own operator+ (PR 105329)
  endif()
  if(SINEW_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(SINEW_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${SINEW_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=${SINEW_SANITIZE})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
      target_compile_options(${target} PRIVATE -fsanitize-ignorelist=${PROJECT_SOURCE_DIR}/fuzz/sanitizer-ignorelist.txt)
    endif()
  endif()
endfunction()

# With SINEW_UNITY_BUILD the sources of a folder are compiled as one, in a third of the time, where they have no names in
# common. In formats each layout has tables of its own; these files share names with others of their group.
set(sinew_apart format_versions json_fields json_number_text skeleton_binary_constraints skeleton_json_timelines)
function(sinew_group_sources folder)
  foreach(source IN LISTS ARGN)
    get_filename_component(file ${source} NAME_WE)
    set(group ${folder})
    if(file MATCHES "^skeleton_(json|binary)")
      string(APPEND group _${CMAKE_MATCH_1})
    endif()
    if(file MATCHES "writer")
      string(APPEND group _writer)
    endif()
    if(file IN_LIST sinew_apart OR folder STREQUAL "media")
      set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    else()
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
    endif()
  endforeach()
endfunction()

# sinew_library(name FOLDERS base model ...): a static library from all sources of these folders of src/.
function(sinew_library name)
  cmake_parse_arguments(arg "" "" "FOLDERS" ${ARGN})
  set(sources)
  foreach(folder IN LISTS arg_FOLDERS)
    file(GLOB found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${folder}/*.cpp ${PROJECT_SOURCE_DIR}/src/${folder}/*.hpp)
    list(APPEND sources ${found})
    sinew_group_sources(${folder} ${found})
  endforeach()
  add_library(${name} STATIC ${sources})
  string(REPLACE "sinew_" "" short ${name})
  add_library(sinew::${short} ALIAS ${name})
  set_target_properties(${name} PROPERTIES EXPORT_NAME ${short} POSITION_INDEPENDENT_CODE ON
    UNITY_BUILD ${SINEW_UNITY_BUILD} UNITY_BUILD_MODE GROUP)
  target_include_directories(${name}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PRIVATE ${PROJECT_SOURCE_DIR}/src)
  sinew_compile_options(${name})
endfunction()
