// MIT License, Copyright (c) 2026 the ricochet authors

// What is precompiled belongs to a target, and a target has a source.
