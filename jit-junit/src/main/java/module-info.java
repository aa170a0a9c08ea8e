/// Test assertions about what HotSpot makes of a method.
module dev.ashlar.jit.junit {
  requires static transitive org.jspecify;
  requires transitive dev.ashlar.jit;

  exports dev.ashlar.jit.junit;
}
