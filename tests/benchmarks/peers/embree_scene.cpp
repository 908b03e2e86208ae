// MIT License, Copyright (c) 2026 the ricochet authors

#include "benchmarks/peers/embree_scene.h"

namespace ricochet::test
{

EmbreeScene::EmbreeScene(const RaceScene& scene, bool robust, bool moves)
    : m_device(rtcNewDevice("threads=1")), m_scene(nullptr)
{
	const auto count = [](void* bytes, ssize_t change, bool)
	{
		*static_cast<std::atomic<int64_t>*>(bytes) += change;
		return true;
	};
	rtcSetDeviceMemoryMonitorFunction(m_device, count, &m_bytes);
	m_scene = rtcNewScene(m_device);
	const int flags = (robust ? RTC_SCENE_FLAG_ROBUST : 0) | (moves ? RTC_SCENE_FLAG_DYNAMIC : 0);
	rtcSetSceneFlags(m_scene, static_cast<RTCSceneFlags>(flags));
	// With a higher quality, Embree would rebuild a dynamic scene each time.
	rtcSetSceneBuildQuality(m_scene, moves ? RTC_BUILD_QUALITY_LOW : RTC_BUILD_QUALITY_MEDIUM);

	for (size_t i = 0; i < scene.pieces.size(); ++i)
	{
		const Piece& piece = scene.pieces[i];
		const bool isCircle = piece.kind == Piece::Kind::Circle;
		std::vector<size_t>& owners = isCircle ? m_pieceOfCylinder : m_pieceOfQuad;
		m_first.push_back(static_cast<uint32_t>(owners.size()));
		owners.insert(owners.end(), isCircle ? 1 : static_cast<size_t>(piece.EdgeCount()), i);
	}
	// The buffer has one more point than needed, because Embree reads 16 bytes for each point.
	m_points.resize(4 * m_pieceOfQuad.size() + 1);
	m_discs.resize(2 * m_pieceOfCylinder.size());
	for (size_t i = 0; i < scene.pieces.size(); ++i)
	{
		Place(scene, i);
	}
	AddQuads(moves);
	AddCylinders(moves);
	rtcCommitScene(m_scene);
	m_bytes += static_cast<int64_t>(m_points.size() * sizeof(Point) + m_discs.size() * sizeof(Disc));
}

EmbreeScene::~EmbreeScene()
{
	rtcReleaseScene(m_scene);
	rtcReleaseDevice(m_device);
}

size_t EmbreeScene::PieceOf(uint32_t geometry, uint32_t primitive) const
{
	return (geometry == m_quadsId ? m_pieceOfQuad : m_pieceOfCylinder)[primitive];
}

void EmbreeScene::Place(const RaceScene& scene, size_t index)
{
	const Piece& piece = scene.pieces[index];
	if (piece.kind == Piece::Kind::Circle)
	{
		Disc* disc = &m_discs[2 * m_first[index]];
		disc[0] = {piece.position.x, piece.position.y, -1.0f, piece.radius};
		disc[1] = {piece.position.x, piece.position.y, 1.0f, piece.radius};
		return;
	}
	const b2Transform pose(piece.position, b2Rot(piece.angle));
	const auto vertices = scene.VerticesOf(piece);
	for (size_t i = 0; i < static_cast<size_t>(piece.EdgeCount()); ++i)
	{
		const b2Vec2 a = b2Mul(pose, vertices[i]);
		const b2Vec2 b = b2Mul(pose, vertices[(i + 1) % vertices.size()]);
		Point* quad = &m_points[4 * (m_first[index] + i)];
		quad[0] = {a.x, a.y, -1.0f};
		quad[1] = {b.x, b.y, -1.0f};
		quad[2] = {b.x, b.y, 1.0f};
		quad[3] = {a.x, a.y, 1.0f};
	}
}

void EmbreeScene::AddQuads(bool moves)
{
	const size_t count = m_pieceOfQuad.size();
	if (count == 0)
	{
		return;
	}
	m_quads = rtcNewGeometry(m_device, RTC_GEOMETRY_TYPE_QUAD);
	rtcSetSharedGeometryBuffer(m_quads, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, m_points.data(), 0, sizeof(Point),
	                           4 * count);
	auto* indices = static_cast<uint32_t*>(
	    rtcSetNewGeometryBuffer(m_quads, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT4, 4 * sizeof(uint32_t), count));
	for (uint32_t i = 0; i < 4 * count; ++i)
	{
		indices[i] = i;
	}
	rtcSetGeometryBuildQuality(m_quads, moves ? RTC_BUILD_QUALITY_REFIT : RTC_BUILD_QUALITY_MEDIUM);
	rtcCommitGeometry(m_quads);
	m_quadsId = rtcAttachGeometry(m_scene, m_quads);
	rtcReleaseGeometry(m_quads); // the scene keeps a reference
}

void EmbreeScene::AddCylinders(bool moves)
{
	const size_t count = m_pieceOfCylinder.size();
	if (count == 0)
	{
		return;
	}
	m_cylinders = rtcNewGeometry(m_device, RTC_GEOMETRY_TYPE_CONE_LINEAR_CURVE);
	rtcSetSharedGeometryBuffer(m_cylinders, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT4, m_discs.data(), 0,
	                           sizeof(Disc), 2 * count);
	auto* indices = static_cast<uint32_t*>(
	    rtcSetNewGeometryBuffer(m_cylinders, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT, sizeof(uint32_t), count));
	for (uint32_t i = 0; i < count; ++i)
	{
		indices[i] = 2 * i;
	}
	rtcSetGeometryBuildQuality(m_cylinders, moves ? RTC_BUILD_QUALITY_REFIT : RTC_BUILD_QUALITY_MEDIUM);
	rtcCommitGeometry(m_cylinders);
	rtcAttachGeometry(m_scene, m_cylinders);
	rtcReleaseGeometry(m_cylinders);
}

void EmbreeScene::Move(const RaceScene& scene, std::span<const size_t> moved)
{
	if (moved.empty())
	{
		return;
	}
	for (const size_t i : moved)
	{
		Place(scene, i);
	}
	for (RTCGeometry geometry : {m_quads, m_cylinders})
	{
		if (geometry != nullptr)
		{
			rtcUpdateGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0);
			rtcCommitGeometry(geometry);
		}
	}
	rtcCommitScene(m_scene);
}

} // namespace ricochet::test
