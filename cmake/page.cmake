# The page as C++: mu_page_source. With MU_PAGE it is built by npm from web/; where there is no npm,
# and in builds that do not ask for it, `mu serve` has no page and says so.
set(mu_page_source ${PROJECT_BINARY_DIR}/generated/mu_page.cpp)
find_program(MU_NPM npm)
find_program(MU_PYTHON3 python3 REQUIRED)
mark_as_advanced(MU_NPM MU_PYTHON3)

set(mu_page_folder)
set(mu_page_files)
if(MU_PAGE AND NOT MU_NPM)
    message(WARNING "npm is missing: `mu serve` will have no page (on Debian: apt-get install npm)")
elseif(MU_PAGE)
    set(mu_page_folder ${PROJECT_BINARY_DIR}/page)
    file(GLOB_RECURSE mu_page_files CONFIGURE_DEPENDS web/src/* web/public/*)
    list(APPEND mu_page_files ${PROJECT_SOURCE_DIR}/web/index.html
         ${PROJECT_SOURCE_DIR}/web/vite.config.ts ${PROJECT_SOURCE_DIR}/web/svelte.config.js
         ${PROJECT_SOURCE_DIR}/web/package-lock.json ${PROJECT_SOURCE_DIR}/scripts/build_page
    )
endif()
set(mu_build_page)
if(mu_page_folder)
    set(mu_build_page COMMAND ${PROJECT_SOURCE_DIR}/scripts/build_page server ${mu_page_folder})
endif()
add_custom_command(
    OUTPUT ${mu_page_source}
    ${mu_build_page}
    COMMAND ${MU_PYTHON3} ${PROJECT_SOURCE_DIR}/scripts/embed_page ${mu_page_source}
            ${mu_page_folder}
    DEPENDS ${mu_page_files} ${PROJECT_SOURCE_DIR}/scripts/embed_page
    COMMENT "Building the page"
)
