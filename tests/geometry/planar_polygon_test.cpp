// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/planar_oracle.h"
#include "support/failing_memory.h"

#include <ricochet/geometry/planar_polygon.h>

#include <gtest/gtest.h>

namespace ricochet::test::planar_polygon_test
{

namespace
{

using Reason = ErrorReason;
using Polygon3 = std::vector<Vec3>;

Vec3 operator+(Vec3 a, Vec3 b)
{
	return {a.x + b.x, a.y + b.y, a.z + b.z};
}

Vec3 operator-(Vec3 a, Vec3 b)
{
	return {a.x - b.x, a.y - b.y, a.z - b.z};
}

Vec3 operator*(float s, Vec3 v)
{
	return {s * v.x, s * v.y, s * v.z};
}

const Polygon3 k_square = {{0.0f, 0.0f, 0.0f}, {4.0f, 0.0f, 0.0f}, {4.0f, 4.0f, 0.0f}, {0.0f, 4.0f, 0.0f}};
/// A square with a notch down to (2, 1). The notch is empty.
const Polygon3 k_notched = {
    {0.0f, 0.0f, 0.0f}, {4.0f, 0.0f, 0.0f}, {4.0f, 4.0f, 0.0f}, {2.0f, 1.0f, 0.0f}, {0.0f, 4.0f, 0.0f}};

Ray3 Down(float x, float y)
{
	return {{x, y, 1.0f}, {0.0f, 0.0f, -4.0f}};
}

// Random polygons in space ----------------------------------------------------------------------------------------

Vec3 TurnedAxes(Vec3 v, int turns)
{
	return turns == 0 ? v : (turns == 1 ? Vec3{v.z, v.x, v.y} : Vec3{v.y, v.z, v.x});
}

/// The vertices of a polygon, and two vectors that span its plane.
struct Stage
{
	Polygon3 vertices;
	Vec3 u, v; ///< vectors in the plane, exact if the plane is
	float size = 1.0f;
	bool isExact = false; ///< all vertices are exactly in one plane
};

Vec3 Whole(Random& random, int reach, float unit)
{
	const auto draw = [&]
	{
		return unit * static_cast<float>(random.Between(-reach, reach));
	};
	return {draw(), draw(), draw()};
}

/// Returns a polygon in a plane that is parallel to two axes or passes through integer points, so it is exact.
std::optional<Stage> GridStage(Random& random)
{
	const Field field(random, Field::Kind::Grid);
	const std::vector<b2Vec2> flat = RandomSimple(random, field);
	Stage stage;
	stage.size = field.Size();
	stage.isExact = true;
	const bool isUpright = random.OneIn(2);
	const int turns = random.Below(3);
	const Vec3 base = Whole(random, 4, field.Size());
	stage.u = isUpright ? TurnedAxes({field.Size(), 0.0f, 0.0f}, turns) : Whole(random, 3, field.Size());
	stage.v = isUpright ? TurnedAxes({0.0f, field.Size(), 0.0f}, turns) : Whole(random, 3, field.Size());
	for (const b2Vec2& p : flat)
	{
		stage.vertices.push_back(base + (p.x / field.Size()) * stage.u + (p.y / field.Size()) * stage.v);
	}
	return stage;
}

/// Returns a polygon that is rotated at random and rounded. Hardly any vertex stays in the plane.
std::optional<Stage> TurnedStage(Random& random)
{
	const Field field(random, random.OneIn(2) ? Field::Kind::Near : Field::Kind::Grid);
	const std::vector<b2Vec2> flat = RandomSimple(random, field);
	std::array<double, 6> q{};
	for (double& x : q)
	{
		x = random.Uniform(-1.0f, 1.0f);
	}
	const double uu = q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
	const double uv = q[0] * q[3] + q[1] * q[4] + q[2] * q[5];
	for (size_t i = 0; i < 3; ++i)
	{
		q[i + 3] -= uv / uu * q[i];
	}
	const double vv = q[3] * q[3] + q[4] * q[4] + q[5] * q[5];
	if (uu < 0.1 || vv < 0.1)
	{
		return std::nullopt;
	}
	const bool isFar = random.OneIn(3);
	const float far = isFar ? random.LogUniform(1.0f, 1000.0f) * field.Size() : 0.0f;
	const std::array<double, 3> base = {random.Uniform(-far, far), random.Uniform(-far, far),
	                                    random.Uniform(-far, far)};
	const auto at = [&](double a, double b, size_t i)
	{
		return static_cast<float>(base[i] + a * q[i] / std::sqrt(uu) + b * q[i + 3] / std::sqrt(vv));
	};
	Stage stage;
	stage.size = field.Size();
	const double size = field.Size();
	stage.u = {at(size, 0.0, 0), at(size, 0.0, 1), at(size, 0.0, 2)};
	stage.v = {at(0.0, size, 0), at(0.0, size, 1), at(0.0, size, 2)};
	const Vec3 origin{at(0.0, 0.0, 0), at(0.0, 0.0, 1), at(0.0, 0.0, 2)};
	stage.u = stage.u - origin;
	stage.v = stage.v - origin;
	for (const b2Vec2& p : flat)
	{
		stage.vertices.push_back({at(p.x, p.y, 0), at(p.x, p.y, 1), at(p.x, p.y, 2)});
	}
	return stage;
}

/// Returns a triangle, which is always planar. The exponents of its coordinates are from denormals to 2^60.
std::optional<Stage> TriangleStage(Random& random)
{
	const Field field = Field::Draw(random);
	Stage stage;
	stage.size = field.Size();
	stage.isExact = true;
	for (int i = 0; i < 3; ++i)
	{
		stage.vertices.push_back({field.Point(random).x, field.Point(random).y, field.Point(random).x});
	}
	stage.u = stage.vertices[1] - stage.vertices[0];
	stage.v = stage.vertices[2] - stage.vertices[0];
	return stage;
}

Stage RandomStage(Random& random)
{
	for (;;)
	{
		const int kind = random.Below(5);
		const std::optional<Stage> stage =
		    kind < 2 ? GridStage(random) : (kind < 4 ? TurnedStage(random) : TriangleStage(random));
		if (stage && CheckPlanarPolygon(stage->vertices))
		{
			return *stage;
		}
	}
}

/// Returns a ray at vertices, points of edges or points inside. It starts anywhere, and may run along an axis, in the
/// plane or along an edge.
Ray3 AimedRay3(Random& random, const Stage& stage)
{
	const Polygon3& vertices = stage.vertices;
	const size_t i = static_cast<size_t>(random.Below(static_cast<int>(vertices.size())));
	const Vec3 a = vertices[i];
	const Vec3 b = vertices[(i + 1) % vertices.size()];
	const Vec3 c = random.OneOf(vertices);
	Vec3 target = a;
	switch (random.Below(4))
	{
	case 0:
		break;
	case 1:
		target = a + (random.OneIn(2) ? 0.5f : random.Uniform(0.0f, 1.0f)) * (b - a);
		break;
	default:
		target = a + random.Uniform(0.0f, 0.5f) * (b - a) + random.Uniform(0.0f, 0.5f) * (c - a);
		break;
	}
	if (random.OneIn(5))
	{
		target = {UlpsFrom(target.x, random.Between(-2, 2)), UlpsFrom(target.y, random.Between(-2, 2)), target.z};
	}

	Vec3 way;
	const auto share = [&]
	{
		return static_cast<float>(random.Between(-4, 4));
	};
	switch (random.Below(6))
	{
	case 0: // in the plane
		way = share() * stage.u + share() * stage.v;
		break;
	case 1: // along an edge
		way = b - a;
		break;
	case 2: // along an axis
		way = TurnedAxes({stage.size * share(), 0.0f, 0.0f}, random.Below(3));
		break;
	case 3: // nearly parallel to the plane
		way = share() * stage.u + share() * stage.v + Whole(random, 2, 0x1p-18f * stage.size);
		break;
	default:
		way = Whole(random, 6, stage.size);
		break;
	}
	const float back = static_cast<float>(random.Between(-1, 3));
	const float length = std::ldexp(1.0f, random.Between(0, 2));
	Ray3 ray{target - back * way, length * way, random.OneIn(3) ? RandomMaxFraction(random) : 1.0f};
	if (random.OneIn(16))
	{
		ray.translation = {};
	}
	return ray;
}

bool IsRay(const Ray3& ray)
{
	return IsFinite3(ray.origin) && IsFinite3(ray.translation) && ray.maxFraction >= 0.0f &&
	       std::isfinite(ray.maxFraction);
}

Error ErrorOf(std::span<const Vec3> vertices)
{
	const Result<> sound = CheckPlanarPolygon(vertices);
	const Error error = sound.GetError();
	EXPECT_EQ(static_cast<bool>(sound), error.reason == Reason::None);
	EXPECT_EQ(error.Message().empty(), error.reason == Reason::None);
	EXPECT_STREQ(error.parameter, sound ? "" : "vertices");
	return error;
}

} // namespace

// The contract, by hand -------------------------------------------------------------------------------------------

TEST(CastPlanarPolygon, FractionPointAndNormalAgainstTheRayFromEitherSide)
{
	Polygon3 square = k_square;
	for (int i = 0; i < 2; ++i)
	{
		const auto down = CastPlanarPolygon(Down(1.0f, 3.0f), square);
		ASSERT_TRUE(down.has_value());
		EXPECT_EQ(down->fraction, 0.25f);
		EXPECT_EQ(down->point, (Vec3{1.0f, 3.0f, 0.0f}));
		EXPECT_EQ(down->normal, (Vec3{0.0f, 0.0f, 1.0f}));
		EXPECT_EQ(down->edge, -1);
		EXPECT_FALSE(down->startsInside);
		const auto up = CastPlanarPolygon({{1.0f, 3.0f, -3.0f}, {0.0f, 0.0f, 4.0f}}, square);
		ASSERT_TRUE(up.has_value());
		EXPECT_EQ(up->fraction, 0.75f);
		EXPECT_EQ(up->normal, (Vec3{0.0f, 0.0f, -1.0f}));
		std::reverse(square.begin(), square.end());
	}
}

TEST(CastPlanarPolygon, BoundaryCountsAndANotchDoesNot)
{
	for (const b2Vec2 at : {b2Vec2{0.0f, 0.0f}, {4.0f, 4.0f}, {2.0f, 0.0f}, {0.0f, 1.5f}, {2.0f, 1.0f}, {3.0f, 2.5f}})
	{
		EXPECT_TRUE(CastPlanarPolygon(Down(at.x, at.y), k_notched).has_value()) << at.x << ", " << at.y;
	}
	for (const b2Vec2 at : {b2Vec2{UlpsFrom(0.0f, -1), 0.0f},
	                        {4.0f, UlpsFrom(4.0f, 1)},
	                        {2.0f, UlpsFrom(1.0f, 1)},
	                        {2.0f, 4.0f},
	                        {-1.0f, 4.0f},
	                        {3.0f, UlpsFrom(2.5f, 1)}})
	{
		EXPECT_FALSE(CastPlanarPolygon(Down(at.x, at.y), k_notched).has_value()) << at.x << ", " << at.y;
	}
}

TEST(CastPlanarPolygon, EndsAreIncludedAndAStartOnThePolygonIsNot)
{
	const Vec3 on{1.0f, 1.0f, 0.0f};
	const Vec3 down{0.0f, 0.0f, -1.0f};
	EXPECT_FALSE(CastPlanarPolygon({on, down}, k_square).has_value()) << "starts on it and leaves";
	const auto ends = CastPlanarPolygon({on - down, down}, k_square);
	ASSERT_TRUE(ends.has_value()) << "ends on it";
	EXPECT_EQ(ends->fraction, 1.0f);
	EXPECT_FALSE(CastPlanarPolygon({on - down, down, UlpsFrom(1.0f, -1)}, k_square).has_value());
	EXPECT_TRUE(CastPlanarPolygon({on - 4.0f * down, down, 4.0f}, k_square).has_value());
	EXPECT_FALSE(CastPlanarPolygon({on + down, down}, k_square).has_value()) << "behind";
	EXPECT_FALSE(CastPlanarPolygon({on - down, down, -1.0f}, k_square).has_value()) << "negative maxFraction";
}

TEST(CastPlanarPolygon, InThePlaneTheNearerBoundaryOrTheStart)
{
	const auto enters = CastPlanarPolygon({{-4.0f, 2.0f, 0.0f}, {16.0f, 0.0f, 0.0f}}, k_square);
	ASSERT_TRUE(enters.has_value());
	EXPECT_EQ(enters->fraction, 0.25f);
	EXPECT_EQ(enters->normal, (Vec3{-1.0f, 0.0f, 0.0f}));
	EXPECT_EQ(enters->edge, 3);

	const auto inside = CastPlanarPolygon({{1.0f, 2.0f, 0.0f}, {16.0f, 0.0f, 0.0f}}, k_square);
	ASSERT_TRUE(inside.has_value());
	EXPECT_TRUE(inside->startsInside);
	EXPECT_EQ(inside->fraction, 0.0f);
	EXPECT_EQ(inside->normal, Vec3{});
	EXPECT_EQ(inside->edge, -1);

	const auto goingIn = CastPlanarPolygon({{0.0f, 2.0f, 0.0f}, {16.0f, 0.0f, 0.0f}}, k_square);
	ASSERT_TRUE(goingIn.has_value());
	EXPECT_FALSE(goingIn->startsInside);
	EXPECT_EQ(goingIn->edge, 3);
	EXPECT_FALSE(CastPlanarPolygon({{0.0f, 2.0f, 0.0f}, {-1.0f, 0.0f, 0.0f}}, k_square).has_value()) << "going out";
	EXPECT_TRUE(CastPlanarPolygon({{-1.0f, 4.0f, 0.0f}, {16.0f, 0.0f, 0.0f}}, k_square).has_value()) << "along an edge";
	EXPECT_FALSE(CastPlanarPolygon({{-1.0f, UlpsFrom(4.0f, 1), 0.0f}, {16.0f, 0.0f, 0.0f}}, k_square).has_value());
	EXPECT_FALSE(CastPlanarPolygon({{-1.0f, 2.0f, 0x1p-149f}, {16.0f, 0.0f, 0.0f}}, k_square).has_value())
	    << "parallel, off the plane by the least there is";
}

TEST(CastPlanarPolygon, ZeroLengthAsksForAPoint)
{
	for (const Ray3& ray : {Ray3{{1.0f, 1.0f, 0.0f}, {}}, Ray3{{1.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 9.0f}, 0.0f},
	                        Ray3{{4.0f, 4.0f, 0.0f}, {}, 5.0f}})
	{
		const auto hit = CastPlanarPolygon(ray, k_square);
		ASSERT_TRUE(hit.has_value());
		EXPECT_TRUE(hit->startsInside);
		EXPECT_EQ(hit->fraction, 0.0f);
		EXPECT_EQ(hit->normal, Vec3{});
	}
	EXPECT_FALSE(CastPlanarPolygon({{1.0f, 1.0f, 0x1p-149f}, {}}, k_square).has_value());
	EXPECT_FALSE(CastPlanarPolygon({{1.0f, 5.0f, 0.0f}, {}}, k_square).has_value());
}

// Against the oracle ----------------------------------------------------------------------------------------------

TEST(CastPlanarPolygon, AgreesWithExactArithmetic)
{
	int hits = 0;
	int inPlane = 0;
	int count = 0;
	std::optional<Stage> stage;
	RunTrials(0x91A4A2, 60000,
	          [&](Random& random) -> std::string
	          {
		          if (count++ % 6 == 0)
		          {
			          stage = RandomStage(random);
		          }
		          const Ray3 ray = AimedRay3(random, *stage);
		          const std::optional<Crossing3> hit = CastPlanarPolygon(ray, stage->vertices);
		          hits += hit.has_value() ? 1 : 0;
		          inPlane += hit.has_value() && (hit->edge >= 0 || hit->startsInside) ? 1 : 0;
		          if (IsRay(ray) == false)
		          {
			          return hit.has_value() ? "a hit of no ray" : "";
		          }
		          return PlanarMismatch(ray, stage->vertices);
	          });
	std::printf("    %d hits, %d of them in the plane\n", hits, inPlane);
	EXPECT_GT(hits, count / 6);
	EXPECT_LT(hits, count - count / 6);
	EXPECT_GT(inPlane, count / 50);
}

TEST(CastPlanarPolygon, FlatRaysAtVerticesOffThePlane)
{
	// One corner is lifted by at most 2^-14 of the extent, which is half of the tolerance. Rays cross the square in
	// three directions, at many heights and slopes about the size of the lift.
	int hits = 0;
	for (const float lift : {0x1p-14f, -0x1p-14f, 0x1p-20f})
	{
		Polygon3 square = {{0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, {1.0f, 1.0f, lift}, {0.0f, 1.0f, 0.0f}};
		ASSERT_TRUE(CheckPlanarPolygon(square));
		for (int height = -16; height <= 16; ++height)
		{
			for (int slope = -8; slope <= 8; ++slope)
			{
				for (const Vec3 way : {Vec3{1.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 0.0f}, {1.0f, -0.5f, 0.0f}})
				{
					const float at = 0.0625f * lift * static_cast<float>(height);
					const Ray3 ray{{-1.0f, 0.5f, at},
					               {4.0f * way.x, 4.0f * way.y, 0.25f * lift * static_cast<float>(slope)}};
					EXPECT_EQ(PlanarMismatch(ray, square), "");
					hits += CastPlanarPolygon(ray, square).has_value() ? 1 : 0;
				}
			}
		}
	}
	EXPECT_GT(hits, 300);
}

struct PlanarCall
{
	static constexpr size_t k_fields = 19;
	std::array<float, k_fields> fields = {1.0f, 1.0f, 3.0f, 0.5f, 0.5f, -4.0f, 1.0f, 0.0f, 0.0f, 0.0f,
	                                      4.0f, 0.0f, 0.0f, 4.0f, 4.0f, 0.0f,  0.0f, 4.0f, 0.0f};
};

TEST(CastPlanarPolygon, HostileNumbers)
{
	int refused = 0;
	SweepFields<PlanarCall>(0x91A4A3, 30000,
	                        [&](const PlanarCall& call) -> std::string
	                        {
		                        const auto& f = call.fields;
		                        const Ray3 ray{{f[0], f[1], f[2]}, {f[3], f[4], f[5]}, f[6]};
		                        Polygon3 vertices;
		                        for (size_t i = 7; i < f.size(); i += 3)
		                        {
			                        vertices.push_back({f[i], f[i + 1], f[i + 2]});
		                        }
		                        if (!CheckPlanarPolygon(vertices) || IsRay(ray) == false)
		                        {
			                        ++refused;
			                        return CastPlanarPolygon(ray, vertices).has_value() ? "a hit of nothing" : "";
		                        }
		                        return PlanarMismatch(ray, vertices);
	                        });
	EXPECT_GT(refused, 1000);
}

TEST(CastPlanarPolygon, NonFiniteInputMisses)
{
	for (const float bad : {NAN, INFINITY, -INFINITY})
	{
		for (size_t i = 0; i < PlanarCall::k_fields; ++i)
		{
			PlanarCall call;
			auto& f = call.fields;
			f[i] = bad;
			Polygon3 vertices;
			for (size_t k = 7; k < f.size(); k += 3)
			{
				vertices.push_back({f[k], f[k + 1], f[k + 2]});
			}
			EXPECT_FALSE(CastPlanarPolygon({{f[0], f[1], f[2]}, {f[3], f[4], f[5]}, f[6]}, vertices).has_value());
			const std::span<const Vec3> list[] = {vertices};
			EXPECT_FALSE(CastPlanarPolygonsClosest({{f[0], f[1], f[2]}, {f[3], f[4], f[5]}, f[6]}, list).has_value());
		}
	}
}

// Laws ------------------------------------------------------------------------------------------------------------

TEST(CastPlanarPolygon, Laws)
{
	int hits = 0;
	RunTrials(
	    0x91A4A4, 8000,
	    [&](Random& random) -> std::string
	    {
		    const Stage stage = RandomStage(random);
		    const Polygon3& vertices = stage.vertices;
		    const Ray3 ray = AimedRay3(random, stage);
		    if (IsRay(ray) == false)
		    {
			    return "";
		    }
		    const auto hit = CastPlanarPolygon(ray, vertices);
		    hits += hit.has_value() ? 1 : 0;
		    const auto differs = [&](const std::optional<Crossing3>& other, Vec3 normal)
		    {
			    if (hit.has_value() != other.has_value() || hit.has_value() == false)
			    {
				    return hit.has_value() != other.has_value();
			    }
			    // If the ray is in the plane and passes through a vertex, either of its edges may be reported, so the
			    // normals may differ.
			    const float off = std::max({std::abs(normal.x - hit->normal.x), std::abs(normal.y - hit->normal.y),
			                                std::abs(normal.z - hit->normal.z)});
			    return AreNear(hit->fraction, other->fraction) == false || hit->startsInside != other->startsInside ||
			           (hit->edge < 0 && off > 0x1p-22f);
		    };
		    const auto fail = [&](const char* law)
		    {
			    return law + (": CastPlanarPolygon(" + ToText(ray)) + ", " + ToText(vertices) + ")";
		    };

		    Polygon3 turned = vertices;
		    std::rotate(turned.begin(), turned.begin() + random.Below(static_cast<int>(turned.size())), turned.end());
		    auto other = CastPlanarPolygon(ray, turned);
		    if (differs(other, other ? other->normal : Vec3{}))
		    {
			    return fail("begun at another vertex");
		    }
		    std::reverse(turned.begin(), turned.end());
		    other = CastPlanarPolygon(ray, turned);
		    if (differs(other, other ? other->normal : Vec3{}))
		    {
			    return fail("in reverse order");
		    }

		    const auto mapped = [&](auto map)
		    {
			    Polygon3 image;
			    for (const Vec3& v : vertices)
			    {
				    image.push_back(map(v));
			    }
			    return CastPlanarPolygon({map(ray.origin), map(ray.translation), ray.maxFraction}, image);
		    };
		    const auto mirror = [](Vec3 v)
		    {
			    return Vec3{-v.x, v.y, v.z};
		    };
		    other = mapped(mirror);
		    if (differs(other, other ? mirror(other->normal) : Vec3{}))
		    {
			    return fail("mirrored");
		    }
		    if (stage.isExact)
		    {
			    // If the normal has two equal components, the exchanged polygon may be projected along another axis. On
			    // an exact plane, this changes nothing.
			    other = mapped([](Vec3 v) { return TurnedAxes(v, 1); });
			    if (differs(other, other ? TurnedAxes(other->normal, 2) : Vec3{}))
			    {
				    return fail("axes exchanged");
			    }
		    }
		    return "";
	    });
	EXPECT_GT(hits, ScaledCount(8000) / 6);
}

TEST(CastPlanarPolygon, MovedByWholeNumbersAndReversed)
{
	int hits = 0;
	RunTrials(0x91A4A5, 8000,
	          [&](Random& random) -> std::string
	          {
		          const std::optional<Stage> stage = GridStage(random);
		          if (!CheckPlanarPolygon(stage->vertices))
		          {
			          return "";
		          }
		          const Vec3 target = random.OneOf(stage->vertices) + Whole(random, 2, stage->size);
		          const Vec3 step = Whole(random, 3, stage->size);
		          const Ray3 ray{target - static_cast<float>(random.Between(0, 8)) * step, 8.0f * step};
		          const auto hit = CastPlanarPolygon(ray, stage->vertices);
		          hits += hit.has_value() ? 1 : 0;

		          const Vec3 offset = Whole(random, 1000, stage->size);
		          Polygon3 image;
		          for (const Vec3& v : stage->vertices)
		          {
			          image.push_back(v + offset);
		          }
		          const auto moved = CastPlanarPolygon({ray.origin + offset, ray.translation}, image);
		          const bool isSame = moved.has_value() == hit.has_value() &&
		                              (hit.has_value() == false ||
		                               (AreNear(moved->fraction, hit->fraction) && moved->normal == hit->normal));
		          if (isSame == false)
		          {
			          return "moved " + ToText(ray) + ToText(stage->vertices);
		          }

		          // Reverses the ray. A hit within the ray is also hit from its end, at the remaining fraction.
		          const Ray3 back{ray.origin + ray.translation, -1.0f * ray.translation};
		          const auto reversed = CastPlanarPolygon(back, stage->vertices);
		          const bool isWithin =
		              hit.has_value() && hit->edge < 0 && hit->startsInside == false && hit->fraction < 1.0f;
		          if (isWithin && (reversed.has_value() == false ||
		                           AreNearToOne(1.0f - reversed->fraction, hit->fraction) == false))
		          {
			          return "reversed " + ToText(ray) + ToText(stage->vertices);
		          }
		          return "";
	          });
	EXPECT_GT(hits, ScaledCount(8000) / 12);
}

// Watertight ------------------------------------------------------------------------------------------------------

namespace
{

/// Returns a closed ball of quads, with triangles at the poles, rotated and rounded. Few of its quads are planar.
std::vector<Polygon3> Ball(Random& random, Vec3 center, float radius)
{
	const int rings = random.Between(2, 7);
	const int sectors = random.Between(3, 12);
	const double tilt = random.Uniform(0.0f, 6.28f);
	const auto at = [&](int ring, int sector)
	{
		const double polar = 3.14159265358979 * ring / rings;
		const double around = 6.28318530717959 * (sector % sectors) / sectors;
		const double x = std::sin(polar) * std::cos(around);
		const double y = std::sin(polar) * std::sin(around);
		const double z = std::cos(polar);
		const double turnedY = std::cos(tilt) * y - std::sin(tilt) * z;
		const double turnedZ = std::sin(tilt) * y + std::cos(tilt) * z;
		return Vec3{static_cast<float>(center.x + radius * x), static_cast<float>(center.y + radius * turnedY),
		            static_cast<float>(center.z + radius * turnedZ)};
	};
	std::vector<Polygon3> faces;
	for (int ring = 0; ring < rings; ++ring)
	{
		for (int sector = 0; sector < sectors; ++sector)
		{
			Polygon3 face;
			face.push_back(at(ring, ring == 0 ? 0 : sector));
			face.push_back(at(ring + 1, ring + 1 == rings ? 0 : sector));
			if (ring + 1 < rings)
			{
				face.push_back(at(ring + 1, sector + 1));
			}
			if (ring > 0)
			{
				face.push_back(at(ring, sector + 1));
			}
			faces.push_back(face);
		}
	}
	return faces;
}

} // namespace

TEST(CastPlanarPolygon, NoRayLeavesAClosedMeshBetweenItsFaces)
{
	int rays = 0;
	int tilted = 0;
	RunTrials(0x91A4A6, 400,
	          [&](Random& random) -> std::string
	          {
		          const float radius = random.LogUniform(1e-2f, 1e2f);
		          const float far = random.OneIn(2) ? 0.0f : 100.0f * radius;
		          const Vec3 center{random.Uniform(-far, far), random.Uniform(-far, far), random.Uniform(-far, far)};
		          const std::vector<Polygon3> faces = Ball(random, center, radius);
		          std::vector<std::span<const Vec3>> list;
		          for (const Polygon3& face : faces)
		          {
			          if (!CheckPlanarPolygon(face))
			          {
				          return "a face is refused: " + ToText(face);
			          }
			          tilted += ExactPlane(face).isExact ? 0 : 1;
			          list.emplace_back(face);
		          }
		          for (int i = 0; i < 40; ++i)
		          {
			          // The ray starts inside and goes to a vertex, an edge, or slightly beside it, and far beyond.
			          const float room = 0.2f * radius;
			          const Vec3 from = center + Vec3{random.Uniform(-room, room), random.Uniform(-room, room),
			                                          random.Uniform(-room, room)};
			          const Polygon3& face = random.OneOf(faces);
			          const size_t k = static_cast<size_t>(random.Below(static_cast<int>(face.size())));
			          const Vec3 a = face[k];
			          const Vec3 b = face[(k + 1) % face.size()];
			          Vec3 target = random.OneIn(2) ? a : a + random.Uniform(0.0f, 1.0f) * (b - a);
			          target.x = UlpsFrom(target.x, random.Between(-2, 2));
			          const Ray3 ray{from, 4.0f * (target - from)};
			          ++rays;
			          const auto hit = CastPlanarPolygonsClosest(ray, list);
			          if (hit.has_value() == false)
			          {
				          return "leaks: " + ToText(ray);
			          }
			          if (std::abs(hit->fraction - 0.25f) > 0.26f)
			          {
				          return "far off: " + ToText(ray) + ToText(hit->fraction);
			          }
		          }
		          return "";
	          });
	std::printf("    %d rays, %d faces whose vertices are not in one plane\n", rays, tilted);
	EXPECT_GT(tilted, ScaledCount(400));
}

TEST(CastPlanarPolygon, BothNeighboursAreHitThroughTheirEdge)
{
	const Polygon3 left = {{0.0f, 0.0f, 0.0f}, {2.0f, 0.0f, 1.0f}, {2.0f, 3.0f, 1.0f}, {0.0f, 3.0f, 0.0f}};
	const Polygon3 right = {{2.0f, 0.0f, 1.0f}, {4.0f, 0.0f, 0.0f}, {4.0f, 3.0f, 0.0f}, {2.0f, 3.0f, 1.0f}};
	const Ray3 ray{{2.0f, 1.0f, 5.0f}, {0.0f, 0.0f, -8.0f}};
	EXPECT_TRUE(CastPlanarPolygon(ray, left).has_value());
	EXPECT_TRUE(CastPlanarPolygon(ray, right).has_value());
	const std::span<const Vec3> lists[][2] = {{left, right}, {right, left}};
	for (const auto& list : lists)
	{
		const auto hit = CastPlanarPolygonsClosest(ray, list);
		ASSERT_TRUE(hit.has_value());
		EXPECT_EQ(hit->polygon, 0) << "a tie goes to the lower index";
		EXPECT_EQ(hit->fraction, 0.5f);
	}
}

// The closest of many ---------------------------------------------------------------------------------------------

TEST(CastPlanarPolygonsClosest, IsTheLeastOfAllAndSkipsWhatIsRefused)
{
	int hits = 0;
	RunTrials(0x91A4A7, 3000,
	          [&](Random& random) -> std::string
	          {
		          std::vector<Polygon3> polygons;
		          for (int i = random.Between(0, 9); i > 0; --i)
		          {
			          Polygon3 polygon;
			          const int copies = random.OneIn(4) && polygons.empty() == false ? 1 : 0;
			          const std::optional<Stage> stage = GridStage(random);
			          polygon = copies == 1 ? random.OneOf(polygons) : stage->vertices;
			          if (random.OneIn(6))
			          {
				          std::swap(polygon[0], polygon[1]);
			          }
			          if (random.OneIn(12))
			          {
				          polygon[1].y = NAN;
			          }
			          const float unscaled = copies == 1 ? 1.0f : 1.0f / stage->size;
			          for (Vec3& v : polygon)
			          {
				          v = unscaled * v;
			          }
			          polygons.push_back(polygon);
		          }
		          const std::vector<std::span<const Vec3>> list(polygons.begin(), polygons.end());
		          const Vec3 from = Whole(random, 20, 1.0f);
		          Vec3 target = Whole(random, 20, 1.0f);
		          if (polygons.empty() == false && random.OneIn(4) == false)
		          {
			          const Polygon3& aimed = random.OneOf(polygons);
			          target = 0.5f * (random.OneOf(aimed) + random.OneOf(aimed));
		          }
		          const Ray3 ray{from, 2.0f * (target - from)};
		          if (IsRay(ray) == false)
		          {
			          return "";
		          }
		          std::optional<mpq_class> least;
		          int32_t want = -1;
		          for (size_t i = 0; i < polygons.size(); ++i)
		          {
			          const auto exact = CheckPlanarPolygon(polygons[i]) ? ExactCast(ray, polygons[i]) : std::nullopt;
			          if (exact && (least.has_value() == false || exact->fraction < *least))
			          {
				          least = exact->fraction;
				          want = static_cast<int32_t>(i);
			          }
		          }
		          const auto hit = CastPlanarPolygonsClosest(ray, list);
		          hits += hit.has_value() ? 1 : 0;
		          if ((hit.has_value() ? hit->polygon : -1) != want)
		          {
			          return "polygon " + std::to_string(want) + " is the first of " + ToText(ray);
		          }
		          if (hit.has_value())
		          {
			          const auto single = CastPlanarPolygon(ray, list[static_cast<size_t>(want)]);
			          const bool isSame = single.has_value() && single->fraction == hit->fraction &&
			                              single->point == hit->point && single->normal == hit->normal &&
			                              single->edge == hit->edge && single->startsInside == hit->startsInside;
			          return isSame ? "" : "not what the single cast answers";
		          }
		          return "";
	          });
	EXPECT_GT(hits, ScaledCount(3000) / 5);
}

// Fractions that round to the same float are still in order.
TEST(CastPlanarPolygonsClosest, OrderIsExact)
{
	Polygon3 near = k_square;
	for (Vec3& v : near)
	{
		v.z = 0x1p-40f;
	}
	const Ray3 ray{{1.0f, 1.0f, 1.0f}, {0.0f, 0.0f, -2.0f}};
	const std::span<const Vec3> list[] = {k_square, near};
	EXPECT_EQ(CastPlanarPolygon(ray, k_square)->fraction, CastPlanarPolygon(ray, near)->fraction);
	EXPECT_EQ(CastPlanarPolygonsClosest(ray, list)->polygon, 1);
	EXPECT_FALSE(CastPlanarPolygonsClosest(ray, {}).has_value());
}

// Errors ----------------------------------------------------------------------------------------------------------

TEST(CheckPlanarPolygon, TellsWhatIsWrongWithTheNumber)
{
	EXPECT_EQ(ErrorOf(k_square).reason, Reason::None);
	EXPECT_EQ(ErrorOf(k_notched).reason, Reason::None);

	Error error = ErrorOf(std::span(k_square).first(2));
	EXPECT_EQ(error.reason, Reason::TooFew);
	EXPECT_EQ(error.value, 2.0);
	EXPECT_EQ(error.limit, 3.0);
	EXPECT_EQ(error.Message(), "vertices: 2 are too few, at least 3 are needed.");

	Polygon3 broken = k_square;
	broken[2].z = NAN;
	error = ErrorOf(broken);
	EXPECT_EQ(error.reason, Reason::NotFinite);
	EXPECT_EQ(error.index, 2);
	EXPECT_TRUE(std::isnan(error.value));
	EXPECT_EQ(error.Message(), "vertices[2] is nan: it must be finite.");

	broken = k_square;
	broken.insert(broken.begin() + 1, broken[0]);
	error = ErrorOf(broken);
	EXPECT_EQ(error.reason, Reason::TooClose);
	EXPECT_EQ(error.index, 1) << "the second of the pair";
	EXPECT_EQ(error.value, 0.0);
	EXPECT_EQ(error.limit, 0.0);

	EXPECT_EQ(ErrorOf(Polygon3(5, Vec3{1.0f, 2.0f, 3.0f})).reason, Reason::NoArea);
	error = ErrorOf(Polygon3{{0.0f, 0.0f, 0.0f}, {1.0f, 2.0f, 3.0f}, {2.0f, 4.0f, 6.0f}, {3.0f, 6.0f, 9.0f}});
	EXPECT_EQ(error.reason, Reason::NoArea);

	// Two bow ties: in one, the areas of the wings cancel, and in the other, they do not.
	error = ErrorOf(Polygon3{{0.0f, 0.0f, 1.0f}, {4.0f, 4.0f, 1.0f}, {4.0f, 0.0f, 1.0f}, {1.0f, 4.0f, 1.0f}});
	EXPECT_EQ(ErrorOf(Polygon3{{0.0f, 0.0f, 1.0f}, {4.0f, 4.0f, 2.0f}, {4.0f, 0.0f, 1.0f}, {3.0f, 4.0f, 2.0f}}).reason,
	          Reason::EdgesMeet);
	EXPECT_EQ(error.reason, Reason::EdgesMeet);
	EXPECT_EQ(error.index, 0);
	EXPECT_EQ(error.value, 2.0);
	EXPECT_EQ(error.Message(),
	          "vertices: edge 0 meets edge 2, but edges may only meet where one ends and the next begins.");
}

TEST(CheckPlanarPolygon, OffThePlaneByMoreThanItsTolerance)
{
	// One corner is lifted. The plane passes through the mean of the corners and tilts, so that each corner is lift / 4
	// off the plane.
	Polygon3 square = k_square;
	square[2].z = 4.0f * 4.0f * 0x1p-13f * 0.99f;
	EXPECT_EQ(ErrorOf(square).reason, Reason::None);
	square[2].z = 4.0f * 4.0f * 0x1p-13f * 1.01f;
	const Error error = ErrorOf(square);
	EXPECT_EQ(error.reason, Reason::NotPlanar);
	EXPECT_NEAR(error.value, 4.0f * 0x1p-13f * 1.01f, 1e-6f);
	EXPECT_NEAR(error.limit, 4.0 * 0x1p-13, 1e-12);
	EXPECT_GT(error.value, error.limit);
	EXPECT_TRUE(error.index >= 0 && error.index < 4) << error.index;
	EXPECT_NE(error.Message().find("off the plane"), std::string::npos) << error.Message();
	EXPECT_FALSE(CastPlanarPolygon(Down(1.0f, 1.0f), square).has_value());

	// Far from the origin, the spacing of floats is larger than this lift, so the polygon is accepted.
	for (Vec3& v : square)
	{
		v = {v.x + 65536.0f, v.y, v.z};
	}
	EXPECT_EQ(ErrorOf(square).reason, Reason::None) << "4 ulp of 65536 are 0.03";
}

TEST(CastPlanarPolygon, NoAnswerWhereTheCheckHasAReasonWhetherItIsHitOrNot)
{
	const Polygon3 crossing = {{0.0f, 0.0f, 0.0f}, {4.0f, 4.0f, 0.0f}, {4.0f, 0.0f, 0.0f}, {1.0f, 4.0f, 0.0f}};
	for (const Ray3& ray : {Down(3.5f, 2.0f), Down(50.0f, 50.0f)})
	{
		EXPECT_FALSE(CastPlanarPolygon(ray, crossing).has_value());
		EXPECT_EQ(CastPlanarPolygon(ray, k_square).has_value(), ray.origin.x < 4.0f);
	}
	EXPECT_EQ(ErrorOf(crossing).reason, Reason::EdgesMeet);
	EXPECT_EQ(ErrorOf(k_square).reason, Reason::None);
}

TEST(CheckPlanarPolygon, OutOfMemoryIsAnErrorValue)
{
	// The check of more than 16 vertices allocates. The polygons are a staircase, and one whose steps are out of order.
	Polygon3 stairs = {{0.0f, 10.0f, 1.0f}};
	for (int i = 0; i < 10; ++i)
	{
		const auto x = static_cast<float>(i);
		stairs.push_back({x, x, 1.0f});
		stairs.push_back({x + 1.0f, x, 1.0f});
	}
	stairs.push_back({10.0f, 10.0f, 1.0f});
	Polygon3 crossing = stairs;
	std::swap(crossing[3], crossing[14]);
	for (const Polygon3* polygon : {&stairs, &crossing})
	{
		const Polygon3& vertices = *polygon;
		const bool isSound = static_cast<bool>(CheckPlanarPolygon(vertices));
		EXPECT_EQ(isSound, polygon == &stairs);
		bool isDone = false;
		int64_t first = 0;
		for (; isDone == false; ++first)
		{
			FailingMemory memory(first);
			const Result<> sound = memory.Run([&] { return CheckPlanarPolygon(vertices); });
			isDone = memory.Failures() == 0;
			EXPECT_EQ(sound.GetError().reason == Reason::OutOfMemory, isDone == false) << first;
			EXPECT_EQ(static_cast<bool>(sound), isDone && isSound) << first;
			ASSERT_LT(first, 1000);
		}
		EXPECT_GT(first, 1) << "more than 16 vertices need memory";
	}
}

TEST(CheckPlanarPolygon, FewVerticesNeedNoMemoryOnceItsBufferIsThere)
{
	for (const Polygon3& vertices : {k_square, Polygon3{k_square[0], k_square[2], k_square[1], k_square[3]}})
	{
		const Error error = ErrorOf(vertices);
		FailingMemory memory(0, FailingMemory::k_never);
		const Result<> sound = memory.Run([&] { return CheckPlanarPolygon(vertices); });
		EXPECT_EQ(sound.GetError().reason, error.reason);
		EXPECT_EQ(memory.Allocations(), 0);
	}
}

TEST(CastPlanarPolygon, TakesNoMemoryOnceItsBuffersAreThere)
{
	const Ray3 rays[] = {Down(1.0f, 1.25f), Down(9.0f, 9.0f), {{-1.0f, 1.0f, 0.0f}, {9.0f, 0.0f, 0.0f}}};
	const std::span<const Vec3> list[] = {k_square, k_notched};
	const auto castAll = [&]
	{
		for (const Ray3& ray : rays)
		{
			const bool isHit = CastPlanarPolygon(ray, k_square).has_value();
			EXPECT_EQ(CastPlanarPolygonsClosest(ray, list).has_value(), isHit);
		}
	};
	castAll();
	FailingMemory memory(0, FailingMemory::k_never);
	memory.Run(castAll);
	EXPECT_EQ(memory.Allocations(), 0);
}

// The method of the document that this grew from ------------------------------------------------------------------

namespace
{

/// Intersects the plane of three vertices. Then counts the edges between this point and the middle of the polygon, and
/// beyond. Source: "ray-polygon-intersection", C. Kovacs.
std::optional<double> CrossingsTowardsTheMiddle(const Ray3& ray, const Polygon3& vertices)
{
	using D3 = std::array<double, 3>;
	const auto toD3 = [](Vec3 v)
	{
		return D3{v.x, v.y, v.z};
	};
	const auto minus = [](const D3& a, const D3& b)
	{
		return D3{a[0] - b[0], a[1] - b[1], a[2] - b[2]};
	};
	const auto dot = [](const D3& a, const D3& b)
	{
		return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
	};
	const D3 o = toD3(ray.origin);
	const D3 l = toD3(ray.translation);
	const D3 u = minus(toD3(vertices[1]), toD3(vertices[0]));
	const D3 v = minus(toD3(vertices[2]), toD3(vertices[0]));
	const D3 n = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
	const double d = dot(minus(toD3(vertices[0]), o), n) / dot(l, n);
	const D3 c = {o[0] + d * l[0], o[1] + d * l[1], o[2] + d * l[2]};
	D3 middle{};
	for (const Vec3& w : vertices)
	{
		for (size_t i = 0; i < 3; ++i)
		{
			middle[i] += toD3(w)[i] / static_cast<double>(vertices.size());
		}
	}
	const size_t axis =
	    std::abs(n[2]) >= std::max(std::abs(n[0]), std::abs(n[1])) ? 2 : (std::abs(n[1]) >= std::abs(n[0]) ? 1 : 0);
	const size_t x = (axis + 1) % 3;
	const size_t y = (axis + 2) % 3;
	const D3 way = minus(middle, c);
	int crossings = 0;
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		const D3 s1 = toD3(vertices[i]);
		const D3 e = minus(toD3(vertices[(i + 1) % vertices.size()]), s1);
		const double determinant = way[x] * e[y] - way[y] * e[x];
		const double s = ((s1[x] - c[x]) * e[y] - (s1[y] - c[y]) * e[x]) / determinant;
		const double t = ((s1[x] - c[x]) * way[y] - (s1[y] - c[y]) * way[x]) / determinant;
		crossings += s > 0.0 && t >= 0.0 && t <= 1.0 ? 1 : 0;
	}
	return d > 0.0 && d <= ray.maxFraction && crossings % 2 == 1 ? std::optional(d) : std::nullopt;
}

} // namespace

TEST(CastPlanarPolygon, AgreesWithCrossingsTowardsTheMiddleWhereThoseWork)
{
	int hits = 0;
	int count = 0;
	RunTrials(0x91A4A8, 20000,
	          [&](Random& random) -> std::string
	          {
		          const std::optional<Stage> stage = TurnedStage(random);
		          if (stage.has_value() == false || !CheckPlanarPolygon(stage->vertices))
		          {
			          return "";
		          }
		          // The ray steeply crosses the plane at a random point near its middle.
		          const Polygon3& vertices = stage->vertices;
		          const Vec3 target =
		              vertices[0] + random.Uniform(-1.0f, 1.0f) * stage->u + random.Uniform(-1.0f, 1.0f) * stage->v;
		          const Vec3 from = target + Whole(random, 9, stage->size);
		          const Ray3 ray{from, 2.0f * (target - from)};
		          const auto hit = CastPlanarPolygon(ray, vertices);
		          const auto want = CrossingsTowardsTheMiddle(ray, vertices);
		          if (hit.has_value() &&
		              (hit->edge >= 0 || hit->startsInside || std::abs(hit->fraction - 0.5f) > 0.01f))
		          {
			          return "";
		          }
		          ++count;
		          hits += hit.has_value() ? 1 : 0;
		          const bool isSame = hit.has_value() == want.has_value() &&
		                              (hit.has_value() == false || std::abs(hit->fraction - *want) < 1e-3);
		          if (isSame == false && ExactPlane(vertices).isExact == false)
		          {
			          // Rounded vertices leave a band around the boundary in which the reference cannot decide.
			          return "";
		          }
		          return isSame ? "" : "reference differs: " + ToText(ray) + ToText(vertices);
	          });
	std::printf("    %d of %d hit\n", hits, count);
	EXPECT_GT(hits, count / 10);
}

TEST(CastPlanarPolygon, OnTheDiagonalCrossingsTowardsTheMiddleMiss)
{
	// The path to the middle continues through the opposite corner, where it crosses two edges, which is an even
	// number.
	const Ray3 ray = Down(1.0f, 1.0f);
	EXPECT_FALSE(CrossingsTowardsTheMiddle(ray, k_square).has_value());
	const auto hit = CastPlanarPolygon(ray, k_square);
	ASSERT_TRUE(hit.has_value());
	EXPECT_EQ(hit->point, (Vec3{1.0f, 1.0f, 0.0f}));
	EXPECT_FALSE(CrossingsTowardsTheMiddle(Down(2.0f, 2.0f), k_square).has_value())
	    << "the middle has no way to itself";
	EXPECT_TRUE(CastPlanarPolygon(Down(2.0f, 2.0f), k_square).has_value());
	EXPECT_TRUE(CrossingsTowardsTheMiddle(Down(1.0f, 1.25f), k_square).has_value());
}

} // namespace ricochet::test::planar_polygon_test
