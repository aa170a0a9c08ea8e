/// Finds code that still uses `sun.misc.Unsafe`, how hot it is, and what to use instead.
// The module of the qualified export is built after this one.
@SuppressWarnings("module")
module dev.ashlar.unsafe {
  requires static jdk.jfr;
  requires transitive dev.ashlar.jit;
  requires static transitive org.jspecify;

  exports dev.ashlar.unsafe;
  exports dev.ashlar.unsafe.advice;
  exports dev.ashlar.unsafe.internal.archive to
      dev.ashlar.unsafe.agent;
  exports dev.ashlar.unsafe.run;
  exports dev.ashlar.unsafe.scan;
}
