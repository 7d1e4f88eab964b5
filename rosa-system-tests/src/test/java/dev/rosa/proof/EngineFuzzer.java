package dev.rosa.proof;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.PreparedKeys;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.keys.SessionKey;
import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.ActivePacketWriter;
import dev.rosa.wire.active.RosaHeader;
import dev.rosa.wire.active.Structure;
import dev.rosa.wire.active.Suite;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Batches of packets that random bytes describe, through the engines of every provider: all come to
 * the same verdicts and the same plaintext, all seal to the same bytes, and none throws or ends the
 * JVM. Some packets lie about their length; of those an engine may say that it will not have them.
 */
public final class EngineFuzzer {

  /** System property: where drop-in providers are. */
  public static final String DROP_INS = TestedProviders.DROP_IN_PROPERTY;

  private static final int SESSIONS = 4;
  private static final int MOST_PACKETS = 140;
  private static final int LONGEST = 9_000;
  private static final int MOST_GAP = 5;
  private static final int MEMORY_BYTES = 1 << 21;
  private static final List<TestedProvider> PARTIES = TestedProviders.present();
  private static final ByteBuffer HEAP = ByteBuffer.allocate(MEMORY_BYTES);
  private static final ByteBuffer DIRECT = ByteBuffer.allocateDirect(MEMORY_BYTES);
  private static final byte[] ADDRESS = {10, 0, 1, 1};

  /** A suite's engine of one party, and the sessions' keys as it wants them. */
  private record Bench(String name, SuiteEngine engine, List<PreparedKeys> keys) {}

  /** Result of one engine for a batch. */
  @SuppressWarnings("ArrayRecordComponent") // Compared by content.
  private record Result(boolean[] verdicts, byte[] plaintext, byte[] memory) {}

  private static final Map<Suite, List<Bench>> BENCHES = new EnumMap<>(Suite.class);

  static {
    RandomInput random = new RandomInput(1, "sessions");
    for (Suite suite : Suite.values()) {
      List<SessionKey> sessions = new ArrayList<>();
      for (int i = 0; i < SESSIONS; i++) {
        sessions.add(Session.draw(suite, random).key());
      }
      List<Bench> benches = new ArrayList<>();
      for (TestedProvider tested : PARTIES) {
        if (tested.suites().contains(suite)) {
          SuiteEngine engine = tested.engineFor(suite);
          benches.add(
              new Bench(tested.name(), engine, sessions.stream().map(engine::prepare).toList()));
        }
      }
      BENCHES.put(suite, benches);
    }
  }

  /** No input uses one again: engines remember, and refuse to. */
  private static long nonces;

  private final FuzzedDataProvider data;
  private final Suite suite;
  private final ByteBuffer memory;
  private final List<ActivePacket> packets = new ArrayList<>();
  private final List<Integer> sessions = new ArrayList<>();
  private final List<Boolean> wanted = new ArrayList<>();
  private int used;

  private EngineFuzzer(FuzzedDataProvider data) {
    this.data = data;
    this.suite = data.pickValue(Suite.values());
    this.memory = data.consumeBoolean() ? HEAP : DIRECT;
  }

  /** Initialises this class before Jazzer's clock runs. */
  public static void fuzzerInitialize() {}

  /** One input. */
  public static void fuzzerTestOneInput(FuzzedDataProvider data) {
    EngineFuzzer input = new EngineFuzzer(data);
    input.layOut();
    boolean lies = data.consumeInt(0, 15) == 0 && input.lie();
    if (lies) {
      input.checkLies();
    } else {
      input.checkSealed();
      input.checkVerified();
    }
  }

  private void layOut() {
    int count = data.consumeInt(0, MOST_PACKETS);
    for (int i = 0; i < count && data.remainingBytes() > 0; i++) {
      int payload = data.consumeInt(0, data.consumeBoolean() ? LONGEST : 130);
      int length = RosaHeader.BYTES + suite.nonceBytes() + payload + suite.tagBytes();
      int at = used + data.consumeInt(0, MOST_GAP);
      int end = at + ActivePacketWriter.overheadBytes(true) + length;
      if (end > MEMORY_BYTES) {
        return;
      }
      used = end;
      add(at, end - at, length, payload);
    }
  }

