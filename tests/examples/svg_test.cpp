// MIT License, Copyright (c) 2026 the ricochet authors

#include "common/svg.h"
#include "common/svg_motion.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace
{

using namespace common;

bool Contains(const SvgCanvas& canvas, std::string_view part)
{
	return canvas.Document().find(part) != std::string::npos;
}

TEST(Svg, TextIsEscaped)
{
	EXPECT_EQ(EscapeXml("a < b & \"c\" > 'd'"), "a &lt; b &amp; &quot;c&quot; &gt; &apos;d&apos;");
	EXPECT_EQ(EscapeXml("Grüße, 2 µm"), "Grüße, 2 µm");
	EXPECT_EQ(EscapeXml(std::string_view("\x01\n\0", 3)), "???");

	SvgCanvas canvas(10.0f, 10.0f, "#ffffff");
	canvas.Text({1.0f, 2.0f}, "<script>");
	EXPECT_TRUE(Contains(canvas, ">&lt;script&gt;</text>"));
}

TEST(Svg, PagePositionsAreAsGiven)
{
	SvgCanvas canvas(200.0f, 100.0f, "#ffffff");
	canvas.Dot({30.0f, 40.0f}, 5.0f, {.fill = "#123456"});
	EXPECT_TRUE(Contains(canvas, "viewBox=\"0 0 200 100\""));
	EXPECT_TRUE(Contains(canvas, "<circle cx=\"30.00\" cy=\"40.00\" r=\"5.00\" fill=\"#123456\"/>"));
}

TEST(Svg, ViewTurnsYUpAndScales)
{
	SvgCanvas canvas(200.0f, 100.0f, "#ffffff");
	canvas.BeginView(
	    {.center = {10.0f, 5.0f}, .left = 0.0f, .top = 0.0f, .width = 200.0f, .height = 100.0f, .scale = 10.0f});
	canvas.Circle({11.0f, 7.0f}, 0.5f, {.stroke = "#000000", .width = 2.0f});
	canvas.Dot({10.0f, 5.0f}, 3.0f, {.fill = "#000000"});
	canvas.Line({0.0f, 0.0f}, {20.0f, 10.0f}, {.stroke = "#000000", .dash = "4 3"});
	canvas.EndView();
	EXPECT_TRUE(Contains(canvas, "<circle cx=\"110.00\" cy=\"30.00\" r=\"5.00\" fill=\"none\" stroke=\"#000000\" "
	                             "stroke-width=\"2\"/>"));
	EXPECT_TRUE(Contains(canvas, "<circle cx=\"100.00\" cy=\"50.00\" r=\"3.00\""));
	EXPECT_TRUE(Contains(canvas, "points=\"0.00,100.00 200.00,0.00 \""));
	EXPECT_TRUE(Contains(canvas, "stroke-dasharray=\"4 3\""));
	EXPECT_TRUE(Contains(canvas, "<g clip-path=\"url(#view1)\">"));
	EXPECT_TRUE(Contains(canvas, "</g>"));
}

TEST(Svg, ArcTakesTheShorterWayRound)
{
	SvgCanvas canvas(100.0f, 100.0f, "#ffffff");
	canvas.BeginView({.width = 100.0f, .height = 100.0f, .scale = 1.0f});
	canvas.Arc({0.0f, 0.0f}, 10.0f, {1.0f, 0.0f}, {0.0f, 1.0f}, {.stroke = "#000000"});
	canvas.Arc({0.0f, 0.0f}, 10.0f, {0.0f, 1.0f}, {1.0f, 0.0f}, {.stroke = "#000000"});
	canvas.EndView();
	// A counter-clockwise arc in the world has the sweep flag 0 in SVG, because SVG's y axis points down.
	EXPECT_TRUE(Contains(canvas, "M 60.00 50.00 A 10.00 10.00 0 0 0 50.00 40.00"));
	EXPECT_TRUE(Contains(canvas, "M 50.00 40.00 A 10.00 10.00 0 0 1 60.00 50.00"));
}

TEST(Svg, ArrowEndsAtItsLength)
{
	SvgCanvas canvas(100.0f, 100.0f, "#ffffff");
	canvas.BeginView({.width = 100.0f, .height = 100.0f, .scale = 1.0f});
	canvas.Arrow({0.0f, 0.0f}, {0.0f, 3.0f}, 20.0f, {.stroke = "#ff0000", .width = 1.0f});
	canvas.Arrow({0.0f, 0.0f}, {0.0f, 0.0f}, 20.0f, {.stroke = "#ff0000", .width = 1.0f});
	canvas.EndView();
	EXPECT_TRUE(Contains(canvas, "<polygon points=\"50.00,30.00 "));
	EXPECT_FALSE(Contains(canvas, "nan"));
}

TEST(Svg, WhatMovesHasATimeForEachPlace)
{
	SvgCanvas canvas(100.0f, 100.0f, "#ffffff");
	canvas.BeginView({.width = 100.0f, .height = 100.0f, .scale = 10.0f});
	// The second moment is exactly on a steady motion between its neighbours, so it is left out. The fourth moment is
	// on the line between its neighbours, but at another time, so it stays.
	const SvgMoment moments[] = {
	    {1.0f, {0.0f, 0.0f}}, {1.5f, {1.0f, 0.0f}}, {2.0f, {2.0f, 0.0f}}, {2.5f, {2.5f, 0.0f}}, {3.0f, {4.0f, 0.0f}}};
	BeginMotion(canvas, moments, 4.0f);
	EndGroup(canvas);
	EXPECT_TRUE(Contains(canvas, "type=\"translate\" values=\"0.0 0.0;0.0 0.0;20.0 0.0;25.0 0.0;40.0 0.0;40.0 0.0\" "
	                             "keyTimes=\"0.0000;0.2500;0.5000;0.6250;0.7500;1\" dur=\"4s\""));
	EXPECT_FALSE(Contains(canvas, "rotate"));
}

TEST(Svg, WhatTurnsTurnsAboutItsPlace)
{
	SvgCanvas canvas(100.0f, 100.0f, "#ffffff");
	canvas.BeginView({.width = 100.0f, .height = 100.0f, .scale = 10.0f});
	const SvgMoment moments[] = {{0.0f, {1.0f, 1.0f}, 0.0f}, {2.0f, {1.0f, 1.0f}, 3.14159265f}};
	BeginMotion(canvas, moments, 2.0f);
	EndGroup(canvas);
	// The sign changes, because the page's y axis points down.
	EXPECT_TRUE(Contains(canvas, "values=\"0.0 60.0 40.0;-180.0 60.0 40.0\""));
}

TEST(Svg, ATraceIsWholeWhereNothingPlays)
{
	SvgCanvas canvas(100.0f, 100.0f, "#ffffff");
	const SvgMoment moments[] = {{0.0f, {0.0f, 0.0f}}, {1.0f, {30.0f, 0.0f}}, {2.0f, {30.0f, 40.0f}}};
	Trace(canvas, moments, {.bright = "#ffffff", .dim = "#888888", .width = 2.0f, .tail = 10.0f}, 4.0f);
	// The dim line of 70 px grows from its start. The bright piece vanishes beyond the end of the line.
	EXPECT_TRUE(Contains(canvas, "stroke-dasharray=\"70.0 90.0\" stroke-dashoffset=\"0.0\""));
	EXPECT_TRUE(Contains(canvas, "values=\"70.0;40.0;0.0;0.0\" keyTimes=\"0.0000;0.2500;0.5000;1\""));
	EXPECT_TRUE(Contains(canvas, "values=\"10.0;-20.0;-60.0;-70.0;-70.0\" "
	                             "keyTimes=\"0.0000;0.2500;0.5000;0.5625;1\""));
}

TEST(Svg, IsSavedOrSaysThatItCouldNot)
{
	SvgCanvas canvas(10.0f, 10.0f, "#ffffff");
	const std::filesystem::path file = std::filesystem::temp_directory_path() / "ricochet_svg_test.svg";
	ASSERT_TRUE(canvas.Save(file.string()));
	std::ifstream stream(file);
	EXPECT_EQ(std::string(std::istreambuf_iterator<char>(stream), {}), canvas.Document());
	stream.close();
	std::filesystem::remove(file);
	EXPECT_FALSE(canvas.Save("/no such folder/picture.svg"));
}

} // namespace
