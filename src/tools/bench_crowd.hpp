// sinew bench crowd: what a crowd of one character costs, skinned by the CPU and by the GPU.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sinew/crowd.hpp"
#include "tools/bench_times.hpp"
#include "tools/render_options.hpp"

namespace sinew::tools {

struct BenchCrowdOptions {
  std::string skeleton, atlas;                 ///< an empty atlas: find_atlas() says which
  std::vector<std::string> animations, skins;  ///< in turn; empty: all animations, choose_skins()
  Semantics semantics = Semantics::automatic;
  std::size_t count = 1000, frames = 20;
  std::size_t threads = 0;  ///< that pose; 0: as many as the machine has
  PictureSize size{1280, 720};
  bool cpu = true, gpu = true;  ///< who skins; one of them at least
  bool json = false;
  std::string output;  ///< the last frame as a PNG; empty: none
};

/// Skinning and drawing one frame, one of the two ways.
struct CrowdWay {
  StageTimes skin;                                 ///< into memory: draw(), or CrowdFrame::add()
  StageTimes submit;                               ///< uploading and draw calls
  StageTimes finish;                               ///< waiting until the picture is done
  std::size_t draw_calls = 0, uploaded_bytes = 0;  ///< of the last frame
};

struct CrowdFigures {
  std::string driver;
  std::size_t threads = 1;
  std::vector<std::string> animations, skins;  ///< names; empty: the setup pose, the default skin alone
  StageTimes pose;
  std::optional<CrowdWay> cpu, gpu;
  CrowdStatistics crowd;         ///< of the last frame on the GPU
  std::size_t static_bytes = 0;  ///< on the GPU
  /// How many pixels of the last frame differ by more than one level between the two ways.
  std::optional<std::size_t> different_pixels;
};

/// Does what the options ask for, prints, and returns the exit code.
[[nodiscard]] int bench_crowd(const BenchCrowdOptions& options);

[[nodiscard]] std::string crowd_report(const BenchCrowdOptions& options, const CrowdFigures& figures);
[[nodiscard]] std::string crowd_json(const BenchCrowdOptions& options, const CrowdFigures& figures);

}  // namespace sinew::tools
