// A proof in a race for points: who has proved what, and how firmly.
#pragma once

#include <algorithm>

namespace mu {

inline constexpr int plenty_of_points = 127;  // slack without a limit

// Whether the player asked about gets what was asked. The prover is he if yes, the other if not.
struct race_proof {
    bool yes = false;
    int spare = plenty_of_points;  // points the prover could do without
    int room = plenty_of_points;   // points the other could have more

    constexpr void weaken(const race_proof& by) {
        spare = std::min(spare, by.spare);
        room = std::min(room, by.room);
    }
    constexpr race_proof opposite() const { return {!yes, spare, room}; }
};

}  // namespace mu
