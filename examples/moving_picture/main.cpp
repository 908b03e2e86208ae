// MIT License, Copyright (c) 2026 the ricochet authors

// Draws the picture that moves at the head of the README: bullets through panes, a grenade with its blast, a door that
// turns. It draws the events that the plugin reports for each step: moving_picture [file.svg]

#include "panels.h"

#include "common/ladder.h"

int main(int argc, char** argv)
{
	const char* file = common::PictureFile(argc, argv, "moving_picture.svg");
	common::SvgCanvas canvas(960.0f, 470.0f, moving::k_paper);
	moving::DrawPanes(
	    canvas,
	    {.center = {8.0f, 1.5f}, .left = 14.0f, .top = 14.0f, .width = 932.0f, .height = 180.0f, .scale = 58.0f});
	moving::DrawGrenade(
	    canvas,
	    {.center = {5.75f, 2.7f}, .left = 14.0f, .top = 208.0f, .width = 459.0f, .height = 248.0f, .scale = 40.0f});
	moving::DrawDoor(
	    canvas,
	    {.center = {0.0f, 0.0f}, .left = 487.0f, .top = 208.0f, .width = 459.0f, .height = 248.0f, .scale = 40.0f});
	return common::SavePicture(canvas, file);
}
