// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/random_rays.h"
#include "support/test_scale.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <rapidcheck/detail/Configuration.h>
#include <rapidcheck/detail/TestListenerAdapter.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

// Checks properties for random cases. random_rays.h draws the cases, so they are as hard as those of the other tests.
// If a case fails, RapidCheck simplifies it until no simpler case fails. A Case has
//     static Case Draw(Random&)
//     std::vector<Case> Simpler() const            simpler cases, in an order that ends; or, if there are many,
//     rc::Seq<Case> LazySimpler() const
//     friend std::ostream& operator<<(std::ostream&, const Case&)

namespace ricochet::test
{

/// Returns the complexity of a number, by its significant bits, then its exponent, then its sign. 0 is the simplest
/// number.
inline int64_t ComplexityOf(float x)
{
	if (std::isfinite(x) == false)
	{
		return INT64_MAX;
	}
	if (x == 0.0f)
	{
		return std::signbit(x) ? 1 : 0;
	}
	int exponent = 0;
	auto digits = static_cast<int64_t>(std::ldexp(std::frexp(std::abs(static_cast<double>(x)), &exponent), 24));
	int64_t bits = 24;
	for (; digits % 2 == 0; digits /= 2)
	{
		--bits;
	}
	return 2 + 1000 * bits + 2 * std::abs(exponent) + (x < 0.0f ? 1 : 0);
}

/// Returns simpler numbers to try instead, the simplest first.
inline std::vector<float> SimplerNumbers(float x)
{
	std::vector<float> candidates = {0.0f, 1.0f, -1.0f, std::abs(x), std::trunc(x)};
	if (std::isfinite(x))
	{
		int exponent = 0;
		const double mantissa = std::frexp(static_cast<double>(x), &exponent);
		for (const int bits : {1, 2, 4, 8, 12, 16, 20, 22, 23})
		{
			const double rounded = std::ldexp(std::round(std::ldexp(mantissa, bits)), exponent - bits);
			candidates.push_back(static_cast<float>(rounded));
		}
	}
	std::erase_if(candidates, [&](float y) { return ComplexityOf(y) >= ComplexityOf(x); });
	return candidates;
}

/// Adds the cases in which one number is simpler. `visit(Case&, take)` calls `take(float&)` for each number of a case.
template <class Case, class Visit>
void AddSimplerNumbers(const Case& from, std::vector<Case>& simpler, Visit visit)
{
	size_t count = 0;
	Case probe = from;
	visit(probe, [&](float&) { ++count; });
	for (size_t i = 0; i < count; ++i)
	{
		std::vector<float> candidates;
		size_t k = 0;
		visit(probe,
		      [&](float& x)
		      {
			      if (k++ == i)
			      {
				      candidates = SimplerNumbers(x);
			      }
		      });
		for (const float candidate : candidates)
		{
			k = 0;
			simpler.push_back(from);
			visit(simpler.back(), [&](float& x) { x = k++ == i ? candidate : x; });
		}
	}
}

template <class Case>
rc::Seq<Case> ShrinksOf(const Case& from)
{
	if constexpr (requires { from.LazySimpler(); })
	{
		return from.LazySimpler();
	}
	else
	{
		return rc::seq::fromContainer(from.Simpler());
	}
}

template <class Case>
rc::Gen<Case> GenOf()
{
	return [](const rc::Random& random, int)
	{
		Random own(rc::Random(random).next());
		return rc::shrinkable::shrinkRecur(Case::Draw(own), &ShrinksOf<Case>);
	};
}

/// Checks a property with a fixed seed. The environment variable `RC_PARAMS="seed=1 max_success=100000"` sets another
/// seed and count.
template <class Testable>
void CheckProperty(int count, Testable&& testable)
{
	const auto* info = testing::UnitTest::GetInstance()->current_test_info();
	rc::detail::TestMetadata metadata;
	metadata.id = std::string(info->test_suite_name()) + "." + info->name();
	metadata.description = metadata.id;

	rc::detail::Configuration defaults;
	defaults.testParams.seed = 20261120;
	defaults.testParams.maxSuccess = ScaledCount(count);
	const char* text = std::getenv("RC_PARAMS");
	const rc::detail::Configuration configuration = rc::detail::configFromString(text != nullptr ? text : "", defaults);

	rc::detail::TestListenerAdapter silent;
	const rc::detail::TestResult result =
	    rc::detail::checkProperty(rc::detail::toProperty(std::forward<Testable>(testable)), metadata,
	                              configuration.testParams, silent, configuration.reproduce);
	if (result.is<rc::detail::SuccessResult>() == false)
	{
		std::ostringstream message;
		rc::detail::printResultMessage(result, message);
		const auto& params = configuration.testParams;
		ADD_FAILURE() << message.str() << "\nRC_PARAMS=\"seed=" << params.seed << " max_success=" << params.maxSuccess
		              << "\"";
	}
}

/// Draws `count` random cases, and fails on the first for which `wrong(case)` returns an error text. Empty: no error.
template <class Case, class Wrong>
void CheckCases(int count, Wrong wrong)
{
	const rc::Gen<Case> gen = GenOf<Case>();
	CheckProperty(count,
	              [&]
	              {
		              const Case drawn = *gen;
		              const std::string problem = wrong(drawn);
		              if (problem.empty() == false)
		              {
			              RC_FAIL(problem);
		              }
	              });
}

} // namespace ricochet::test
