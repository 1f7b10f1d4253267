# Test script: every function that an AVX lanes object offers to the linker lives in the namespace
# of its instruction set (why: lanes.cmake).
#
#   cmake -DNM=nm -DISA=avx2 -DOBJECTS=a.o,b.o -P lanes_symbols.cmake

# Namespaces are mangled as <length><name>.
string(LENGTH ${ISA} length)
string(REPLACE "," ";" OBJECTS "${OBJECTS}")
set(strays)
foreach(object IN LISTS OBJECTS)
    execute_process(
        COMMAND ${NM} --defined-only --extern-only --format=posix ${object}
        OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY
    )
    # T: a function. W: a function that the linker may take from any object. Data is harmless.
    string(REGEX MATCHALL "[^\n]+ [TW] [^\n]*" functions "${symbols}")
    list(FILTER functions EXCLUDE REGEX "${length}${ISA}")
    list(APPEND strays ${functions})
endforeach()
if(strays)
    list(JOIN strays "\n  " text)
    message(FATAL_ERROR "Compiled for ${ISA} but not in namespace ${ISA}:\n  ${text}")
endif()
