// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "display.h"

#include <memory>

namespace playground
{

class Stage;

/// The part of a scene that answers one question in several ways, side by side, and counts the wrong answers.
class Contest
{
public:
	Contest() = default;
	virtual ~Contest() = default;
	Contest(const Contest&) = delete;
	Contest& operator=(const Contest&) = delete;

	/// Called before each step.
	virtual void Go(Stage& stage) = 0;
	virtual void Draw(const Stage& stage, Display& display) const = 0;
	/// The pointer was pressed at a place.
	virtual void Press(Stage&, b2Vec2) {}
	/// Returns true if the contest marks the hits itself.
	[[nodiscard]] virtual bool MarksHits() const { return false; }
};

// Each adds its bodies to the stage.
[[nodiscard]] std::unique_ptr<Contest> MakePaneContest(Stage& stage);
[[nodiscard]] std::unique_ptr<Contest> MakeFanContest(Stage& stage);
[[nodiscard]] std::unique_ptr<Contest> MakeBeamContest(Stage& stage);
[[nodiscard]] std::unique_ptr<Contest> MakeDoorContest(Stage& stage);

} // namespace playground
