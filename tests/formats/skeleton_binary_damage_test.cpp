// Damaged binary skeletons: a value or a located error, never a read outside the bytes. Fixed seeds.
#include <filesystem>
#include <random>

#include "sinew/file.hpp"
#include "skeleton_binary_fixture.hpp"
#include "support/corpus.hpp"
#include "support/guarded_buffer.hpp"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;

/// The test vectors, and one file of each version if the corpus is there.
std::vector<std::string> samples() {
  std::vector<std::string> list = {vector_a(), vector_b()};
  if (const auto folder = corpus()) {
    for (const char* name : {"3.8/vine/vine-pro.skel", "4.0/coin/coin-pro.skel", "4.1/powerup/powerup-pro.skel",
                             "4.2/cloud-pot/cloud-pot.skel", "4.2/meshes-all/meshes-all.skel",
                             "4.3/physics-all/physics-all.skel", "4.3/linked-slot/linked-slot.skel"}) {
      const Result<std::string> bytes = read_file((*folder / name).string());
      if (bytes) {
        list.push_back(*bytes);
      } else {
        ADD_FAILURE() << bytes.error();
      }
    }
  }
  return list;
}

/// Reads bytes behind which nothing may be touched. True: they are a skeleton.
bool try_bytes(GuardedBuffer& buffer, std::string_view bytes) {
  const Result<SkeletonDataPtr> data = parse_skeleton(buffer.hold(bytes), "damaged.skel");
  if (data) return true;
  EXPECT_GE(data.error().message.size(), 10u);
  return false;
}

TEST(SkeletonBinaryDamage, EveryPrefixIsAnError) {
  for (const std::string& sample : samples()) {
    GuardedBuffer buffer(sample.size());
    for (std::size_t size = 0; size < sample.size(); ++size) {
      ASSERT_FALSE(try_bytes(buffer, std::string_view(sample).substr(0, size))) << size;
    }
    EXPECT_TRUE(try_bytes(buffer, sample));
  }
}

TEST(SkeletonBinaryDamage, AnyByteMayBeAnything) {
  for (const std::string& sample : {vector_a(), vector_b()}) {
    GuardedBuffer buffer(sample.size());
    for (std::size_t i = 0; i < sample.size(); ++i) {
      std::string bytes = sample;
      for (int value = 0; value < 256; ++value) {
        bytes[i] = static_cast<char>(static_cast<unsigned char>(value));
        try_bytes(buffer, bytes);
      }
    }
  }
}

TEST(SkeletonBinaryDamage, MutationsGiveAValueOrAnError) {
  std::size_t loaded = 0, refused = 0;
  for (const std::string& sample : samples()) {
    GuardedBuffer buffer(sample.size() + 16);
    std::mt19937 random(static_cast<std::uint32_t>(sample.size()));
    const auto below = [&](std::size_t count) { return random() % count; };
    for (int round = 0; round < 2000; ++round) {
      std::string bytes = sample;
      const std::size_t changes = 1 + below(8);
      for (std::size_t i = 0; i < changes; ++i) {
        const std::size_t at = below(bytes.size());
        switch (below(5)) {
          case 0:
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
            break;
          case 1:
            bytes.erase(at, 1);
            break;
          case 2:
            bytes.insert(at, 1, static_cast<char>(below(256)));
            break;
          case 3:
            bytes[at] = "\x00\x01\x7f\x80\xff"[below(5)];
            break;
          default:
            bytes[at] = static_cast<char>(below(256));
        }
      }
      try_bytes(buffer, bytes) ? ++loaded : ++refused;
    }
  }
  EXPECT_GT(loaded, 0u);
  EXPECT_GT(refused, loaded);
}

/// A file of 4.3 up to and without its constraints: bones r and t, slots as many as asked for.
Bytes beginning(std::uint32_t slots = 2) {
  Bytes bytes;
  bytes.hex("00 00 00 00 00 00 00 00").str("4.3.0").numbers({0, 0, 0, 0, 100}).u8(0);
  bytes.uv(1).str("img").uv(2);
  const std::string_view transform = "00000000 00000000 00000000 3f800000 3f800000 00000000 00000000 00 00000000 00";
  bytes.str("r").hex(transform).str("t").uv(0).hex(transform);
  bytes.uv(slots);
  for (std::uint32_t i = 0; i < slots; ++i) {
    bytes.str("s" + std::to_string(i)).uv(0).hex("ffffffff ffffffff").uv(0).uv(0);
  }
  return bytes;
}

/// The error of a file whose default skin has one attachment with these bytes behind its placeholder.
std::optional<Error> error_of_attachment(const Bytes& attachment) {
  Bytes bytes = beginning();
  bytes.uv(0).uv(1).uv(0).uv(1).uv(1).add(attachment).uv(0).uv(0).uv(0);
  return load_binary(bytes.text()).error;
}

