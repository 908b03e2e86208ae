// MIT License, Copyright (c) 2026 the ricochet authors

#include "properties/cast_case.h"

#include <ricochet/shapes/cast_shape.h>

#include "support/stock_shapes.h"

namespace ricochet::test
{

namespace
{

float HostileNumber(Random& random)
{
	const float numbers[] = {0.0f,      -0.0f,      FLT_MAX,       -FLT_MAX,          0x1p-149f,
	                         HUGE_VALF, -HUGE_VALF, std::nanf(""), random.AnyFloat(), random.AnyFloat()};
	return numbers[random.Below(10)];
}

b2Transform DrawPose(Random& random, const Field& field)
{
	constexpr float k_quarters[4][2] = {{0.0f, 1.0f}, {1.0f, 0.0f}, {0.0f, -1.0f}, {-1.0f, 0.0f}};
	const b2Vec2 position = random.OneIn(2) ? field.Point(random) : b2Vec2{0.0f, 0.0f};
	if (random.OneIn(2))
	{
		const float* quarter = k_quarters[random.Below(4)];
		return PoseOf(position, quarter[0], quarter[1]);
	}
	const float angle = random.Uniform(-3.2f, 3.2f);
	return PoseOf(position, std::sin(angle), std::cos(angle));
}

void DrawShape(Random& random, const Field& field, CastCase& drawn)
{
	switch (drawn.kind)
	{
	case CastCase::Kind::Polygon:
		do
		{
			drawn.vertices = RandomConvex(random, field);
		} while (drawn.vertices.size() > b2_maxPolygonVertices);
		break;
	case CastCase::Kind::Circle:
		drawn.vertices = {field.Point(random)};
		drawn.radius = field.Length(random);
		break;
	case CastCase::Kind::Edge:
		drawn.vertices = {field.Point(random), field.Point(random)};
		break;
	case CastCase::Kind::Rounded:
		drawn.vertices = RandomConvex(random, field);
		drawn.vertices.resize(static_cast<size_t>(random.Between(1, static_cast<int>(drawn.vertices.size()))));
		drawn.radius = random.OneIn(8) ? 0.0f : field.Length(random);
		break;
	case CastCase::Kind::Simple:
		drawn.vertices = RandomSimple(random, field);
		break;
	}
}

Ray DrawRay(Random& random, const Field& field, const CastCase& drawn)
{
	Aim aim = AimAt(random, drawn.vertices);
	for (const b2Vec2 vertex : drawn.vertices)
	{
		if (drawn.radius > 0.0f)
		{
			AimAtCircle(random, vertex, drawn.radius, aim);
		}
	}
	Ray ray = random.OneIn(4) ? RandomRay(random, field) : AimedRay(random, field, aim);
	ray.origin = b2Mul(drawn.pose, ray.origin);
	ray.translation = b2Mul(drawn.pose.q, ray.translation);
	if (random.OneIn(16))
	{
		float* const numbers[] = {&ray.origin.x, &ray.origin.y, &ray.translation.x, &ray.translation.y,
		                          &ray.maxFraction};
		*numbers[random.Below(5)] = HostileNumber(random);
	}
	return ray;
}

// True if no vertex lies to the right of any edge and the vertices are not all on one line.
bool IsConvex(const std::vector<b2Vec2>& vertices)
{
	bool hasArea = false;
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		for (const b2Vec2 v : vertices)
		{
			const int turn = Orientation(vertices[i], vertices[(i + 1) % vertices.size()], v);
			if (turn < 0)
			{
				return false;
			}
			hasArea = hasArea || turn > 0;
		}
	}
	return hasArea;
}

// True if the case meets the requirements of its kind. Simplified cases must meet them, too.
bool IsProper(const CastCase& what)
{
	switch (what.kind)
	{
	case CastCase::Kind::Polygon:
		return IsConvex(what.vertices);
	case CastCase::Kind::Simple:
		return IsSimple(what.vertices);
	case CastCase::Kind::Rounded:
		return what.vertices.size() < 3 || IsConvex(what.vertices);
	default:
		return true;
	}
}

} // namespace

CastCase CastCase::Draw(Random& random)
{
	const Field field = Field::Draw(random);
	CastCase drawn;
	drawn.kind = static_cast<Kind>(random.Below(k_kinds));
	DrawShape(random, field, drawn);
	if (drawn.IsBox2D() && random.OneIn(2))
	{
		drawn.pose = DrawPose(random, field);
	}
	drawn.ray = DrawRay(random, field, drawn);
	drawn.salt = random.Bits();
	return drawn;
}

