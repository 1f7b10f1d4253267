# Script, run at every build: writes OUT, a header that defines MU_COMMIT, the version and the commit
# that the sources in SOURCE are of. Where they differ from it a "+" and a hash of all differences
# follow, so that two such trees are told apart. The file is left alone if nothing changed.
#
#   cmake -DSOURCE=. -DVERSION=0.1.0 -DOUT=mu_commit.h -P commit.cmake
set(commit ${VERSION})
find_program(GIT git)
if(GIT AND EXISTS ${SOURCE}/.git)
    execute_process(
        COMMAND ${GIT} rev-parse --short=12 HEAD
        WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE head OUTPUT_STRIP_TRAILING_WHITESPACE
        RESULT_VARIABLE failed ERROR_QUIET
    )
    if(NOT failed)
        execute_process(
            COMMAND ${GIT} diff HEAD --no-color --no-ext-diff --binary -- include src
            WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE changes ERROR_QUIET
        )
        # New files, which git does not know yet, with what they hold.
        execute_process(
            COMMAND ${GIT} ls-files --others --exclude-standard -- include src
            WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE new_files ERROR_QUIET
            OUTPUT_STRIP_TRAILING_WHITESPACE
        )
        string(REPLACE "\n" ";" new_files "${new_files}")
        foreach(name IN LISTS new_files)
            file(SHA256 ${SOURCE}/${name} sum)
            string(APPEND changes "${name} ${sum}\n")
        endforeach()
        string(APPEND commit " ${head}")
        if(changes)
            string(SHA256 sum "${changes}")
            string(SUBSTRING ${sum} 0 8 sum)
            string(APPEND commit "+${sum}")
        endif()
    endif()
endif()
set(text "#define MU_COMMIT \"${commit}\"\n")
set(before)
if(EXISTS ${OUT})
    file(READ ${OUT} before)
endif()
if(NOT text STREQUAL before)
    file(WRITE ${OUT} "${text}")
endif()
