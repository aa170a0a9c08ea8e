/// Experiments that settle old arguments about memory on the JVM, by measuring on this machine.
///
/// An [Experiment][dev.ashlar.lab.experiment.Experiment] has cases and contenders. Each pair that
/// can be timed becomes a [Workload][dev.ashlar.lab.experiment.Workload] in its own JVM. The result
/// of the workload is verified before JMH times the work. [Lab][dev.ashlar.lab.Lab] plans the JVMs,
/// interleaves the JVMs of rival contenders, and collects the figures.
@NullMarked
package dev.ashlar.lab;

import org.jspecify.annotations.NullMarked;
