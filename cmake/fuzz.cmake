# Each tests/fuzz/<name>_fuzz.cpp is a libFuzzer program <name>_fuzz; fuzz_seeds writes what they
# begin with. The library beneath carries the same instrumentation (flags.cmake).
file(GLOB fuzz_sources CONFIGURE_DEPENDS tests/fuzz/*_fuzz.cpp)
foreach(source IN LISTS fuzz_sources ITEMS ${PROJECT_SOURCE_DIR}/tests/fuzz/seeds.cpp)
    cmake_path(GET source STEM name)
    if(name STREQUAL "seeds")
        set(name fuzz_seeds)
    endif()
    add_executable(${name} ${source})
    # The bytes of pools have no public header.
    target_include_directories(${name} PRIVATE tests src)
    target_link_libraries(
        ${name} PRIVATE mu::mu nlohmann_json::nlohmann_json fmt::fmt mu_flags
    )
    if(name MATCHES "_fuzz$")
        target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    endif()
endforeach()
