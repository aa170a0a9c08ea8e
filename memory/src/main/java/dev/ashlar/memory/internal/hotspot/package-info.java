/// Classes that steer HotSpot's compilers. They are the last resort, where plain code cannot tell
/// C2 what it needs to know. Each class names the source of HotSpot that it rests on. `HotSpotTest`
/// has an assertion for each of these assumptions. `docs/design/hotspot.md` has their measured
/// effect.
@NullMarked
package dev.ashlar.memory.internal.hotspot;

import org.jspecify.annotations.NullMarked;
