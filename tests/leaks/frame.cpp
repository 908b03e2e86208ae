// MIT License, Copyright (c) 2026 the ricochet authors

#include "leaks/frame.h"

#include <cmath>
#include <limits>

namespace ricochet::leaks
{

namespace
{

// All coordinates are within 2^23 units of the origin, so that their sums and differences are floats.
constexpr std::array<double, k_offsets.size()> k_units = {0x1p-12, 0x1p-14, 0x1p-10, 0x1p-6};

constexpr std::array<double, k_offsets.size()> k_leastSizes = {0.05, 0.05, 0.1, 1.6};
constexpr std::array<double, k_offsets.size()> k_largestSizes = {20.0, 20.0, 20.0, 50.0};

constexpr double k_turn = 6.283185307179586;

Point Direction(SceneRandom& random)
{
	const double angle = Uniform(random, 0.0, k_turn);
	return {std::cos(angle), std::sin(angle)};
}

Point Turned(const Point& v, double c, double s)
{
	return {c * v.x - s * v.y, s * v.x + c * v.y};
}

double SquareOf(const b2Rot& q)
{
	return static_cast<double>(q.c) * q.c + static_cast<double>(q.s) * q.s;
}

} // namespace

double Uniform(SceneRandom& random, double low, double high)
{
	return low + static_cast<double>(random.Bits() >> 11) * 0x1p-53 * (high - low);
}

double LogUniform(SceneRandom& random, double low, double high)
{
	return low * std::pow(high / low, Uniform(random, 0.0, 1.0));
}

float FloatsFrom(float value, int32_t count)
{
	const float infinity = std::numeric_limits<float>::infinity();
	for (int32_t i = std::abs(count); i > 0; --i)
	{
		value = std::nextafter(value, count > 0 ? infinity : -infinity);
	}
	return value;
}

b2Vec2 Nudged(SceneRandom& random, b2Vec2 v, int32_t floats)
{
	const int32_t x = random.Below(2 * floats + 1) - floats;
	const int32_t y = random.Below(2 * floats + 1) - floats;
	return {FloatsFrom(v.x, x), FloatsFrom(v.y, y)};
}

Point Frame::Snapped(const Point& plan, double units) const
{
	const double step = units * unit;
	return IsExact() ? Point{std::round(plan.x / step) * step, std::round(plan.y / step) * step} : plan;
}

b2Vec2 Frame::VertexAt(const Point& plan) const
{
	return ToFloat(base + Turned(plan, turn.x, turn.y));
}

Point Frame::PlanOf(b2Vec2 vertex) const
{
	return Turned(Lift<double>(vertex) - base, turn.x, -turn.y);
}

Point Frame::ToWorld(const Point& plan, const b2Transform& at) const
{
	const Point local = (1.0 / SquareOf(at.q)) * (base + Turned(plan, turn.x, turn.y));
	return Lift<double>(at.p) + Turned(local, at.q.c, at.q.s);
}

Point Frame::FromWorld(b2Vec2 world, const b2Transform& at) const
{
	const Point local = Turned(Lift<double>(world) - Lift<double>(at.p), at.q.c, -static_cast<double>(at.q.s));
	return Turned(local - base, turn.x, -turn.y);
}

b2Vec2 Frame::ToWorldDirection(const Point& plan) const
{
	const Point local = (1.0 / SquareOf(pose.q)) * Turned(plan, turn.x, turn.y);
	return ToFloat(Turned(local, pose.q.c, pose.q.s));
}

Point Frame::FromWorldDirection(b2Vec2 world) const
{
	return Turned(Turned(Lift<double>(world), pose.q.c, -static_cast<double>(pose.q.s)), turn.x, -turn.y);
}

Ray Frame::RayThrough(const Point& from, const Point& through, double factor) const
{
	Ray ray;
	ray.origin = ToFloat(ToWorld(from, pose));
	ray.translation = ToWorldDirection(factor * (through - FromWorld(ray.origin, pose)));
	return ray;
}

b2Vec2 Frame::Near(SceneRandom& random, const Point& plan, const b2Transform& at, int32_t floats) const
{
	return Nudged(random, ToFloat(ToWorld(plan, at)), floats);
}

Frame DrawFrame(SceneRandom& random, Precision precision)
{
	Frame frame;
	frame.offset = static_cast<size_t>(random.Below(static_cast<int32_t>(k_offsets.size())));
	const bool isExact = precision == Precision::Exact;
	if (isExact)
	{
		frame.unit = k_units[frame.offset];
		frame.size = frame.unit * 32.0 * (32.0 + random.Below(480));
		constexpr Point k_quarters[] = {{1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}, {0.0, -1.0}};
		frame.turn = k_quarters[random.Below(4)];
	}
	else
	{
		frame.size = LogUniform(random, k_leastSizes[frame.offset], k_largestSizes[frame.offset]);
		frame.turn = Direction(random);
		frame.angle = random.OneIn(4) ? 0.0f : random.Uniform(-3.14f, 3.14f);
	}

	const double distance = k_offsets[frame.offset] + Uniform(random, 0.0, frame.size);
	const Point place = frame.Snapped(distance * Direction(random));
	const bool moveBody = random.OneIn(2);
	frame.base = moveBody ? Point{} : place;
	frame.pose = test::PoseAt(moveBody ? ToFloat(place) : b2Vec2{0.0f, 0.0f}, frame.angle);
	return frame;
}

Frame DrawBodyFrame(SceneRandom& random)
{
	Frame frame = DrawFrame(random, Precision::Rounded);
	const b2Vec2 place = ToFloat(frame.base + Lift<double>(frame.pose.p));
	frame.base = {};
	frame.pose.p = place;
	return frame;
}

} // namespace ricochet::leaks
