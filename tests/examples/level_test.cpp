// MIT License, Copyright (c) 2026 the ricochet authors

#include "shooting_range/build.h"

#include <box2d/b2_fixture.h>
#include <box2d/b2_polygon_shape.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <filesystem>
#include <fstream>

namespace
{

using namespace range;

/// Returns a map of 20 m by 10 m at 10 px per m with the given objects.
std::string MapWith(std::string_view objects)
{
	return fmt::format(R"({{"orientation":"orthogonal","width":20,"height":10,"tilewidth":10,"tileheight":10,
		"properties":[{{"name":"pixelsPerMeter","type":"float","value":10}}],
		"layers":[{{"type":"objectgroup","name":"all","objects":[{}]}}]}})",
	                   objects);
}

/// Returns an object named "thing" with id 7 at pixel (50, 40). It may have more members and properties.
std::string Thing(std::string_view members, std::string_view properties = "", std::string_view type = "stone")
{
	return fmt::format(R"({{"id":7,"name":"thing","type":"{}","x":50,"y":40,{},"properties":[{}]}})", type, members,
	                   properties);
}

std::string Property(std::string_view name, std::string_view value)
{
	return fmt::format(R"({{"name":"{}","type":"float","value":{}}})", name, value);
}

constexpr std::string_view k_box = R"("width":20,"height":10)";

/// Returns the error of reading and building a map.
std::string ErrorOf(const std::string& text)
{
	std::string error;
	const std::optional<LevelDef> level = ParseLevel(text, "test.tmj", &error);
	if (level.has_value())
	{
		EXPECT_TRUE(error.empty());
		const bool isBuilt = BuildStage(*level, &error).has_value();
		EXPECT_EQ(isBuilt, error.empty());
	}
	return error;
}

void ExpectError(const std::string& objects, std::string_view reason)
{
	const std::string error = ErrorOf(MapWith(objects));
	EXPECT_TRUE(error.starts_with("test.tmj: object 'thing' (id 7): ")) << error;
	EXPECT_NE(error.find(reason), std::string::npos) << "no \"" << reason << "\" in: " << error;
	EXPECT_EQ(error.find('\n'), std::string::npos) << error;
}

LevelDef Read(const std::string& objects)
{
	std::string error;
	std::optional<LevelDef> level = ParseLevel(MapWith(objects), "test.tmj", &error);
	EXPECT_TRUE(level.has_value()) << error;
	EXPECT_TRUE(level.has_value() && BuildStage(*level, &error).has_value()) << error;
	return level.value_or(LevelDef{});
}

ObjectDef ReadOne(const std::string& object)
{
	LevelDef level = Read(object);
	EXPECT_EQ(level.objects.size(), 1u);
	return level.objects.empty() ? ObjectDef{} : level.objects.front();
}

b2Vec2 InWorld(const ObjectDef& object, size_t vertex)
{
	b2Transform transform;
	transform.Set(object.position, object.angle);
	return b2Mul(transform, object.vertices.at(vertex));
}

void ExpectNear(b2Vec2 actual, b2Vec2 expected)
{
	EXPECT_NEAR(actual.x, expected.x, 1e-4f);
	EXPECT_NEAR(actual.y, expected.y, 1e-4f);
}

std::string PolygonOf(std::initializer_list<b2Vec2> points, std::string_view key = "polygon")
{
	std::string list;
	for (const b2Vec2 point : points)
	{
		list += fmt::format(R"({}{{"x":{},"y":{}}})", list.empty() ? "" : ",", point.x, point.y);
	}
	return fmt::format(R"("{}":[{}])", key, list);
}

// What is read ------------------------------------------------------------------------------------------------------

TEST(Level, BoxHangsBelowItsCornerWithYUp)
{
	const ObjectDef box = ReadOne(Thing(k_box));
	EXPECT_EQ(box.name, "thing");
	EXPECT_EQ(box.id, 7);
	EXPECT_EQ(box.body, b2_staticBody);
	EXPECT_EQ(box.outline, Outline::Polygon);
	ExpectNear(box.position, {6.0f, 5.5f});
	ExpectNear(InWorld(box, 0), {5.0f, 5.0f});
	ExpectNear(InWorld(box, 2), {7.0f, 6.0f});
}

TEST(Level, BoxTurnsClockwiseAboutItsTopLeftCorner)
{
	const ObjectDef box = ReadOne(Thing(R"("width":20,"height":10,"rotation":90)"));
	ExpectNear(InWorld(box, 3), {5.0f, 6.0f}); // the corner stays in place
	ExpectNear(InWorld(box, 2), {5.0f, 4.0f}); // the right corner comes down
	ExpectNear(InWorld(box, 1), {4.0f, 4.0f});
}

TEST(Level, EllipseIsACircleOrAnOctagon)
{
	const ObjectDef circle = ReadOne(Thing(R"("ellipse":true,"width":20,"height":20)"));
	EXPECT_EQ(circle.outline, Outline::Circle);
	EXPECT_FLOAT_EQ(circle.radius, 1.0f);
	ExpectNear(circle.position, {6.0f, 5.0f});

	const ObjectDef ellipse = ReadOne(Thing(R"("ellipse":true,"width":20,"height":40)"));
	EXPECT_EQ(ellipse.outline, Outline::Polygon);
	ASSERT_EQ(ellipse.vertices.size(), 8u);
	ExpectNear(ellipse.position, {6.0f, 4.0f});
	for (const b2Vec2 vertex : ellipse.vertices)
	{
		EXPECT_NEAR(vertex.x * vertex.x + vertex.y * vertex.y / 4.0f, 1.0f, 1e-4f);
	}
}

