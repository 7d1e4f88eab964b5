package dev.rosa.proof;

import static dev.rosa.proof.Attempts.require;

import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.PreparedKey;
import dev.rosa.crypto.PreparedKeys;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.keys.SessionKey;
import dev.rosa.wire.active.Suite;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Invalid keys: destroyed, of another engine, of no engine, missing, or made from too few or too
 * many bytes.
 */
final class BadKeys {

  /** A key that no engine made. */
  private static final PreparedKey NOBODYS =
      new PreparedKey() {
        @Override
        public int footprintBytes() {
          return 0;
        }

        @Override
        public void destroy() {
          // Nothing is held.
        }
      };

  private final Attempts attempts;
  private final Suite suite;
  private final RandomInput random;

  BadKeys(Attempts attempts) {
    this.attempts = attempts;
    this.suite = attempts.suite();
    this.random = attempts.draw();
  }

  void all() {
    destroyed();
    for (TestedProvider other : TestedProviders.present()) {
      if (other.suites().contains(suite)) {
        attempts.tryOut(
            "keys of another engine of " + other.name(), engines -> foreign(engines, other));
      }
    }
    attempts.requireRefusal(
        "keys that nobody made",
        engines ->
            attempts.verifyGenuine(engines, attempts.one(), new PreparedKeys(NOBODYS, NOBODYS)));
    attempts.requireRefusal("no keys", this::verifyWithoutKeys);
    for (int bytes : List.of(0, 1, 15, 31, 33, 64, 1_000)) {
      attempts.tryOut(
          "a session key of %d bytes".formatted(bytes), engines -> prepareKeyOf(engines, bytes));
    }
  }

  private void destroyed() {
    attempts.requireRefusal(
        "verifying with a destroyed key", engines -> useDestroyed(engines, SuiteEngine::verify));
    attempts.requireRefusal(
        "sealing with a destroyed key", engines -> useDestroyed(engines, SuiteEngine::seal));
    attempts.tryOut(
        "destroying keys twice",
        engines -> {
          PreparedKeys keys = engines.engine(suite).prepare(Session.draw(suite, random).key());
          keys.destroy();
          keys.destroy();
          require(keys.footprintBytes() >= 0, "a negative footprint");
        });
    if (suite.encrypts()) {
      attempts.tryOut("opening with a key destroyed after verifying", this::openAfterDestroying);
    }
  }

  /** One destroyed key behind good ones, of which one may stand in the slot that it had. */
  private void useDestroyed(TestedEngines engines, BiConsumer<SuiteEngine, CryptoBatch> call) {
    TestPacket packet = attempts.one();
    PreparedKeys destroyed = engines.engine(suite).prepare(packet.session().key());
    destroyed.destroy();
    Traffic traffic = new TrafficDraw(random).mixed(Attempts.SOME, Attempts.PAYLOAD);
    traffic.loadSealed();
    CryptoBatch batch = new CryptoBatch(Attempts.SOME + 1, 0);
    for (TestPacket good : traffic.of(suite)) {
      batch.add(good.packet(), engines.keys(good.session()));
    }
    batch.add(packet.packet(), destroyed);
    call.accept(engines.engine(suite), batch);
  }

  /** An AEAD may have opened it while it verified. */
  private void openAfterDestroying(TestedEngines engines) {
    TestPacket packet = attempts.one();
    PreparedKeys keys = engines.engine(suite).prepare(packet.session().key());
    CryptoBatch batch = new CryptoBatch(1, Attempts.PAYLOAD);
    batch.addToOpen(packet.packet(), keys);
    engines.engine(suite).verify(batch);
    require(batch.isAuthentic(0), "a genuine packet was found forged");
    keys.destroy();
    engines.engine(suite).open(batch);
    byte[] opened = new byte[Attempts.PAYLOAD];
    batch.plaintext().get(batch.plaintextOffset(0), opened);
    require(Arrays.equals(packet.clear(), opened), "wrong plaintext");
  }

  private void foreign(TestedEngines engines, TestedProvider other) {
    TestPacket packet = attempts.one();
    attempts.verifyGenuine(engines, packet, other.engineFor(suite).prepare(packet.session().key()));
  }

  private void verifyWithoutKeys(TestedEngines engines) {
    try {
      attempts.verifyGenuine(engines, attempts.one(), new PreparedKeys(null, null));
    } catch (NullPointerException e) {
      throw new IllegalArgumentException("no keys", e);
    }
  }

  private void prepareKeyOf(TestedEngines engines, int bytes) {
    byte[] macKey = new byte[suite.macKeyBytes() == 0 ? 0 : bytes];
    byte[] cipherKey = new byte[suite.cipherKeyBytes() == 0 ? 0 : bytes];
    PreparedKeys keys = engines.engine(suite).prepare(SessionKey.of(macKey, cipherKey));
    try {
      CryptoBatch batch = new CryptoBatch(1, 0);
      batch.add(attempts.one().packet(), keys);
      engines.engine(suite).verify(batch);
      require(!batch.isAuthentic(0), "authentic with another key");
    } finally {
      keys.destroy();
    }
  }
}
