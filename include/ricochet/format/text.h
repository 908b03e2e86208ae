// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <box2d/b2_math.h>

#include <fmt/format.h>

#include <concepts>
#include <cstdint>
#include <string_view>

namespace ricochet::detail
{

/// Writes the words and numbers of one value to a format context. The format spec applies to floats.
template <class Context>
class Text
{
public:
	Text(Context& context, const fmt::formatter<double>& number) : m_context(context), m_number(number) {}

	Text& operator<<(std::string_view words)
	{
		m_context.advance_to(fmt::format_to(m_context.out(), "{}", words));
		return *this;
	}

	Text& operator<<(float x)
	{
		m_context.advance_to(m_number.format(static_cast<double>(x), m_context));
		return *this;
	}

	Text& operator<<(b2Vec2 v) { return *this << "(" << v.x << ", " << v.y << ")"; }

	template <std::integral Integer>
	Text& operator<<(Integer count)
	{
		m_context.advance_to(fmt::format_to(m_context.out(), "{}", count));
		return *this;
	}

	/// Writes the user data of the game, unless it is 0.
	Text& Data(uintptr_t data) { return data != 0 ? *this << ", data " << data : *this; }

private:
	Context& m_context;
	const fmt::formatter<double>& m_number;
};

/// The base of all formatters here. The format spec is that of a float; without one it is {:g}. The overloads of Tell
/// write the values.
template <class T>
class TextFormatter
{
public:
	/// Sets {:g} already here, since {fmt} formats the elements of a container without a call of parse.
	constexpr TextFormatter()
	{
		fmt::format_parse_context general("g");
		m_number.parse(general);
	}

	template <class ParseContext>
	constexpr auto parse(ParseContext& context)
	{
		auto begin = context.begin();
		if (begin != context.end() && *begin != '}')
		{
			m_number = {};
			return m_number.parse(context);
		}
		return begin;
	}

	template <class Context>
	auto format(const T& value, Context& context) const
	{
		Text<Context> text(context, m_number);
		Tell(text, value);
		return context.out();
	}

private:
	fmt::formatter<double> m_number;
};

void Tell(auto& text, const b2Vec2& v)
{
	text << v;
}

} // namespace ricochet::detail