TEST(Level, ConvexPolygonOfEitherOrientationIsOneFixture)
{
	for (const std::string& points : {PolygonOf({{0, 0}, {20, 0}, {0, 20}}), PolygonOf({{0, 0}, {0, 20}, {20, 0}})})
	{
		const ObjectDef triangle = ReadOne(Thing(points, R"({"name":"body","value":"dynamic"})"));
		EXPECT_EQ(triangle.outline, Outline::Polygon);
		EXPECT_EQ(triangle.body, b2_dynamicBody);
		ASSERT_EQ(triangle.vertices.size(), 3u);
		const b2Vec2 a = triangle.vertices[1] - triangle.vertices[0];
		const b2Vec2 b = triangle.vertices[2] - triangle.vertices[0];
		EXPECT_GT(b2Cross(a, b), 0.0f);
		ExpectNear(triangle.position, {5.0f + 2.0f / 3.0f, 6.0f - 2.0f / 3.0f});
	}
}

TEST(Level, ConcaveAndLargePolygonsAreLoopsIfStatic)
{
	const std::string arrow = PolygonOf({{0, 0}, {20, 10}, {0, 20}, {10, 10}});
	const ObjectDef loop = ReadOne(Thing(arrow));
	EXPECT_EQ(loop.outline, Outline::Loop);
	EXPECT_EQ(loop.vertices.size(), 4u);
	ExpectError(Thing(arrow, R"({"name":"body","value":"dynamic"})"), "is a concave polygon of 4 vertices");
	ExpectError(Thing(arrow, R"({"name":"body","value":"kinematic"})"), "is a concave polygon of 4 vertices");

	const std::string ring =
	    PolygonOf({{0, 0}, {10, -4}, {20, -4}, {30, 0}, {34, 10}, {30, 20}, {20, 24}, {10, 24}, {0, 20}});
	EXPECT_EQ(ReadOne(Thing(ring)).outline, Outline::Loop);
	ExpectError(Thing(ring, R"({"name":"body","value":"dynamic"})"), "is a convex polygon of 9 vertices");
}

TEST(Level, PolylineIsAChain)
{
	const ObjectDef chain = ReadOne(Thing(PolygonOf({{0, 0}, {-20, 5}, {-30, 0}}, "polyline")));
	EXPECT_EQ(chain.outline, Outline::Chain);
	ExpectNear(InWorld(chain, 1), {3.0f, 5.5f});
}

TEST(Level, PropertiesOverrideTheMaterial)
{
	const ObjectDef glass = ReadOne(Thing(k_box, "", "glass"));
	EXPECT_EQ(glass.material, Material::Glass);
	EXPECT_TRUE(std::isfinite(glass.surface.resistance));
	EXPECT_TRUE(std::isinf(ReadOne(Thing(k_box, "", "steel")).surface.resistance));

	const ObjectDef lift = ReadOne(Thing(k_box, R"({"name":"body","value":"kinematic"},)" +
	                                                Property("resistance", "50") + "," + Property("friction", "0.25") +
	                                                "," + Property("travel", "3") + "," + Property("speed", "2")));
	EXPECT_FLOAT_EQ(lift.surface.resistance, 50.0f);
	EXPECT_FLOAT_EQ(lift.surface.friction, 0.25f);
	EXPECT_FLOAT_EQ(lift.travel, 3.0f);
	EXPECT_FLOAT_EQ(lift.velocity.y, 2.0f);
	EXPECT_TRUE(std::isinf(ReadOne(Thing(k_box, Property("resistance", "-1"), "glass")).surface.resistance));
}

TEST(Level, ShooterIsReadIntoADef)
{
	const LevelDef level = Read(Thing(R"("point":true)",
	                                  R"({"name":"kind","value":"grenade"},)" + Property("direction", "90") + "," +
	                                      Property("minSpeed", "10") + "," + Property("fuse", "1.5") + "," +
	                                      Property("rollingResistance", "0.5"),
	                                  "shooter"));
	ASSERT_EQ(level.shooters.size(), 1u);
	const ShooterDef& shooter = level.shooters.front();
	EXPECT_TRUE(shooter.grenades);
	EXPECT_FLOAT_EQ(shooter.direction, 0.5f * b2_pi);
	EXPECT_FLOAT_EQ(shooter.minSpeed, 10.0f);
	EXPECT_FLOAT_EQ(shooter.maxSpeed, 10.0f);
	EXPECT_FLOAT_EQ(shooter.grenade.fuse, 1.5f);
	EXPECT_FLOAT_EQ(shooter.grenade.rollingResistance, 0.5f);
	ExpectNear(shooter.position, {5.0f, 6.0f});
}

TEST(Level, LayerOffsetsMoveObjectsAndArtLayersAreSkipped)
{
	std::string map = MapWith(Thing(k_box));
	map.insert(map.find(R"("objects")"), R"("offsetx":10,"offsety":-10,)");
	map.insert(map.find(R"({"type":"objectgroup")"), R"({"type":"tilelayer","name":"art","data":"AAAA"},)");
	std::string error;
	const std::optional<LevelDef> level = ParseLevel(map, "test.tmj", &error);
	ASSERT_TRUE(level.has_value()) << error;
	ASSERT_EQ(level->objects.size(), 1u);
	ExpectNear(level->objects[0].position, {7.0f, 6.5f});
}

