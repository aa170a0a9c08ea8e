/// Tools for the tests of several modules: [other JVMs][dev.ashlar.testing.ChildJvm], [other
/// JDKs][dev.ashlar.testing.Jdks], the [compiler][dev.ashlar.testing.Javac], [repeatable
/// randomness][dev.ashlar.testing.Seeded], [almost full stacks][dev.ashlar.testing.ShortStack] and
/// [counts of allocated bytes][dev.ashlar.testing.Garbage].
///
/// Tests run in the folder of their module, so `target` and the sources are those of that module.
@NullMarked
package dev.ashlar.testing;

import org.jspecify.annotations.NullMarked;
