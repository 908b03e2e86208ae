// MIT License, Copyright (c) 2026 the ricochet authors

// Functions that C can call and that call JavaScript. A table of WebAssembly takes no function of JavaScript itself.
// Ids go in two halves, since 64-bit integers would become slow BigInts.

#include <ricochet/ricochet_c.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <typeinfo>

#define RICOCHET_IMPORT(name) __attribute__((import_module("ricochet"), import_name(name)))

namespace
{

// Exceptions are small, and nothing reads one.
alignas(std::max_align_t) unsigned char g_exception[256];

} // namespace

extern "C"
{

	RICOCHET_IMPORT("predicate")
	bool ricochet_js_predicate(uint32_t body, uint32_t bodyHigh, uint32_t fixture, uint32_t fixtureHigh, void* context);
	RICOCHET_IMPORT("steering")
	void ricochet_js_steering(const ricochet_bullet_state* bullet, ricochet_vec* acceleration, void* context);
	RICOCHET_IMPORT("blast_rule")
	void ricochet_js_blast_rule(const ricochet_blast_hit* hit, ricochet_blast_decision* decision, void* context);
	RICOCHET_IMPORT("rule")
	void ricochet_js_rule(const ricochet_impact* impact, ricochet_decision* decision, void* context);
	RICOCHET_IMPORT("surface_of")
	bool ricochet_js_surface_of(uint32_t fixture, uint32_t fixtureHigh, ricochet_surface* surface, void* context);
	RICOCHET_IMPORT("beam_rule")
	void ricochet_js_beam_rule(const ricochet_beam_leg* leg, ricochet_beam_decision* decision, void* context);
	RICOCHET_IMPORT("put_back")
	void ricochet_js_put_back(const ricochet_restored_def* def, ricochet_callbacks* callbacks, void* context);

	ricochet_predicate ricochet_js_callback_predicate()
	{
		return [](ricochet_body body, ricochet_fixture fixture, void* context)
		{
			return ricochet_js_predicate(static_cast<uint32_t>(body), static_cast<uint32_t>(body >> 32),
			                             static_cast<uint32_t>(fixture), static_cast<uint32_t>(fixture >> 32), context);
		};
	}

	ricochet_beam_rule ricochet_js_callback_beam_rule()
	{
		return ricochet_js_beam_rule;
	}

	ricochet_blast_rule ricochet_js_callback_blast_rule()
	{
		return ricochet_js_blast_rule;
	}

	ricochet_steering ricochet_js_callback_steering()
	{
		return ricochet_js_steering;
	}

	ricochet_rule ricochet_js_callback_rule()
	{
		return ricochet_js_rule;
	}

	ricochet_surface_of ricochet_js_callback_surface_of()
	{
		return [](ricochet_fixture fixture, ricochet_surface* surface, void* context)
		{
			return ricochet_js_surface_of(static_cast<uint32_t>(fixture), static_cast<uint32_t>(fixture >> 32), surface,
			                              context);
		};
	}

	ricochet_put_back ricochet_js_callback_put_back()
	{
		return ricochet_js_put_back;
	}

	/// Throws an error of JavaScript. No destructor runs on its way.
	[[noreturn]] RICOCHET_IMPORT("out_of_memory") void ricochet_js_out_of_memory();

	void* __cxa_allocate_exception(size_t size) noexcept
	{
		return size <= sizeof(g_exception) ? g_exception : nullptr;
	}

	[[noreturn]] void __cxa_throw(void*, std::type_info*, void* (*)(void*))
	{
		ricochet_js_out_of_memory();
	}

	/// The one thread ends with the page, which gives back all memory.
	int __cxa_thread_atexit(void (*)(void*), void*, void*) noexcept
	{
		return 0;
	}
}

void* operator new(size_t size)
{
	if (void* memory = std::malloc(size > 0 ? size : 1))
	{
		return memory;
	}
	ricochet_js_out_of_memory();
}
