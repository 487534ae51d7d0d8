// Clipping triangles to the polygon of a clipping attachment.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "draw/convex.hpp"
#include "sinew/draw.hpp"

namespace sinew {

/// The convex pieces of a polygon, worked out once: they stay the same under any affine map.
struct ClipTopology {
  bool clockwise = false;  ///< the polygon in its own space; its pieces are counterclockwise there all the same
  std::span<const std::uint32_t> corners;
  std::span<const ConvexPiece> pieces;
};

/// What a clipping polygon lets through. Lives in the scratch memory of a DrawList and is set anew for each clip.
class ClipArea {
 public:
  /// `polygon`: corners in the world, at least 3. `convex`: its hull is used. `inverse`: what is outside its hull
  /// stays. `known`: pieces worked out before for a polygon of which this is an affine image; else null.
  ///
  /// A polygon without area lets nothing through (inverse: everything). The same holds for one with a corner that is
  /// not finite.
  void set(std::span<const Vec2> polygon, bool convex, bool inverse, const ClipTopology* known = nullptr);

  /// Clips a draw. Its vertices are those of `list` from `first_vertex` on, its triangles number them from 0. Appends
  /// the indices of what is left, and replaces the vertices where something is cut. Returns false when nothing is
  /// left: the draw's vertices are gone then, and no index was added.
  ///
  /// Triangles without area or with a corner that is not finite are dropped, unless the clip does not touch the draw.
  bool cut(DrawList& list, std::size_t first_vertex, std::span<const std::uint32_t> triangles);

 private:
  enum class Kind : std::uint8_t { nothing_passes, everything_passes, inside_pieces, outside_hull };

  struct Box {
    double min_x, min_y, max_x, max_y;
    [[nodiscard]] bool overlaps(const Box& other) const noexcept {
      return min_x <= other.max_x && other.min_x <= max_x && min_y <= other.max_y && other.min_y <= max_y;
    }
    [[nodiscard]] bool holds(const Box& other) const noexcept {
      return min_x <= other.min_x && other.max_x <= max_x && min_y <= other.min_y && other.max_y <= max_y;
    }
  };
  /// The inner side is where nx x + ny y + c >= 0.
  struct Edge {
    double nx, ny, c;
    [[nodiscard]] double distance(double x, double y) const noexcept { return (nx * x + ny * y) + c; }
  };
  struct Piece {
    std::uint32_t first_edge, edge_count;
    Box box;
  };
  /// A corner of a polygon that is being clipped.
  struct Corner {
    double x, y, u, v;
    std::uint32_t source;  // the draw's vertex, or none for a crossing
  };
  static constexpr std::uint32_t none = 0xffffffffu;
  /// A bit a piece's edge, set for vertices outside of it; and this one for vertices that are not finite.
  static constexpr std::uint32_t not_finite = 1u << 31;

  [[nodiscard]] bool inside_pieces(DrawList& list, std::size_t first_vertex, std::span<const std::uint32_t> triangles,
                                   const Box& box, bool all_finite);
  [[nodiscard]] bool outside_hull(DrawList& list, std::size_t first_vertex, std::span<const std::uint32_t> triangles,
                                  const Box& box, bool all_finite);
  struct Codes {
    std::uint32_t any, all;
  };
  Codes classify(const Piece& piece, std::span<const Vertex> vertices, bool all_finite);
  void take_vertices(DrawList& list, std::size_t first_vertex);
  void add_edges(std::span<const Vec2> polygon, std::span<const std::uint32_t> corners, bool reversed);

  [[nodiscard]] Corner corner_of(std::uint32_t vertex) const noexcept;
  static Corner crossing(const Corner& s, const Corner& e, double ds, double de) noexcept;
  static bool keep_all(DrawList& list, std::size_t first_vertex, std::span<const std::uint32_t> triangles);
  void emit_triangle(DrawList& list, std::uint32_t a, std::uint32_t b, std::uint32_t c);
  void emit_fan(DrawList& list, std::span<const Corner> polygon);
  std::uint32_t emit_vertex(DrawList& list, const Corner& corner);
  [[nodiscard]] bool has_area(const std::uint32_t* triangle) const noexcept;

  Kind kind_ = Kind::everything_passes;
  Box box_{};
  std::vector<Edge> edges_;
  std::vector<Piece> pieces_;
  ConvexCutter cutter_;

  // Of the draw that is being clipped.
  std::vector<Vertex> source_;
  std::vector<std::uint32_t> moved_to_;  // by vertex: its index in the list, or none
  std::vector<std::uint32_t> codes_;     // by vertex
  std::vector<std::uint8_t> done_;       // by triangle: wholly inside a piece
  std::vector<Corner> inner_, outer_, next_;
};

}  // namespace sinew
