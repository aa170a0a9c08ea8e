/// Test assertions about the code that HotSpot compiles.
module dev.ashlar.jit.junit {
  requires static transitive org.jspecify;
  requires transitive dev.ashlar.jit;

  exports dev.ashlar.jit.junit;
}
