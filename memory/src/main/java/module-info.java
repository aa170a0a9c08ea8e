/// Raw bytes: where they live and how they are reached, without Unsafe.
module dev.ashlar.memory {
  requires static transitive org.jspecify;

  exports dev.ashlar.memory;
}
