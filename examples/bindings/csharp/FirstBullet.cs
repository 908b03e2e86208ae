// MIT License, Copyright (c) 2026 the ricochet authors

// Fires a bullet through a pane of glass, and says what it hit. A rule in C# decides what the glass does.

using System;
using System.Runtime.InteropServices;
using static Ricochet;

static class FirstBullet
{
	const int Pierce = 2;

	static int asked;

	static void Decide(ref Impact impact, ref Decision decision, IntPtr context)
	{
		asked += 1;
		decision.Response = Pierce;
		decision.Damage = (float)impact.Hit.BodyUserData;
	}

	static void Play(World world)
	{
		BodyDef standing = Native.ricochet_body_def_default();
		standing.UserData = 7;
		ulong glass = Done(Native.ricochet_create_body(world, ref standing));
		Done(Native.ricochet_add_box(world, glass, IntPtr.Zero, 0.005f, 5, new Pose { Position = new Vec(10, 0) }));

		Rule rule = Decide;
		PluginDef def = Native.ricochet_plugin_def_default();
		def.Rule = Marshal.GetFunctionPointerForDelegate(rule);
		using (Plugin plugin = Done(Native.ricochet_create_plugin(world, ref def)))
		{
			plugin.KeptRule = rule;
			BulletDef shot = Native.ricochet_bullet_def_default();
			shot.Position = new Vec(0, 1);
			shot.Velocity = new Vec(800, 0);
			Done(Native.ricochet_fire(plugin, ref shot));
			GC.Collect();
			Done(Native.ricochet_step(plugin, 1 / 60.0f, 8, 3));
			foreach (Impact hit in ImpactsOf(plugin))
			{
				Console.WriteLine(FormattableString.Invariant(
					$"x {hit.Hit.Enter.Point.X:F3} m, {hit.Thickness:F3} m thick, damage {hit.Damage}, {hit.Hit.Body == glass}"));
			}

			shot.Mass = -1;
			try
			{
				Done(Native.ricochet_fire(plugin, ref shot));
			}
			catch (RicochetException refused)
			{
				Console.WriteLine(refused.Message);
			}
		}
	}

	static int Main()
	{
		CheckLibrary();
		using (World world = Done(Native.ricochet_create_world(new Vec(0, -10))))
		{
			Play(world);
		}
		return asked == 1 ? 0 : 1;
	}
}
