/// The parts of an experiment: its cases, its contenders and their work. Each experiment has its
/// own package, which depends on this one.
@NullMarked
package dev.ashlar.lab.experiment;

import org.jspecify.annotations.NullMarked;
