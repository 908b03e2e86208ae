// MIT License, Copyright (c) 2026 the ricochet authors

#include "benchmarks/race/cases.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <sstream>
#include <tuple>

namespace ricochet::test
{

namespace
{

constexpr const char* k_help = R"(usage: ricochet_race [--full] [option=value,value...]...

Without a choice: a set of cases that shows each lever, in a few minutes.
Choices; each that is not made is the first value. All of them crossed:
  --scene=polygons,circles,chains,mixed,clustered,sizes,terrain
  --shapes=10000,100,1000,100000,1000000
  --field=400,1600      width of the field of 10,000 shapes (m)
  --query=closest,any,all
  --order=random,sorted,fan
  --length=10,2,50      of the rays (m)
  --batch=200000,100,10000,1000000
  --moved=0,10,100      percent of the bodies before each batch, the update counted in
  --threads=1,2         2: batches on two threads against one, by the clock on the wall
  --full                all of this crossed: hours
Others:
  --csv=FILE  --seconds=S for a case (0.8)  --passes=N at most (15)  --sample=N rays of one call each (20000)
  --strict  fails if an answer of a peer cannot be explained
)";

[[noreturn]] void Stop(const std::string& why, int code)
{
	std::fprintf(code == 0 ? stdout : stderr, "%s%s", why.c_str(), k_help);
	std::exit(code);
}

// Maps the name of each field of a Case to a list of its values.
using Choice = std::map<std::string, std::vector<std::string>>;

const std::vector<std::string>& FieldNames()
{
	static const std::vector<std::string> names{"scene",  "shapes", "field", "query",  "order",
	                                            "length", "batch",  "moved", "threads"};
	return names;
}

Query QueryOf(const std::string& name)
{
	for (const Query query : {Query::Closest, Query::Any, Query::All})
	{
		if (name == NameOf(query))
		{
			return query;
		}
	}
	Stop("No query " + name + "\n", EXIT_FAILURE);
}

void Set(Case& one, const std::string& field, const std::string& value)
{
	const auto number = [&](int32_t least)
	{
		char* end = nullptr;
		const long read = std::strtol(value.c_str(), &end, 10);
		if (*end != '\0' || value.empty() || read < least || read > 10000000)
		{
			Stop("--" + field + ": no such number " + value + "\n", EXIT_FAILURE);
		}
		return static_cast<int32_t>(read);
	};
	if (field == "scene")
	{
		one.scene = value;
	}
	else if (field == "order")
	{
		one.order = value;
	}
	else if (field == "query")
	{
		one.query = QueryOf(value);
	}
	else if (field == "field" || field == "length")
	{
		(field == "field" ? one.field : one.length) = static_cast<float>(number(1));
	}
	else if (field == "moved")
	{
		one.moved = number(0);
	}
	else
	{
		(field == "shapes" ? one.shapes : field == "batch" ? one.batch : one.threads) = number(1);
	}
}

// Adds a case for every combination of the values.
void Cross(const Choice& choice, std::vector<Case>& cases)
{
	std::vector<Case> crossed{Case{}};
	for (const auto& [field, values] : choice)
	{
		std::vector<Case> longer;
		for (const Case& one : crossed)
		{
			for (const std::string& value : values)
			{
				longer.push_back(one);
				Set(longer.back(), field, value);
			}
		}
		crossed = std::move(longer);
	}
	cases.insert(cases.end(), crossed.begin(), crossed.end());
}

std::vector<Choice> DefaultChoices()
{
	return {
	    {{"shapes", {"100", "1000", "100000", "1000000"}}},
	    {{"query", {"closest", "any", "all"}}, {"length", {"2", "10", "50"}}},
	    {{"field", {"1600"}}, {"length", {"2", "10", "50"}}},
	    {{"order", {"sorted"}}, {"length", {"2", "10", "50"}}},
	    {{"order", {"fan"}}, {"length", {"10", "50"}}, {"batch", {"100000"}}},
	    {{"batch", {"100", "10000"}}},
	    {{"batch", {"1000000"}}, {"length", {"2", "10", "50"}}},
	    {{"shapes", {"100000"}}, {"batch", {"200000", "1000000"}}, {"length", {"2", "10", "50"}}},
	    {{"scene", {"circles", "chains", "mixed", "terrain"}}},
	    {{"scene", {"clustered", "sizes"}}, {"length", {"2", "10", "50"}}},
	    {{"moved", {"0", "10", "100"}}, {"batch", {"10000"}}},
	    {{"threads", {"2"}}, {"batch", {"10000", "200000", "1000000"}}},
	};
}

Choice FullChoice()
{
	return {{"scene", RaceSceneNames()},
	        {"shapes", {"100", "1000", "10000", "100000", "1000000"}},
	        {"field", {"400", "1600"}},
	        {"query", {"closest", "any", "all"}},
	        {"order", {"random", "sorted", "fan"}},
	        {"length", {"2", "10", "50"}},
	        {"batch", {"100", "10000", "200000", "1000000"}}};
}

Choice FullMovingChoice()
{
	return {{"scene", RaceSceneNames()},
	        {"shapes", {"100", "1000", "10000", "100000"}},
	        {"moved", {"0", "10", "100"}},
	        {"batch", {"100", "10000", "200000"}}};
}

std::vector<std::string> Split(const std::string& list)
{
	std::vector<std::string> values;
	std::istringstream stream(list);
	for (std::string value; std::getline(stream, value, ',');)
	{
		values.push_back(value);
	}
	return values;
}

auto Key(const Case& one)
{
	return std::tie(one.scene, one.shapes, one.field, one.moved, one.threads, one.query, one.order, one.length,
	                one.batch);
}

} // namespace

