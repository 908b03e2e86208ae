// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/compiler.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>

namespace ricochet
{

// Small vectors of numbers; operators work lane by lane. With GCC and Clang they are the compiler's vectors, elsewhere
// plain arrays with the same operators and the same bits. Operators take vectors and single numbers. A comparison gives
// integers for Choose: all bits set where it holds, no bits where it does not.

template <class T, size_t N>
struct alignas(N * sizeof(T)) PlainVector
{
	static constexpr size_t k_size = N;
	using Lane = T;

	T lanes[N];

	template <class Index>
	constexpr T& operator[](Index i)
	{
		return lanes[i];
	}

	template <class Index>
	constexpr const T& operator[](Index i) const
	{
		return lanes[i];
	}
};

template <class T>
inline constexpr bool k_isPlainVector = false;
template <class T, size_t N>
inline constexpr bool k_isPlainVector<PlainVector<T, N>> = true;

/// Two vectors of one type, or a vector and a number in either order.
template <class A, class B>
concept PlainOperands = (k_isPlainVector<A> && (std::is_same_v<A, B> || std::is_arithmetic_v<B>)) ||
                        (std::is_arithmetic_v<A> && k_isPlainVector<B>);

template <class A, class B>
concept PlainTarget = k_isPlainVector<A> && PlainOperands<A, B>;

/// The type of the operand that is a vector.
template <class A, class B>
using PlainVectorOf = std::conditional_t<k_isPlainVector<A>, A, B>;

/// The vector type of comparison results: integers as wide as the lanes.
template <class T, size_t N>
using PlainBools = PlainVector<std::conditional_t<sizeof(T) == 8, int64_t, int32_t>, N>;

template <class Vector, class Operand>
constexpr typename Vector::Lane LaneAs(const Operand& operand, size_t i)
{
	if constexpr (k_isPlainVector<Operand>)
	{
		return operand.lanes[i];
	}
	else
	{
		return static_cast<typename Vector::Lane>(operand);
	}
}

/// Makes a vector by calling call(i) for each lane.
template <class Result, class Call>
constexpr Result MakePlain(Call&& call)
{
	Result result{};
	for (size_t i = 0; i < Result::k_size; ++i)
	{
		result.lanes[i] = static_cast<typename Result::Lane>(call(i));
	}
	return result;
}

template <class Operation, class A, class B>
constexpr auto CombinePlain(const A& a, const B& b)
{
	using Vector = PlainVectorOf<A, B>;
	return MakePlain<Vector>([&](size_t i) { return Operation{}(LaneAs<Vector>(a, i), LaneAs<Vector>(b, i)); });
}

template <class Relation, class A, class B>
constexpr auto ComparePlain(const A& a, const B& b)
{
	using Vector = PlainVectorOf<A, B>;
	using Bools = PlainBools<typename Vector::Lane, Vector::k_size>;
	return MakePlain<Bools>([&](size_t i) { return Relation{}(LaneAs<Vector>(a, i), LaneAs<Vector>(b, i)) ? -1 : 0; });
}

#define RICOCHET_PLAIN_OPERATION(sign, Operation)                                                                      \
	template <class A, class B>                                                                                        \
	requires PlainOperands<A, B>                                                                                       \
	constexpr auto operator sign(const A& a, const B& b)                                                               \
	{                                                                                                                  \
		return CombinePlain<Operation>(a, b);                                                                          \
	}                                                                                                                  \
	template <class A, class B>                                                                                        \
	requires PlainTarget<A, B>                                                                                         \
	constexpr A& operator sign##=(A& a, const B& b)                                                                    \
	{                                                                                                                  \
		return a = CombinePlain<Operation>(a, b);                                                                      \
	}

#define RICOCHET_PLAIN_RELATION(sign, Relation)                                                                        \
	template <class A, class B>                                                                                        \
	requires PlainOperands<A, B>                                                                                       \
	constexpr auto operator sign(const A& a, const B& b)                                                               \
	{                                                                                                                  \
		return ComparePlain<Relation>(a, b);                                                                           \
	}

RICOCHET_PLAIN_OPERATION(+, std::plus<>)
RICOCHET_PLAIN_OPERATION(-, std::minus<>)
RICOCHET_PLAIN_OPERATION(*, std::multiplies<>)
RICOCHET_PLAIN_OPERATION(/, std::divides<>)
RICOCHET_PLAIN_OPERATION(&, std::bit_and<>)
RICOCHET_PLAIN_OPERATION(|, std::bit_or<>)
RICOCHET_PLAIN_RELATION(<, std::less<>)
RICOCHET_PLAIN_RELATION(>, std::greater<>)
RICOCHET_PLAIN_RELATION(<=, std::less_equal<>)
RICOCHET_PLAIN_RELATION(>=, std::greater_equal<>)
RICOCHET_PLAIN_RELATION(==, std::equal_to<>)
RICOCHET_PLAIN_RELATION(!=, std::not_equal_to<>)

#undef RICOCHET_PLAIN_OPERATION
#undef RICOCHET_PLAIN_RELATION

template <class T, size_t N>
constexpr PlainVector<T, N> operator-(const PlainVector<T, N>& a)
{
	return MakePlain<PlainVector<T, N>>([&](size_t i) { return -a.lanes[i]; });
}

/// The type of a comparison of two vectors.
template <class Vector>
using BoolsOf = decltype(Vector{} < Vector{});

/// In each lane: a if the condition holds, else b. Both a and b are evaluated.
template <class T, size_t N>
constexpr PlainVector<T, N> Choose(BoolsOf<PlainVector<T, N>> are, PlainVector<T, N> a, PlainVector<T, N> b)
{
	return MakePlain<PlainVector<T, N>>([&](size_t i) { return are.lanes[i] != 0 ? a.lanes[i] : b.lanes[i]; });
}

/// Picks lanes of two vectors by index. The indices of b's lanes follow those of a's lanes.
template <size_t... From, class T, size_t N>
constexpr auto Shuffle(PlainVector<T, N> a, PlainVector<T, N> b)
{
	return PlainVector<T, sizeof...(From)>{(From < N ? a : b).lanes[From % N]...};
}

/// Converts each lane as static_cast does. Requires: the integer part fits.
template <class To, class T, size_t N>
constexpr To ConvertTo(PlainVector<T, N> a)
{
	return MakePlain<To>([&](size_t i) { return a.lanes[i]; });
}

#if defined(RICOCHET_GNU)

using Pair [[gnu::vector_size(16)]] = double;
using FloatPair [[gnu::vector_size(8)]] = float;
using WholePair [[gnu::vector_size(8)]] = int32_t;
using FloatFour [[gnu::vector_size(16)]] = float;
using WholeFour [[gnu::vector_size(16)]] = int32_t;
using WordFour [[gnu::vector_size(16)]] = uint32_t;

template <class Vector>
RICOCHET_ALWAYS_INLINE Vector Choose(BoolsOf<Vector> are, Vector a, Vector b)
{
	return are ? a : b;
}

template <size_t... From, class Vector>
RICOCHET_ALWAYS_INLINE auto Shuffle(Vector a, Vector b)
{
	return __builtin_shufflevector(a, b, From...);
}

template <class To, class Vector>
RICOCHET_ALWAYS_INLINE To ConvertTo(Vector a)
{
	return __builtin_convertvector(a, To);
}

#else

using Pair = PlainVector<double, 2>;
using FloatPair = PlainVector<float, 2>;
using WholePair = PlainVector<int32_t, 2>;
using FloatFour = PlainVector<float, 4>;
using WholeFour = PlainVector<int32_t, 4>;
using WordFour = PlainVector<uint32_t, 4>;

#endif

} // namespace ricochet