TEST(Level, ACapsuleIsAsLongAsItsLongerSide)
{
	const ObjectDef lying = ReadOne(Thing(R"("capsule":true,"width":40,"height":10)"));
	EXPECT_EQ(lying.outline, Outline::Capsule);
	EXPECT_FLOAT_EQ(lying.radius, 0.5f);
	ExpectNear(lying.position, {7.0f, 5.5f});
	ASSERT_EQ(lying.vertices.size(), 2u);
	ExpectNear(lying.vertices[0], {-1.5f, 0.0f});
	ExpectNear(lying.vertices[1], {1.5f, 0.0f});
	const ObjectDef standing = ReadOne(Thing(R"("capsule":true,"width":10,"height":30,"rotation":90)"));
	ExpectNear(standing.vertices[1], {0.0f, 1.0f});
	ExpectNear(standing.position, {3.5f, 5.5f});
	EXPECT_FLOAT_EQ(standing.angle, -0.5f * b2_pi);
	EXPECT_EQ(ReadOne(Thing(R"("capsule":true,"width":10,"height":10)")).outline, Outline::Circle);
	ExpectError(Thing(R"("capsule":true,"width":10,"height":0.1)"), "is a capsule 0.01 m thick");
	ExpectError(Thing(R"("capsule":1,"width":10,"height":10)"), "capsule must be true or false, is 1");
}

TEST(Level, GroupsMoveTheLayersInThem)
{
	const auto grouped = [](const std::string& layers)
	{
		return R"({"type":"group","name":"g","offsetx":20,"offsety":-10,"layers":[)" + layers + "]}";
	};
	const std::string layer =
	    fmt::format(R"({{"type":"objectgroup","name":"in","offsetx":1,"objects":[{}]}})", Thing(k_box));
	std::string map = MapWith(Thing(k_box));
	const size_t begin = map.find(R"({"type":"objectgroup")");
	map.insert(begin, grouped(grouped(layer) + "," + layer) + ",");
	std::string error;
	const std::optional<LevelDef> level = ParseLevel(map, "test.tmj", &error);
	ASSERT_TRUE(level.has_value()) << error;
	ASSERT_EQ(level->objects.size(), 3u);
	ExpectNear(level->objects[0].position, {10.1f, 7.5f});
	ExpectNear(level->objects[1].position, {8.1f, 6.5f});
	ExpectNear(level->objects[2].position, {6.0f, 5.5f});

	std::string deep = layer;
	for (int32_t i = 0; i < 101; ++i)
	{
		deep = grouped(deep);
	}
	std::string deepMap = MapWith(Thing(k_box));
	deepMap.insert(begin, deep + ",");
	EXPECT_EQ(ErrorOf(deepMap), "test.tmj: layer 'g': is in 100 groups, one in the other, which is too deep");
}

// Tiles and templates -------------------------------------------------------------------------------------------------

/// Maps with files beside them, as Tiled writes them.
class LevelFiles : public testing::Test
{
protected:
	LevelFiles()
	{
		std::filesystem::remove_all(m_folder);
		std::filesystem::create_directories(m_folder / "sets");
	}
	~LevelFiles() override { std::filesystem::remove_all(m_folder); }

	void Write(const char* file, std::string_view text) { std::ofstream(m_folder / file) << text; }

	[[nodiscard]] std::string MapFile() const { return (m_folder / "test.tmj").string(); }

	[[nodiscard]] static std::string Map(const std::string& objects, std::string_view tilesets)
	{
		std::string map = MapWith(objects);
		map.insert(1, fmt::format(R"("tilesets":[{}],)", tilesets));
		return map;
	}

	LevelDef ReadFiles(const std::string& map)
	{
		std::string error;
		std::optional<LevelDef> level = ParseLevel(map, MapFile(), &error);
		EXPECT_TRUE(level.has_value()) << error;
		EXPECT_TRUE(level.has_value() && BuildStage(*level, &error).has_value()) << error;
		return level.value_or(LevelDef{});
	}

	/// Returns the error without the folder of the files.
	std::string ErrorOfFiles(const std::string& map)
	{
		std::string error;
		EXPECT_FALSE(ParseLevel(map, MapFile(), &error).has_value());
		const std::string folder = m_folder.string() + "/";
		for (size_t at = error.find(folder); at != std::string::npos; at = error.find(folder))
		{
			error.erase(at, folder.size());
		}
		return error;
	}

	std::filesystem::path m_folder = std::filesystem::temp_directory_path() /
	                                 ("level_test_" + std::to_string(testing::UnitTest::GetInstance()->random_seed()) +
	                                  "_" + testing::UnitTest::GetInstance()->current_test_info()->name());
};

// The tiles have 16 by 16 pixels: 0 has a box, 1 a wedge, 2 two boxes, 3 a turned box, 4 a capsule, 5 a slope as a
// polyline.
constexpr std::string_view k_tiles = R"("name":"crates","type":"tileset","tilewidth":16,"tileheight":16,"columns":4,
	"tilecount":8,"image":"crates.png","imagewidth":64,"imageheight":32,"margin":0,"spacing":0,"tiles":[
	{"id":0,"type":"wood","objectgroup":{"draworder":"index","name":"","objects":[
		{"height":8,"id":1,"name":"","rotation":0,"type":"","visible":true,"width":4,"x":2,"y":6}],
		"opacity":1,"type":"objectgroup","visible":true,"x":0,"y":0},
		"properties":[{"name":"density","type":"float","value":3},{"name":"friction","type":"float","value":0.25}]},
	{"id":1,"objectgroup":{"objects":[{"height":0,"id":1,"width":0,"x":0,"y":16,
		"polygon":[{"x":0,"y":0},{"x":16,"y":0},{"x":16,"y":-8}]}],"type":"objectgroup"}},
	{"id":2,"objectgroup":{"objects":[{"height":4,"id":1,"width":4,"x":0,"y":0},
		{"height":4,"id":2,"width":4,"x":8,"y":0}],"type":"objectgroup"}},
	{"id":3,"objectgroup":{"objects":[{"height":8,"id":1,"width":4,"x":10,"y":2,"rotation":90}],"type":"objectgroup"}},
	{"id":4,"objectgroup":{"objects":[{"capsule":true,"height":12,"id":1,"width":4,"x":6,"y":2}],"type":"objectgroup"}},
	{"id":5,"objectgroup":{"objects":[{"height":0,"id":1,"width":0,"x":16,"y":8,
		"polyline":[{"x":0,"y":0},{"x":-16,"y":4}]}],"type":"objectgroup"}}])";

