# Writes a header that names the commit of SOURCE ("-dirty" if files differ from it), or the version
# where there is no repository; only if that changes it, so that nothing is compiled in vain.
set(commit "v${VERSION}")
find_package(Git QUIET)
if(Git_FOUND)
    execute_process(
        COMMAND ${GIT_EXECUTABLE} -C ${SOURCE} describe --always --dirty --abbrev=12 --exclude=*
        OUTPUT_VARIABLE described
        RESULT_VARIABLE failed
        OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET
    )
    if(NOT failed)
        set(commit ${described})
    endif()
endif()
file(CONFIGURE OUTPUT ${HEADER} CONTENT "#define MU_COMMIT \"${commit}\"\n")
