// MIT License, Copyright (c) 2026 the ricochet authors

// Fires the same shots at a turning door by four methods. Prints the share of bullets that pass through the door, and
// draws the shots: who_gets_through [file.svg]. It also writes a still picture, social_card.svg, to the same folder.

#include "picture.h"
#include "shots.h"

#include "common/ladder.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace
{

constexpr float k_speeds[] = {15.0f, 30.0f, 60.0f, 120.0f, 300.0f, 800.0f}; // m/s
constexpr int32_t k_shots = 6000;

// A Box2D body moves at most 2 m a step.
constexpr float k_fastestBody = 120.0f;

// Returns the percentage of missed hits: of the shots that truly hit the door, those for which the method reports no
// hit.
double LostShare(why::Method method, float speed, float halfThickness)
{
	const bool isBody = method == why::Method::BulletBody;
	const std::vector<why::Shot> shots = why::MakeShots(k_shots, 20, speed);
	why::Door door{halfThickness};
	const std::vector<why::Told> told = why::Fly(method, shots, door);
	int32_t met = 0;
	int32_t lost = 0;
	for (size_t i = 0; i < shots.size(); ++i)
	{
		why::Shot flown = shots[i];
		flown.speed = isBody ? std::min(flown.speed, k_fastestBody) : flown.speed;
		if (why::MeetingTime(flown, door, -why::k_clear) >= 0.0)
		{
			met += 1;
			lost += told[i].isHit ? 0 : 1;
		}
	}
	return 100.0 * lost / met;
}

double PrintRow(const char* name, why::Method method, float halfThickness)
{
	double most = 0.0;
	std::printf("| %s |", name);
	for (const float speed : k_speeds)
	{
		const double share = LostShare(method, speed, halfThickness);
		most = std::max(most, share);
		std::printf(share > 0.0 ? " %.1f |" : " 0 |", share);
	}
	std::printf("\n");
	return most;
}

} // namespace

int main(int argc, char** argv)
{
	const char* file = common::PictureFile(argc, argv, "who_gets_through.svg");
	std::printf("| |");
	for (const float speed : k_speeds)
	{
		std::printf(" %.0f m/s |", static_cast<double>(speed));
	}
	std::printf("\n|---|--:|--:|--:|--:|--:|--:|\n");
	PrintRow("one `b2World::RayCast` a step", why::Method::RayAStep, 0.15f);
	PrintRow("and `b2Fixture::TestPoint` at both ends", why::Method::RayAndPoints, 0.15f);
	PrintRow("the same, at a door of 10 cm", why::Method::RayAndPoints, 0.05f);
	PrintRow("a bullet body of Box2D, 120 m/s at most", why::Method::BulletBody, 0.15f);
	const double lost = PrintRow("**ricochet**", why::Method::Ricochet, 0.15f);
	const double lostAtThin = PrintRow("**ricochet**, at a door of 10 cm", why::Method::Ricochet, 0.05f);
	const std::string card = std::filesystem::path(file).replace_filename("social_card.svg").string();
	const bool isDrawn = common::SavePicture(why::DrawBoth(), file) == EXIT_SUCCESS &&
	                     common::SavePicture(why::DrawCard(), card.c_str()) == EXIT_SUCCESS;
	return isDrawn && lost == 0.0 && lostAtThin == 0.0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
