# `cmake --install`: headers, library, command, and the package that find_package(mu) reads.
include(CMakePackageConfigHelpers)

set(mu_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/mu)

install(DIRECTORY include/mu DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
file(GLOB nets CONFIGURE_DEPENDS nets/*.munet)
install(FILES ${nets} DESTINATION ${CMAKE_INSTALL_DATADIR}/mu/nets)
file(GLOB belief_nets CONFIGURE_DEPENDS nets/beliefs/*.munet)
install(FILES ${belief_nets} DESTINATION ${CMAKE_INSTALL_DATADIR}/mu/nets/beliefs)
# Each component is exported alone, so that asking for one does not ask for what the others need.
foreach(name IN LISTS MU_COMPONENTS)
    install(
        TARGETS mu_${name} EXPORT mu_${name}_targets
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    )
    install(
        EXPORT mu_${name}_targets NAMESPACE mu:: FILE mu-${name}-targets.cmake
        DESTINATION ${mu_package_dir}
    )
endforeach()
install(TARGETS mu EXPORT mu_targets)
if(TARGET mu_cli)
    install(TARGETS mu_cli)
endif()
install(EXPORT mu_targets NAMESPACE mu:: FILE mu-targets.cmake DESTINATION ${mu_package_dir})

configure_package_config_file(
    cmake/mu-config.cmake.in ${PROJECT_BINARY_DIR}/cmake/mu-config.cmake
    INSTALL_DESTINATION ${mu_package_dir}
)
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(
    ${PROJECT_BINARY_DIR}/cmake/mu-config-version.cmake COMPATIBILITY SameMinorVersion
)
install(
    FILES ${PROJECT_BINARY_DIR}/cmake/mu-config.cmake
          ${PROJECT_BINARY_DIR}/cmake/mu-config-version.cmake
    DESTINATION ${mu_package_dir}
)
