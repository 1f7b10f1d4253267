# The Python package `mu`: the extension _mu_core (python/src), its type stubs, and the modules of
# python/mu beside them in <build folder>/python, where PYTHONPATH finds all of it. `pip install .`
# builds the same through pyproject.toml.
find_package(
    Python 3.10 REQUIRED
    COMPONENTS Interpreter Development.Module
    OPTIONAL_COMPONENTS Development.SABIModule
)
execute_process(
    COMMAND ${Python_EXECUTABLE} -m nanobind --cmake_dir
    OUTPUT_VARIABLE nanobind_ROOT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET
    RESULT_VARIABLE no_nanobind
)
if(no_nanobind AND NOT nanobind_DIR)
    message(
        FATAL_ERROR
            "${Python_EXECUTABLE} has no nanobind, which the Python package is built with. Install it "
            "(pip install -r python/requirements.txt), name another interpreter "
            "(-DPython_EXECUTABLE=...), or do without the package (-DMU_PYTHON=OFF)."
    )
endif()
find_package(nanobind CONFIG REQUIRED)

# One file per topic. Half of what such a file takes to compile are headers that all of them include, so they
# are compiled in groups; a file that is in none is compiled alone. (Names of one group must differ.)
file(GLOB python_sources CONFIGURE_DEPENDS python/src/*.cpp)
nanobind_add_module(_mu_core STABLE_ABI NB_STATIC NOMINSIZE NB_SUPPRESS_WARNINGS ${python_sources})
target_link_libraries(
    _mu_core PRIVATE mu::mu nlohmann_json::nlohmann_json fmt::fmt mu_flags
)
set_target_properties(_mu_core PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
foreach(group IN ITEMS cards+games+module solve+beliefs+arena agents+pool+json whist+search+nets observe+vector)
    string(REPLACE "+" ";" names ${group})
    list(TRANSFORM names REPLACE "(.+)" "python/src/\\1.cpp")
    set_property(SOURCE ${names} PROPERTY UNITY_GROUP ${group})
endforeach()
foreach(library IN ITEMS nanobind-static nanobind-static-abi3)  # nanobind itself, as one file
    if(TARGET ${library})
        set_target_properties(${library} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
    endif()
endforeach()
# More than -O2 takes long and gains nothing here.
target_compile_options(_mu_core PRIVATE $<$<CONFIG:Release>:-O2>)

# The package in the build folder. Its modules are links: an edited one needs no build.
set(package ${PROJECT_BINARY_DIR}/python/mu)
set_target_properties(_mu_core PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${package})
file(GLOB python_modules CONFIGURE_DEPENDS python/mu/*.py python/mu/py.typed)
foreach(module IN LISTS python_modules)
    cmake_path(GET module FILENAME name)
    file(CREATE_LINK ${module} ${package}/${name} COPY_ON_ERROR SYMBOLIC)
endforeach()

nanobind_add_stub(
    mu_python_stub
    MODULE _mu_core
    OUTPUT ${package}/_mu_core.pyi
    PYTHON_PATH ${package}
    DEPENDS _mu_core
    PATTERN_FILE ${PROJECT_SOURCE_DIR}/python/src/stubs.pat
    INCLUDE_PRIVATE
)
add_custom_target(mu_python ALL DEPENDS _mu_core mu_python_stub)

install(TARGETS _mu_core LIBRARY DESTINATION mu COMPONENT python EXCLUDE_FROM_ALL)
install(FILES ${package}/_mu_core.pyi DESTINATION mu COMPONENT python EXCLUDE_FROM_ALL)
file(GLOB shipped_nets CONFIGURE_DEPENDS nets/*.munet)
install(FILES ${shipped_nets} DESTINATION mu/shipped_nets COMPONENT python EXCLUDE_FROM_ALL)
file(GLOB belief_nets CONFIGURE_DEPENDS nets/beliefs/*.munet)
install(FILES ${belief_nets} DESTINATION mu/shipped_nets/beliefs COMPONENT python EXCLUDE_FROM_ALL)
