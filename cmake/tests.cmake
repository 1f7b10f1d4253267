# Tests: one binary, one ctest entry per source file, so that ctest can run them side by side.
find_package(doctest REQUIRED)

# What they test is compiled elsewhere; more optimisation would only take longer to compile.
set(mu_tests_flags $<$<CONFIG:Release>:-Og>)

file(GLOB_RECURSE test_sources CONFIGURE_DEPENDS tests/*_test.cpp)
file(GLOB test_support CONFIGURE_DEPENDS tests/support/*.cpp)
add_executable(mu_tests tests/main.cpp ${test_support} ${test_sources})
target_include_directories(mu_tests PRIVATE tests)
target_compile_options(mu_tests PRIVATE ${mu_tests_flags})
if(MU_UNITY)
    # Most of a test's time to compile goes into headers that those of a folder, or of a game, share.
    # The others have names of their own in each file.
    set_target_properties(mu_tests PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    foreach(folder agents api apps arena belief encode nn play pool search)
        file(GLOB sources tests/${folder}/*_test.cpp)
        set_property(SOURCE ${sources} PROPERTY UNITY_GROUP ${folder})
    endforeach()
    foreach(some games/bridge games/contree games/differenzler games/euchre games/jass games/p
                 games/skat_s games/snapszer games/ulti_s games/whist solve/[bdo])
        file(GLOB sources tests/${some}*_test.cpp)
        string(MAKE_C_IDENTIFIER ${some} group)
        set_property(SOURCE ${sources} PROPERTY UNITY_GROUP ${group})
    endforeach()
endif()
# Where the sources are is told to the files that read them alone: all others compile to the same in
# every checkout, and a compiler cache knows them.
set_property(
    SOURCE tests/agents/program_test.cpp tests/layers_test.cpp tests/readme_test.cpp
    APPEND PROPERTY COMPILE_DEFINITIONS MU_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
)
set_property(
    SOURCE tests/api/bridge_files_test.cpp tests/apps/cli_test.cpp tests/nn/file_test.cpp
           tests/solve/dds_test.cpp
    APPEND PROPERTY COMPILE_DEFINITIONS MU_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data"
)
target_link_libraries(
    mu_tests PRIVATE mu::mu mu_oracles doctest::doctest nlohmann_json::nlohmann_json fmt::fmt
                     mu_flags
)

foreach(source IN LISTS test_sources)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR}/tests OUTPUT_VARIABLE path)
    cmake_path(REMOVE_EXTENSION path LAST_ONLY OUTPUT_VARIABLE name)
    add_test(NAME ${name} COMMAND mu_tests --source-file=*/tests/${path})
    # A filter that selects nothing must not pass for a success.
    set_tests_properties(${name} PROPERTIES FAIL_REGULAR_EXPRESSION "test cases: +0 ")
endforeach()
# Cases written in shared headers belong to no *_test.cpp.
add_test(NAME shared_cases COMMAND mu_tests --source-file-exclude=*_test.cpp)

