package dev.rosa.proof;

import dev.rosa.provider.Candidate;
import dev.rosa.wire.active.Suite;
import java.security.Provider;
import java.util.ArrayList;
import java.util.List;

/**
 * Slices of the proof in a JVM that was started for them: {@code ProofRun SLICE…}. Prints the
 * parties and the count of checks; ends with 0 if everything held.
 */
final class ProofRun {

  private static final int MIX = 65;
  private static final int PACKETS_OF_EACH_SUITE = 40;

  /** States of a MAC, of a cipher, and of both. */
  private static final List<Suite> HOARDABLE =
      List.of(Suite.HMAC_SHA256, Suite.AES128_CTR_HMAC_SHA256, Suite.AES256_GCM);

  private ProofRun() {}

  /** {@link ForkedJvm} calls it. */
  public static void main(String[] slices) {
    TestedProviders.all().forEach(tested -> System.out.println(introduction(tested)));
    for (String slice : slices) {
      run(slice);
    }
    System.out.println(CheckCounts.line());
  }

  private static String introduction(Candidate tested) {
    return tested.absence().isPresent()
        ? "%s: absent, %s".formatted(tested.name(), tested.absence().get())
        : "%s: %s, %s"
            .formatted(
                tested.name(),
                tested.description(),
                tested.jce().map(Provider::getInfo).orElse("engines"));
  }

  private static void run(String slice) {
    List<TestedProvider> present = TestedProviders.present();
    switch (slice) {
      case "who" -> {}
      case "answers" -> present.forEach(KnownAnswers::check);
      case "published" ->
          present.stream()
              .filter(tested -> tested.jce().isPresent())
              .forEach(PublishedAnswers::check);
      case "mixes" -> present.forEach(tested -> Rounds.run(slice, random -> mixes(tested, random)));
      case "bits" -> present.forEach(tested -> Rounds.run(slice, random -> bits(tested, random)));
      case "pairs" -> present.forEach(tested -> Rounds.run(slice, random -> pairs(tested, random)));
      case "wiped" -> present.forEach(tested -> Rounds.run(slice, random -> wiped(tested, random)));
      case "hoard" -> present.forEach(tested -> Rounds.run(slice, random -> hoard(tested, random)));
      case "litter" ->
          present.forEach(
              tested ->
                  new UndestroyedKeys(tested, new RandomInput(RandomInput.SEED, slice))
                      .check(Rounds.nanos()));
      case "bad" -> Rounds.run(slice, ProofRun::bad);
      case "threads" -> Rounds.run(slice, random -> ManyThreads.check(2, random));
      default -> throw new IllegalArgumentException("there is no slice " + slice);
    }
  }

  private static void mixes(TestedProvider tested, RandomInput random) {
    TrafficDraw senders = new TrafficDraw(random);
    BatchChecks.anyMix(tested, senders.mixed(MIX, BatchChecks.LONGEST_PAYLOAD), random);
  }

  private static void bits(TestedProvider tested, RandomInput random) {
    tested.suites().forEach(suite -> BatchChecks.everyBit(tested, suite, random));
  }

  static void pairs(TestedProvider sealer, RandomInput random) {
    for (TestedProvider verifier : TestedProviders.present()) {
      Traffic traffic =
          new TrafficDraw(random).mixed(PACKETS_OF_EACH_SUITE, BatchChecks.LONGEST_PAYLOAD);
      BatchChecks.pair(sealer, verifier, traffic);
    }
  }

  private static void wiped(TestedProvider tested, RandomInput random) {
    Secrets secrets = new Secrets(random);
    tested.suites().forEach(suite -> secrets.wiped(tested, suite));
  }

  private static void hoard(TestedProvider tested, RandomInput random) {
    Secrets secrets = new Secrets(random);
    HOARDABLE.forEach(suite -> secrets.notHoarded(tested, suite));
  }

  /** All that is wrong, not the first of it only. */
  private static void bad(RandomInput random) {
    List<String> faults = new ArrayList<>();
    for (TestedProvider tested : TestedProviders.present()) {
      for (Suite suite : tested.suites()) {
        Attempts attempts = new Attempts(tested, suite, random);
        new BadMemory(attempts).all();
        new BadKeys(attempts).all();
        new BadUse(attempts).all();
        faults.addAll(attempts.faults());
      }
    }
    if (!faults.isEmpty()) {
      throw new AssertionError(faults.size() + " faults:\n" + String.join("\n", faults));
    }
  }
}
