// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "light_picture.h"
#include "scenes.h"

#include <ricochet/query/beam.h>

#include <box2d/b2_mouse_joint.h>

namespace playground
{

/// Applies the pointer's tool to a stage, and draws the tool's marks.
class Hand
{
public:
	void Take(Tool tool, Stage& stage);
	void Move(Stage& stage, b2Vec2 at);
	void Press(Stage& stage, b2Vec2 at);
	/// Returns false if the drawn polygon crosses itself, so that it is no outline.
	bool Release(Stage& stage, b2Vec2 at);
	void Draw(Stage& stage, Display& display);
	/// If a tool draws behind the bodies, this draws its marks in front of them.
	void DrawOver(const Stage& stage, Display& display) const;
	[[nodiscard]] ricochet::Light LightOf(const Stage& stage) const;
	[[nodiscard]] static ricochet::BeamDef BeamOf(const Stage& stage); ///< without its rule
	[[nodiscard]] b2Vec2 ThrowVelocity(const Stage& stage) const;
	[[nodiscard]] Tool Taken() const { return m_tool; }
	void Forget() { *this = {}; } ///< the stage is gone

	[[nodiscard]] b2Vec2 At() const { return m_at; }

private:
	void DrawAim(Stage& stage, Display& display) const;
	void DrawThrow(Stage& stage, Display& display);
	static void DrawBlastAt(const Stage& stage, Display& display, b2Vec2 center, ricochet::ExplosionDef def);
	void DrawRay(Stage& stage, Display& display) const;
	void DrawSweep(Stage& stage, Display& display) const;
	void DrawSweepOfBox2D(const Stage& stage, Display& display, std::span<const b2Vec2> vertices) const;
	void DrawBeam(Stage& stage, Display& display) const;
	void DrawLight(Stage& stage, Display& display);
	void DrawLightMarks(const Stage& stage, Display& display) const;
	void DrawGrid(Stage& stage, Display& display) const;
	void DrawSpace(Stage& stage, Display& display) const;
	void DrawFanOfBox2D(const Stage& stage, Display& display, float radius, ricochet::SightCone cone) const;
	void DropDragged(Stage& stage);

	Tool m_tool = Tool::Fire;
	b2Vec2 m_at{0.0f, 0.0f};
	b2Vec2 m_pressed{0.0f, 0.0f};
	bool m_isDown = false;
	std::vector<b2Vec2> m_drawn;
	b2MouseJoint* m_joint = nullptr;
	b2Body* m_anchor = nullptr;
	ricochet::FlightPreview m_arc;
	ricochet::LitRegion m_lit;
	LightPicture m_picture;
};

/// Describes the thing at a place in a few lines: the newest impact within `reach` (m), otherwise the body there.
[[nodiscard]] std::string Inspect(const Stage& stage, b2Vec2 at, float reach);

} // namespace playground
