// MIT License, Copyright (c) 2026 the ricochet authors

#include "tiled.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace common
{

using nlohmann::json;

namespace
{

/// Returns a wrong value as text for a message. A message must stay one line.
std::string Show(const json& value)
{
	return value.is_structured() ? value.type_name() : value.dump();
}

} // namespace

TiledNode::TiledNode(const json& node, std::string place, std::string* error)
    : m_json(node), m_place(std::move(place)), m_error(error)
{
	if (m_json.is_object() == false)
	{
		Complain(fmt::format("is {}, not an object", m_json.type_name()));
	}
}

void TiledNode::Complain(std::string_view reason) const
{
	if (m_error->empty())
	{
		*m_error = fmt::format("{}: {}", m_place, reason);
		std::replace_if(
		    m_error->begin(), m_error->end(), [](char c) { return c >= 0 && c < ' '; }, ' ');
	}
}

bool TiledNode::Has(const char* key) const
{
	return m_json.is_object() && m_json.contains(key);
}

bool TiledNode::Flag(const char* key) const
{
	if (Has(key) == false)
	{
		return false;
	}
	const json& value = m_json[key];
	if (value.is_boolean() == false)
	{
		Complain(fmt::format("{} must be true or false, is {}", key, Show(value)));
		return false;
	}
	return value.get<bool>();
}

double TiledNode::Number(const char* key, Limits limits, std::optional<double> fallback) const
{
	if (Has(key))
	{
		return Checked(m_json[key], key, limits);
	}
	if (fallback.has_value() == false)
	{
		Complain(fmt::format("{} is missing", key));
	}
	return fallback.value_or(limits.low);
}

std::string TiledNode::Text(const char* key, const char* fallback) const
{
	if (Has(key) == false)
	{
		return fallback;
	}
	const json& value = m_json[key];
	if (value.is_string() == false)
	{
		Complain(fmt::format("{} must be a text, is {}", key, Show(value)));
		return fallback;
	}
	return value.get<std::string>();
}

std::vector<const json*> TiledNode::Array(const char* key) const
{
	std::vector<const json*> elements;
	if (Has(key) == false)
	{
		return elements;
	}
	const json& value = m_json[key];
	if (value.is_array() == false)
	{
		Complain(fmt::format("{} must be a list, is {}", key, value.type_name()));
		return elements;
	}
	for (const json& element : value)
	{
		elements.push_back(&element);
	}
	return elements;
}

std::vector<std::pair<double, double>> TiledNode::Points(const char* key, Limits limits) const
{
	std::vector<std::pair<double, double>> points;
	for (const json* element : Array(key))
	{
		const TiledNode point(*element, fmt::format("{}: {}[{}]", m_place, key, points.size()), m_error);
		points.emplace_back(point.Number("x", limits), point.Number("y", limits));
	}
	return points;
}

double TiledNode::Property(const char* name, Limits limits, std::optional<double> fallback)
{
	if (const json* value = FindProperty(name))
	{
		return Checked(*value, name, limits);
	}
	if (fallback.has_value() == false)
	{
		Complain(fmt::format("property {} is missing", name));
	}
	return fallback.value_or(limits.low);
}

int32_t TiledNode::CountProperty(const char* name, Limits limits, int32_t fallback)
{
	const double value = Property(name, limits, fallback);
	if (value != std::floor(value))
	{
		Complain(fmt::format("{} must be a whole number, is {}", name, value));
	}
	return static_cast<int32_t>(value);
}

std::string TiledNode::TextProperty(const char* name, const char* fallback)
{
	const json* value = FindProperty(name);
	if (value == nullptr)
	{
		return fallback;
	}
	if (value->is_string() == false)
	{
		Complain(fmt::format("{} must be a text, is {}", name, Show(*value)));
		return fallback;
	}
	return value->get<std::string>();
}

size_t TiledNode::ChoiceProperty(const char* name, std::initializer_list<const char*> names)
{
	const std::string text = TextProperty(name, *names.begin());
	size_t index = 0;
	for (const char* candidate : names)
	{
		if (text == candidate)
		{
			return index;
		}
		++index;
	}
	Complain(fmt::format("{} must be one of {}, is \"{}\"", name, fmt::join(names, ", "), text));
	return 0;
}

void TiledNode::RejectUnreadProperties() const
{
	for (const json* property : Array("properties"))
	{
		const std::string name = TiledNode(*property, m_place + ": a property", m_error).Text("name", "");
		if (m_read.contains(name) == false)
		{
			Complain(fmt::format("has a property \"{}\", which means nothing here", name));
		}
	}
}

const json* TiledNode::FindProperty(const char* name)
{
	m_read.insert(name);
	for (const json* property : Array("properties"))
	{
		if (TiledNode(*property, m_place + ": a property", m_error).Text("name", "") != name)
		{
			continue;
		}
		if (property->contains("value") == false)
		{
			Complain(fmt::format("property {} has no value", name));
			return nullptr;
		}
		return &(*property)["value"];
	}
	return nullptr;
}

double TiledNode::Checked(const json& value, const char* name, Limits limits) const
{
	if (value.is_number() == false)
	{
		Complain(fmt::format("{} must be a number, is {}", name, Show(value)));
		return limits.low;
	}
	const double number = value.get<double>();
	// Negated, so that NaN counts as out of the limits.
	if (!(number >= limits.low && number <= limits.high))
	{
		Complain(fmt::format("{} must be from {} to {}, is {}", name, limits.low, limits.high, number));
		return limits.low;
	}
	return number;
}

} // namespace common
