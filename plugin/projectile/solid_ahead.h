// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/leg.h"
#include "projectile/passing.h"

#include <ricochet/world/query_filter.h>

#include <functional>
#include <vector>

class b2World;

namespace ricochet
{

/// What a bullet comes into at an impact: the solid fixtures of one body that hang together along its way, straight on
/// in the body's frame. What is in two of them resists as the harder one does.
class SolidAhead
{
public:
	/// A child of a fixture on the way: from where to where (m from the impact).
	struct Layer
	{
		b2Fixture* fixture = nullptr;
		int32_t child = 0;
		double enter = 0.0;
		double exit = 0.0;
		bool startsInside = false;
		double resistance = 0.0; ///< J/m
		LocalCrossing left{};    ///< at the exit, in the body's frame
	};

	using ResistanceOf = std::function<double(const b2Fixture*)>;

	/// Looks ahead from a hit at a point, up to where this energy (J) ends. `isInTree`: the body stands in the world's
	/// tree as it does at the impact. What is in `passing` has been paid for. Throws std::bad_alloc.
	void Find(const b2World& world, const LegHit& hit, const Vec<double>& point, double energy, bool isInTree,
	          const QueryFilter& filter, const Passing& passing, const ResistanceOf& resistanceOf);

	/// The hit with the thickness of all, and the exit out of the last. Requires: Find of this hit.
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
	void TakeFromTree(const b2World& world, const Way& way, const b2Body& body, double end);
	void TakeAll(const Way& way, b2Body& body);
	void Take(const Way& way, b2Fixture* fixture, int32_t child);
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
	double m_settled = 0.0; // up to where stretches are known
	double m_thickness = 0.0;
	double m_energy = 0.0;
};

} // namespace ricochet
