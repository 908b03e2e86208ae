// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/error.h>
#include <ricochet/geometry/outline.h>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

struct CastGeometryData;

/// A solid of any form, made ready to stand for fixtures in queries, see AttachGeometry (host/attach_geometry.h): an
/// outline, and the convex pieces of it which casts of hulls, turning shapes, sight and grenades need.
/// Never changes. A copy shares it all and costs as much as a shared pointer; moving is copying. Attach one to as many
/// fixtures as you like. May be used on many threads at once.
class CastGeometry
{
public:
	/// Outcome: the geometry, TooLarge ("outline", index: a vertex, beyond 1e9 m), or OutOfMemory. O(n log n). Never
	/// throws.
	[[nodiscard]] static Result<CastGeometry> Make(const Outline& outline) noexcept;

	/// The one that it was made of.
	[[nodiscard]] const Outline& GetOutline() const;

	/// How many convex pieces there are.
	[[nodiscard]] int32_t PieceCount() const;

	/// What the kernels read.
	[[nodiscard]] const CastGeometryData& Data() const { return *m_data; }

	// Share what `other` has.
	CastGeometry(const CastGeometry& other);
	CastGeometry& operator=(const CastGeometry& other);
	~CastGeometry();

	/// Shares what is read elsewhere.
	explicit CastGeometry(const CastGeometryData& data);

private:
	const CastGeometryData* m_data;
};

} // namespace ricochet

RICOCHET_EXPORT_END
