"""The parts of the program that draws, rigs and animates Nuri."""
