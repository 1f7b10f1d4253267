# mu_oracles: other people's programs that ours is compared with, by the tests and by `mu bench`.
# Each is used where it is installed and said to be missing where it is not.
find_path(MU_LIBDDS_INCLUDE dds/dll.h)
find_library(MU_LIBDDS_LIBRARY dds)
mark_as_advanced(MU_LIBDDS_INCLUDE MU_LIBDDS_LIBRARY)

add_library(mu_oracles STATIC EXCLUDE_FROM_ALL oracles/libdds.cpp)
target_include_directories(mu_oracles PUBLIC ${PROJECT_SOURCE_DIR})
target_link_libraries(mu_oracles PUBLIC mu::mu PRIVATE mu_flags)
target_compile_options(mu_oracles PRIVATE $<$<CONFIG:Release>:-O1>)
if(MU_LIBDDS_INCLUDE AND MU_LIBDDS_LIBRARY)
    target_compile_definitions(mu_oracles PRIVATE MU_LIBDDS=1)
    target_include_directories(mu_oracles SYSTEM PRIVATE ${MU_LIBDDS_INCLUDE})
    target_link_libraries(mu_oracles PRIVATE ${MU_LIBDDS_LIBRARY})
endif()