/// The error of a file with one animation that has these parts (all eleven of them).
std::optional<Error> error_of_animation(const Bytes& parts, std::uint32_t slots = 2) {
  Bytes bytes = beginning(slots);
  bytes.uv(0).uv(0).uv(0).uv(0).uv(1).str("a").uv(1).add(parts);
  return load_binary(bytes.text()).error;
}

TEST(SkeletonBinaryDamage, PlainFilesOfTheseTestsLoad) {
  EXPECT_FALSE(error_of_attachment(Bytes().u8(0).numbers({0, 0, 1, 1, 2, 2})));
  EXPECT_FALSE(error_of_animation(Bytes().hex("00 00 00 00 00 00 00 00 00 00 00")));
}

TEST(SkeletonBinaryDamage, MeshesAreChecked) {
  // A triangle: H = 3, V = 3.
  const auto mesh = [](std::uint32_t hull, std::uint32_t vertices, std::string_view indices) {
    Bytes bytes;
    bytes.u8(2).uv(hull).uv(vertices);
    for (std::uint32_t i = 0; i < vertices; ++i) bytes.numbers({0, 0});
    for (std::uint32_t i = 0; i < vertices; ++i) bytes.numbers({0, 0});
    return bytes.hex(indices).uv(0);
  };
  EXPECT_FALSE(error_of_attachment(mesh(3, 3, "00 01 02")));
  EXPECT_FALSE(error_of_attachment(mesh(4, 3, ""))) << "more on the outline than there are vertices, and no triangle";
  for (const Bytes& bytes : {mesh(5, 3, ""), mesh(0, 0, ""), mesh(3, 3, "00 01 03"), mesh(0xffffffff, 3, "")}) {
    const std::optional<Error> error = error_of_attachment(bytes);
    ASSERT_TRUE(error);
    EXPECT_EQ(error->code, ErrorCode::bad_value);
    EXPECT_TRUE(error->where.pointer.starts_with("/skins/0/attachments/s0/img")) << *error;
  }
  const auto weighted = [](std::uint32_t items) {
    return Bytes()
        .u8(0x82)
        .uv(1)
        .uv(2)
        .uv(items)
        .uv(1)
        .uv(1)
        .numbers({1, 2, 1})
        .uv(0)
        .numbers({0, 0, 0, 0})
        .hex("00 01 00")
        .uv(0);
  };
  EXPECT_FALSE(error_of_attachment(weighted(3))) << "a vertex may have no bone";
  EXPECT_TRUE(error_of_attachment(weighted(2)));
  EXPECT_TRUE(error_of_attachment(weighted(4)));
}

TEST(SkeletonBinaryDamage, CountsBeyondTheFileAreErrors) {
  const std::string most = Bytes().uv(0x7fffffff).text();
  // Wherever a count may stand: no memory is asked for on its word.
  for (const std::string& sample : {vector_a(), vector_b()}) {
    for (std::size_t i = 8; i < sample.size(); ++i) {
      std::string bytes = sample;
      bytes.replace(i, 1, most);
      GuardedBuffer buffer(bytes.size());
      try_bytes(buffer, bytes);
    }
  }
  const std::optional<Error> error = load_binary(beginning().add(Bytes().uv(0x7fffffff)).text()).error;
  ASSERT_TRUE(error);
  EXPECT_EQ(
      error->message,
      "Here 2147483647 items should follow, but the 0 bytes that are left cannot hold them; the file is damaged.");
}

TEST(SkeletonBinaryDamage, LinkedMeshesMayNotGoRound) {
  // Slot s0: "img" links to "img" itself; there are no other texts.
  const std::optional<Error> itself = error_of_attachment(Bytes().u8(3).uv(0).uv(0).uv(1));
  ASSERT_TRUE(itself);
  EXPECT_EQ(itself->message, "This linked mesh is its own source, directly or through others.");
  const std::optional<Error> skin = error_of_attachment(Bytes().u8(3).uv(0).uv(7).uv(1));
  ASSERT_TRUE(skin);
  EXPECT_EQ(skin->code, ErrorCode::unknown_reference);
}

