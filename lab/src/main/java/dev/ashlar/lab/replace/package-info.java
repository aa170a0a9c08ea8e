/// The experiment `replace`: the agent that replaces Unsafe, in third-party libraries that need
/// Unsafe.
@NullMarked
package dev.ashlar.lab.replace;

import org.jspecify.annotations.NullMarked;
