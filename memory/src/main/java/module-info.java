/// Raw bytes: where they live and how they are reached, without Unsafe.
module dev.ashlar.memory {
  requires static jdk.jfr;
  requires static transitive org.jspecify;

  exports dev.ashlar.memory;
}
