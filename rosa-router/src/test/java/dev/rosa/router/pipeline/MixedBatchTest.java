package dev.rosa.router.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.keys.CodeDigest;
import dev.rosa.testkit.CompiledBundle;
import dev.rosa.wire.active.Suite;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Packets of all kinds in one batch: a step's finding about one must not affect another. */
class MixedBatchTest {

  private final RouterBench bench = new RouterBench();

  /** The code drops a packet whose payload is not its session's letter, in a batch of any kind. */
  @Test
  void shouldKeepPacketsApartWhenABatchMixesSuitesFamiliesForgeriesAndReplays() {
    byte[] bundle =
        CompiledBundle.onPacket(
                """
                byte own = (byte) packet.session();
                for (int i = 0; i < packet.payloadLength(); i++) {
                  if (packet.payloadByte(i) != own) { packet.drop(); return; }
                }
                byte[] longer = new byte[packet.payloadLength() + 3];
                java.util.Arrays.fill(longer, own);
                if (packet.sequence() % 3 != 0) packet.replacePayload(longer, 0, longer.length);
                """)
            .jar();
    RouterBench next = new RouterBench();
    CodeDigest letters = bench.source.admit(bundle);
    next.source.admit(bundle);
    RouterBench.Flow[] flows = mixedFlows(letters);
    bench.pass(flows[0].next("")); // what has to be fetched is there from now on
    next.pass(bench.io.sent.remove(0));
    Random random = new Random(7);
    long[] expected = new long[3];
    List<byte[]> packets = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      RouterBench.Flow flow = flows[random.nextInt(flows.length)];
      byte[] packet = flow.next(Character.toString((char) flow.session).repeat(random.nextInt(90)));
      int kind = random.nextInt(4);
      if (kind == 1) {
        packet[packet.length - 1 - random.nextInt(16)] ^= 1;
      } else if (kind == 2) {
        packets.add(packet);
      }
      packets.add(packet);
      expected[kind % 3]++;
    }
    bench.pass(packets.toArray(new byte[0][]));
    assertEquals(expected[1], bench.worker.counters().dropped(DropReason.BAD_TAG));
    assertEquals(expected[2], bench.worker.counters().dropped(DropReason.REPLAYED));
    assertEquals(expected[0] + expected[2], bench.io.sent.size());
    next.pass(bench.io.sent.toArray(new byte[0][]));
    next.assertDropped(null, 0);
    assertEquals(bench.io.sent.size() + 1, next.io.sent.size());
  }

  private RouterBench.Flow[] mixedFlows(CodeDigest code) {
    RouterBench.Flow[] flows = new RouterBench.Flow[7];
    for (int i = 0; i < flows.length; i++) {
      flows[i] = bench.flow(code);
      flows[i].suite = Suite.values()[i + 1];
      flows[i].session = 'A' + (long) i;
      if (i % 2 == 1) {
        flows[i].from = "2001:db8::1";
        flows[i].to = "2001:db8:1::2";
      }
      flows[i].prepare();
    }
    return flows;
  }
}
