// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

namespace ricochet
{

/// Gives access to a private member of Box2D. Access rules do not apply to the arguments of an explicit instantiation
/// ([temp.spec.general]). A Tag has the member's Type and declares its MemberOf.
template <class Tag, typename Tag::Type Member>
struct GrantAccess
{
	friend typename Tag::Type MemberOf(Tag) { return Member; }
};

/// Defines MemberOf(Name()), a pointer of the given type to a private member.
#define RICOCHET_GRANT_ACCESS(Name, type, member)                                                                      \
	struct Name                                                                                                        \
	{                                                                                                                  \
		using Type = type;                                                                                             \
		friend Type MemberOf(Name);                                                                                    \
	};                                                                                                                 \
	template struct GrantAccess<Name, member>

} // namespace ricochet
