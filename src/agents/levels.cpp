#include <algorithm>
#include <stdexcept>

#include <mu/agents/levels.h>
#include <mu/api/nets.h>

namespace mu {

namespace {

using type = agent_parameter::type;

constexpr std::pair<type, net_head> nets_of_agents[] = {{type::net, net_head::values},
                                                        {type::belief_net, net_head::places}};

bool nets_fit(const agent_spec& spec, const game& g) {
    return std::ranges::all_of(nets_of_agents, [&](const auto& net) {
        return !spec.uses_shipped(net.first) || net_fits(g, net.second);
    });
}

std::size_t place_of_level(std::string_view level) {
    const auto& all = level_names();
    const auto at = std::ranges::find(all, level);
    if (at == all.end()) {
        std::string known;
        for (const auto& name : all) known += (known.empty() ? "" : ", ") + name;
        throw std::invalid_argument("no level '" + std::string(level) + "'; levels: " + known);
    }
    return static_cast<std::size_t>(at - all.begin());
}

// The agents that may play at a level, the first choice first.
std::vector<agent_spec> agents_of_level(const std::string& level, const game& g,
                                        const level_files& in) {
    std::vector<agent_spec> out;
    for (const std::string& name : {g.info().name + "/" + level, level})
        for (const std::string& file : {name, name + "_without_net"})
            if (const auto found = in.find(file); found != in.end())
                out.push_back(agent_spec::from_toml(found->second, "bots/" + file + ".toml"));
    return out;
}

}  // namespace

const std::vector<std::string>& level_names() {
    static const std::vector<std::string> names{"beginner", "casual", "club", "expert", "champion"};
    return names;
}

const level_files& built_in_levels() {
    static const level_files files{
#include "mu_bots.inc"
    };
    return files;
}

agent_spec agent_of_level(std::string_view level, const game& g, const level_files& in) {
    const auto& all = level_names();
    for (std::size_t k = place_of_level(level) + 1; k-- > 0;)
        for (agent_spec& spec : agents_of_level(all[k], g, in))
            if (nets_fit(spec, g)) return std::move(spec);
    throw std::invalid_argument("no level up to '" + std::string(level) + "' can do without a net");
}

std::vector<std::string> missing_nets(std::string_view level, const game& g,
                                      const level_files& in) {
    std::vector<std::string> out;
    for (const agent_spec& spec : agents_of_level(level_names()[place_of_level(level)], g, in)) {
        if (nets_fit(spec, g)) break;
        for (const auto& [of, head] : nets_of_agents)
            if (std::string name = net_name(g, head); spec.uses_shipped(of) &&
                                                      !shipped_net(g, head) &&
                                                      std::ranges::find(out, name) == out.end())
                out.push_back(std::move(name));
    }
    return out;
}

}  // namespace mu
