/// The experiment `replace`: third-party libraries that need Unsafe, with the agent that replaces
/// it.
@NullMarked
package dev.ashlar.lab.replace;

import org.jspecify.annotations.NullMarked;
