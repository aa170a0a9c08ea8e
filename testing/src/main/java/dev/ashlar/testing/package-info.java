/// What the tests of several modules share: [other JVMs][dev.ashlar.testing.ChildJvm], [other JDKs]
/// [dev.ashlar.testing.Jdks], the [compiler][dev.ashlar.testing.Javac], [randomness that can be
/// repeated] [dev.ashlar.testing.Seeded], [a stack that is all but full]
/// [dev.ashlar.testing.ShortStack] and the count of [what is left for the collector]
/// [dev.ashlar.testing.Garbage].
///
/// Tests run in the folder of their module; what is said here of `target` and of sources is theirs.
@NullMarked
package dev.ashlar.testing;

import org.jspecify.annotations.NullMarked;
