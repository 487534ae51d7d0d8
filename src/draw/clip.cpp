#include "draw/clip.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/simd.hpp"

namespace sinew {

namespace {

/// Corners further out than this are moved in: no float reaches it, and products stay finite.
constexpr double far_out = 1e40;

bool finite(const Vertex& v) noexcept {
  return std::isfinite(v.x) && std::isfinite(v.y);
}

}  // namespace

void ClipArea::set(std::span<const Vec2> polygon, bool convex, bool inverse, const ClipTopology* known) {
  edges_.clear();
  pieces_.clear();
  kind_ = inverse ? Kind::everything_passes : Kind::nothing_passes;
  for (const Vec2 p : polygon) {
    if (!(std::fabs(p.x) <= far_out && std::fabs(p.y) <= far_out)) return;
  }
  if (has_no_area(polygon)) return;

  if (known != nullptr && !convex && !inverse) {
    const bool reversed = (doubled_area(polygon) < 0) != known->clockwise;  // mirrored by the map
    for (const ConvexPiece& piece : known->pieces) {
      add_edges(polygon, known->corners.subspan(piece.first, piece.count), reversed);
    }
  } else {
    if (convex || inverse) {
      cutter_.hull(polygon);
      if (!inverse) cutter_.limit_corners();
    } else {
      cutter_.cut(polygon);
    }
    for (const ConvexPiece& piece : cutter_.pieces) {
      add_edges(polygon, std::span(cutter_.corners).subspan(piece.first, piece.count), false);
    }
  }
  if (pieces_.empty()) return;
  box_ = pieces_[0].box;
  for (const Piece& piece : pieces_) {
    box_.min_x = std::min(box_.min_x, piece.box.min_x), box_.max_x = std::max(box_.max_x, piece.box.max_x);
    box_.min_y = std::min(box_.min_y, piece.box.min_y), box_.max_y = std::max(box_.max_y, piece.box.max_y);
  }
  kind_ = inverse ? Kind::outside_hull : Kind::inside_pieces;
}

void ClipArea::add_edges(std::span<const Vec2> polygon, std::span<const std::uint32_t> corners, bool reversed) {
  const Vec2 start = polygon[corners[0]];
  Piece piece{static_cast<std::uint32_t>(edges_.size()), 0, {start.x, start.y, start.x, start.y}};
  for (std::size_t i = 0; i < corners.size(); ++i) {
    Vec2 a = polygon[corners[i]], b = polygon[corners[i + 1 == corners.size() ? 0 : i + 1]];
    piece.box.min_x = std::min(piece.box.min_x, a.x), piece.box.max_x = std::max(piece.box.max_x, a.x);
    piece.box.min_y = std::min(piece.box.min_y, a.y), piece.box.max_y = std::max(piece.box.max_y, a.y);
    // Two pieces meet in the same line with opposite signs: compute it from the same end for both, so that their
    // distances are exact opposites and no gap opens between them.
    bool turned = reversed;
    if (b.x < a.x || (b.x == a.x && b.y < a.y)) {
      std::swap(a, b);
      turned = !turned;
    }
    const double nx = a.y - b.y, ny = b.x - a.x;
    if (nx == 0 && ny == 0) continue;
    const double c = -(nx * a.x + ny * a.y);
    edges_.push_back(turned ? Edge{-nx, -ny, -c} : Edge{nx, ny, c});
  }
  piece.edge_count = static_cast<std::uint32_t>(edges_.size()) - piece.first_edge;
  if (piece.edge_count >= 3) {
    pieces_.push_back(piece);
  } else {
    edges_.resize(piece.first_edge);
  }
}

bool ClipArea::cut(DrawList& list, std::size_t first_vertex, std::span<const std::uint32_t> triangles) {
  if (triangles.empty() || kind_ == Kind::nothing_passes) {
    list.vertices.truncate(first_vertex);
    return false;
  }
  if (kind_ == Kind::everything_passes) return keep_all(list, first_vertex, triangles);

  const std::span<const Vertex> vertices(list.vertices.data() + first_vertex, list.vertices.size() - first_vertex);
  float min_x = vertices[0].x, max_x = min_x, min_y = vertices[0].y, max_y = min_y;
  float zero = 0;  // becomes NaN with the first number that is not finite
  for (const Vertex& v : vertices) {
    min_x = std::min(min_x, v.x), max_x = std::max(max_x, v.x);
    min_y = std::min(min_y, v.y), max_y = std::max(max_y, v.y);
    zero += v.x * 0.0f + v.y * 0.0f;
  }
  const bool all_finite = zero == 0;
  const Box box{static_cast<double>(min_x), static_cast<double>(min_y), static_cast<double>(max_x),
                static_cast<double>(max_y)};
  return kind_ == Kind::inside_pieces ? inside_pieces(list, first_vertex, triangles, box, all_finite)
                                      : outside_hull(list, first_vertex, triangles, box, all_finite);
}

// ---------------------------------------------------------------------------------------------------------------------
// The two kinds of clip.

bool ClipArea::inside_pieces(DrawList& list, std::size_t first_vertex, std::span<const std::uint32_t> triangles,
                             const Box& box, bool all_finite) {
  const std::span<const Vertex> vertices(list.vertices.data() + first_vertex, list.vertices.size() - first_vertex);
  if (all_finite) {
    if (!box_.overlaps(box)) {
      list.vertices.truncate(first_vertex);
      return false;
    }
    for (const Piece& piece : pieces_) {
      if (piece.box.holds(box) && classify(piece, vertices, true).any == 0)
        return keep_all(list, first_vertex, triangles);
    }
  }
  take_vertices(list, first_vertex);
  const bool many = pieces_.size() > 1;
  if (many) done_.assign(triangles.size() / 3, 0);
  const std::size_t index_count = list.indices.size();
  // Piece by piece: pieces do not overlap, so what lies over what stays as it was.
  for (const Piece& piece : pieces_) {
    if (all_finite && !piece.box.overlaps(box)) continue;
    const Codes codes = classify(piece, source_, all_finite);
    if (codes.all != 0) continue;
    const std::span<const Edge> edges = std::span(edges_).subspan(piece.first_edge, piece.edge_count);
    for (std::size_t t = 0; t + 2 < triangles.size(); t += 3) {
      const std::uint32_t* triangle = triangles.data() + t;
      const std::uint32_t a = codes_[triangle[0]], b = codes_[triangle[1]], c = codes_[triangle[2]];
      const std::uint32_t any = a | b | c;
      if ((a & b & c) != 0 || (any & not_finite) != 0 || (many && done_[t / 3] != 0) || !has_area(triangle)) continue;
      if (any == 0) {
        emit_triangle(list, triangle[0], triangle[1], triangle[2]);
        if (many) done_[t / 3] = 1;
        continue;
      }
      // A convex piece adds at most one corner an edge.
      std::array<Corner, ConvexCutter::max_corners + 3> polygon, next;
      std::size_t count = 3;
      for (std::size_t k = 0; k < 3; ++k) polygon[k] = corner_of(triangle[k]);
      for (std::size_t e = 0; e < edges.size() && count >= 3; ++e) {
        if ((any >> e & 1u) == 0) continue;
        std::size_t kept = 0;
        const Corner* s = &polygon[count - 1];
        double ds = edges[e].distance(s->x, s->y);
        for (std::size_t k = 0; k < count; ++k) {
          const Corner* corner = &polygon[k];
          const double de = edges[e].distance(corner->x, corner->y);
          // Rounding may make a corner seem to leave a convex polygon twice; there is room for what can be right.
          if ((ds >= 0) != (de >= 0) && kept < next.size()) next[kept++] = crossing(*s, *corner, ds, de);
          if (de >= 0 && kept < next.size()) next[kept++] = *corner;
          s = corner;
          ds = de;
        }
        std::swap(polygon, next);
        count = kept;
      }
      if (count >= 3) emit_fan(list, std::span(polygon.data(), count));
    }
  }
  return list.indices.size() != index_count;
}

bool ClipArea::outside_hull(DrawList& list, std::size_t first_vertex, std::span<const std::uint32_t> triangles,
                            const Box& box, bool all_finite) {
  if (all_finite && !box_.overlaps(box)) return keep_all(list, first_vertex, triangles);
  take_vertices(list, first_vertex);
  const std::size_t index_count = list.indices.size();
  for (std::size_t t = 0; t + 2 < triangles.size(); t += 3) {
    const std::uint32_t* triangle = triangles.data() + t;
    const Vertex &a = source_[triangle[0]], &b = source_[triangle[1]], &c = source_[triangle[2]];
    if (!finite(a) || !finite(b) || !finite(c) || !has_area(triangle)) continue;
    const Box triangle_box{
        static_cast<double>(std::min({a.x, b.x, c.x})), static_cast<double>(std::min({a.y, b.y, c.y})),
        static_cast<double>(std::max({a.x, b.x, c.x})), static_cast<double>(std::max({a.y, b.y, c.y}))};
    if (!box_.overlaps(triangle_box)) {
      emit_triangle(list, triangle[0], triangle[1], triangle[2]);
      continue;
    }
    inner_.clear();
    for (std::size_t k = 0; k < 3; ++k) inner_.push_back(corner_of(triangle[k]));
    for (const Edge& edge : edges_) {
      outer_.clear();
      next_.clear();
      bool any_outside = false, any_inside = false;
      Corner s = inner_.back();
      double ds = edge.distance(s.x, s.y);
      for (const Corner& e : inner_) {
        const double de = edge.distance(e.x, e.y);
        if ((ds < 0 && de > 0) || (ds > 0 && de < 0)) {
          const Corner p = crossing(s, e, ds, de);
          outer_.push_back(p);
          next_.push_back(p);
        }
        if (de <= 0) outer_.push_back(e);
        if (de >= 0) next_.push_back(e);
        any_outside = any_outside || de < 0;
        any_inside = any_inside || de > 0;
        s = e;
        ds = de;
      }
      if (!any_outside) continue;
      if (!any_inside) next_.clear();
      if (outer_.size() >= 3) emit_fan(list, outer_);
      std::swap(inner_, next_);
      if (inner_.size() < 3) break;
    }
  }
  return list.indices.size() != index_count;
}

// ---------------------------------------------------------------------------------------------------------------------
// Parts of both.

ClipArea::Codes ClipArea::classify(const Piece& piece, std::span<const Vertex> vertices, bool all_finite) {
  const std::size_t n = vertices.size();
  if (codes_.size() < n + 1) codes_.resize(n + 1);
  const std::span<const Edge> edges = std::span(edges_).subspan(piece.first_edge, piece.edge_count);
  Codes codes{0, ~0u};
  // Two vertices at a time, all edges for each; an odd last one is its own neighbour.
  for (std::size_t i = 0; i < n; i += 2) {
    const Vertex &v = vertices[i], &w = vertices[i + 1 < n ? i + 1 : i];
    const Double2 x{static_cast<double>(v.x), static_cast<double>(w.x)};
    const Double2 y{static_cast<double>(v.y), static_cast<double>(w.y)};
    Int2 code{}, bit{1, 1};
    for (const Edge& edge : edges) {
      const Double2 distance = (edge.nx * x + edge.ny * y) + edge.c;
      code |= ~(distance >= 0.0) & bit;
      bit += bit;
    }
    std::uint32_t first = static_cast<std::uint32_t>(code[0]), second = static_cast<std::uint32_t>(code[1]);
    if (!all_finite) {
      if (!finite(v)) first = not_finite;
      if (!finite(w)) second = not_finite;
    }
    codes_[i] = first;
    codes_[i + 1] = second;
    codes.any |= first | second;
    codes.all &= first & second;
  }
  return codes;
}

void ClipArea::take_vertices(DrawList& list, std::size_t first_vertex) {
  source_.assign(list.vertices.begin() + first_vertex, list.vertices.end());
  moved_to_.assign(source_.size(), none);
  list.vertices.truncate(first_vertex);
}

bool ClipArea::has_area(const std::uint32_t* triangle) const noexcept {
  const Vertex &a = source_[triangle[0]], &b = source_[triangle[1]], &c = source_[triangle[2]];
  const double ax = static_cast<double>(a.x), ay = static_cast<double>(a.y);
  return (static_cast<double>(b.x) - ax) * (static_cast<double>(c.y) - ay) !=
         (static_cast<double>(b.y) - ay) * (static_cast<double>(c.x) - ax);
}

ClipArea::Corner ClipArea::corner_of(std::uint32_t vertex) const noexcept {
  const Vertex& v = source_[vertex];
  return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.u), static_cast<double>(v.v),
          vertex};
}