std::string TileObject(uint64_t gid, std::string_view more = R"("width":16,"height":16)",
                       std::string_view properties = "")
{
	return Thing(fmt::format(R"("gid":{},{})", gid, more), properties, "");
}

std::string Embedded(std::string_view more = "")
{
	return fmt::format(R"({{"firstgid":5,{}{}}})", more, k_tiles);
}

TEST_F(LevelFiles, ATileObjectHasTheShapeTheClassAndThePropertiesOfItsTile)
{
	const LevelDef level =
	    ReadFiles(Map(TileObject(5, R"("width":16,"height":16)", Property("friction", "0.5")), Embedded()));
	ASSERT_EQ(level.objects.size(), 1u);
	const ObjectDef& crate = level.objects[0];
	EXPECT_EQ(crate.name, "thing");
	EXPECT_EQ(crate.material, Material::Wood);
	EXPECT_FLOAT_EQ(crate.density, 3.0f);
	EXPECT_FLOAT_EQ(crate.surface.friction, 0.5f) << "its own";
	// The object is at pixel (50, 40), the bottom left corner of the tile. So the box is at (52, 30) to (56, 38).
	ExpectNear(crate.position, {5.4f, 6.6f});
	ExpectNear(crate.vertices[2], {0.2f, 0.4f});
}

TEST_F(LevelFiles, TilesAreStretchedFlippedAndTurned)
{
	const auto one = [&](const std::string& object)
	{
		const LevelDef level = ReadFiles(Map(object, Embedded()));
		EXPECT_EQ(level.objects.size(), 1u);
		return level.objects.empty() ? ObjectDef{} : level.objects[0];
	};
	const ObjectDef stretched = one(TileObject(5, R"("width":32,"height":16)"));
	ExpectNear(stretched.position, {5.8f, 6.6f});
	ExpectNear(stretched.vertices[2], {0.4f, 0.4f});
	constexpr uint64_t k_flippedX = 0x80000000u;
	constexpr uint64_t k_flippedY = 0x40000000u;
	ExpectNear(one(TileObject(5 + k_flippedX)).position, {6.2f, 6.6f}); // (60, 30) to (64, 38)
	ExpectNear(one(TileObject(5 + k_flippedY)).position, {5.4f, 7.0f}); // (52, 26) to (56, 34)
	// The tile turns clockwise about its bottom left corner.
	const ObjectDef turned = one(TileObject(5, R"("width":16,"height":16,"rotation":90)"));
	ExpectNear(turned.position, {5.6f, 5.6f});
	EXPECT_FLOAT_EQ(turned.angle, -0.5f * b2_pi);
	// The turned box covers (2, 2) to (10, 6).
	ExpectNear(one(TileObject(8)).position, {5.6f, 7.2f});
	ExpectNear(one(TileObject(8 + k_flippedX)).position, {6.0f, 7.2f});
	ExpectNear(one(TileObject(8 + k_flippedY)).position, {5.6f, 6.4f});
	ExpectNear(one(TileObject(8 + k_flippedX + k_flippedY)).position, {6.0f, 6.4f});
	// The wedge rises to the right, or to the left when flipped. Its centroid is at a third of its height.
	ExpectNear(one(TileObject(6)).position, {5.0f + 3.2f / 3.0f, 6.0f + 0.8f / 3.0f});
	ExpectNear(one(TileObject(6 + k_flippedX)).position, {5.0f + 1.6f / 3.0f, 6.0f + 0.8f / 3.0f});
	const ObjectDef capsule = one(TileObject(9, R"("width":32,"height":32)"));
	EXPECT_EQ(capsule.outline, Outline::Capsule);
	EXPECT_FLOAT_EQ(capsule.radius, 0.4f);
	ExpectNear(capsule.position, {6.6f, 7.6f});
	// If the tile is flipped, the front side of the slope must still be above.
	for (const uint64_t flip : {uint64_t{0}, k_flippedX})
	{
		const ObjectDef slope = one(TileObject(10 + flip));
		ASSERT_EQ(slope.vertices.size(), 2u);
		EXPECT_LT(slope.vertices[1].x, slope.vertices[0].x);
	}
}

TEST_F(LevelFiles, TheTilesetSaysWhereAnObjectIsOnItsTile)
{
	const std::pair<const char*, b2Vec2> alignments[] = {{"bottomleft", {5.4f, 6.6f}}, {"unspecified", {5.4f, 6.6f}},
	                                                     {"topleft", {5.4f, 5.0f}},    {"top", {4.6f, 5.0f}},
	                                                     {"center", {4.6f, 5.8f}},     {"right", {3.8f, 5.8f}},
	                                                     {"bottomright", {3.8f, 6.6f}}};
	for (const auto& [alignment, place] : alignments)
	{
		const std::string tileset = Embedded(fmt::format(R"("objectalignment":"{}",)", alignment));
		const LevelDef level = ReadFiles(Map(TileObject(5), tileset));
		ASSERT_EQ(level.objects.size(), 1u);
		ExpectNear(level.objects[0].position, place);
	}
}

