// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/built_for.h>

namespace ricochet
{

// The definition that the header refers to, compiled for the settings of this library.
template <class... Settings>
void BuiltFor<Settings...>::Library()
{
}

} // namespace ricochet

// MinGW cleans up in the order of first use, so it frees a thread's thread_local objects before it destroys them (GCC
// bug 80816). Therefore this file registers a destructor before any such object exists. Every program links it.
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
