// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "tools.h"

#include <memory>
#include <string>
#include <vector>

namespace playground
{

/// The page's game: one scene at a time.
class Game
{
public:
	Game();

	void Load(size_t scene);
	/// Plays a map of the Tiled editor. Returns an empty string, or the error in the map.
	[[nodiscard]] std::string LoadMap(const std::string& text);
	[[nodiscard]] bool Set(std::string_view key, float value);
	void Take(Tool tool);

	/// Returns scenes, tools, styles and settings, as JSON.
	[[nodiscard]] static std::string Describe();

	void Advance(float seconds);
	void Step();
	void Draw();
	/// Plays a scene with its own settings for some steps while its tool is used, and draws it. For a small picture.
	void Preview(size_t scene, int steps, const std::string& map);
	/// Returns C++ lines for the scene and the tool, with the present values.
	[[nodiscard]] std::string Code() const;
	/// Outlines drawn by hand as text: "x,y,x,y;x,y,...". DropDrawn ignores outlines that cross themselves.
	[[nodiscard]] std::string Drawn() const;
	void DropDrawn(const std::string& text);

	/// Plays a scene for some steps, with the same shots on every platform, and returns a report. The report must be
	/// the same whether or not `compares` adds Box2D's bodies.
	[[nodiscard]] static std::string Script(size_t scene, int steps, bool compares = false);

	[[nodiscard]] Stage& Now() { return *m_stage; }
	[[nodiscard]] Hand& Pointer() { return m_hand; }
	[[nodiscard]] const Display& Marks() const { return m_display; }
	[[nodiscard]] const View& Seen() const { return m_view; }
	[[nodiscard]] float Get(std::string_view key) const; ///< a setting
	/// Sets the part of the world that the page shows.
	void SetWindow(const Window& window) { m_display.window = window; }

private:
	/// A body of a map that goes up and down.
	struct Lift
	{
		b2Body* body;
		float low, high, speed;
	};

	void AddObject(const common::ObjectDef& object);
	void DriveLifts();

	Settings m_settings;
	std::unique_ptr<Stage> m_stage;
	Hand m_hand;
	Display m_display;
	View m_view;
	std::vector<Lift> m_lifts;
	size_t m_scene = 0;
	Tool m_tool = Tool::Fire;
};

} // namespace playground
