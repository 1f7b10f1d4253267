# Script, run at every build: writes OUT, a header that defines MU_COMMIT, the version and the commit
# that the sources in SOURCE are of. The file is left alone if nothing changed.
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
            COMMAND ${GIT} status --porcelain --untracked-files=no -- include src
            WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE changes ERROR_QUIET
        )
        string(APPEND commit " ${head}")
        if(changes)
            string(APPEND commit "+")
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
