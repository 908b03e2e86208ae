// MIT License, Copyright (c) 2026 the ricochet authors

#include "svg_motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <vector>

namespace common
{
namespace
{

// The values of an animation and their times. SVG requires a value at time 0 and one at the end.
class Keys
{
public:
	explicit Keys(float loop) : m_loop(loop) {}

	void Add(float time, const std::string& value)
	{
		const float share = std::clamp(time / m_loop, 0.0f, 1.0f);
		if (m_values.empty() && share > 0.0f)
		{
			Append(0.0f, value);
		}
		Append(share, value);
	}

	[[nodiscard]] std::string Attributes()
	{
		if (m_share < 1.0f)
		{
			Append(1.0f, m_last);
		}
		return fmt::format("values=\"{}\" keyTimes=\"{}\" dur=\"{:.3g}s\" repeatCount=\"indefinite\"", m_values,
		                   m_times, m_loop);
	}

private:
	void Append(float share, const std::string& value)
	{
		const char* separator = m_values.empty() ? "" : ";";
		m_values += separator + value;
		m_times += separator + (share < 1.0f ? fmt::format("{:.4f}", share) : "1");
		m_share = share;
		m_last = value;
	}

	float m_loop;
	float m_share = 0.0f;
	std::string m_values, m_times, m_last;
};

// Drops the moments that interpolation between their neighbours reproduces, within a fifth of a pixel and 0.01 rad.
std::vector<SvgMoment> Thinned(const SvgCanvas& canvas, std::span<const SvgMoment> moments)
{
	const auto isBetween = [&](size_t from, size_t i, size_t to)
	{
		const float span = moments[to].time - moments[from].time;
		const float share = span > 0.0f ? (moments[i].time - moments[from].time) / span : 0.0f;
		const b2Vec2 way = moments[to].position - moments[from].position;
		const b2Vec2 off = moments[i].position - (moments[from].position + share * way);
		const float turn = moments[from].angle + share * (moments[to].angle - moments[from].angle) - moments[i].angle;
		return canvas.Scale() * off.Length() < 0.2f && std::abs(turn) < 0.01f;
	};
	std::vector<SvgMoment> kept{moments.front()};
	size_t last = 0;
	for (size_t i = 1; i < moments.size(); ++i)
	{
		bool isNeeded = i + 1 == moments.size();
		for (size_t between = last + 1; between <= i && isNeeded == false; ++between)
		{
			isNeeded = isBetween(last, between, i + 1) == false;
		}
		if (isNeeded)
		{
			kept.push_back(moments[i]);
			last = i;
		}
	}
	return kept;
}

} // namespace

void BeginMotion(SvgCanvas& canvas, std::span<const SvgMoment> moments, float loop)
{
	constexpr float k_degrees = 57.2957795f;
	const b2Vec2 first = canvas.ToPage(moments.front().position);
	Keys places(loop), turns(loop);
	bool turnsAtAll = false;
	for (const SvgMoment& moment : Thinned(canvas, moments))
	{
		const b2Vec2 shift = canvas.ToPage(moment.position) - first;
		const float turn = k_degrees * (moments.front().angle - moment.angle);
		places.Add(moment.time, fmt::format("{:.1f} {:.1f}", shift.x, shift.y));
		turns.Add(moment.time, fmt::format("{:.1f} {:.1f} {:.1f}", turn, first.x, first.y));
		turnsAtAll = turnsAtAll || turn != 0.0f;
	}
	canvas.Append(
	    fmt::format("<g><animateTransform attributeName=\"transform\" type=\"translate\" {}/>\n", places.Attributes()));
	if (turnsAtAll)
	{
		canvas.Append(
		    fmt::format("<animateTransform attributeName=\"transform\" type=\"rotate\" additive=\"sum\" {}/>\n",
		                turns.Attributes()));
	}
}

void BeginOpacity(SvgCanvas& canvas, std::span<const SvgLevel> levels, float loop)
{
	Keys keys(loop);
	for (const SvgLevel& level : levels)
	{
		keys.Add(level.time, fmt::format("{:.2f}", level.value));
	}
	canvas.Append(fmt::format("<g opacity=\"{:.2f}\"><animate attributeName=\"opacity\" {}/>\n", levels.front().value,
	                          keys.Attributes()));
}

void EndGroup(SvgCanvas& canvas)
{
	canvas.Append("</g>\n");
}

void Trace(SvgCanvas& canvas, std::span<const SvgMoment> moments, const SvgTrace& style, float loop)
{
	const std::vector<SvgMoment> kept = Thinned(canvas, moments);
	std::string points;
	std::vector<float> flown; // px, up to each
	b2Vec2 before = canvas.ToPage(kept.front().position);
	for (const SvgMoment& moment : kept)
	{
		const b2Vec2 at = canvas.ToPage(moment.position);
		flown.push_back((flown.empty() ? 0.0f : flown.back()) + (at - before).Length());
		before = at;
		fmt::format_to(std::back_inserter(points), "{:.1f},{:.1f} ", at.x, at.y);
	}

	// The bright and the dim part are dashes of one line, moved along it. At the end, the tail follows at the last
	// speed.
	const float whole = flown.back();
	const float lastTime = kept.back().time - kept[kept.size() - 2].time;
	const float lastWay = whole - flown[flown.size() - 2];
	Keys bright(loop), dim(loop);
	for (size_t i = 0; i < kept.size(); ++i)
	{
		bright.Add(kept[i].time, fmt::format("{:.1f}", style.tail - flown[i]));
		dim.Add(kept[i].time, fmt::format("{:.1f}", whole - flown[i]));
	}
	const float run = lastWay > 0.0f ? lastTime * style.tail / lastWay : 0.0f;
	bright.Add(kept.back().time + run, fmt::format("{:.1f}", -whole));
	const auto draw = [&](std::string_view color, float width, float dash, float still, Keys& keys)
	{
		canvas.Append(fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{:.3g}\" "
		                          "stroke-linejoin=\"round\" stroke-dasharray=\"{:.1f} {:.1f}\" "
		                          "stroke-dashoffset=\"{:.1f}\"><animate attributeName=\"stroke-dashoffset\" "
		                          "{}/></polyline>\n",
		                          points, color, width, dash, whole + 2.0f * style.tail, still, keys.Attributes()));
	};
	draw(style.dim, 0.5f * style.width, whole, 0.0f, dim);
	draw(style.bright, style.width, style.tail, -whole, bright);
}

void Burst(SvgCanvas& canvas, b2Vec2 at, float radius, std::string_view color, SvgLevel from, float loop)
{
	constexpr float k_duration = 0.35f; // s
	const b2Vec2 c = canvas.ToPage(at);
	Keys radii(loop), levels(loop);
	const auto add = [&](float time, float share, float level)
	{
		radii.Add(time, fmt::format("{:.1f}", share * radius));
		levels.Add(time, fmt::format("{:.2f}", level));
	};
	add(from.time, 0.0f, 0.0f);
	add(from.time + 0.01f, 0.2f, from.value);
	add(from.time + k_duration, 1.0f, 0.0f);
	canvas.Append(fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"0\" opacity=\"0\" fill=\"none\" stroke=\"{}\" "
	                          "stroke-width=\"2\"><animate attributeName=\"r\" {}/><animate attributeName=\"opacity\" "
	                          "{}/></circle>\n",
	                          c.x, c.y, color, radii.Attributes(), levels.Attributes()));
}

} // namespace common
