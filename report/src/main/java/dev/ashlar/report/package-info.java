/// Results of a lab run, the file they are kept in and the page they are read on.
@NullMarked
package dev.ashlar.report;

import org.jspecify.annotations.NullMarked;
