package dev.rosa.proof;

import dev.rosa.provider.Candidate;
import dev.rosa.wire.Suite;
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
    Parties.all().forEach(party -> System.out.println(introduction(party)));
    for (String slice : slices) {
      run(slice);
    }
    System.out.println(Tally.line());
  }

  private static String introduction(Candidate party) {
    return party.absence().isPresent()
        ? "%s: absent, %s".formatted(party.name(), party.absence().get())
        : "%s: %s, %s"
            .formatted(
                party.name(),
                party.description(),
                party.jce().map(Provider::getInfo).orElse("engines"));
  }

  private static void run(String slice) {
    List<Party> present = Parties.present();
    switch (slice) {
      case "who" -> {}
      case "answers" -> present.forEach(KnownAnswers::check);
      case "published" ->
          present.stream()
              .filter(party -> party.jce().isPresent())
              .forEach(PublishedAnswers::check);
      case "mixes" -> present.forEach(party -> Rounds.run(slice, draw -> mixes(party, draw)));
      case "bits" -> present.forEach(party -> Rounds.run(slice, draw -> bits(party, draw)));
      case "pairs" -> present.forEach(party -> Rounds.run(slice, draw -> pairs(party, draw)));
      case "wiped" -> present.forEach(party -> Rounds.run(slice, draw -> wiped(party, draw)));
      case "hoard" -> present.forEach(party -> Rounds.run(slice, draw -> hoard(party, draw)));
      case "litter" ->
          present.forEach(
              party -> new Litter(party, new Draw(Draw.SEED, slice)).check(Rounds.nanos()));
      case "bad" -> Rounds.run(slice, ProofRun::bad);
      case "threads" -> Rounds.run(slice, draw -> ManyThreads.check(2, draw));
      default -> throw new IllegalArgumentException("there is no slice " + slice);
    }
  }

  private static void mixes(Party party, Draw draw) {
    TrafficDraw senders = new TrafficDraw(draw);
    BatchChecks.anyMix(party, senders.mixed(MIX, BatchChecks.LONGEST_PAYLOAD), draw);
  }

  private static void bits(Party party, Draw draw) {
    party.suites().forEach(suite -> BatchChecks.everyBit(party, suite, draw));
  }

  static void pairs(Party sealer, Draw draw) {
    for (Party verifier : Parties.present()) {
      Traffic traffic =
          new TrafficDraw(draw).mixed(PACKETS_OF_EACH_SUITE, BatchChecks.LONGEST_PAYLOAD);
      BatchChecks.pair(sealer, verifier, traffic);
    }
  }

  private static void wiped(Party party, Draw draw) {
    Secrets secrets = new Secrets(draw);
    party.suites().forEach(suite -> secrets.wiped(party, suite));
  }

  private static void hoard(Party party, Draw draw) {
    Secrets secrets = new Secrets(draw);
    HOARDABLE.forEach(suite -> secrets.notHoarded(party, suite));
  }

  /** All that is wrong, not the first of it only. */
  private static void bad(Draw draw) {
    List<String> faults = new ArrayList<>();
    for (Party party : Parties.present()) {
      for (Suite suite : party.suites()) {
        Attempts attempts = new Attempts(party, suite, draw);
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
