#include <iostream>

#include "interpreter/cli/run.hpp"

int main(int argc, char** argv) { return glint::cli::run_process(argc, argv, std::cin, std::cout, std::cerr); }