TEST_F(LevelFiles, SeveralShapesOfATileAreSeveralStaticBodies)
{
	const LevelDef level = ReadFiles(Map(TileObject(7), Embedded()));
	ASSERT_EQ(level.objects.size(), 2u);
	ExpectNear(level.objects[0].position, {5.2f, 7.4f});
	ExpectNear(level.objects[1].position, {6.0f, 7.4f});
	const std::string moving = R"({"name":"body","type":"string","value":"dynamic"})";
	EXPECT_EQ(ErrorOfFiles(Map(TileObject(7, R"("width":16,"height":16)", moving), Embedded())),
	          "test.tmj: object 'thing' (id 7): tile 2 of test.tmj: has several shapes; the tile of a body that moves "
	          "must have one");
}

TEST_F(LevelFiles, TilesetsAndTemplatesAreReadFromTheirFiles)
{
	Write("sets/crates.tsj", fmt::format("{{{}}}", k_tiles));
	Write("crate.tj", R"({"type":"template","tileset":{"firstgid":1,"source":"sets/crates.tsj"},"object":{"gid":1,
		"height":16,"id":3,"name":"crate","rotation":0,"type":"","visible":true,"width":16,
		"properties":[{"name":"body","type":"string","value":"dynamic"},{"name":"density","type":"float","value":5}]}})");
	const std::string tilesets = R"({"firstgid":1,"source":"other.tsj"},{"firstgid":101,"source":"sets/crates.tsj"})";
	Write("other.tsj", R"({"name":"other","type":"tileset","tilewidth":16,"tileheight":16})");
	const std::string plain = R"({"id":1,"template":"crate.tj","x":50,"y":40})";
	const std::string changed = R"({"id":2,"template":"crate.tj","x":90,"y":40,"name":"heavy","rotation":90,
		"properties":[{"name":"density","type":"float","value":9}]})";
	const std::string replaced = R"({"id":3,"template":"crate.tj","gid":105,"x":50,"y":80})";
	const LevelDef level = ReadFiles(Map(plain + "," + changed + "," + replaced + "," + TileObject(101), tilesets));
	ASSERT_EQ(level.objects.size(), 4u);
	EXPECT_EQ(level.objects[0].name, "crate");
	EXPECT_EQ(level.objects[0].body, b2_dynamicBody);
	EXPECT_EQ(level.objects[0].material, Material::Wood) << "of the tile of the template";
	EXPECT_FLOAT_EQ(level.objects[0].density, 5.0f);
	ExpectNear(level.objects[0].position, {5.4f, 6.6f});
	EXPECT_EQ(level.objects[1].name, "heavy");
	EXPECT_FLOAT_EQ(level.objects[1].density, 9.0f);
	EXPECT_FLOAT_EQ(level.objects[1].angle, -0.5f * b2_pi);
	EXPECT_EQ(level.objects[2].outline, Outline::Capsule) << "a tile of the map";
	EXPECT_EQ(level.objects[3].body, b2_staticBody);

	Write("round.tj", R"({"type":"template","object":{"ellipse":true,"height":20,"width":20,"id":1,"name":"ball"}})");
	EXPECT_EQ(ReadFiles(Map(R"({"id":1,"template":"round.tj","x":5,"y":5})", "")).objects[0].outline, Outline::Circle);
}

TEST_F(LevelFiles, ATileOfAnImageHasItsOwnSize)
{
	const std::string collection = R"({"firstgid":1,"name":"c","tilewidth":64,"tileheight":64,"columns":0,"tiles":[
		{"id":4,"image":"a.png","imagewidth":20,"imageheight":40,"objectgroup":{"objects":[
			{"id":1,"x":0,"y":0,"width":20,"height":40}]}}]})";
	const LevelDef level = ReadFiles(Map(TileObject(5, R"("width":40,"height":40)"), collection));
	ASSERT_EQ(level.objects.size(), 1u);
	ExpectNear(level.objects[0].vertices[2], {2.0f, 2.0f});
}

TEST_F(LevelFiles, WhatIsWrongIsNamedWithItsFile)
{
	const std::string thing = "test.tmj: object 'thing' (id 7): ";
	EXPECT_EQ(ErrorOfFiles(Map(TileObject(3), Embedded())), thing + "shows the tile 3, which no tileset has");
	EXPECT_EQ(ErrorOfFiles(Map(TileObject(5 + 0x20000000u), Embedded())),
	          thing + "shows a tile that is flipped diagonally, which is not supported");
	EXPECT_EQ(ErrorOfFiles(Map(TileObject(12), Embedded())),
	          thing + "tile 7 of test.tmj: has no shape; draw one in the collision editor");
	EXPECT_EQ(ErrorOfFiles(Map(TileObject(8, R"("width":32,"height":16)"), Embedded())),
	          thing +
	              "tile 3 of test.tmj: a shape: is turned, and its tile is stretched unevenly, which is not supported");
	EXPECT_EQ(
	    ErrorOfFiles(Map(TileObject(9, R"("width":32,"height":16)"), Embedded())),
	    thing +
	        "tile 4 of test.tmj: a shape: is a capsule, and its tile is stretched unevenly, which is not supported");
	EXPECT_EQ(ErrorOfFiles(Map(TileObject(5, R"("width":16,"height":16)", Property("denisty", "2")), Embedded())),
	          thing + "has a property \"denisty\", which means nothing here");
	EXPECT_EQ(ErrorOfFiles(Map("", R"({"firstgid":1,"source":"none.tsj"})")),
	          "test.tmj: a tileset: needs the file none.tsj, which cannot be read, or is empty");
	Write("old.tsx", "<?xml version=\"1.0\"?><tileset/>");
	EXPECT_EQ(ErrorOfFiles(Map("", R"({"firstgid":1,"source":"old.tsx"})")),
	          "test.tmj: a tileset: needs the file old.tsx, which is XML: save it as JSON (.tsj, .tj)");
	Write("cut.tsj", "{\"name\":");
	EXPECT_TRUE(ErrorOfFiles(Map("", R"({"firstgid":1,"source":"cut.tsj"})"))
	                .starts_with("test.tmj: a tileset: needs the file cut.tsj, which is not JSON: "));
	Write("empty.tj", "{}");
	EXPECT_EQ(ErrorOfFiles(MapWith(Thing(R"("template":"empty.tj")"))),
	          thing + "needs the file empty.tj, which is no template");
	EXPECT_EQ(ErrorOfFiles(MapWith(Thing(R"("template":7)"))), thing + "template must be a text, is 7");
}

