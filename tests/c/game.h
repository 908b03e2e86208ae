// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#ifdef __cplusplus
extern "C"
{
#endif

	// Small games written in C, which include no C++ header. Each function returns null on success, or else a message
	// that names the failure.

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
