// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/built_for.h>

namespace ricochet
{

template <class... Settings>
void BuiltFor<Settings...>::Library()
{
}

template void BuiltForTheseHeaders::Library();

} // namespace ricochet
