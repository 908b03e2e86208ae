// MIT License, Copyright (c) 2026 the ricochet authors

#include "index/body_life.h"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace ricochet
{

namespace
{

bool HasSameBits(std::span<const b2Vec2> a, std::span<const b2Vec2> b)
{
	return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

bool IsSame(const b2Filter& a, const b2Filter& b)
{
	return a.categoryBits == b.categoryBits && a.maskBits == b.maskBits && a.groupIndex == b.groupIndex;
}

bool IsSame(const PastChild& was, std::span<const b2Vec2> points, const ChildSeen& seen)
{
	const ChildGeometry& geometry = seen.geometry;
	return was.fixture == seen.fixture && was.child == seen.child && IsSame(was.filter, seen.filter) &&
	       was.isSensor == seen.isSensor && std::memcmp(&was.radius, &geometry.radius, sizeof(float)) == 0 &&
	       was.attached.Get() == geometry.attached && was.isEdge == geometry.IsEdge() &&
	       was.oneSided == geometry.oneSided && HasSameBits(points.subspan(was.first, was.count), geometry.Points());
}

PastChild CopyOf(const ChildSeen& seen, size_t first)
{
	const ChildGeometry& geometry = seen.geometry;
	return {.fixture = seen.fixture,
	        .life = 0,
	        .child = seen.child,
	        .first = static_cast<uint32_t>(first),
	        .radius = geometry.radius,
	        .filter = seen.filter,
	        .count = static_cast<uint8_t>(geometry.Points().size()),
	        .isEdge = geometry.IsEdge(),
	        .oneSided = geometry.oneSided,
	        .isSensor = seen.isSensor,
	        .attached = GeometryPointer(geometry.attached)};
}

// The fixtures that stay keep their order, and new ones come in at the front: from the back, all that have stayed are
// found before any that is new.
void Enliven(std::vector<PastChild>& children, std::span<const PastChild> before)
{
	bool isNew = false;
	for (size_t i = children.size(); i > 0; --i)
	{
		PastChild& child = children[i - 1];
		if (i < children.size() && children[i].fixture == child.fixture)
		{
			child.life = children[i].life;
			continue;
		}
		size_t left = isNew ? 0 : before.size();
		while (left > 0 && before[left - 1].fixture != child.fixture)
		{
			--left;
		}
		isNew = left == 0;
		child.life = isNew ? NextNumber() : before[left - 1].life;
		before = before.first(left);
	}
}

} // namespace

uint64_t NextNumber()
{
	static std::atomic<uint64_t> last = 0;
	return ++last;
}

Stand StandOf(const b2Body& body)
{
	return {body.GetTransform(), body.GetWorldCenter(), body.GetLocalCenter(), body.GetAngle()};
}

bool HasSameBits(const Stand& a, const Stand& b)
{
	return std::memcmp(&a, &b, sizeof(Stand)) == 0;
}

bool Look::Shows(const b2Body& body) const
{
	size_t next = 0;
	bool isSame = true;
	ForEachChildOf(body,
	               [&](const ChildSeen& seen)
	               {
		               isSame = isSame && next < children.size() && IsSame(children[next], points, seen);
		               next += 1;
	               });
	return isSame && next == children.size();
}

ChildGeometry Look::GeometryOf(const PastChild& child) const
{
	const std::span<const b2Vec2> own = std::span(points).subspan(child.first, child.count);
	if (child.isEdge)
	{
		return ChildGeometry::Edge(own[0], own[1], child.oneSided);
	}
	const CastGeometryData* attached = child.attached.Get();
	return attached != nullptr ? ChildGeometry::Attached(*attached, own) : ChildGeometry::Solid(own, child.radius);
}

bool Look::Has(uint64_t life) const
{
	const auto found = std::lower_bound(children.begin(), children.end(), life,
	                                    [](const PastChild& child, uint64_t key) { return child.life > key; });
	return found != children.end() && found->life == life;
}

Look LookOf(const b2Body& body, const Look* before, uint64_t from)
{
	size_t children = 0, points = 0;
	ForEachChildOf(body,
	               [&](const ChildSeen& seen)
	               {
		               children += 1;
		               points += seen.geometry.Points().size();
	               });
	Look look{.from = from};
	look.children.reserve(children);
	look.points.reserve(points);
	ForEachChildOf(body,
	               [&](const ChildSeen& seen)
	               {
		               look.children.push_back(CopyOf(seen, look.points.size()));
		               const std::span<const b2Vec2> own = seen.geometry.Points();
		               look.points.insert(look.points.end(), own.begin(), own.end());
	               });
	Enliven(look.children, before != nullptr ? std::span(before->children) : std::span<const PastChild>());
	return look;
}

void BodyLife::ForgetBefore(uint64_t record)
{
	const auto needed =
	    std::find_if(looks.begin() + 1, looks.end(), [&](const Look& look) { return look.from > record; });
	looks.erase(looks.begin(), needed - 1);
}

} // namespace ricochet
