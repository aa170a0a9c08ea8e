/// Raw memory: allocation and access, without Unsafe.
@SuppressWarnings("module") // The modules that may use what is internal are built later.
module dev.ashlar.memory {
  requires static jdk.jfr;
  requires static transitive org.jspecify;

  exports dev.ashlar.memory;
  exports dev.ashlar.memory.internal to
      dev.ashlar.text,
      dev.ashlar.table,
      dev.ashlar.arrow,
      dev.ashlar.wire;
  exports dev.ashlar.memory.internal.hotspot to
      dev.ashlar.text,
      dev.ashlar.table;
}
