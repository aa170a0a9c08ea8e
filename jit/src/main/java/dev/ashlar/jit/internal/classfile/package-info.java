/// Class files of the JVM that wrote a log: where they are, and which source line a bytecode has.
/// It knows nothing of logs.
@NullMarked
package dev.ashlar.jit.internal.classfile;

import org.jspecify.annotations.NullMarked;
