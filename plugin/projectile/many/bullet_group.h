// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/bullet/bullet_store.h"
#include "projectile/many/clear_grid.h"

#include <array>

namespace ricochet
{

/// Eight bullets that are stored side by side, as culling sees them in a step: in floats, each a straight piece about
/// which its path and all roundings lie.
struct BulletGroup
{
	static constexpr size_t k_size = 8;

	/// What a step is to all bullets.
	struct Step
	{
		Step(const ClearCells& cells, double time, double duration, b2Vec2 acceleration);

		double clock;
		float dt;
		b2Vec2 gravity;
		float sag; ///< how far an arc strays from its chord
		float lowerX, lowerY, inverse, size;
		float columns, rows;
		float reach;
		float error;
	};

	/// The bullets from an index on, a multiple of 8.
	void Fly(const Step& step, const BulletStore& bullets, size_t index, LaneMask flying);

	[[nodiscard]] uint32_t CellOf(size_t lane) const { return cell[lane]; }
	[[nodiscard]] ClearPiece PieceOf(size_t lane) const
	{
		return {x[lane], y[lane], alongX[lane], alongY[lane], half[lane], margin[lane]};
	}

	uint32_t first = 0;
	LaneMask located = 0; ///< those that a look at their cell may rule out
	LaneMask others = 0;  ///< those that it can't: too long, elsewhere, not alone with an arc, at their end
	alignas(16) std::array<uint32_t, k_size> cell{};
	alignas(16) std::array<float, k_size> x{};
	alignas(16) std::array<float, k_size> y{};
	alignas(16) std::array<float, k_size> alongX{};
	alignas(16) std::array<float, k_size> alongY{};
	alignas(16) std::array<float, k_size> half{};
	alignas(16) std::array<float, k_size> margin{};
};

} // namespace ricochet
