// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.stores;

import dev.ashlar.lab.experiment.LabException;
import dev.ashlar.lab.experiment.Observation;
import dev.ashlar.lab.experiment.ScratchFiles;
import dev.ashlar.lab.experiment.WrongResultException;
import dev.ashlar.lab.stores.Question.Loaded;
import dev.ashlar.lab.stores.Trips.Trip;
import dev.ashlar.lab.stores.Trips.TripBytes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Asks a store a question several times.
final class StoreWork implements Observation {
  private static final int WARM_UP_TRIPS = 40_000;
  private static final double NANOS_PER_MILLI = 1e6;

  private final Question question;
  private final String contender;
  private final TripStore.Kind kind;
  private final Trips trips;
  private final List<Double> figures = new ArrayList<>();

  StoreWork(Question question, String contender, TripStore.Kind kind, Trips trips) {
    this.question = question;
    this.contender = contender;
    this.kind = kind;
    this.trips = trips;
  }

  /// Loads the store, unless another JVM of the run has loaded it. For [Question#APPEND], only
  /// warms up with a few trips.
  @Override
  public void prepare() {
    checked(() -> {
      if (question == Question.APPEND) {
        Trips few = new Trips(Math.min(trips.rows(), WARM_UP_TRIPS));
        ScratchFiles.inFolder(folder -> Question.load(kind, few, folder));
      } else {
        loaded();
      }
    });
  }

  private Path loaded() throws Exception {
    return StoreFolders.loaded(
        contender + "-" + trips.rows(), folder -> Question.load(kind, trips, folder));
  }

  @Override
  public void verify() {
    checked(() -> {
      if (question == Question.APPEND) {
        ScratchFiles.inFolder(folder -> {
          long nanos = Question.load(kind, trips, folder);
          prove(folder);
          return nanos;
        });
      } else {
        prove(loaded());
      }
    });
  }

  /// Proves that changes and all trips are there after the store is opened again.
  private void prove(Path folder) throws Exception {
    Trip trip = Trips.of(trips.rows() - 1);
    long[] tips = {trip.tip() + 1, trip.tip()};
    for (long tip : tips) {
      try (TripStore store = kind.open(folder)) {
        store.setTip(trip.id(), tip);
        store.commit();
      }
      try (TripStore store = kind.open(folder)) {
        Trip expected = TripBytes.withTip(trip, tip);
        if (!expected.equals(store.find(trip.code()))) {
          throw new WrongResultException(
              "trip %s is %s, not %s".formatted(trip.code(), store.find(trip.code()), expected));
        }
      }
    }
    try (TripStore store = kind.open(folder)) {
      trips.prove(store);
    }
  }

  @Override
  public long run() {
    checked(() -> {
      Path folder = question == Question.APPEND ? Path.of("") : loaded();
      try (Loaded loaded = new Loaded(kind, trips, folder)) {
        int warmUp = question.turns == 1 ? 0 : Question.WARM_UP;
        for (int turn = 0; turn < warmUp + question.turns; turn++) {
          double figure = question.turn(loaded, turn);
          if (turn >= warmUp) {
            figures.add(question == Question.REOPEN ? figure / NANOS_PER_MILLI : figure);
          }
        }
      }
    });
    return figures.size();
  }

  @Override
  public Observed observed() {
    String unit =
        switch (question) {
          case SIZE -> "B";
          case REOPEN -> "ms";
          default -> "ns/row";
        };
    return Observed.ofMedian("each turn", unit, figures);
  }

  private interface Step {
    void run() throws Exception;
  }

  private static void checked(Step step) {
    try {
      step.run();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw LabException.failed("a store fails: " + e);
    }
  }
}
