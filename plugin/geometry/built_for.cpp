// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/built_for.h>

namespace ricochet
{

// Made for what the header refers to: for the settings of this library.
template <class... Settings>
void BuiltFor<Settings...>::Library()
{
}

} // namespace ricochet

// MinGW frees a thread's thread_local objects before it destroys them (GCC bug 80816), because it cleans up in the
// order of first use. So the destructors are asked for before any such object is. Here, where every program links it.
#if defined(__MINGW32__) && defined(__GLIBCXX__)
extern "C" int __cxa_thread_atexit(void (*destroy)(void*), void* object, void* module) noexcept;

namespace
{
void DestroyNothing(void*) {}

[[gnu::constructor(101)]] void DestroyBeforeFreeing()
{
	__cxa_thread_atexit(DestroyNothing, nullptr, nullptr);
}
} // namespace
#endif
