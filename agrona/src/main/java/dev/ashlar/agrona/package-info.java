/// Agrona's buffers over [Bytes][dev.ashlar.memory.Bytes]. With them, codecs that SBE generates run
/// on JDK 25 without `--add-exports`, which Agrona's own `UnsafeBuffer` needs.
///
/// ```java
/// BytesBuffer buffer = new BytesBuffer(new byte[64]);
/// buffer.putLong(8, 42, ByteOrder.LITTLE_ENDIAN);
/// long value = buffer.getLong(8, ByteOrder.LITTLE_ENDIAN);
/// ```
@NullMarked
package dev.ashlar.agrona;

import org.jspecify.annotations.NullMarked;
