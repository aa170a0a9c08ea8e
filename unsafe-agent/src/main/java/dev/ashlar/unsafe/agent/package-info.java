/// Replaces `sun.misc.Unsafe` at load time, in classes that are not recompiled.
@NullMarked
package dev.ashlar.unsafe.agent;

import org.jspecify.annotations.NullMarked;
