// The smallest program that uses an installed mu.
#include <iostream>

#include <mu/cards/deck.h>

int main() {
    std::cout << "mu is here\n";
    return 0;
}
