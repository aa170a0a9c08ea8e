// SPDX-License-Identifier: Apache-2.0
/// `ashlar lab`: the commands that run experiments and compare their results.
@NullMarked
package dev.ashlar.cli.lab;

import org.jspecify.annotations.NullMarked;
