package dev.rosa.testkit.router;

import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.PreparedKeys;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.keys.KeyDerivation;
import dev.rosa.keys.SessionKey;
import dev.rosa.keys.SessionParameters;
import dev.rosa.packetio.PacketBatch;
import dev.rosa.session.PacketSealer;
import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.RosaHeader;
import dev.rosa.wire.active.Suite;
import java.nio.ByteBuffer;

/**
 * Simulated Sources of a {@link SyntheticDomain}: they put sealed packets of any of its sessions
 * into a batch. A key lives as long as one packet is sealed, so that a million sessions take no
 * room here but a sequence number each. Owned by one thread.
 */
public final class SyntheticSources implements AutoCloseable {

  private static final int SERVICE_PORT = 5_004;

  /** No packet that is sent gets that far: a nonce is used once. */
  private static final long UNUSED_SEQUENCE = -1;

  private final SyntheticDomain domain;
  private final SuiteEngine engine;
  private final Suite suite;
  private final KeyDerivation derivation = new KeyDerivation();
  private final CryptoBatch sealing;
  private final ActivePacket[] packets;
  private final PreparedKeys[] keys;
  private final byte[] template;
  private final long[] sequences;

  /**
   * Sources of the sessions 0 … {@code sessions} − 1.
   *
   * @param engine seals; owned by this from now on
   * @param capacity packets in a batch at most
   * @param packetBytes length of every IP packet
   */
  public SyntheticSources(
      SyntheticDomain domain, SuiteEngine engine, int sessions, int capacity, int packetBytes) {
    this.domain = domain;
    this.engine = engine;
    this.suite = engine.suite();
    this.sealing = new CryptoBatch(capacity, 0);
    this.packets = new ActivePacket[capacity];
    this.keys = new PreparedKeys[capacity];
    for (int i = 0; i < capacity; i++) {
      packets[i] = new ActivePacket();
    }
    this.sequences = new long[sessions];
    this.template = template(packetBytes);
  }

  private byte[] template(int packetBytes) {
    SessionParameters parameters = domain.session(suite, 0);
    SessionKey key = derivation.derive(parameters, domain.secret());
    PacketSealer sealer = new PacketSealer(parameters, key, engine);
    ByteBuffer packet = ByteBuffer.allocate(packetBytes);
    ByteBuffer payload = ByteBuffer.allocate(packetBytes - sealer.overheadBytes());
    sealer.seal(packet, 0, SERVICE_PORT, UNUSED_SEQUENCE, payload);
    key.destroy();
    return packet.array();
  }

  /**
   * Fills {@code batch} with the next packet of each of these sessions, in this order; a session
   * may be among them more than once.
   */
  public void fill(PacketBatch batch, int[] sessions, int count) {
    batch.setSize(0);
    sealing.clear();
    for (int i = 0; i < count; i++) {
      write(batch, i, sessions[i]);
    }
    engine.seal(sealing);
    for (int i = 0; i < count; i++) {
      packets[i].refreshChecksums();
      keys[i].destroy();
    }
  }

  private void write(PacketBatch batch, int index, int session) {
    var buffer = batch.add();
    ByteBuffer memory = buffer.memory();
    memory.put(buffer.offset(), template);
    ActivePacket packet = packets[index];
    packet.wrap(memory, buffer.offset(), template.length);
    SessionParameters parameters = domain.session(suite, session);
    int header = packet.headerOffset();
    memory.put(packet.sourceOffset(), parameters.source().getAddress());
    memory.put(packet.destinationOffset(), parameters.destination().getAddress());
    memory.put(header + RosaHeader.USER_OFFSET, parameters.user().toBytes());
    memory.putLong(header + RosaHeader.SESSION_OFFSET, parameters.session());
    memory.putLong(header + RosaHeader.SEQUENCE_OFFSET, ++sequences[session]);
    if (suite.nonceBytes() > 0) {
      packet.writeNonce(0, sequences[session]);
    }
    SessionKey key = derivation.derive(parameters, domain.secret());
    keys[index] = engine.prepare(key);
    key.destroy();
    sealing.add(packet, keys[index]);
    buffer.arrived(template.length, System.nanoTime());
  }

  @Override
  public void close() {
    sealing.clear();
  }
}
