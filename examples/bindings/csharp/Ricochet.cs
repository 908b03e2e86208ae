// MIT License, Copyright (c) 2026 the ricochet authors

// ricochet for C#: what the first bullet needs. The structs are those of the C headers, written down once more; Check
// compares their sizes with the library's when the game starts.

using System;
using System.Runtime.InteropServices;

public class RicochetException : Exception
{
	public RicochetException(string message) : base(message) { }
}

[StructLayout(LayoutKind.Sequential)]
public struct Vec
{
	public float X, Y;
	public Vec(float x, float y) { X = x; Y = y; }
}

[StructLayout(LayoutKind.Sequential)]
public struct Pose
{
	public Vec Position;
	public float Angle;
}

[StructLayout(LayoutKind.Sequential)]
public struct Error
{
	public int Reason, Index;
	public double Value, Limit;
	public IntPtr Parameter;
}

// bool of C is one byte: byte, as structs with bool are copied field by field.
[StructLayout(LayoutKind.Sequential)]
public struct BodyDef
{
	public uint Size;
	public int Type;
	public Pose Pose;
	public Vec Velocity;
	public float AngularVelocity, LinearDamping, AngularDamping, GravityScale;
	public byte FixedRotation, Bullet;
	public ulong UserData;
}

[StructLayout(LayoutKind.Sequential)]
public struct Bullet
{
	public uint Index, Generation, Plugin;
}

[StructLayout(LayoutKind.Sequential)]
public struct BulletDef
{
	public uint Size;
	public Vec Position, Velocity;
	public float Mass, GravityScale, Drag, Lifetime, Restitution, Friction;
	public int MaxBounces, MaxPierces;
	public ulong UserData;
	public IntPtr Filter;
	public float MaxRange;
	public Vec Acceleration, Wind;
	public float DragQuadratic, Thrust;
	public ulong HomingBody;
	public Vec HomingPoint;
	public float HomingTurnRate, Radius;
	public IntPtr Steering, Context;
	public byte KeepsPath, HitsGrenades;
	public float Delay;
	public IntPtr From;
}

[StructLayout(LayoutKind.Sequential)]
public struct Crossing
{
	public float Fraction;
	public Vec Point, Normal;
	public int Edge;
}

[StructLayout(LayoutKind.Sequential)]
public struct RayHit
{
	public Crossing Enter, Exit;
	public ulong Body, Fixture, BodyUserData, FixtureUserData;
	public int Child;
	public byte StartsInside, EndsInside, Grazing;
}

[StructLayout(LayoutKind.Sequential)]
public struct Impact
{
	public RayHit Hit;
	public Bullet Bullet, Grenade;
	public ulong UserData;
	public float Time, Age, Distance, Thickness, Depth;
	public Vec VelocityBefore, VelocityAfter, Impulse;
	public int Response;
	public float Mass, Steepness, EnergyLost, Damage;
	public Vec LocalPoint, LocalNormal, Position;
	public int Decided;
}

[StructLayout(LayoutKind.Sequential)]
public struct Decision
{
	public int Response;
	public byte HasVelocity;
	public Vec VelocityAfter;
	public float Damage;
}

[StructLayout(LayoutKind.Sequential)]
public struct Surface
{
	public float Resistance, RicochetAngle, Restitution, Friction, TangentSpeed;
}

[UnmanagedFunctionPointer(CallingConvention.Cdecl)]
public delegate void Rule(ref Impact impact, ref Decision decision, IntPtr context);

[StructLayout(LayoutKind.Sequential)]
public struct PluginDef
{
	public uint Size;
	public IntPtr Rule, Context;
	public Surface Surface;
	public int MaxContactsPerStep;
	public float ChordError;
	public int MaxBullets, MaxGrenades;
	public IntPtr SurfaceOf; // null: Surface
	[MarshalAs(UnmanagedType.U1)] public bool KeepsGrenadePaths;
}

// Finished once, in any order: a plugin keeps its world.
public sealed class World : SafeHandle
{
	World() : base(IntPtr.Zero, true) { }
	public override bool IsInvalid { get { return handle == IntPtr.Zero; } }
	protected override bool ReleaseHandle() { Native.ricochet_destroy_world(handle); return true; }
}