  private void add(int at, int ipBytes, int udpPayload, int payload) {
    InetAddress address = address();
    int header = ActivePacketWriter.write(memory, at, address, address, udpPayload);
    byte[] noise = new RandomInput(data.consumeLong(), "noise").bytes(udpPayload);
    memory.put(header, noise);
    memory.putShort(header + RosaHeader.MAGIC_OFFSET, (short) RosaHeader.MAGIC);
    memory.put(header + RosaHeader.VERSION_OFFSET, (byte) RosaHeader.VERSION);
    memory.put(header + RosaHeader.SUITE_OFFSET, (byte) suite.id());
    memory.putShort(header + RosaHeader.PAYLOAD_LENGTH_OFFSET, (short) payload);
    memory.putLong(header + RosaHeader.GRANT_OFFSET, 0);
    memory.putLong(header + RosaHeader.SEQUENCE_OFFSET, packets.size() + 1L);
    ActivePacket packet = new ActivePacket();
    require(packet.wrap(memory, at, ipBytes) == Structure.ACTIVE, "", "wrote no active packet");
    if (suite.nonceBytes() > 0) {
      packet.writeNonce(data.consumeInt(), ++nonces);
    }
    packets.add(packet);
    sessions.add(data.consumeInt(0, SESSIONS - 1));
    wanted.add(suite.encrypts() && data.consumeBoolean());
  }

  private static InetAddress address() {
    try {
      return InetAddress.getByAddress(ADDRESS);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Makes one of the packets longer than its place, or than all of the memory. */
  private boolean lie() {
    if (packets.isEmpty()) {
      return false;
    }
    packets.get(data.consumeInt(0, packets.size() - 1)).resizePayload(data.consumeInt(0, 65_535));
    return true;
  }

  /** No engine may find it authentic, or go down with it. */
  private void checkLies() {
    for (Bench bench : BENCHES.get(suite)) {
      CryptoBatch batch = batch(bench);
      try {
        bench.engine().verify(batch);
      } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
        continue;
      }
      for (int i = 0; i < batch.size(); i++) {
        require(!batch.isAuthentic(i), bench.name(), "found noise authentic");
      }
    }
  }

  private CryptoBatch batch(Bench bench) {
    CryptoBatch batch =
        new CryptoBatch(Math.max(1, packets.size()), suite.encrypts() ? LONGEST : 0);
    for (int i = 0; i < packets.size(); i++) {
      PreparedKeys keys = bench.keys().get(sessions.get(i));
      if (wanted.get(i)) {
        batch.addToOpen(packets.get(i), keys);
      } else {
        batch.add(packets.get(i), keys);
      }
    }
    return batch;
  }

  /** Leaves the packets sealed. */
  private void checkSealed() {
    byte[] before = image();
    byte[] sealed = null;
    for (Bench bench : BENCHES.get(suite)) {
      memory.put(0, before);
      bench.engine().seal(batch(bench));
      byte[] after = image();
      require(sealed == null || Arrays.equals(sealed, after), bench.name(), "sealed otherwise");
      sealed = after;
    }
  }

  private void checkVerified() {
    int flips = data.consumeInt(0, packets.size());
    for (int i = 0; i < flips && used > 0; i++) {
      int at = data.consumeInt(0, used - 1);
      memory.put(at, (byte) (memory.get(at) ^ 1 << data.consumeInt(0, Byte.SIZE - 1)));
    }
    byte[] arrived = image();
    Result first = null;
    for (Bench bench : BENCHES.get(suite)) {
      Result result = verified(bench);
      require(Arrays.equals(arrived, result.memory()), bench.name(), "wrote when verifying");
      if (first != null) {
        require(
            Arrays.equals(first.verdicts(), result.verdicts()), bench.name(), "judged otherwise");
        require(
            Arrays.equals(first.plaintext(), result.plaintext()), bench.name(), "opened otherwise");
      }
      first = result;
    }
  }

  private Result verified(Bench bench) {
    CryptoBatch batch = batch(bench);
    bench.engine().verify(batch);
    boolean[] verdicts = new boolean[batch.size()];
    for (int i = 0; i < verdicts.length; i++) {
      verdicts[i] = batch.isAuthentic(i);
      if (!verdicts[i]) {
        batch.leaveClosed(i);
      }
    }
    if (suite.encrypts()) {
      bench.engine().open(batch);
    }
    byte[] plaintext = new byte[batch.plaintext().capacity()];
    batch.plaintext().get(0, plaintext);
    return new Result(verdicts, plaintext, image());
  }

  private byte[] image() {
    byte[] image = new byte[used];
    memory.get(0, image);
    return image;
  }

  private static void require(boolean holds, String who, String otherwise) {
    if (!holds) {
      throw new AssertionError(who + " " + otherwise);
    }
  }
}
