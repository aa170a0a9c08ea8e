/// The parts of an experiment: its cases, its contenders and their work. The experiments are in
/// packages of their own, and depend on this one.
@NullMarked
package dev.ashlar.lab.experiment;

import org.jspecify.annotations.NullMarked;
