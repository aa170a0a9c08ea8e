// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testing;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.opentest4j.TestAbortedException;

/// Hands a test its [RandomGenerator] and, when the test fails, says with which seed.
///
/// Each run of the JVM has a seed of its own, unless `-Dashlar.seed=…` names one. Every test begins
/// anew with it, so that a single test fails as it did among all the others.
public final class Seeded implements ParameterResolver, TestExecutionExceptionHandler {
  static final long SEED = Long.getLong("ashlar.seed", System.nanoTime());

  public static RandomGenerator random() {
    return new SplittableRandom(SEED);
  }

  /// {@return one of `values`}
  public static <T> T oneOf(RandomGenerator random, T[] values) {
    return values[random.nextInt(values.length)];
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
    return parameter.getParameter().getType() == RandomGenerator.class;
  }

  @Override
  public RandomGenerator resolveParameter(ParameterContext parameter, ExtensionContext test) {
    return random();
  }

  @Override
  public void handleTestExecutionException(ExtensionContext test, Throwable failure)
      throws Throwable {
    if (failure instanceof TestAbortedException) {
      throw failure;
    }
    String repeat = "to repeat: -Dashlar.seed=" + SEED;
    System.err.println(test.getDisplayName() + " failed; " + repeat);
    failure.addSuppressed(new AssertionError(repeat));
    throw failure;
  }
}
