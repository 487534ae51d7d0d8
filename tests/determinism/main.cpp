// pose_hashes FOLDER [FILE]: prints the hashes of the poses of the test data in FOLDER; with FILE, compares them with
// it and prints what differs (exit 1).
#include <iostream>
#include <sstream>

#include "pose_hashes.hpp"
#include "sinew/file.hpp"

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3) {
    std::cerr << "Usage: pose_hashes FOLDER [FILE]\n";
    return 2;
  }
  const std::string text = sinew::test::to_text(sinew::test::pose_hashes(argv[1]));
  if (text.empty()) return 1;
  if (argc == 2) {
    std::cout << text;
    return 0;
  }
  const sinew::Result<std::string> expected = sinew::read_file(argv[2]);
  if (!expected) {
    std::cerr << expected.error() << '\n';
    return 1;
  }
  std::istringstream is(text), should(*expected);
  std::string a, b;
  int differences = 0, lines = 0;
  for (; std::getline(should, b); ++lines) {
    if (!std::getline(is, a)) a = "nothing";
    if (a != b && ++differences <= 10) std::cerr << "expected " << b << ", found " << a << '\n';
  }
  if (std::getline(is, a)) ++differences;
  std::cout << lines << " skeletons, " << differences << " differ\n";
  return differences == 0 ? 0 : 1;
}
