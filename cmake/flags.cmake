# Compiler flags, as interface targets that our own targets link privately:
#
#   mu_warnings     what we want to be told
#   mu_instrument   sanitizers, coverage or fuzzer counters
#   mu_flags        both, and MU_MARCH: what all targets but the lanes objects use
#
# Third-party headers come in through imported targets, which CMake treats as system headers, so
# none of this applies to them.

# gcc 12's -Wrestrict misfires on std::string operator+ (gcc bug 105651).
# No -Wsign-conversion (which clang's -Wconversion implies): cards, seats and suits are small indices,
# and a cast at every subscript would hide the code.
add_library(mu_warnings INTERFACE)
target_compile_options(
    mu_warnings
    INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wold-style-cast
              -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wcast-qual -Wunused
              -Wformat=2 -Wimplicit-fallthrough -Wextra-semi -Wno-sign-conversion
              $<$<CXX_COMPILER_ID:GNU>:-Wduplicated-cond -Wlogical-op -Wno-restrict>
              $<$<BOOL:${MU_WERROR}>:-Werror>
)
# A source that is compiled with others looks like a header, where types of its own would be wrong.
if(MU_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(mu_warnings INTERFACE -Wno-subobject-linkage)
endif()

# Flags that compiling and linking must agree on. A project that links a library built with them
# needs them too; cmake/outside_project.cmake passes them on.
set(MU_INSTRUMENT_FLAGS)
add_library(mu_instrument INTERFACE)
if(MU_SANITIZE OR MU_FUZZ)
    list(APPEND MU_INSTRUMENT_FLAGS -fsanitize=address,undefined -fno-sanitize-recover=all)
    # gcc's uninitialised-value warning misfires on sanitized standard containers; tracking
    # variables through sanitized vector kernels takes it half a minute a kernel. Functions with many
    # accesses call their checks: in place they take a third longer to compile.
    target_compile_options(
        mu_instrument INTERFACE -fno-omit-frame-pointer
                                $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized -fno-var-tracking
                                --param=asan-instrumentation-with-call-threshold=20>
    )
    target_compile_definitions(mu_instrument INTERFACE _GLIBCXX_ASSERTIONS)
endif()
if(MU_COVERAGE)
    list(APPEND MU_INSTRUMENT_FLAGS --coverage)
endif()
target_compile_options(mu_instrument INTERFACE ${MU_INSTRUMENT_FLAGS})
target_link_options(mu_instrument INTERFACE ${MU_INSTRUMENT_FLAGS})
if(MU_FUZZ)
    if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
        message(FATAL_ERROR "MU_FUZZ needs clang: use the preset `fuzz`")
    endif()
    target_compile_options(mu_instrument INTERFACE -fsanitize=fuzzer-no-link)
endif()

add_library(mu_flags INTERFACE)
target_link_libraries(mu_flags INTERFACE mu_warnings mu_instrument)
if(MU_MARCH)
    # A state is copied right after single bytes of it were written. gcc would copy it in wider
    # pieces than the processor can forward from such writes: 1.6 times slower perft.
    target_compile_options(
        mu_flags INTERFACE -march=${MU_MARCH}
                           $<$<CXX_COMPILER_ID:GNU>:-mmove-max=128 -mstore-max=128>
    )
endif()

find_program(MU_CCACHE ccache)
mark_as_advanced(MU_CCACHE)
if(MU_CCACHE AND PROJECT_IS_TOP_LEVEL AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${MU_CCACHE})
endif()