TEST(SkeletonBinaryDamage, LongChainsOfLinkedMeshesAreFollowed) {
  constexpr std::uint32_t count = 10000;
  Bytes bytes;
  bytes.hex("00 00 00 00 00 00 00 00").str("4.3.0").numbers({0, 0, 0, 0, 100}).u8(0).uv(count);
  for (std::uint32_t i = 0; i < count; ++i) bytes.str("m" + std::to_string(i));
  bytes.uv(1).str("r").hex("00000000 00000000 00000000 3f800000 3f800000 00000000 00000000 00 00000000 00");
  bytes.uv(1).str("s").uv(0).hex("ffffffff ffffffff").uv(0).uv(0).uv(0);
  bytes.uv(1).uv(0).uv(count);
  for (std::uint32_t i = 0; i + 1 < count; ++i) bytes.uv(i + 1).u8(0x83).uv(0).uv(0).uv(i + 2);
  bytes.uv(count).u8(2).uv(3).uv(3).numbers({0, 0, 1, 0, 0, 1}).numbers({0, 0, 1, 0, 0, 1}).hex("00 01 02").uv(0);
  bytes.uv(0).uv(0).uv(0);
  const BinaryLoaded loaded = load_binary(bytes.text());
  ASSERT_TRUE(loaded.data) << *loaded.error;
  EXPECT_EQ(loaded->attachments[0].mesh, loaded->attachments[count - 1].mesh);
  EXPECT_EQ(loaded->attachments[0].timeline_attachment, AttachmentIndex(count - 1));
}

TEST(SkeletonBinaryDamage, AnAttachmentThatComesTwiceCountsOnce) {
  Bytes bytes = beginning();
  bytes.uv(0).uv(1).uv(0).uv(2);
  bytes.uv(1).u8(0).numbers({0, 0, 1, 1, 2, 2}).uv(1).u8(0).numbers({0, 0, 1, 1, 8, 8}).uv(0).uv(0).uv(0);
  const BinaryLoaded loaded = load_binary(bytes.text());
  ASSERT_TRUE(loaded.data) << *loaded.error;
  ASSERT_EQ(loaded->attachments.size(), 1u);
  EXPECT_EQ(loaded->attachments[0].region->width, 8) << "the later one replaces the earlier one";
  ASSERT_EQ(loaded.warnings.size(), 1u);
  EXPECT_EQ(loaded.warnings[0].where.pointer, "/skins/0/attachments/s0/img");
}

TEST(SkeletonBinaryDamage, KeysAreChecked) {
  const auto rotate = [](std::string_view keys) {
    return Bytes().hex("00 01 01 01 00").hex(keys).hex("00 00 00 00 00 00 00 00 00");
  };
  EXPECT_FALSE(error_of_animation(rotate("02 00 00000000 00000000 3f800000 00000000 01")));
  const std::pair<std::string_view, std::string_view> bad[] = {
      {"00 00", "A timeline of this kind has at least one key, but this one has none."},
      {"02 02 00000000 00000000 3f800000 00000000 01 00000000 00000000 00000000 00000000",
       "2 keys cannot have 2 curves."},
      {"02 01 00000000 00000000 3f800000 00000000 00",
       "The keys that follow have 0 curves, not the 1 that are given here."},
      {"02 00 00000000 00000000 3f800000 00000000 02 00000000 00000000 00000000 00000000",
       "The keys that follow have more curves than the 0 that are given here."},
      {"02 00 00000000 00000000 3f800000 00000000 03", "The number 3 means no curve; the known ones are 0 to 2."},
      {"02 00 3f800000 00000000 00000000 00000000 00", "The time of this key is before that of the key before it."},
      {"01 00 7fc00000 00000000", "This number is infinite or not a number."},
  };
  for (const auto& [keys, message] : bad) {
    const std::optional<Error> error = error_of_animation(rotate(keys));
    ASSERT_TRUE(error) << keys;
    EXPECT_EQ(error->message, message);
    EXPECT_TRUE(error->where.pointer.starts_with("/animations/a/bones/t/rotate")) << *error;
  }
}

TEST(SkeletonBinaryDamage, DrawOrdersAreChecked) {
  const auto order = [](std::string_view pairs) {
    return Bytes().hex("00 00 00 00 00 00 00 00 01 00000000").hex(pairs).hex("00 00");
  };
  EXPECT_FALSE(error_of_animation(order("00")));
  EXPECT_FALSE(error_of_animation(order("02 00 01 01 ffffffff0f")));
  for (const char* bad : {"02 01 ffffffff0f 00 01", "02 00 00 00 00", "02 00 01 01 00", "01 00 ffffffff0f", "01 01 01",
                          "01 02 00", "03 00 00 01 00 02 00"}) {
    EXPECT_TRUE(error_of_animation(order(bad))) << bad;
  }
  const auto folder = [](std::string_view folders) {
    return Bytes().hex("00 00 00 00 00 00 00 00 00 01").hex(folders).hex("00");
  };
  EXPECT_FALSE(error_of_animation(folder("02 01 00 01 00000000 00")));
  EXPECT_FALSE(error_of_animation(folder("00 00"))) << "an empty folder";
  EXPECT_TRUE(error_of_animation(folder("02 01 01 00"))) << "a slot twice";
}

}  // namespace
}  // namespace sinew::test
