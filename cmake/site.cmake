# The engine of the page: the library up to the table service, compiled to WebAssembly. Instead of
# everything else in CMakeLists.txt, when that is the target (preset `site`).

# The headers of this machine that we need, without those of its C library.
set(site_include ${PROJECT_BINARY_DIR}/include)
file(MAKE_DIRECTORY ${site_include})
foreach(header IN ITEMS fmt/format.h nlohmann/json.hpp toml++/toml.h)
    cmake_path(GET header PARENT_PATH name)
    find_path(site_${name} ${header} PATHS /usr/include /usr/local/include NO_DEFAULT_PATH REQUIRED)
    file(CREATE_LINK ${site_${name}}/${name} ${site_include}/${name} SYMBOLIC)
endforeach()

include(cmake/bots.cmake)
set(mu_commit_command
    ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DVERSION=${PROJECT_VERSION}
    -DOUT=${PROJECT_BINARY_DIR}/generated/mu_commit.h -P ${PROJECT_SOURCE_DIR}/cmake/commit.cmake
)
execute_process(COMMAND ${mu_commit_command} COMMAND_ERROR_IS_FATAL ANY)

file(GLOB_RECURSE site_sources CONFIGURE_DEPENDS
    src/cards/*.cpp src/engine/*.cpp src/belief/*.cpp src/nn/*.cpp src/search/*.cpp src/games/*.cpp src/api/*.cpp
    src/teach/*.cpp src/agents/*.cpp src/web/*.cpp web/engine/*.cpp
)
# What needs files and processes.
list(FILTER site_sources EXCLUDE REGEX
     "/src/(agents/(process|program|command_files)|api/(files|net_files|calibration)|belief/(fit|quality))\\.cpp$")
# The names of the nets that lie beside the engine.
file(GLOB_RECURSE nets CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/nets nets/*.munet)
list(TRANSFORM nets REPLACE "(.+)" "\"\\1\",\n" OUTPUT_VARIABLE lines)
list(JOIN lines "" lines)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/mu_nets.inc CONTENT "${lines}" @ONLY)
add_executable(engine ${site_sources})
target_include_directories(engine PRIVATE include src ${PROJECT_BINARY_DIR}/generated)
target_include_directories(engine SYSTEM PRIVATE web/engine/standard ${site_include})
target_compile_definitions(engine PRIVATE FMT_HEADER_ONLY)
# Simple text code need not be fast, and what is downloaded should be small.
target_compile_options(
    engine PRIVATE -fwasm-exceptions -msimd128 -Oz -fno-stack-protector -Wall -Wextra
)
target_precompile_headers(
    engine
    PRIVATE
        <algorithm>
        <array>
        <chrono>
        <functional>
        <map>
        <memory>
        <optional>
        <span>
        <string>
        <vector>
        <fmt/format.h>
        <fmt/ranges.h>
        <nlohmann/json.hpp>
        <mu/api/position.h>
)
set(hot_sources ${site_sources})
list(FILTER hot_sources INCLUDE REGEX "/(kernels|solver|search|rule|engine|belief|placement|weighted)\\.cpp$|/src/engine/")
set_source_files_properties(
    ${hot_sources} PROPERTIES COMPILE_OPTIONS -O2 SKIP_PRECOMPILE_HEADERS ON
)
set_target_properties(engine PROPERTIES SUFFIX .wasm)
target_link_options(
    engine
    PRIVATE
        -fwasm-exceptions
        -mexec-model=reactor
        -Wl,--export=mu_web_allocate,--export=mu_web_handle,--export=mu_web_length
        -Wl,--export=mu_web_nets,--export=mu_web_add_net
        -Wl,-z,stack-size=1048576,--strip-all,--gc-sections
)
