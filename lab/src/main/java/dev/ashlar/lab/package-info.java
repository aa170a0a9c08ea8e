/// The experiments: old arguments about memory on the JVM, settled by measuring on this machine.
///
/// An [Experiment][dev.ashlar.lab.experiment.Experiment] has cases and contenders. Each pair that
/// can be timed becomes a [Workload][dev.ashlar.lab.experiment.Workload] in a JVM of its own. It
/// first proves its result and is then timed by JMH. [Lab][dev.ashlar.lab.Lab] plans the JVMs,
/// interleaves those of rival contenders and gathers the figures.
@NullMarked
package dev.ashlar.lab;

import org.jspecify.annotations.NullMarked;
