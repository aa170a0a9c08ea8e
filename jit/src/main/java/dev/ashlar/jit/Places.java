package dev.ashlar.jit;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Tells of a place in the program what its class files know: the line, and whose code it is.
final class Places {
  private final ClassFiles classes;

  Places(ClassFiles classes) {
    this.classes = classes;
  }

  OptionalInt line(Method method, int bci) {
    return bci < 0 ? OptionalInt.empty() : classes.line(method, bci);
  }

  /// {@return what follows the method's name to tell the place, as ` line 17 @ 5` or ` @ 5`}
  String position(Method method, int bci) {
    OptionalInt line = line(method, bci);
    return (line.isPresent() ? " line " + line.getAsInt() : "") + " @ " + bci;
  }

  boolean isOfJdk(Method method) {
    return classes.isOfJdk(method.holder());
  }

  /// {@return whether the JDK marks `method` as one that HotSpot may replace; false if its class is
  /// not reachable}
  boolean isIntrinsicCandidate(Method method) {
    return classes.isIntrinsicCandidate(method);
  }

  /// {@return the last method of `path` that is not the JDK's}
  Optional<Method> changeable(List<Method> path) {
    for (int i = path.size() - 1; i >= 0; i--) {
      if (!isOfJdk(path.get(i))) {
        return Optional.of(path.get(i));
      }
    }
    return Optional.empty();
  }
}
