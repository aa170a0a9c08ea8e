/// Replaces `sun.misc.Unsafe` in classes that are not recompiled, as they are loaded.
@NullMarked
package dev.ashlar.unsafe.agent;

import org.jspecify.annotations.NullMarked;
