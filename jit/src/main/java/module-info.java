/// Why HotSpot did what it did: reads its compilation log.
module dev.ashlar.jit {
  requires static transitive org.jspecify;

  exports dev.ashlar.jit;
}
