/// Finds code that still uses `sun.misc.Unsafe`, how hot it is, and what to use instead.
module dev.ashlar.unsafe {
  requires static jdk.jfr;
  requires transitive dev.ashlar.jit;
  requires static transitive org.jspecify;

  exports dev.ashlar.unsafe;
  exports dev.ashlar.unsafe.advice;
  exports dev.ashlar.unsafe.run;
  exports dev.ashlar.unsafe.scan;
}
