package dev.rosa.proof;

import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.JceNames;
import dev.rosa.crypto.PreparedKeys;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.keys.SessionKey;
import dev.rosa.wire.active.Suite;
import java.io.IOException;
import java.util.Arrays;

/**
 * Search for keys that engines leave behind in native memory: nothing of a destroyed key, and no
 * growth after a million keys. Runs in a JVM of its own. Owned by one thread.
 */
final class Secrets {

  private static final byte MASK = 0x5a;
  private static final int MIX = 70;
  private static final int CHURN = 250_000;
  private static final long MOST_GROWTH_BYTES = 16L << 20;

  private final OwnMemory memory = new OwnMemory();
  private final RandomInput random;

  Secrets(RandomInput random) {
    this.random = random;
  }

  /** Looks for the keys of one session, while it lives and when it is over. */
  void wiped(TestedProvider tested, Suite suite) {
    SuiteEngine engine = tested.engineFor(suite);
    byte[] macKey = random.bytes(suite.macKeyBytes());
    byte[] cipherKey = random.bytes(suite.cipherKeyBytes());
    byte[] state = JceNames.mac(suite).equals("HmacSHA256") ? state(macKey) : new byte[0];
    SessionKey session = SessionKey.of(macKey, cipherKey);
    mask(macKey);
    mask(cipherKey);
    PreparedKeys keys = engine.prepare(session);
    session.destroy();
    use(engine, keys);
    // AES begins with the key itself; of an HMAC's nothing is kept but states.
    requireThere(tested, suite, cipherKey);
    requireThere(tested, suite, state);
    requireGone(tested, suite, "a MAC key", macKey);
    keys.destroy();
    requireGone(tested, suite, "a destroyed cipher key", cipherKey);
    requireGone(tested, suite, "the state of a destroyed MAC key", state);
    CheckCounts.add("keys looked for in memory", 1);
  }

  private static byte[] state(byte[] macKey) {
    byte[] state = Sha256State.inner(macKey);
    byte[] masked = state.clone();
    mask(masked);
    Arrays.fill(state, (byte) 0);
    return masked;
  }

  /** Else the search would find nothing either when it should. */
  private void requireThere(TestedProvider tested, Suite suite, byte[] masked) {
    if (masked.length > 0 && count(masked) == 0) {
      throw new AssertionError(tested.name() + ", " + suite + ": a key in use is not found");
    }
  }

  private void requireGone(TestedProvider tested, Suite suite, String what, byte[] masked) {
    int found = masked.length == 0 ? 0 : count(masked);
    if (found > 0) {
      throw new AssertionError(
          "%s, %s: %s stands %d times in memory".formatted(tested.name(), suite, what, found));
    }
  }

  private int count(byte[] masked) {
    try {
      return memory.count(masked, MASK);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Verifies other sessions' packets with it: it goes through every lane. */
  private void use(SuiteEngine engine, PreparedKeys keys) {
    Traffic traffic = new TrafficDraw(random).mixed(MIX, MIX);
    traffic.loadSealed();
    CryptoBatch batch = new CryptoBatch(MIX, MIX);
    traffic.of(engine.suite()).forEach(packet -> batch.add(packet.packet(), keys));
    engine.verify(batch);
    engine.seal(batch);
  }

  private static void mask(byte[] secret) {
    for (int i = 0; i < secret.length; i++) {
      secret[i] ^= MASK;
    }
  }

  /** Prepares and destroys the keys of very many sessions, a thousand at a time. */
  void notHoarded(TestedProvider tested, Suite suite) {
    SuiteEngine engine = tested.engineFor(suite);
    SessionKey session = Session.draw(suite, random).key();
    PreparedKeys[] alive = new PreparedKeys[1_000];
    churn(engine, session, alive, CHURN / 4);
    try {
      long before = OwnMemory.residentBytes();
      churn(engine, session, alive, CHURN);
      long growth = OwnMemory.residentBytes() - before;
      if (growth > MOST_GROWTH_BYTES) {
        throw new AssertionError(
            "%s, %s: %,d bytes more after %,d keys".formatted(tested.name(), suite, growth, CHURN));
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    Arrays.stream(alive).forEach(PreparedKeys::destroy);
    CheckCounts.add("keys prepared and destroyed", CHURN);
  }

  private void churn(SuiteEngine engine, SessionKey session, PreparedKeys[] alive, int times) {
    for (int i = 0; i < times; i++) {
      int slot = random.below(alive.length);
      if (alive[slot] != null) {
        alive[slot].destroy();
      }
      alive[slot] = engine.prepare(session);
    }
    for (int i = 0; i < alive.length; i++) {
      if (alive[i] == null) {
        alive[i] = engine.prepare(session);
      }
    }
  }
}
