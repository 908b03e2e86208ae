// MIT License, Copyright (c) 2026 the ricochet authors

int main() {}
