# Lanes: the sources src/games/<game>/kernels.cpp and src/nn/kernels.cpp are compiled once per instruction set and
# all copies go into the library, which chooses one at run time. arch.h names the instruction set it is compiled for,
# MU_ISA, and every other source of the library finds
#
#   MU_LANES_AVX2, MU_LANES_AVX512   defined where that copy exists
#
# A linker keeps one copy of each inline function. Should it keep one that an AVX object emitted,
# an older processor would run it and stop. Hence two rules: AVX objects are always optimised,
# so that small functions vanish into their callers, and the test `lanes_symbols` refuses any
# function left over that is not in the namespace of its instruction set. Instrumented functions
# are rarely inlined, so a sanitized build has the portable copy alone: all that it runs is checked.

set(mu_avx2_flags -mavx2 -mbmi -mbmi2 -mlzcnt -mpopcnt -mfma)
set(mu_avx512_flags
    ${mu_avx2_flags}
    -mavx512f
    -mavx512bw
    -mavx512dq
    -mavx512vl
    -mavx512vpopcntdq
    -mavx512bitalg
    -mavx512vbmi
    -mavx512vbmi2
)

set(MU_ISAS portable)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$" AND MU_WIDE
   AND NOT (MU_SANITIZE OR MU_FUZZ)
)
    list(APPEND MU_ISAS avx2 avx512)
endif()

# Compiles `sources` for each instruction set, as object libraries <name>_<isa>, and adds the
# objects to `target`. What follows are further flags for AVX2.
function(mu_add_lanes target name sources)
    foreach(isa IN LISTS MU_ISAS)
        set(lanes ${name}_${isa})
        add_library(${lanes} OBJECT ${sources})
        target_include_directories(
            ${lanes} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src
        )
        # mu_warnings, not mu_flags: MU_MARCH must not reach these objects.
        target_link_libraries(${lanes} PRIVATE mu_warnings)
        if(isa STREQUAL "portable")
            target_link_libraries(${lanes} PRIVATE mu_instrument)
        endif()
        # Vector types in signatures warn about their calling convention (psabi); they never
        # cross from one instruction set to another.
        target_compile_options(${lanes} PRIVATE ${mu_${isa}_flags} -Wno-psabi)
        if(isa STREQUAL "avx2")
            target_compile_options(${lanes} PRIVATE ${ARGN})
        endif()
        # Beside the others the portable copy serves processors older than 2013: -O3 is not worth
        # the wait.
        if(isa STREQUAL "portable" AND "avx2" IN_LIST MU_ISAS)
            target_compile_options(${lanes} PRIVATE $<$<CONFIG:Release>:-O2>)
        elseif(NOT isa STREQUAL "portable")
            target_compile_options(${lanes} PRIVATE $<$<NOT:$<CONFIG:Release>>:-O2>)
        endif()
        target_sources(${target} PRIVATE $<TARGET_OBJECTS:${lanes}>)
        if(NOT isa STREQUAL "portable")
            string(TOUPPER ${isa} upper)
            target_compile_definitions(${target} PRIVATE MU_LANES_${upper}=1)
        endif()
    endforeach()
endfunction()
