// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/ricochet.h>

#include <box2d/box2d.h>

#include <cmath>
#include <cstdio>
#include <string_view>

// The package and the headers must have the same version. The pkg-config file has the package's version.
#define TEXT_OF(number) #number
#define VERSION_TEXT(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)
#ifdef PACKAGE_VERSION
static_assert(std::string_view(PACKAGE_VERSION) ==
              VERSION_TEXT(RICOCHET_VERSION_MAJOR, RICOCHET_VERSION_MINOR, RICOCHET_VERSION_PATCH));
#endif

// A game may derive from the shapes and callbacks. This links only if the library contains their type information.
struct NamedPolygonShape : ricochet::ClipPolygonShape
{
	explicit NamedPolygonShape(const ricochet::ClipPolygonShape& shape) : ClipPolygonShape(shape) {}
};

struct CountingCallback : ricochet::ClosestRayCallback
{
	float ReportFixture(b2Fixture* fixture, const b2Vec2& point, const b2Vec2& normal, float fraction) override
	{
		++count;
		return ClosestRayCallback::ReportFixture(fixture, point, normal, fraction);
	}
	int count = 0;
};

int main()
{
	b2World world({0.0f, -10.0f});
	const b2BodyDef bodyDef;
	b2Body* body = world.CreateBody(&bodyDef);

	const ricochet::Result<ricochet::ClipPolygonShape> box = ricochet::MakeBox(1.0f, 1.0f, {10.0f, 0.0f});
	if (!box)
	{
		std::puts("no box");
		return 1;
	}
	const NamedPolygonShape named(*box);
	const b2Fixture* fixture = body->CreateFixture(&named, 0.0f);

	const std::optional<ricochet::RayHit> hit =
	    ricochet::CastRayClosest(world, ricochet::RayBetween({0.0f, 0.0f}, {20.0f, 0.0f}));
	if (!hit || hit->fixture != fixture || std::abs(hit->enter.point.x - 9.0f) > 1e-5f)
	{
		std::puts("the ray does not hit the box");
		return 1;
	}

	CountingCallback callback;
	world.RayCast(&callback, {0.0f, 0.0f}, {20.0f, 0.0f});
	if (!callback.hasHit || callback.count != 1)
	{
		std::puts("the callback keeps no hit");
		return 1;
	}
#ifdef __GXX_RTTI
	b2RayCastCallback* stock = &callback;
	if (dynamic_cast<ricochet::ClosestRayCallback*>(stock) == nullptr)
	{
		std::puts("the callback has no type");
		return 1;
	}
#endif

	// The bullet is invalid, so the library formats an error message. This shows that fmt is linked, too.
	ricochet::Plugin plugin(world);
	if (plugin.Fire({.mass = -1.0f}) || plugin.LastError().Message().empty())
	{
		std::puts("a bullet of negative mass flies");
		return 1;
	}
	std::printf("hit at x = %g\n", static_cast<double>(hit->enter.point.x));
	return 0;
}
