// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/leg/disc_cast.h"
#include "projectile/state.h"

#include <cstddef>
#include <span>
#include <vector>

namespace ricochet
{

/// Keeps each projectile on its side of every surface when the origin is shifted. The shift rounds the position of each
/// projectile and of each body separately. So a projectile that is very near to a surface (nearer than the spacing of
/// floats) may get to the other side.
class KeptSides
{
public:
	explicit KeptSides(PluginState& state) : m_state(state) {}

	/// Call this the touches before the shift. Notes the surfaces that are nearer to a projectile than the spacing of
	/// floats. Throws std::bad_alloc, and exceptions of predicates.
	void Note(b2Vec2 newOrigin);

	/// Call this after the shift. Moves projectiles back to their sides: by as much as rounding has moved them, plus
	/// the gap that they keep from surfaces. If a disc has lost its room between two surfaces, a dynamic body is moved
	/// away by the same distance.
	void Restore();

private:
	struct Disc
	{
		bool isGrenade;
		size_t index;
		size_t first; // index of its first touch
	};

	struct Moved
	{
		DiscCast cast;
		float radius;
		bool isGrenade;
		std::span<const Touch> touches; // before the shift
	};

	struct Beyond
	{
		const Touch* of = nullptr;
		double depth = 0.0; // m
	};

	[[nodiscard]] double MarginFor(b2Vec2 newOrigin) const;
	void NoteDisc(const DiscCast& cast, const Vec<double>& position, bool isGrenade, size_t index);
	[[nodiscard]] static Beyond FarthestBeyond(const Moved& moved, const Vec<double>& position);
	[[nodiscard]] static bool PutBack(const Moved& moved, Vec<double>& position);
	void RestoreBullet(size_t i, std::span<const Touch> touches);
	void RestoreGrenade(size_t i, std::span<const Touch> touches);

	PluginState& m_state;
	WorldMotion m_nothingMoves;
	double m_margin = 0.0; // m
	std::vector<Disc> m_discs;
	std::vector<Touch> m_touches;
	std::vector<Touch> m_found;
};

} // namespace ricochet
