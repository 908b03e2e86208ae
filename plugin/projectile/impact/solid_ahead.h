// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/leg/leg.h"
#include "projectile/leg/passing.h"

#include <ricochet/query/query_filter.h>

#include <functional>
#include <vector>

class b2World;

namespace ricochet
{

struct Place;

/// What a bullet comes into at an impact: the solid fixtures of one body that hang together along its way, straight on
/// in the body's frame. What is in two of them resists as the harder one does.
/// A disc comes into all of them, edges too, that it touches before it has left those before; what its centre goes
/// through resists.
class SolidAhead
{
public:
	/// A child of a fixture on the way: from where to where (m from the impact).
	struct Layer
	{
		b2Fixture* fixture = nullptr;
		int32_t child = 0;
		double enter = 0.0; ///< of the disc
		double exit = 0.0;
		bool startsInside = false;
		double resistance = 0.0; ///< J/m
		double begin = 0.0;      ///< of what its centre goes through: of a point the same
		double end = 0.0;
		LocalCrossing left{};  ///< there, in the body's frame
		bool isCrossed = true; ///< the centre meets it
	};

	/// Who looks.
	struct Looker
	{
		float radius;  ///< 0: a point
		bool pierces;  ///< else it looks at what was hit alone
		double energy; ///< J: it looks up to where this ends
		const QueryFilter& filter;
		const Passing& passing; ///< has been paid for
	};

	using ResistanceOf = std::function<double(const b2Fixture*)>;

	/// Looks ahead from a hit, where the projectile is at a point. `isInTree`: the body stands in the world's tree as
	/// it does at the impact. Throws std::bad_alloc.
	void Find(const b2World& world, const LegHit& hit, const Vec<double>& point, bool isInTree, const Looker& looker,
	          const ResistanceOf& resistanceOf);

	/// The hit with the thickness of all, and the exit out of the last; of a disc those of its centre, and where that
	/// meets nothing, the exit is where it came in. Requires: Find of this hit.
	[[nodiscard]] LegHit Whole(const LegHit& hit) const;

	/// What it takes to pass (J).
	[[nodiscard]] double Energy() const { return m_energy; }

	/// How far an energy leads that does not suffice (m).
	[[nodiscard]] double DepthFor(double energy) const;

	/// First what was hit.
	[[nodiscard]] const std::vector<Layer>& Layers() const { return m_layers; }

private:
	struct Way;

	void Begin(const LegHit& hit, double resistance);
	static void Measure(const Way& way, const Place& place, Layer& layer);
	[[nodiscard]] bool TakesAsDisc(const Way& way, const Place& place, Layer& layer) const;
	[[nodiscard]] bool TakesAsPoint(const Way& way, const Place& place, Layer& layer) const;
	[[nodiscard]] bool Continues(const Way& way, const Layer& layer, double sine) const;
	void Bar(const Layer& layer);
	[[nodiscard]] double DepthThrough(double energy) const;
	[[nodiscard]] LegHit WholeOfDisc(const LegHit& hit) const;
	void TakeFromTree(const b2World& world, const Way& way, const b2Body& body, double end);
	void TakeAll(const Way& way, b2Body& body);
	void Take(const Way& way, b2Fixture* fixture, int32_t child);
	[[nodiscard]] bool MayJoin(const b2Fixture& fixture) const;
	[[nodiscard]] bool IsNew(const b2Fixture* fixture, int32_t child) const;
	void Settle(double end);

	// Up to the end of each from that of the one before.
	struct Stretch
	{
		double end = 0.0;
		double resistance = 0.0;
	};

	std::vector<Layer> m_layers;
	std::vector<size_t> m_unsettled; // layers that go on
	std::vector<Stretch> m_stretches;
	std::vector<double> m_ends;
	double m_settled = 0.0;   // up to where stretches are known
	double m_thickness = 0.0; // up to where what is known hangs together
	double m_material = 0.0;  // of the stretches that are not air (m)
	double m_barred = 0.0;    // from here on nothing passes (m)
	double m_energy = 0.0;
	float m_radius = 0.0f;
	const b2Fixture* m_only = nullptr; // whose parts alone hang together; null: those of the body
};

} // namespace ricochet
