// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

// LLVM's C++ library expects these declarations of a C library, but MinGW's headers lack them for MSVC. Nothing calls
// the functions.
#define _CRT_CONST_CORRECT_OVERLOADS
#define _USE_MATH_DEFINES

struct timespec;

extern "C"
{
	int at_quick_exit(void (*)());
	[[noreturn]] void quick_exit(int);
	void* aligned_alloc(unsigned long long, unsigned long long);
	int timespec_get(timespec*, int);
	float _strtof_l(const char*, char**, ...);
	long double _strtold_l(const char*, char**, ...);
}

// MSVC's own library has these overloads for C++, too.
inline long abs(long x)
{
	return x < 0 ? -x : x;
}

inline long long abs(long long x)
{
	return x < 0 ? -x : x;
}
