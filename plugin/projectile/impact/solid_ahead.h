// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/leg/leg.h"
#include "projectile/leg/passing.h"
#include "query/solid_line.h"

#include <ricochet/query/query_filter.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

class b2World;

namespace ricochet
{

struct Place;

/// The solid that a bullet enters at an impact: the fixtures of one body that touch along the bullet's straight path in
/// the body's frame. Where two of them overlap, only the harder one resists.
/// A disc enters every fixture, including edges, that it touches before it has left the earlier ones. The fixtures that
/// its centre crosses resist. Along a joint, fixtures lie on both sides of the centre; the hardest of them resists. A
/// fixture that lies along the path on one side does not resist: the centre only slides along it.
class SolidAhead
{
public:
	/// A part of a fixture on the path. Distances are in m from the impact.
	struct Layer
	{
		b2Fixture* fixture = nullptr;
		int32_t child = 0;
		SolidExtent extent; ///< the part of the path on which the disc touches the fixture
		bool startsInside = false;
		double resistance = 0.0; ///< J/m
		double begin = 0.0;      ///< where the centre enters; for a point this is extent.enter
		double end = -1.0;       ///< where the centre leaves; before `begin` if it does not cross the fixture
		LocalCrossing entered{}; ///< the crossing at `begin`, in the body's frame
		LocalCrossing left{};    ///< the crossing at `end`, in the body's frame
		LocalSpan along{};       ///< the part of the path that runs along a face (SolidLine::Along); side 0: none

		[[nodiscard]] bool IsCrossedAt(double depth) const { return begin <= depth && depth <= end; }
		[[nodiscard]] bool IsAlongAt(double depth) const
		{
			return along.side != 0 && along.enter.fraction <= depth && depth <= along.exit.fraction;
		}
		void AddAlong(double exitSine, bool hasExtent);
		[[nodiscard]] double Ends() const { return std::max(end, along.side != 0 ? along.exit.fraction : end); }
	};

	/// The bullet that looks ahead.
	struct Looker
	{
		float radius;  ///< 0: a point
		bool pierces;  ///< false: it looks only at the fixture that was hit
		double energy; ///< J: the bullet looks ahead until the solid has taken this energy
		const QueryFilter& filter;
		const Passing& passing; ///< children that the bullet is passing; it has already lost the energy for them
	};

	using ResistanceOf = std::function<double(const b2Fixture*)>;

	/// Finds the solid ahead of a hit of a leg. `isAtRest`: the body keeps its pose of the impact during the whole
	/// step, and the world's tree has that pose. Throws std::bad_alloc.
	void Find(const b2World& world, const Leg& leg, const LegHit& hit, bool isAtRest, const Looker& looker,
	          const ResistanceOf& resistanceOf);

	/// Returns the hit with the thickness of the whole solid, and with the exit from its last fixture. For a disc,
	/// thickness and exit are those of its centre. If the centre crosses nothing, the exit is at the entry. Requires:
	/// Find was called for this hit.
	[[nodiscard]] LegHit Whole(const LegHit& hit) const;

	/// Returns the energy that a bullet needs to pass the whole solid (J).
	[[nodiscard]] double Energy() const { return m_energy; }

	/// Returns how deep (m) a bullet gets if its energy (J) is too small to pass the solid.
	[[nodiscard]] double DepthFor(double energy) const;

	/// Returns the parts of the solid. The first part is the fixture that was hit.
	[[nodiscard]] const std::vector<Layer>& Layers() const { return m_layers; }

private:
	struct Way;
	struct Cover;

	void Begin(const LegHit& hit, const SolidLine& line, double resistance);
	static void MeasureCenter(const Way& way, const Place& place, const std::optional<ShapeSpan>& met, Layer& layer);
	[[nodiscard]] bool Measure(const Way& way, const Place& place, Layer& layer) const;
	void Bar(const Layer& layer);
	void TakeFromTree(const b2World& world, const Way& way, const b2Body& body, double end);
	void TakeAll(const Way& way, b2Body& body);
	void Take(const Way& way, b2Fixture* fixture, int32_t child);
	[[nodiscard]] bool MayJoin(const b2Fixture& fixture) const;
	[[nodiscard]] bool IsNew(const b2Fixture* fixture, int32_t child) const;
	[[nodiscard]] Place PlaceOf(size_t layer) const;
	[[nodiscard]] Cover CoverAt(double depth) const;
	[[nodiscard]] bool JoinsLast(double depth) const;
	void CloseGap(double resistance);
	void Settle(double end);
	void EndAt(double depth);

	// A part of the path with one resistance. It begins at the end of the previous stretch.
	struct Stretch
	{
		double end = 0.0;
		double resistance = 0.0;
	};

	std::vector<Layer> m_layers;
	std::vector<size_t> m_unsettled; // layers that end beyond the known stretches
	std::vector<Stretch> m_stretches;
	std::vector<double> m_ends;
	SolidLine m_line;        // the path of the centre
	b2Transform m_pose;      // pose of the body at the impact
	SolidExtent m_known;     // the extent of all layers found so far
	double m_settled = 0.0;  // m_stretches is known up to here (m)
	double m_material = 0.0; // the length of all stretches that are solid (m)
	double m_end = 0.0;      // where the last solid stretch ends (m)
	size_t m_last = 0;       // the layer that ends at m_end
	size_t m_farthest = 0;   // the layer that ends where m_known does
	LocalCrossing m_exit{};  // where the path leaves the solid, at m_end, in the body's frame
	double m_barred = 0.0;   // nothing passes beyond this distance (m)
	double m_energy = 0.0;
	float m_radius = 0.0f;
	const b2Fixture* m_only = nullptr; // only its parts touch; null: all fixtures of the body may
};

} // namespace ricochet
