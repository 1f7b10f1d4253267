# The bot files as text in the library, so that levels are there wherever the program runs:
# ${PROJECT_BINARY_DIR}/generated/mu_bots.inc has a line {"path without .toml", "content"} for each.
file(GLOB_RECURSE bots CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/bots bots/*.toml)
set(lines "")
foreach(bot IN LISTS bots)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS bots/${bot})
    file(READ bots/${bot} text)
    string(REGEX REPLACE "\\.toml$" "" name ${bot})
    string(APPEND lines "{\"${name}\", R\"bot(${text})bot\"},\n")
endforeach()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/mu_bots.inc CONTENT "${lines}" @ONLY)
