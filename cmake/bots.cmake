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

# And the bidding systems: mu_systems.inc has a line {"name", "content"} for bots/systems/<name>.bid.
file(GLOB systems CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/bots/systems bots/systems/*.bid)
set(lines "")
foreach(system IN LISTS systems)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS bots/systems/${system})
    file(READ bots/systems/${system} text)
    string(REGEX REPLACE "\\.bid$" "" name ${system})
    string(APPEND lines "{\"${name}\", R\"bid(${text})bid\"},\n")
endforeach()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/mu_systems.inc CONTENT "${lines}" @ONLY)
