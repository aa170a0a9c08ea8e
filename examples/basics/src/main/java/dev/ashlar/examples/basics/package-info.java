/// Small programs, each of one file.
@NullMarked
package dev.ashlar.examples.basics;

import org.jspecify.annotations.NullMarked;