if(TARGET mu_cli)
    # A game is its own file: the toy game of tests/sixteen, with the command and with checks of its
    # own. It must not be among the games of the other tests.
    add_library(sixteen OBJECT tests/sixteen/sixteen.cpp)
    target_include_directories(sixteen PRIVATE src)
    target_compile_options(sixteen PRIVATE ${mu_tests_flags})
    target_link_libraries(
        sixteen PRIVATE mu::mu nlohmann_json::nlohmann_json fmt::fmt mu_flags
    )
    add_executable(
        sixteen_checks tests/main.cpp tests/sixteen/sixteen_checks.cpp tests/support/suite.cpp
                       $<TARGET_OBJECTS:sixteen>
    )
    target_include_directories(sixteen_checks PRIVATE tests)
    target_compile_options(sixteen_checks PRIVATE ${mu_tests_flags})
    target_link_libraries(
        sixteen_checks PRIVATE mu::mu doctest::doctest nlohmann_json::nlohmann_json fmt::fmt mu_flags
    )
    add_test(NAME sixteen/checks COMMAND sixteen_checks)
    add_executable(mu_sixteen $<TARGET_OBJECTS:sixteen> $<TARGET_OBJECTS:mu_cli>)
    target_link_libraries(
        mu_sixteen PRIVATE mu::mu mu_oracles CLI11::CLI11 nlohmann_json::nlohmann_json fmt::fmt
                           mu_flags
    )
    add_test(NAME sixteen/play COMMAND mu_sixteen play sixteen --watch --deals 2 --seed 3)
    # Somebody sits there and types: a choice, the same again after taking it back, and the others.
    add_test(
        NAME sixteen/seat
        COMMAND
            sh -c
            "printf '%s\\n' 1 undo 1 1 hint 1 calls 1 '' | $<TARGET_FILE:mu_sixteen> play sixteen --seed 3 --deals 1"
    )
    set_tests_properties(
        sixteen/seat
        PROPERTIES PASS_REGULAR_EXPRESSION
                   "Your choice .*Deal 1 is over.*Points   North-South .*Record   sixteen/1 [|] N "
    )
    add_test(NAME sixteen/games COMMAND mu_sixteen games sixteen)
    add_test(NAME sixteen/arena COMMAND mu_sixteen arena h2h rule random -g sixteen -n 20 --no-store)
    add_test(
        NAME sixteen/solve
        COMMAND sh -c "$<TARGET_FILE:mu_sixteen> deal sixteen | $<TARGET_FILE:mu_sixteen> solve -"
    )

    # tests/apps runs the command.
    add_dependencies(mu_tests mu_cli)
    set_property(
        SOURCE tests/apps/cli_test.cpp tests/support/command.cpp
        APPEND
        PROPERTY COMPILE_DEFINITIONS MU_COMMAND="$<TARGET_FILE:mu_cli>"
                 MU_TEST_WORK="${PROJECT_BINARY_DIR}/cli_test"
    )
    # Every reference file below tests/data is checked; of those that take minutes some rows, and all
    # of them by `make soak`.
    set(rows_of_bridge/dd_tables_500.txt 20)
    set(rows_of_contree/dd_200.txt 80)
    file(GLOB_RECURSE data_files CONFIGURE_DEPENDS tests/data/*)
    list(FILTER data_files EXCLUDE REGEX "/tests/data/nn/")  # of tests/nn
    foreach(file IN LISTS data_files)
        cmake_path(
            RELATIVE_PATH file BASE_DIRECTORY ${PROJECT_SOURCE_DIR}/tests/data OUTPUT_VARIABLE name
        )
        set(rows)
        if(DEFINED rows_of_${name})
            set(rows --rows ${rows_of_${name}})
        endif()
        add_test(NAME check/${name} COMMAND mu_cli check ${rows} ${file})
    endforeach()
endif()

add_test(
    NAME commit
    COMMAND ${CMAKE_COMMAND} -DSCRIPT=${PROJECT_SOURCE_DIR}/cmake/commit.cmake
            -DWORK=${PROJECT_BINARY_DIR}/commit_test -P ${PROJECT_SOURCE_DIR}/cmake/commit_test.cmake
)

# Each examples/<name>.cpp is a program that has to run.
file(GLOB example_sources CONFIGURE_DEPENDS examples/*.cpp)
foreach(source IN LISTS example_sources)
    cmake_path(GET source STEM name)
    add_executable(example_${name} ${source})
    target_link_libraries(example_${name} PRIVATE mu::mu mu_flags)
    add_test(NAME example/${name} COMMAND example_${name})
endforeach()

# The Python package as it lies in the build folder.
if(MU_PYTHON)
    add_test(NAME python COMMAND ${Python_EXECUTABLE} -m pytest -q ${PROJECT_SOURCE_DIR}/python/tests)
    add_test(
        NAME python_types
        COMMAND ${Python_EXECUTABLE} -m mypy --config-file ${PROJECT_SOURCE_DIR}/pyproject.toml
                --cache-dir ${PROJECT_BINARY_DIR}/mypy -p mu
    )
    add_test(
        NAME python_types_pyright
        COMMAND ${Python_EXECUTABLE} -m pyright --pythonpath ${Python_EXECUTABLE} --project
                ${PROJECT_SOURCE_DIR}/pyproject.toml ${PROJECT_BINARY_DIR}/python/mu
                ${PROJECT_SOURCE_DIR}/examples/python
    )
    # Programs that import mu: what the package exports, and how its functions are called.
    add_test(
        NAME python_types_of_users
        COMMAND ${Python_EXECUTABLE} -m mypy --config-file ${PROJECT_SOURCE_DIR}/pyproject.toml
                --cache-dir ${PROJECT_BINARY_DIR}/mypy_users ${PROJECT_SOURCE_DIR}/python/tests
                ${PROJECT_SOURCE_DIR}/examples/python
    )
    add_test(
        NAME python_docs
        COMMAND ${Python_EXECUTABLE} ${PROJECT_SOURCE_DIR}/scripts/python_docs ${PROJECT_BINARY_DIR}/docs
    )
    set_tests_properties(
        python python_docs python_types python_types_pyright python_types_of_users
        PROPERTIES ENVIRONMENT
                   "PYTHONPATH=${PROJECT_BINARY_DIR}/python;MYPYPATH=${PROJECT_BINARY_DIR}/python;PYTHONDONTWRITEBYTECODE=1"
    )
endif()

if(TARGET mu_lanes_portable)
    foreach(isa IN LISTS MU_ISAS)
        if(NOT isa STREQUAL "portable")
            add_test(
                NAME lanes_symbols_${isa}
                COMMAND
                    ${CMAKE_COMMAND} -DNM=${CMAKE_NM} -DISA=${isa}
                    "-DOBJECTS=$<JOIN:$<TARGET_OBJECTS:mu_lanes_${isa}>;$<TARGET_OBJECTS:mu_nets_${isa}>,$<COMMA>>" -P
                    ${PROJECT_SOURCE_DIR}/cmake/lanes_symbols.cmake
            )
        endif()
    endforeach()
endif()

# Strangers' projects: find_package(mu) on an installed copy of this build.
list(JOIN MU_INSTRUMENT_FLAGS " " instrument_flags)
add_test(
    NAME outside_project
    COMMAND
        ${CMAKE_COMMAND} -DBUILD=${PROJECT_BINARY_DIR} -DCONFIG=$<CONFIG>
        -DPROJECTS=${PROJECT_SOURCE_DIR}/tests/outside -DWORK=${PROJECT_BINARY_DIR}/outside
        -DGENERATOR=${CMAKE_GENERATOR} -DCXX=${CMAKE_CXX_COMPILER} "-DFLAGS=${instrument_flags}"
        -P ${PROJECT_SOURCE_DIR}/cmake/outside_project.cmake
)

# The page's texts, where there is a Node to read them.
find_program(MU_NODE node)
mark_as_advanced(MU_NODE)
if(MU_NODE)
    add_test(
        NAME web/strings
        COMMAND ${MU_NODE} --test ${PROJECT_SOURCE_DIR}/web/tests/strings.test.js
    )
    add_test(
        NAME web/rules
        COMMAND ${MU_NODE} --test ${PROJECT_SOURCE_DIR}/web/tests/rules.test.js
    )
    add_test(
        NAME web/words
        COMMAND ${MU_NODE} --test ${PROJECT_SOURCE_DIR}/web/tests/words.test.js
    )
    set_tests_properties(
        web/rules web/words PROPERTIES ENVIRONMENT "MU_TABLES=$<TARGET_FILE:mu_tables>"
    )
endif()

# The page in a real browser, against the command's own server.
find_program(MU_CHROMIUM chromium)
mark_as_advanced(MU_CHROMIUM)
if(mu_page_folder AND MU_NODE AND MU_CHROMIUM AND TARGET mu_cli)
    add_test(
        NAME web/browser
        COMMAND ${MU_NODE} ${PROJECT_SOURCE_DIR}/web/tests/e2e/all.mjs $<TARGET_FILE:mu_cli>
    )
    set_tests_properties(
        web/browser PROPERTIES ENVIRONMENT "CHROMIUM=${MU_CHROMIUM}" TIMEOUT 1500 PROCESSORS 2
    )
endif()

# The longest begin first, so that no core waits for them at the end; before all others the one that
# needs two places free.
foreach(name IN ITEMS web/browser agents/program_test python apps/cli_test)
    if(TEST ${name})
        set_property(TEST ${name} PROPERTY COST 1000)
    endif()
endforeach()
if(TEST web/browser)
    set_property(TEST web/browser PROPERTY COST 2000)
endif()
