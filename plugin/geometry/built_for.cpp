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