// What is refused ---------------------------------------------------------------------------------------------------

TEST(Level, FilesThatCannotBeReadAreNamed)
{
	std::string error;
	EXPECT_FALSE(LoadLevel("no such file.tmj", &error).has_value());
	EXPECT_EQ(error, "no such file.tmj: cannot be read, or is empty");

	const std::string folder = std::filesystem::temp_directory_path().string();
	EXPECT_FALSE(LoadLevel(folder, &error).has_value());
	EXPECT_TRUE(error.starts_with(folder)) << error;
}

TEST(Level, FilesThatAreNotTiledMapsAreRefused)
{
	EXPECT_TRUE(ErrorOf("<map/>").starts_with("test.tmj: is not JSON: "));
	EXPECT_TRUE(ErrorOf("").starts_with("test.tmj: is not JSON: "));
	EXPECT_TRUE(ErrorOf(R"({"orientation":"orthogonal")").starts_with("test.tmj: is not JSON: "));
	EXPECT_TRUE(ErrorOf("{\"orientation\":\"\xff\"}").starts_with("test.tmj: is not JSON: "));
	EXPECT_EQ(ErrorOf("[1, 2]"), "test.tmj: is array, not an object");
	EXPECT_EQ(ErrorOf("null"), "test.tmj: is null, not an object");
	EXPECT_EQ(ErrorOf("{}"), "test.tmj: is not a Tiled map of orientation \"orthogonal\"");
	EXPECT_EQ(ErrorOf(R"({"orientation":"isometric"})"), "test.tmj: is not a Tiled map of orientation \"orthogonal\"");
	EXPECT_EQ(ErrorOf(R"({"orientation":7})"), "test.tmj: orientation must be a text, is 7");
	EXPECT_EQ(ErrorOf(R"({"orientation":"orthogonal"})"), "test.tmj: property pixelsPerMeter is missing");
	EXPECT_TRUE(ErrorOf(std::string(100000, '[')).starts_with("test.tmj: is not JSON: "));
}

TEST(Level, BadMapsAreRefused)
{
	const auto mapWithout = [](std::string_view part, std::string_view instead)
	{
		std::string map = MapWith(Thing(k_box));
		map.replace(map.find(part), part.size(), instead);
		return ErrorOf(map);
	};
	EXPECT_EQ(mapWithout(R"("value":10)", R"("value":0)"), "test.tmj: pixelsPerMeter must be from 1 to 10000, is 0");
	EXPECT_EQ(mapWithout(R"("value":10)", R"("other":10)"), "test.tmj: property pixelsPerMeter has no value");
	EXPECT_EQ(mapWithout(R"("height":10)", R"("height":-10)"), "test.tmj: height must be from 1 to 100000, is -10");
	EXPECT_EQ(mapWithout(R"("width":20,)", ""), "test.tmj: width is missing");
	EXPECT_EQ(mapWithout(R"("layers")", R"("lairs")"), "test.tmj: layers is missing");
	EXPECT_EQ(mapWithout(R"("objects":[)", R"("objects":7,"x":[)"),
	          "test.tmj: layer 'all': objects must be a list, is number");
	EXPECT_EQ(mapWithout(R"({"type":"objectgroup")", R"(7,{"type":"objectgroup")"),
	          "test.tmj: a layer: is number, not an object");
	EXPECT_EQ(mapWithout(R"({"id":7)", R"("seven",{"id":7)"), "test.tmj: an object: is string, not an object");
	EXPECT_EQ(mapWithout(R"("id":7,)", ""), "test.tmj: an object: id is missing");
	EXPECT_EQ(ErrorOf(R"({"orientation":"orthogonal","width":1,"height":1,"tilewidth":1,"tileheight":1,"layers":7,
		"properties":[{"name":"pixelsPerMeter","value":10}]})"),
	          "test.tmj: layers must be a list, is number");
}

TEST(Level, WrongTypesAreNamed)
{
	ExpectError(R"({"id":7,"name":"thing","x":"left","y":40,"width":20,"height":10})",
	            "x must be a number, is \"left\"");
	ExpectError(R"({"id":7,"name":"thing","y":40,"width":20,"height":10})", "x is missing");
	ExpectError(R"({"id":7,"name":"thing","x":1,"y":null,"width":20,"height":10})", "y must be a number, is null");
	ExpectError(Thing(R"("width":[20],"height":10)"), "width must be a number, is array");
	ExpectError(Thing(R"("ellipse":"yes","width":20,"height":10)"), "ellipse must be true or false");
	ExpectError(Thing(R"("polygon":7)"), "polygon must be a list");
	ExpectError(Thing(R"("polygon":[1,2,3])"), "polygon[0]: is number, not an object");
	ExpectError(Thing(R"("polygon":[{"x":0,"y":0},{"x":10}])"), "polygon[1]: y is missing");
	ExpectError(Thing(k_box, "7"), "a property: is number, not an object");
	ExpectError(Thing(k_box, R"({"name":"body","value":3})"), "body must be a text, is 3");
	ExpectError(Thing(k_box, Property("density", "\"heavy\"")), "density must be a number, is \"heavy\"");
}

