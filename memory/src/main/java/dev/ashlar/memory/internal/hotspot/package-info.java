/// What steers HotSpot's compilers, in one place: the last resort, where plain code cannot tell C2
/// what it needs to know. Each class names the source of HotSpot that it rests on. `HotSpotTest`
/// has an assertion for each of these assumptions, and `docs/design/hotspot.md` measures what they
/// are worth.
@NullMarked
package dev.ashlar.memory.internal.hotspot;

import org.jspecify.annotations.NullMarked;
