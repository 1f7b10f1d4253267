# Test script: installs the build tree BUILD below WORK, then configures, builds and runs the projects
# in the folder PROJECTS against that copy, with the same compiler. FLAGS are what a program must be
# compiled and linked with to use a library that has sanitizers or coverage counters in it.

file(REMOVE_RECURSE ${WORK})

function(run)
    execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --config ${CONFIG} --prefix ${WORK}/prefix)
foreach(name IN ITEMS core mu)
    set(tree ${WORK}/${name})
    run(${CMAKE_COMMAND} -S ${PROJECTS}/${name} -B ${tree} -G ${GENERATOR}
        -DCMAKE_BUILD_TYPE=${CONFIG} -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_CXX_FLAGS=${FLAGS}
        -DCMAKE_PREFIX_PATH=${WORK}/prefix
    )
    run(${CMAKE_COMMAND} --build ${tree} --config ${CONFIG})
    run(${CMAKE_CTEST_COMMAND} --test-dir ${tree} -C ${CONFIG} --output-on-failure
        --no-tests=error
    )
endforeach()

# What is installed must not speak of targets that exist in our build alone.
file(GLOB_RECURSE exports ${WORK}/prefix/*-targets.cmake)
if(NOT exports)
    message(FATAL_ERROR "no exported targets below ${WORK}/prefix")
endif()
foreach(file IN LISTS exports)
    file(READ ${file} text)
    if(text MATCHES "LINK_ONLY:>|mu_flags|mu_warnings|mu_instrument")
        message(FATAL_ERROR "${file} names what only our build has: ${CMAKE_MATCH_0}")
    endif()
endforeach()