TEST(Level, NumbersOutOfLimitsAreNamed)
{
	ExpectError(Thing(R"("width":-20,"height":10)"), "width must be from 0 to");
	ExpectError(Thing(R"("width":20,"height":0)"), "is 2 m by 0 m; both must be at least 0.01 m");
	ExpectError(Thing(R"("ellipse":true,"width":0,"height":0)"), "is 0 m by 0 m");
	ExpectError(Thing(R"("width":20,"height":10,"rotation":1e300)"), "rotation must be from");
	ExpectError(Thing(k_box, Property("density", "-3")), "density must be from 0.001 to 100000, is -3");
	ExpectError(Thing(k_box, Property("density", "0")), "density must be from");
	ExpectError(Thing(k_box, Property("restitution", "1.5")), "restitution must be from 0 to 1, is 1.5");
	ExpectError(Thing(k_box, Property("ricochetAngle", "91")), "ricochetAngle must be from 0 to 90");
	ExpectError(Thing(k_box, Property("angularVelocity", "1e9")), "angularVelocity must be from");
	// JSON has no NaN and no infinity, so the parser stops at them.
	EXPECT_NE(ErrorOf(MapWith(Thing(k_box, Property("density", "NaN")))).find("is not JSON"), std::string::npos);
	EXPECT_NE(ErrorOf(MapWith(Thing(k_box, Property("density", "1e999")))).find("is not JSON"), std::string::npos);
}

TEST(Level, UnknownWordsAreNamed)
{
	ExpectError(Thing(k_box, R"({"name":"body","value":"floating"})"),
	            "body must be one of static, kinematic, dynamic, is \"floating\"");
	ExpectError(Thing(k_box, "", "cheese"), "its class must be shooter, stone");
	ExpectError(Thing(k_box, Property("densty", "3")), "has a property \"densty\", which means nothing here");
	ExpectError(Thing(R"("gid":4)"), "shows the tile 4, which no tileset has");
	ExpectError(Thing(R"("text":{"text":"hello"})"), "is a text, which is not supported");
	ExpectError(Thing(R"("point":true)"), "only shooters are points");
	ExpectError(Thing(k_box, Property("minSpeed", "300"), "shooter"), "is a shooter and must be a point");
	ExpectError(Thing(R"("point":true)", "", "shooter"), "property minSpeed is missing");
	ExpectError(Thing(R"("point":true)", Property("minSpeed", "300") + "," + Property("count", "2.5"), "shooter"),
	            "count must be a whole number, is 2.5");
	ExpectError(Thing(R"("point":true)", Property("minSpeed", "300") + "," + Property("maxSpeed", "200"), "shooter"),
	            "maxSpeed must be from 300 to");
}

TEST(Level, MotionThatBox2DWouldNotDoIsRefused)
{
	ExpectError(Thing(k_box, Property("velocityX", "3")), "is static and cannot have a velocity");
	ExpectError(Thing(k_box, Property("travel", "3")), "must be kinematic");
	ExpectError(Thing(k_box, R"({"name":"hinge","value":"top"})"), "has a hinge and must be dynamic");
	ExpectError(Thing(PolygonOf({{0, 0}, {10, 0}}, "polyline"), R"({"name":"body","value":"dynamic"})"),
	            "cannot be dynamic");
}

TEST(Level, OutlinesWithoutSubstanceAreRefused)
{
	ExpectError(Thing(PolygonOf({{0, 0}, {10, 0}})), "is a polygon of 2 points");
	ExpectError(Thing(R"("polygon":[])"), "is a polygon of 0 points");
	ExpectError(Thing(PolygonOf({{0, 0}, {10, 10}, {20, 20}})), "is a polygon without area");
	ExpectError(Thing(PolygonOf({{0, 0}, {20, 20}, {20, 0}, {0, 10}})), "crosses itself");
	ExpectError(Thing(PolygonOf({{0, 0}}, "polyline")), "is a polyline of 1 points");
	// The shape factory reports these errors.
	ExpectError(Thing(PolygonOf({{0, 0}, {0, 0}}, "polyline")), "apart");
	ExpectError(Thing(PolygonOf({{0, 0}, {20, 0}, {20, 0}, {10, 5}, {0, 20}})), "apart");
}

TEST(Level, HullsOnWhichBox2DAbortsAreBuilt)
{
	// The two polygons of github.com/erincatto/box2d/issues/728, as bits. Both are convex within b2_linearSlop.
	constexpr std::array<uint32_t, 12> k_first = {0xC1078533, 0x3F0BAB5E, 0xC0F5B2E8, 0x3F28AF8C,
	                                              0xC0E2B14A, 0x3F3E72AE, 0xC0EBC298, 0x402E521E,
	                                              0xC1158EA9, 0x401C2F82, 0xC1110602, 0x3EEBD078};
	constexpr std::array<uint32_t, 12> k_second = {0x3F800000, 0xBF800000, 0x3F800000, 0x3F800000,
	                                               0xBF800000, 0x3F800000, 0xBF800000, 0xBF800000,
	                                               0xBF09F775, 0xBF876E83, 0x3F3787C5, 0xBF81F4D7};
	for (const auto& bits : {k_first, k_second})
	{
		std::vector<b2Vec2> points;
		for (size_t i = 0; i < bits.size(); i += 2)
		{
			points.emplace_back(std::bit_cast<float>(bits[i]), std::bit_cast<float>(bits[i + 1]));
		}
		std::string list;
		for (const b2Vec2 point : points)
		{
			list += fmt::format(R"({}{{"x":{},"y":{}}})", list.empty() ? "" : ",", 10.0f * point.x, -10.0f * point.y);
		}
		const ObjectDef object =
		    ReadOne(Thing(fmt::format(R"("polygon":[{}])", list), R"({"name":"body","value":"dynamic"})"));
		EXPECT_EQ(object.outline, Outline::Polygon);
	}
}

