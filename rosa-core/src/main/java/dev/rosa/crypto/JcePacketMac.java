package dev.rosa.crypto;

import dev.rosa.keys.SessionKey;
import dev.rosa.wire.active.Suite;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.SecretKey;

/**
 * HMAC engine on a JCE provider, one packet after the other: over associated data and payload,
 * truncated to the suite's tag (PROTOCOL §3). Each session has a Mac of its own with the key set,
 * which saves two compressions a packet. Owned by one thread; allocates nothing per packet with
 * heap memory.
 */
final class JcePacketMac implements PacketMac {

  /** A Mac that returned to its start state after every packet. */
  private static final class PreparedMac implements PreparedKey {

    /** Measured memory of a Mac of the JDK with its two digests, rounded up. */
    private static final int FOOTPRINT_BYTES = 1_024;

    private final int footprintBytes;
    private final boolean wipes;
    private SecretKey keyToReset;
    private Mac mac;

    /**
     * A Mac with its key set.
     *
     * @param keyToReset to set again after every packet; null where {@code doFinal} is enough
     */
    PreparedMac(Mac mac, int nativeBytes, boolean wipes, SecretKey keyToReset) {
      this.mac = mac;
      this.footprintBytes = FOOTPRINT_BYTES + nativeBytes;
      this.wipes = wipes;
      this.keyToReset = keyToReset;
    }

    static PreparedMac of(PreparedKey key) {
      if (!(key instanceof PreparedMac own)) {
        throw new IllegalArgumentException("a key was prepared by another engine");
      }
      if (own.mac == null) {
        throw new IllegalStateException("a key was used after it was destroyed");
      }
      return own;
    }

    /** Writes the MAC of these bytes, and is ready for the next packet. */
    void compute(byte[] bytes, int offset, int length, byte[] result)
        throws GeneralSecurityException {
      mac.update(bytes, offset, length);
      mac.doFinal(result, 0);
      if (keyToReset != null) {
        mac.init(keyToReset);
      }
    }

    @Override
    public int footprintBytes() {
      return footprintBytes;
    }

    /** JCE offers no way to wipe a Mac; if the provider has none either, it is dropped. */
    @Override
    public void destroy() {
      if (wipes && mac != null) {
        wipe();
      }
      mac = null;
      keyToReset = null;
    }

    private void wipe() {
      try {
        mac.init(null);
      } catch (InvalidKeyException e) {
        // As it must: what it had is wiped by now.
      }
    }
  }

  private final JceService service;
  private final Suite suite;
  private final HeapView view = new HeapView();
  private final byte[] computed = new byte[64];
  private final byte[] expected;
  private final byte[] received;
  private final int nativeBytes;
  private final boolean wipes;

  JcePacketMac(JceService service, Suite suite) {
    this.service = service;
    this.suite = suite;
    this.expected = new byte[suite.tagBytes()];
    this.received = new byte[suite.tagBytes()];
    this.nativeBytes = service.macNativeBytes();
    this.wipes = service.wipesOnNullKey();
  }

  @Override
  public PreparedKey prepare(SessionKey key) {
    try {
      Mac mac = service.newMac();
      SecretKey secret = service.macKey(key);
      mac.init(secret);
      return new PreparedMac(mac, nativeBytes, wipes, service.resetByInit() ? secret : null);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(service.algorithm() + " refused a session key", e);
    }
  }

  @Override
  public void tag(CryptoBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      compute(batch, i);
      batch.memory(i).put(batch.tagOffset(i), expected);
    }
  }

  @Override
  public void verify(CryptoBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      compute(batch, i);
      batch.memory(i).get(batch.tagOffset(i), received);
      batch.setAuthentic(i, MessageDigest.isEqual(expected, received));
    }
  }

  private void compute(CryptoBatch batch, int index) {
    batch.requireLengths(index, suite);
    int length = batch.messageLength(index);
    view.of(batch.memory(index), batch.associatedOffset(index), length);
    try {
      PreparedMac.of(batch.macKey(index)).compute(view.array(), view.offset(), length, computed);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(service.algorithm() + " failed on a packet", e);
    }
    System.arraycopy(computed, 0, expected, 0, expected.length);
  }
}