public sealed class Plugin : SafeHandle
{
	public Rule KeptRule; // a delegate that C calls must not be collected
	Plugin() : base(IntPtr.Zero, true) { }
	public override bool IsInvalid { get { return handle == IntPtr.Zero; } }
	protected override bool ReleaseHandle() { Native.ricochet_destroy_plugin(handle); return true; }
}

public static class Native
{
	public const int Abi = 1;
	const string Library = "ricochet";
	const CallingConvention C = CallingConvention.Cdecl;

	[DllImport(Library, CallingConvention = C)] public static extern int ricochet_c_abi();
	[DllImport(Library, CallingConvention = C)] public static extern uint ricochet_size_of(string name);
	[DllImport(Library, CallingConvention = C)] public static extern Error ricochet_last_error();

	// Not string: what is marshalled as one is freed, and this is the library's.
	[DllImport(Library, CallingConvention = C)] public static extern IntPtr ricochet_last_message();

	[DllImport(Library, CallingConvention = C)] public static extern World ricochet_create_world(Vec gravity);
	[DllImport(Library, CallingConvention = C)] public static extern void ricochet_destroy_world(IntPtr world);
	[DllImport(Library, CallingConvention = C)] public static extern BodyDef ricochet_body_def_default();
	[DllImport(Library, CallingConvention = C)]
	public static extern ulong ricochet_create_body(World world, ref BodyDef def);
	[DllImport(Library, CallingConvention = C)]
	public static extern ulong ricochet_add_box(World world, ulong body, IntPtr def, float hx, float hy, Pose pose);

	[DllImport(Library, CallingConvention = C)] public static extern PluginDef ricochet_plugin_def_default();
	[DllImport(Library, CallingConvention = C)]
	public static extern Plugin ricochet_create_plugin(World world, ref PluginDef def);
	[DllImport(Library, CallingConvention = C)] public static extern void ricochet_destroy_plugin(IntPtr plugin);
	[DllImport(Library, CallingConvention = C)] public static extern BulletDef ricochet_bullet_def_default();
	[DllImport(Library, CallingConvention = C)]
	public static extern Bullet ricochet_fire(Plugin plugin, ref BulletDef def);
	[DllImport(Library, CallingConvention = C)]
	[return: MarshalAs(UnmanagedType.U1)]
	public static extern bool ricochet_step(Plugin plugin, float dt, int velocityIterations, int positionIterations);
	[DllImport(Library, CallingConvention = C)]
	public static extern int ricochet_impacts(Plugin plugin, int first, [Out] Impact[] events, int capacity);
}

public static class Ricochet
{
	// The same sizes as in the library, or nothing that is told makes sense.
	public static void CheckLibrary()
	{
		if (Native.ricochet_c_abi() != Native.Abi)
		{
			throw new RicochetException("the library is of another version than this binding");
		}
		CheckSize<Vec>("ricochet_vec");
		CheckSize<Pose>("ricochet_pose");
		CheckSize<Error>("ricochet_error");
		CheckSize<BodyDef>("ricochet_body_def");
		CheckSize<Bullet>("ricochet_bullet");
		CheckSize<BulletDef>("ricochet_bullet_def");
		CheckSize<Crossing>("ricochet_crossing");
		CheckSize<RayHit>("ricochet_ray_hit");
		CheckSize<Impact>("ricochet_impact");
		CheckSize<Decision>("ricochet_decision");
		CheckSize<Surface>("ricochet_surface");
		CheckSize<PluginDef>("ricochet_plugin_def");
	}

	static void CheckSize<T>(string name)
	{
		int here = Marshal.SizeOf(typeof(T));
		uint there = Native.ricochet_size_of(name);
		if (here != there)
		{
			throw new RicochetException(name + " has " + here + " bytes here, and " + there + " in the library");
		}
	}

	// What is refused is an exception with the library's sentence.
	public static T Done<T>(T answer)
	{
		if (Native.ricochet_last_error().Reason != 0)
		{
			throw new RicochetException(Marshal.PtrToStringAnsi(Native.ricochet_last_message()));
		}
		return answer;
	}

	// What happened in the last step.
	public static Impact[] ImpactsOf(Plugin plugin)
	{
		Impact[] impacts = new Impact[Done(Native.ricochet_impacts(plugin, 0, null, 0))];
		Done(Native.ricochet_impacts(plugin, 0, impacts, impacts.Length));
		return impacts;
	}
}
