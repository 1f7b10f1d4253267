# Each tests/fuzz/<name>_fuzz.cpp is a libFuzzer program <name>_fuzz. The library beneath carries
# the same instrumentation (flags.cmake).
file(GLOB fuzz_sources CONFIGURE_DEPENDS tests/fuzz/*_fuzz.cpp)
foreach(source IN LISTS fuzz_sources)
    cmake_path(GET source STEM name)
    add_executable(${name} ${source})
    target_include_directories(${name} PRIVATE tests)
    target_link_libraries(
        ${name} PRIVATE mu::mu nlohmann_json::nlohmann_json fmt::fmt mu_flags
    )
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
endforeach()