TEST(Level, EveryCutAndEveryFlippedByteOfAFileIsAnswered)
{
	const std::string map = MapWith(Thing(k_box, Property("density", "3")));
	for (size_t i = 0; i < map.size(); ++i)
	{
		EXPECT_FALSE(ErrorOf(map.substr(0, i)).empty());
		for (const char byte : {'0', '-', '"', '}', '\0', '\xff'})
		{
			std::string changed = map;
			changed[i] = byte;
			const std::string error = ErrorOf(changed); // it must return, with a level or with a reason
			EXPECT_TRUE(error.empty() || error.starts_with("test.tmj: ")) << error;
		}
	}
}

// The level that the example plays -------------------------------------------------------------------------------

class RangeLevel : public testing::Test
{
protected:
	void SetUp() override
	{
		const std::filesystem::path root = RICOCHET_SOURCE_DIR;
		std::string error;
		std::optional<LevelDef> level = LoadLevel((root / "examples/levels/range.tmj").string(), &error);
		ASSERT_TRUE(level.has_value()) << error;
		m_level = std::move(*level);
	}

	[[nodiscard]] std::vector<const ObjectDef*> Named(std::string_view name) const
	{
		std::vector<const ObjectDef*> found;
		for (const ObjectDef& object : m_level.objects)
		{
			if (object.name == name)
			{
				found.push_back(&object);
			}
		}
		return found;
	}

	LevelDef m_level;
};

TEST_F(RangeLevel, HasWhatTheExampleShows)
{
	const std::pair<const char*, b2BodyType> k_needed[] = {
	    {"crate", b2_dynamicBody},   {"glass pane", b2_staticBody},  {"hanging pane", b2_dynamicBody},
	    {"rotor", b2_kinematicBody}, {"lift", b2_kinematicBody},     {"hill", b2_staticBody},
	    {"slope", b2_staticBody},    {"steel plate", b2_staticBody},
	};
	for (const auto& [name, body] : k_needed)
	{
		ASSERT_FALSE(Named(name).empty()) << name;
		EXPECT_EQ(Named(name).front()->body, body) << name;
	}
	EXPECT_EQ(Named("hill").front()->outline, Outline::Chain);
	EXPECT_NE(Named("rotor").front()->angularVelocity, 0.0f);
	EXPECT_GT(Named("lift").front()->travel, 0.0f);
	for (const ObjectDef* pane : Named("glass pane"))
	{
		EXPECT_NEAR(pane->vertices[2].x - pane->vertices[0].x, 0.01f, 1e-5f);
		EXPECT_TRUE(std::isfinite(pane->surface.resistance));
	}
}

TEST_F(RangeLevel, FiresAFewHundredBulletsAndADozenGrenades)
{
	int32_t bullets = 0;
	int32_t grenades = 0;
	for (const ShooterDef& shooter : m_level.shooters)
	{
		(shooter.grenades ? grenades : bullets) += shooter.count;
		EXPECT_TRUE(shooter.grenades || (shooter.minSpeed >= 300.0f && shooter.maxSpeed <= 1000.0f)) << shooter.name;
	}
	EXPECT_GE(bullets, 200);
	EXPECT_EQ(grenades, 12);
}

TEST_F(RangeLevel, IsBuiltAndItsStacksStand)
{
	std::string error;
	std::optional<Stage> stage = BuildStage(m_level, &error);
	ASSERT_TRUE(stage.has_value()) << error;
	ASSERT_EQ(stage->bodies.size(), m_level.objects.size());
	for (int32_t step = 0; step < 120; ++step)
	{
		DriveLifts(m_level, *stage);
		stage->world->Step(1.0f / 60.0f, 8, 3);
	}
	for (size_t i = 0; i < m_level.objects.size(); ++i)
	{
		const ObjectDef& object = m_level.objects[i];
		EXPECT_EQ(ObjectIndex(stage->bodies[i]), static_cast<int32_t>(i));
		if (object.name == "crate" || object.name == "hanging pane")
		{
			const b2Vec2 moved = stage->bodies[i]->GetPosition() - object.position;
			EXPECT_LT(std::hypot(moved.x, moved.y), 0.05f) << object.name << " " << object.id;
		}
	}
}

TEST_F(RangeLevel, LiftGoesUpAndDownBetweenItsEnds)
{
	std::string error;
	std::optional<Stage> stage = BuildStage(m_level, &error);
	ASSERT_TRUE(stage.has_value()) << error;
	const ObjectDef& lift = *Named("lift").front();
	const b2Body* body = stage->bodies[static_cast<size_t>(&lift - m_level.objects.data())];
	float lowest = b2_maxFloat;
	float highest = -b2_maxFloat;
	for (int32_t step = 0; step < 600; ++step)
	{
		DriveLifts(m_level, *stage);
		stage->world->Step(1.0f / 60.0f, 8, 3);
		lowest = std::min(lowest, body->GetPosition().y - lift.position.y);
		highest = std::max(highest, body->GetPosition().y - lift.position.y);
	}
	EXPECT_NEAR(lowest, 0.0f, 0.1f);
	EXPECT_NEAR(highest, lift.travel, 0.1f);
}

} // namespace