ClipArea::Corner ClipArea::crossing(const Corner& s, const Corner& e, double ds, double de) noexcept {
  // From the same end whichever way round the polygon goes: triangles that share an edge are cut in the same point.
  if (e.x < s.x || (e.x == s.x && e.y < s.y)) return crossing(e, s, de, ds);
  const double f = ds / (ds - de);
  return {s.x + (e.x - s.x) * f, s.y + (e.y - s.y) * f, s.u + (e.u - s.u) * f, s.v + (e.v - s.v) * f, none};
}

bool ClipArea::keep_all(DrawList& list, std::size_t first_vertex, std::span<const std::uint32_t> triangles) {
  if (list.max_indices - std::min(list.max_indices, list.indices.size()) < triangles.size()) {
    list.truncated = true;
    list.vertices.truncate(first_vertex);
    return false;
  }
  std::uint32_t* to = list.indices.reserve_more(triangles.size());
  for (std::size_t i = 0; i < triangles.size(); ++i) to[i] = triangles[i] + static_cast<std::uint32_t>(first_vertex);
  list.indices.grow(triangles.size());
  return true;
}

std::uint32_t ClipArea::emit_vertex(DrawList& list, const Corner& corner) {
  if (corner.source != none && moved_to_[corner.source] != none) return moved_to_[corner.source];
  const auto index = static_cast<std::uint32_t>(list.vertices.size());
  if (corner.source != none) {
    list.vertices.push_back(source_[corner.source]);
    moved_to_[corner.source] = index;
  } else {
    list.vertices.push_back({static_cast<float>(corner.x), static_cast<float>(corner.y), static_cast<float>(corner.u),
                             static_cast<float>(corner.v), source_[0].light, source_[0].dark});
  }
  return index;
}

void ClipArea::emit_triangle(DrawList& list, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const std::array<Corner, 3> corners{corner_of(a), corner_of(b), corner_of(c)};
  emit_fan(list, corners);
}

void ClipArea::emit_fan(DrawList& list, std::span<const Corner> polygon) {
  if (list.vertices.size() + polygon.size() > list.max_vertices ||
      list.indices.size() + 3 * (polygon.size() - 2) > list.max_indices) {
    list.truncated = true;
    return;
  }
  const std::uint32_t first = emit_vertex(list, polygon[0]);
  std::uint32_t before = emit_vertex(list, polygon[1]);
  std::uint32_t* to = list.indices.reserve_more(3 * (polygon.size() - 2));
  for (std::size_t k = 2; k < polygon.size(); ++k) {
    const std::uint32_t next = emit_vertex(list, polygon[k]);
    *to++ = first, *to++ = before, *to++ = next;
    before = next;
  }
  list.indices.grow(3 * (polygon.size() - 2));
}

}  // namespace sinew
