// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/sight/viewer.h>

#include "host/host.h"
#include "sight/body_parts.h"
#include "sight/check.h"
#include "sight/envelope_tree.h"
#include "sight/point_frame.h"

namespace ricochet
{

struct Viewer::State
{
	std::vector<Obstacle> obstacles;
	BodyParts parts;
	EnvelopeTree<PointView> tree;
	std::vector<Piece<PointView>> sides;
	std::vector<SightVertex> polygon;
	Work work;

	void Look(Space space, b2Vec2 eye, float radius, const SightDef& def);
	void Forget();
};

void Viewer::State::Look(Space space, b2Vec2 eye, float radius, const SightDef& def)
{
	const PointFrame frame{eye, radius};
	CollectObstacles(space, BoundsOfDisc(eye, radius), frame.vantage, def.filter, obstacles);
	parts.Update(obstacles);
	for (const BodyParts::Change& change : parts.Changes())
	{
		tree.Set(change.slot, change.obstacles);
	}
	work = {parts.InReach(), parts.Renewed()};
	EmitPolygon(frame, tree.Root(), SightTurn(def.cone), sides, polygon);
}

void Viewer::State::Forget()
{
	parts = {};
	tree = {};
	polygon.clear();
	work = {};
}

Viewer::Viewer() = default;
Viewer::~Viewer() = default;
Viewer::Viewer(Viewer&& other) noexcept = default;
Viewer& Viewer::operator=(Viewer&& other) noexcept = default;

Result<> Viewer::Look(Space space, b2Vec2 eye, float radius, const SightDef& def)
{
	if (m_state != nullptr)
	{
		m_state->polygon.clear();
	}
	return Attempt(
	    CheckLook(eye, radius, def.cone),
	    [&]
	    {
		    if (m_state == nullptr)
		    {
			    m_state = std::make_unique<State>();
		    }
		    m_state->Look(space, eye, radius, def);
	    },
	    [&]
	    {
		    if (m_state != nullptr)
		    {
			    m_state->Forget();
		    }
	    });
}

std::span<const SightVertex> Viewer::Polygon() const
{
	return m_state != nullptr ? std::span<const SightVertex>(m_state->polygon) : std::span<const SightVertex>();
}

Viewer::Work Viewer::LastWork() const
{
	return m_state != nullptr ? m_state->work : Work();
}

} // namespace ricochet
