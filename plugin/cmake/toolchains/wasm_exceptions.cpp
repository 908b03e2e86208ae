// MIT License, Copyright (c) 2026 the ricochet authors

// The functions that -fwasm-exceptions and thread_local call. Debian's C++ library for WebAssembly lacks them. With
// them, a call that runs out of memory returns an error in a browser, too. For one thread only.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <typeinfo>

namespace
{

/// Stands before every thrown object.
struct Header
{
	const std::type_info* type;
	void* (*destroy)(void*); ///< destructors return their object on this target
	Header* below;           ///< of a caught object: the header of the object that was caught before it
	int handlers;
	void* caught; ///< the object as the type that a handler names
	int padding[3];
};
static_assert(sizeof(Header) % alignof(std::max_align_t) == 0, "the object is aligned");

Header* g_caught = nullptr;

/// A few small objects must exist when there is no memory left.
constexpr size_t most_of_reserve = 16;
constexpr size_t most_of_object = 64;
struct Reserved
{
	Header header;
	alignas(std::max_align_t) unsigned char object[most_of_object];
};
Reserved g_reserve[most_of_reserve];
size_t g_next_reserved = 0;

Header* FromReserve(size_t size)
{
	if (size > most_of_object)
	{
		std::abort();
	}
	Reserved& taken = g_reserve[g_next_reserved++ % most_of_reserve];
	taken.header = Header{};
	return &taken.header;
}

void Free(Header* header)
{
	const auto at = reinterpret_cast<uintptr_t>(header);
	const auto first = reinterpret_cast<uintptr_t>(g_reserve);
	if (at - first >= sizeof(g_reserve))
	{
		std::free(header);
	}
}

Header* HeaderOf(void* object)
{
	return static_cast<Header*>(object) - 1;
}

void Release(Header* header)
{
	if (header->destroy)
	{
		header->destroy(header + 1);
	}
	Free(header);
}

/// The C++ library's own base of its type information, with the question that handlers ask.
class Catchable : public std::type_info
{
public:
	~Catchable() override;
	virtual void Unused1() const;
	virtual void Unused2() const;
	virtual bool CanCatch(const Catchable* thrown, void*& object) const = 0;
};

/// A number of seven bits to a byte, lowest first, and how many bits it has.
struct Packed
{
	uintptr_t value = 0;
	unsigned bits = 0;
};

Packed ReadPacked(const uint8_t*& at)
{
	Packed number;
	uint8_t byte = 0;
	do
	{
		byte = *at++;
		number.value |= static_cast<uintptr_t>(byte & 0x7Fu) << number.bits;
		number.bits += 7;
	} while (byte & 0x80u);
	return number;
}

uintptr_t ReadUnsigned(const uint8_t*& at)
{
	return ReadPacked(at).value;
}

// The highest bit is the sign.
intptr_t ReadSigned(const uint8_t*& at)
{
	const Packed number = ReadPacked(at);
	const bool isShort = number.bits < 32;
	const bool isNegative = isShort && ((number.value >> (number.bits - 1)) & 1u) != 0;
	return static_cast<intptr_t>(isNegative ? number.value | (~uintptr_t{0} << number.bits) : number.value);
}

/// The table of a function's handlers: "C++ ABI for Itanium: Exception Handling Tables", call sites by number.
struct Table
{
	const Catchable* const* types = nullptr; ///< the end of them
	const uint8_t* sites = nullptr;
	const uint8_t* actions = nullptr;
};

Table ReadTable(const uint8_t* at)
{
	constexpr uint8_t omitted = 0xFF;
	Table table;
	if (*at++ != omitted)
	{
		ReadUnsigned(at); // where landing pads start
	}
	if (*at++ != omitted)
	{
		const uintptr_t offset = ReadUnsigned(at);
		table.types = reinterpret_cast<const Catchable* const*>(at + offset);
	}
	++at; // sites are encoded as unsigned numbers
	const uintptr_t length = ReadUnsigned(at);
	table.sites = at;
	table.actions = at + length;
	return table;
}

} // namespace

extern "C"
{
	struct
	{
		uintptr_t landingPad;
		const uint8_t* table;
		uintptr_t selector;
	} __wasm_lpad_context;

	/// Chooses the handler of a landing pad. Returns 0.
	int _Unwind_CallPersonality(void* object)
	{
		__wasm_lpad_context.selector = 0;
		const Table table = ReadTable(__wasm_lpad_context.table);
		const uint8_t* site = table.sites;
		for (uintptr_t k = 0; k < __wasm_lpad_context.landingPad; ++k)
		{
			ReadUnsigned(site);
			ReadUnsigned(site);
		}
		ReadUnsigned(site);
		const uintptr_t first = ReadUnsigned(site);
		if (first == 0)
		{
			return 0;
		}
		Header* header = HeaderOf(object);
		const uint8_t* action = table.actions + (first - 1);
		for (;;)
		{
			const intptr_t type = ReadSigned(action);
			if (type > 0)
			{
				const Catchable* handler = table.types[-type];
				header->caught = object;
				if (!handler || handler->CanCatch(static_cast<const Catchable*>(header->type), header->caught))
				{
					__wasm_lpad_context.selector = static_cast<uintptr_t>(type);
					return 0;
				}
			}
			const uint8_t* const next = action;
			const intptr_t offset = ReadSigned(action);
			if (offset == 0)
			{
				return 0;
			}
			action = next + offset;
		}
	}

	void* __cxa_allocate_exception(size_t size) noexcept
	{
		auto* header = static_cast<Header*>(std::calloc(1, sizeof(Header) + size));
		header = header ? header : FromReserve(size);
		return header + 1;
	}

	void __cxa_free_exception(void* object) noexcept
	{
		Free(HeaderOf(object));
	}

	[[noreturn]] void __cxa_throw(void* object, std::type_info* type, void* (*destroy)(void*))
	{
		Header* header = HeaderOf(object);
		header->type = type;
		header->destroy = destroy;
		header->caught = object;
		__builtin_wasm_throw(0, object);
	}

	void* __cxa_begin_catch(void* object) noexcept
	{
		Header* header = HeaderOf(object);
		header->handlers = (header->handlers < 0 ? -header->handlers : header->handlers) + 1;
		if (g_caught != header)
		{
			header->below = g_caught;
			g_caught = header;
		}
		return header->caught;
	}

	/// Below zero are the handlers of what is thrown on.
	void __cxa_end_catch()
	{
		Header* header = g_caught;
		if (!header)
		{
			return;
		}
		const bool isThrownOn = header->handlers < 0;
		header->handlers += isThrownOn ? 1 : -1;
		if (header->handlers != 0)
		{
			return;
		}
		g_caught = header->below;
		if (!isThrownOn)
		{
			Release(header);
		}
	}

	[[noreturn]] void __cxa_rethrow()
	{
		Header* header = g_caught;
		if (!header)
		{
			std::abort();
		}
		header->handlers = -header->handlers;
		__builtin_wasm_throw(0, header + 1);
	}

	/// The one thread ends with the program, which gives back all memory.
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
	throw std::bad_alloc();
}
