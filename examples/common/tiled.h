// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace common
{

/// Both ends allowed.
struct Limits
{
	double low = 0.0;
	double high = 0.0;
};

/// One map, layer or object of a Tiled file. Every read is checked. The first thing wrong is written to the error that
/// all nodes of a file share; after it, reads return neutral values, so that code may go on and look once at the end.
class TiledNode
{
public:
	/// place names the node in messages, as "object 'lift' (id 12)". The JSON and the error must outlive the node.
	TiledNode(const nlohmann::json& json, std::string place, std::string* error);

	/// Writes an error, "<place>: <reason>", unless there is one.
	void Complain(std::string_view reason) const;
	void SetPlace(std::string place) { m_place = std::move(place); }
	[[nodiscard]] const std::string& Place() const { return m_place; }

	// What Tiled itself writes for the node.
	[[nodiscard]] bool Has(const char* key) const;
	[[nodiscard]] bool Flag(const char* key) const; ///< false if absent
	[[nodiscard]] double Number(const char* key, Limits limits, std::optional<double> fallback = {}) const;
	[[nodiscard]] std::string Text(const char* key, const char* fallback) const;
	[[nodiscard]] std::vector<const nlohmann::json*> Array(const char* key) const; ///< empty if absent
	[[nodiscard]] std::vector<std::pair<double, double>> Points(const char* key, Limits limits) const;

	// Custom properties, which the level's author has set in Tiled.
	[[nodiscard]] double Property(const char* name, Limits limits, std::optional<double> fallback = {});
	[[nodiscard]] int32_t CountProperty(const char* name, Limits limits, int32_t fallback);
	[[nodiscard]] std::string TextProperty(const char* name, const char* fallback);

	/// Which of the names the property holds, as an index. Not set: 0.
	[[nodiscard]] size_t ChoiceProperty(const char* name, std::initializer_list<const char*> names);

	/// Complains about a property that was never asked for.
	void RejectUnreadProperties() const;

private:
	[[nodiscard]] const nlohmann::json* FindProperty(const char* name);
	[[nodiscard]] double Checked(const nlohmann::json& value, const char* name, Limits limits) const;

	const nlohmann::json& m_json;
	std::string m_place;
	std::string* m_error;
	std::set<std::string> m_read;
};

} // namespace common
