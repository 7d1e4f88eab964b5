package dev.rosa.provider;

import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.EngineProvider;
import dev.rosa.crypto.JceEngines;
import dev.rosa.crypto.JceNames;
import dev.rosa.crypto.JceService;
import dev.rosa.crypto.PacketMac;
import dev.rosa.crypto.PreparedKey;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.keys.SessionKey;
import dev.rosa.wire.active.Suite;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.Security;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Engines that compute as SunJCE does and take as long as they are told, by a clock that only they
 * move. They serve the HMAC suites.
 */
public final class FakeEngines implements EngineProvider {

  private final String name;
  private final FakeNanos clock;
  private final Set<Suite> suites = EnumSet.of(Suite.HMAC_MD5, Suite.HMAC_SHA1, Suite.HMAC_SHA256);
  String version = "1";
  String absence;
  RuntimeException failure;
  long nanosPerPacket;

  /** From which size of batch on it writes wrong tags. */
  public int wrongFromBatch = Integer.MAX_VALUE;

  /** From which length of payload on it writes wrong tags. */
  public int wrongFromBytes = Integer.MAX_VALUE;

  /** From which use of a provider's engines on they take forged tags for right. */
  public int credulousFromUse = Integer.MAX_VALUE;

  int batches;

  public FakeEngines(String name, FakeNanos clock, long nanosPerPacket) {
    this.name = name;
    this.clock = clock;
    this.nanosPerPacket = nanosPerPacket;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Optional<String> unavailabilityCause() {
    if (failure != null) {
      throw failure;
    }
    return Optional.ofNullable(absence);
  }

  @Override
  public String description() {
    return name + " " + version;
  }

  @Override
  public Set<Suite> suites() {
    return suites;
  }

  @Override
  public SuiteEngine engineFor(Suite suite) {
    return SuiteEngine.of(suite, new TimedMac(sunJce(suite)));
  }

  private static SuiteEngine sunJce(Suite suite) {
    String name = JceNames.mac(suite);
    try {
      return JceEngines.create(
          suite, JceService.plain(Security.getProvider("SunJCE"), name, name), null);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private final class TimedMac implements PacketMac {

    private final SuiteEngine computing;

    TimedMac(SuiteEngine computing) {
      this.computing = computing;
    }

    @Override
    public PreparedKey prepare(SessionKey key) {
      return computing.prepare(key).mac();
    }

    @Override
    public void tag(CryptoBatch batch) {
      computing.seal(batch);
      takeTime(batch);
      if (batch.size() >= wrongFromBatch || batch.payloadLength(0) >= wrongFromBytes) {
        ByteBuffer memory = batch.memory(0);
        int tag = batch.tagOffset(0);
        memory.putInt(tag, ~memory.getInt(tag));
      }
    }

    @Override
    public void verify(CryptoBatch batch) {
      computing.verify(batch);
      takeTime(batch);
      if (batches >= credulousFromUse) {
        batch.setAuthentic(0, true);
      }
    }

    private void takeTime(CryptoBatch batch) {
      batches++;
      clock.advance(nanosPerPacket * batch.size());
    }
  }
}
