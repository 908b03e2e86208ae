// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#ifdef __cplusplus
extern "C"
{
#endif

	// Small games in C, which know nothing of C++. Each gives null, or what went wrong.

	const char* game_first_bullet(void);
	const char* game_past_bullet(void);
	const char* game_rules(void);
	const char* game_predicates(void);
	const char* game_grenade(void);
	const char* game_blast_rule(void);
	const char* game_errors(void);

#ifdef __cplusplus
}
#endif
