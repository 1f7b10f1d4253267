# Test: commit.cmake tells trees apart that differ from a commit in different ways. Runs in WORK, which
# it makes anew.
#
#   cmake -DSCRIPT=cmake/commit.cmake -DWORK=build/commit_test -P commit_test.cmake
find_program(GIT git REQUIRED)
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK}/src ${WORK}/include)

function(git)
    execute_process(
        COMMAND ${GIT} -c user.name=test -c user.email=test@localhost ${ARGN}
        WORKING_DIRECTORY ${WORK} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY
    )
endfunction()

# What commit.cmake makes of the tree as it is now.
function(look into)
    execute_process(
        COMMAND ${CMAKE_COMMAND} -DSOURCE=${WORK} -DVERSION=1.0 -DOUT=${WORK}/commit.h -P ${SCRIPT}
        COMMAND_ERROR_IS_FATAL ANY
    )
    file(READ ${WORK}/commit.h text)
    set(${into} "${text}" PARENT_SCOPE)
endfunction()

file(WRITE ${WORK}/src/a.cpp "int a;\n")
git(init -q)
git(add -A)
git(commit -q -m first)
look(clean)
file(WRITE ${WORK}/src/a.cpp "int b;\n")
look(changed)
file(WRITE ${WORK}/src/a.cpp "int c; // \"quoted\"; [and more]\n")
look(otherwise)
file(WRITE ${WORK}/src/a.cpp "int a;\n")
file(WRITE ${WORK}/src/new.cpp "int d;\n")
look(more)
file(WRITE ${WORK}/src/new.cpp "int e;\n")
look(other_more)
file(REMOVE ${WORK}/src/new.cpp)
look(clean_again)

if(NOT clean MATCHES "\"1.0 [0-9a-f]+\"")
    message(FATAL_ERROR "a clean tree is ${clean}")
endif()
if(NOT clean STREQUAL clean_again)
    message(FATAL_ERROR "a clean tree is ${clean} and ${clean_again}")
endif()
set(all "${clean}" "${changed}" "${otherwise}" "${more}" "${other_more}")
set(different ${all})
list(REMOVE_DUPLICATES different)
list(LENGTH all wanted)
list(LENGTH different found)
if(NOT wanted EQUAL found)
    message(FATAL_ERROR "trees are mixed up: ${all}")
endif()
