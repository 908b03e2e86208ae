// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/error.h>
#include <ricochet/geometry/outline.h>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

struct CastGeometryData;

/// A solid of any form that queries can use in place of a fixture's shape, see AttachGeometry (host/attach_geometry.h).
/// It holds an outline, and its convex pieces, which casts of hulls, turning shapes, sight and grenades need.
///
/// - It never changes. A copy shares everything and costs as much as a copy of a shared pointer. Moving is copying.
/// - One geometry may be attached to any number of fixtures.
/// - Many threads may use one geometry at once.
class CastGeometry
{
public:
	/// Makes a geometry of an outline. Takes O(n log n). Never throws. Outcome: the geometry, TooLarge ("outline":
	/// vertex `index` is beyond 1e9 m), or OutOfMemory.
	[[nodiscard]] static Result<CastGeometry> Make(const Outline& outline) noexcept;

	/// Returns the outline that it was made of.
	[[nodiscard]] const Outline& GetOutline() const;

	/// Returns the number of convex pieces.
	[[nodiscard]] int32_t PieceCount() const;

	/// For ricochet's own kernels.
	[[nodiscard]] const CastGeometryData& Data() const { return *m_data; }

	// A copy shares the data of the other geometry.
	CastGeometry(const CastGeometry& other);
	CastGeometry& operator=(const CastGeometry& other);
	~CastGeometry();

	/// For ricochet: shares data that something else holds, too.
	explicit CastGeometry(const CastGeometryData& data);

private:
	const CastGeometryData* m_data;
};

} // namespace ricochet

RICOCHET_EXPORT_END
