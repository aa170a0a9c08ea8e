/// The experiment `files`: what durability and checksums cost a table in a file.
@NullMarked
package dev.ashlar.lab.files;

import org.jspecify.annotations.NullMarked;