std::vector<CastCase> CastCase::Simpler() const
{
	std::vector<CastCase> simpler;
	if (pose.q.s != 0.0f || pose.q.c != 1.0f)
	{
		simpler.push_back(*this);
		simpler.back().pose.q = PoseOf({0.0f, 0.0f}).q;
	}
	for (size_t i = 0; vertices.size() > 1 && kind != Kind::Edge && i < vertices.size(); ++i)
	{
		simpler.push_back(*this);
		simpler.back().vertices.erase(simpler.back().vertices.begin() + static_cast<std::ptrdiff_t>(i));
	}
	AddSimplerNumbers(*this, simpler,
	                  [](CastCase& what, const auto& take)
	                  {
		                  take(what.ray.maxFraction);
		                  for (b2Vec2* v : {&what.ray.origin, &what.ray.translation, &what.pose.p})
		                  {
			                  take(v->x);
			                  take(v->y);
		                  }
		                  take(what.radius);
		                  for (b2Vec2& v : what.vertices)
		                  {
			                  take(v.x);
			                  take(v.y);
		                  }
	                  });
	std::erase_if(simpler, [](const CastCase& candidate) { return IsProper(candidate) == false; });
	return simpler;
}

std::ostream& operator<<(std::ostream& out, const CastCase& what)
{
	constexpr const char* k_names[] = {"polygon", "circle", "edge", "rounded", "simple polygon"};
	return out << k_names[static_cast<size_t>(what.kind)] << " " << ToText(what.vertices) << " radius "
	           << ToText(what.radius) << "\npose p " << ToText(what.pose.p) << " q.s " << ToText(what.pose.q.s)
	           << " q.c " << ToText(what.pose.q.c) << "\n"
	           << ToText(what.ray) << " salt " << what.salt;
}

std::vector<RaySpan> CastCase::Cast(const Ray& cast) const
{
	switch (kind)
	{
	case Kind::Polygon:
	{
		b2PolygonShape shape;
		shape.m_count = static_cast<int32>(vertices.size());
		std::copy(vertices.begin(), vertices.end(), shape.m_vertices);
		return ToList(CastRayAtShape(shape, 0, pose, cast));
	}
	case Kind::Circle:
		return ToList(CastRayAtShape(CircleOf(radius, vertices[0]), 0, pose, cast));
	case Kind::Edge:
		return ToList(CastRayAtShape(EdgeOf(vertices[0], vertices[1]), 0, pose, cast));
	case Kind::Rounded:
		return ToList(ClipRounded(cast, vertices, radius));
	case Kind::Simple:
		break;
	}
	std::vector<RaySpan> spans;
	ClipPolygon(cast, vertices, spans);
	return spans;
}

bool IsExactSum(float a, float b)
{
	// The two-sum algorithm computes the rounding error of a sum exactly: Knuth, "The Art of Computer Programming" 2,
	// 4.2.2, theorem B.
	const double x = a, y = b;
	const double sum = x + y;
	const double part = sum - x;
	const double lost = (x - (sum - part)) + (y - part);
	return std::isfinite(static_cast<float>(sum)) && lost == 0.0 && static_cast<double>(static_cast<float>(sum)) == sum;
}

void SnapTogether(float& a, float& b, int bits)
{
	const float size = std::max(std::abs(a), std::abs(b));
	if (std::isfinite(size) == false || size == 0.0f)
	{
		return;
	}
	const int unit = std::max(std::ilogb(size) + 1 - bits, -149);
	for (float* x : {&a, &b})
	{
		*x = static_cast<float>(std::ldexp(std::nearbyint(std::ldexp(static_cast<double>(*x), -unit)), unit));
	}
}

Ray WithExactEnd(Ray ray, int spare)
{
	ray.maxFraction = 1.0f;
	SnapTogether(ray.origin.x, ray.translation.x, 23 - spare);
	SnapTogether(ray.origin.y, ray.translation.y, 23 - spare);
	return ray;
}

std::string ToText(const std::vector<RaySpan>& spans)
{
	std::string text = spans.empty() ? " miss" : "";
	for (const RaySpan& span : spans)
	{
		text += " " + ToText(span);
	}
	return text;
}

std::string Difference(const char* what, const std::vector<RaySpan>& a, const std::vector<RaySpan>& b)
{
	const bool same = a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), IsSameButPoints);
	return same ? std::string() : std::string(what) + ": " + ToText(a) + "\nis not " + ToText(b);
}

} // namespace ricochet::test
