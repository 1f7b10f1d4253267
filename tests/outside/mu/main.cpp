#include <cstdio>

#include <mu/mu.h>

int main() {
    const mu::game whist("whist(trump=h, honours=on)");
    mu::rng rng(42);  // the same deals on every machine
    mu::position p = whist.deal(rng);
    while (!p.is_over()) p.apply(p.legal_actions().front());
    std::puts(p.record().c_str());  // one line that replays to this position
}