const char* NameOf(Query query)
{
	constexpr const char* k_names[] = {"closest", "any", "all"};
	return k_names[static_cast<size_t>(query)];
}

RaceOptions ReadOptions(int argc, char** argv)
{
	RaceOptions options;
	Choice choice;
	std::vector<Choice> choices;
	for (int i = 1; i < argc; ++i)
	{
		const std::string argument = argv[i];
		const size_t equals = std::min(argument.find('='), argument.size());
		const std::string name = argument.substr(std::min<size_t>(2, equals), equals - std::min<size_t>(2, equals));
		const std::string value = argument.substr(std::min(equals + 1, argument.size()));
		if (argument == "--help")
		{
			Stop("", EXIT_SUCCESS);
		}
		else if (argument == "--full")
		{
			choices = {FullChoice(), FullMovingChoice()};
		}
		else if (argument == "--strict")
		{
			options.strict = true;
		}
		else if (name == "csv")
		{
			options.csv = value;
		}
		else if (name == "seconds" || name == "passes" || name == "sample")
		{
			const double number = std::atof(value.c_str());
			options.seconds = name == "seconds" ? number : options.seconds;
			options.passes = name == "passes" ? static_cast<int32_t>(number) : options.passes;
			options.sample = name == "sample" ? static_cast<int32_t>(number) : options.sample;
		}
		else if (std::count(FieldNames().begin(), FieldNames().end(), name) == 1 && value.empty() == false)
		{
			choice[name] = Split(value);
		}
		else
		{
			Stop("No option " + argument + "\n", EXIT_FAILURE);
		}
	}
	if (choices.empty())
	{
		choices = choice.empty() ? DefaultChoices() : std::vector<Choice>{choice};
	}
	for (const Choice& one : choices)
	{
		Cross(one, options.cases);
	}
	std::vector<Case>& cases = options.cases;
	std::sort(cases.begin(), cases.end(), [](const Case& x, const Case& y) { return Key(x) < Key(y); });
	cases.erase(std::unique(cases.begin(), cases.end(), [](const Case& x, const Case& y) { return Key(x) == Key(y); }),
	            cases.end());
	return options;
}

} // namespace ricochet::test
