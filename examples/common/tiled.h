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

/// One map, layer or object of a Tiled file. Every read is checked. The first error is written to the text that all
/// nodes of a file share. After an error, reads return neutral values, so the caller checks once, at the end.
class TiledNode
{
public:
	/// `place` names the node in messages, for example "object 'lift' (id 12)". The JSON and the error must outlive the
	/// node.
	TiledNode(const nlohmann::json& json, std::string place, std::string* error);

	/// Writes an error, "<place>: <reason>", unless there is already one.
	void Complain(std::string_view reason) const;
	void SetPlace(std::string place) { m_place = std::move(place); }
	[[nodiscard]] const std::string& Place() const { return m_place; }

	// These functions read fields that Tiled itself writes for the node.
	[[nodiscard]] bool Has(const char* key) const;
	[[nodiscard]] bool Flag(const char* key) const; ///< false if absent
	[[nodiscard]] double Number(const char* key, Limits limits, std::optional<double> fallback = {}) const;
	[[nodiscard]] std::string Text(const char* key, const char* fallback) const;
	[[nodiscard]] std::vector<const nlohmann::json*> Array(const char* key) const; ///< empty if absent
	[[nodiscard]] std::vector<std::pair<double, double>> Points(const char* key, Limits limits) const;

	// These functions read custom properties, which the level's author has set in Tiled.
	[[nodiscard]] double Property(const char* name, Limits limits, std::optional<double> fallback = {});
	[[nodiscard]] int32_t CountProperty(const char* name, Limits limits, int32_t fallback);
	[[nodiscard]] std::string TextProperty(const char* name, const char* fallback);

	/// Returns the index of the name that the property holds; 0 if the property is not set.
	[[nodiscard]] size_t ChoiceProperty(const char* name, std::initializer_list<const char*> names);

	/// Writes an error if there is a property that no call has read.
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
