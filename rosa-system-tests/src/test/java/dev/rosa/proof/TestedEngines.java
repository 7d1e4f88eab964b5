package dev.rosa.proof;

import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.PreparedKeys;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.wire.active.Suite;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One party at work: an engine for each suite, the sessions' keys as it wants them, and the checks
 * of what it does with batches. Owned by one thread.
 */
final class TestedEngines implements AutoCloseable {

  /** Content of a batch's plaintext before anything is opened. */
  private static final byte UNTOUCHED = (byte) 0xa5;

  private final TestedProvider tested;
  private final Map<Suite, SuiteEngine> engines = new EnumMap<>(Suite.class);
  private final Map<Session, PreparedKeys> keys = new HashMap<>();

  TestedEngines(TestedProvider tested) {
    this.tested = tested;
  }

  SuiteEngine engine(Suite suite) {
    return engines.computeIfAbsent(suite, tested::engineFor);
  }

  PreparedKeys keys(Session session) {
    return keys.computeIfAbsent(session, absent -> engine(session.suite()).prepare(session.key()));
  }

  /** Seals all packets of a suite, so many in a call. */
  void seal(List<TestPacket> specimens, int atOnce) {
    for (List<TestPacket> some : portions(specimens, atOnce)) {
      CryptoBatch batch = new CryptoBatch(some.size(), 0);
      some.forEach(specimen -> batch.add(specimen.packet(), keys(specimen.session())));
      engine(some.get(0).session().suite()).seal(batch);
    }
    CheckCounts.add("packets sealed", specimens.size());
  }

  /** Verifies and opens packets of a suite, so many in a call, and compares with the truth. */
  void verifyAndOpen(List<TestPacket> specimens, int atOnce) {
    List<List<TestPacket>> portions = portions(specimens, atOnce);
    if (portions.isEmpty()) {
      return;
    }
    int stride = longest(specimens);
    CryptoBatch batch = new CryptoBatch(portions.get(0).size(), stride);
    SuiteEngine engine = engine(specimens.get(0).session().suite());
    byte[] canary = new byte[batch.capacity() * stride];
    Arrays.fill(canary, UNTOUCHED);
    for (List<TestPacket> some : portions) {
      batch.plaintext().put(0, canary, 0, some.size() * stride);
      verify(engine, some, batch);
      if (engine.suite().encrypts()) {
        engine.open(batch);
      }
      requirePlaintext(some, batch, stride);
      batch.clear();
    }
    CheckCounts.add("packets verified", specimens.size());
  }

  private void verify(SuiteEngine engine, List<TestPacket> some, CryptoBatch batch) {
    for (TestPacket specimen : some) {
      if (specimen.wanted()) {
        batch.addToOpen(specimen.packet(), keys(specimen.fate().as()));
      } else {
        batch.add(specimen.packet(), keys(specimen.fate().as()));
      }
    }
    engine.verify(batch);
    for (int i = 0; i < some.size(); i++) {
      if (batch.isAuthentic(i) != some.get(i).genuine()) {
        throw new AssertionError(
            "%s found %s: number %d of %d, %s, which is%s genuine"
                .formatted(
                    tested.name(),
                    batch.isAuthentic(i) ? "authentic" : "forged",
                    i,
                    some.size(),
                    some.get(i),
                    some.get(i).genuine() ? "" : " not"));
      }
      if (!batch.isAuthentic(i)) {
        batch.leaveClosed(i);
      }
    }
  }

  /** Plaintext where it was wanted and deserved, and nothing anywhere else. */
  private void requirePlaintext(List<TestPacket> some, CryptoBatch batch, int stride) {
    byte[] found = new byte[some.size() * stride];
    batch.plaintext().get(0, found);
    for (int i = 0; i < some.size(); i++) {
      TestPacket specimen = some.get(i);
      int from = batch.plaintextOffset(i);
      int to = from + specimen.clear().length;
      boolean right =
          (specimen.wanted() && specimen.genuine())
              ? Arrays.equals(found, from, to, specimen.clear(), 0, specimen.clear().length)
              : consistsOf(found, from, to, UNTOUCHED) || consistsOf(found, from, to, (byte) 0);
      if (!right || !consistsOf(found, to, from + stride, UNTOUCHED)) {
        throw new AssertionError(
            "%s left %s plaintext of number %d of %d, %s, %s"
                .formatted(
                    tested.name(),
                    right ? "bytes behind the" : "wrong",
                    i,
                    some.size(),
                    specimen,
                    specimen.fate()));
      }
    }
  }

  private static boolean consistsOf(byte[] bytes, int from, int to, byte only) {
    for (int i = from; i < to; i++) {
      if (bytes[i] != only) {
        return false;
      }
    }
    return true;
  }

  private static int longest(List<TestPacket> specimens) {
    return specimens.stream().mapToInt(specimen -> specimen.clear().length).max().orElse(0);
  }

  private static List<List<TestPacket>> portions(List<TestPacket> specimens, int atOnce) {
    List<List<TestPacket>> portions = new ArrayList<>();
    for (int i = 0; i < specimens.size(); i += atOnce) {
      portions.add(specimens.subList(i, Math.min(i + atOnce, specimens.size())));
    }
    return portions;
  }

  @Override
  public void close() {
    keys.values().forEach(PreparedKeys::destroy);
  }
}
