/// Why HotSpot did what it did: reads its compilation log.
module dev.ashlar.jit {
  requires static jdk.jfr;
  requires static transitive org.jspecify;

  exports dev.ashlar.jit;
  exports dev.ashlar.jit.asm;
  exports dev.ashlar.jit.machine;
}
