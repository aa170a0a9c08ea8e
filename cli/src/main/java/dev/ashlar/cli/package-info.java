/// The commands of `ashlar`.
@NullMarked
package dev.ashlar.cli;

import org.jspecify.annotations.NullMarked;
