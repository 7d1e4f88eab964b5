package dev.rosa.proxy.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.packetio.PacketBatch;
import dev.rosa.packetio.PacketBuffer;
import dev.rosa.proxy.stream.Packets;
import dev.rosa.proxy.stream.RefusalReason;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the room that clients share. */
class SharedRoomTest extends WorkerRig {

  private static Ends of(String client) throws Exception {
    Ends ends = new Ends();
    ends.setClient(InetAddress.getByName(client));
    return ends;
  }

  @Test
  void shouldCountTheAddressesOfANetworkOfIpv6Together() throws Exception {
    ClientLimits limits = new ClientLimits(2);
    ClientLimits.Share share = limits.add(of("2001:db8::1"));
    assertNotNull(share);
    assertEquals(share, limits.add(of("2001:db8::ffff:2")));
    assertNull(limits.add(of("2001:db8::3")));
    assertNotNull(limits.add(of("2001:db8:0:1::1")));
    assertNotNull(limits.add(of("10.0.0.1")));
    assertNotNull(limits.add(of("10.0.0.2")));
    limits.remove(share);
    assertNotNull(limits.add(of("2001:db8::3")));
  }

  @Test
  void shouldHoldOnlySoManyPacketsOfOneClient() throws Exception {
    HeldPackets held = new HeldPackets(ClientLimits.Share.MOST_HELD + 10, 100);
    PacketBuffer packet = new PacketBatch(1, 100).add();
    packet.arrived(40, 0);
    ClientLimits.Share greedy = new ClientLimits.Share(ClientLimits.Client.of(of("10.0.0.1")));
    HeldPackets.Queue queue = new HeldPackets.Queue(greedy, null);
    for (int i = 0; i < ClientLimits.Share.MOST_HELD; i++) {
      assertTrue(held.hold(queue, packet));
    }
    assertEquals(false, held.hold(new HeldPackets.Queue(greedy, null), packet));
    ClientLimits.Share other = new ClientLimits.Share(ClientLimits.Client.of(of("10.0.0.2")));
    assertTrue(held.hold(new HeldPackets.Queue(other, null), packet));
    held.drop(queue);
    assertTrue(held.hold(queue, packet));
  }

  @Test
  void shouldForgetAConnectionThatIsNeverUsed() throws Exception {
    begin("<rule action='allow'/>");
    open();
    assertEquals(List.of(), wait(62));
    assertEquals(0, worker.counts().connections());
    assertEquals(RST | Packets.ACK, request(get("/x")).get(0).flags());
    assertEquals(1, worker.counts().refusals().of(RefusalReason.UNKNOWN_CONNECTION));
  }

  @Test
  void shouldNameTheUserWhoHasLoggedInSinceTheConnectionBegan() throws Exception {
    logOut();
    begin("<rule action='allow'/>");
    open();
    assertEquals(1, request(get("/x")).size());
    user = ALICE;
    int next = CLIENT + 1 + get("/x").length();
    assertEquals(1, fromClient(next, SERVER + 1, Packets.ACK, get("/y")).size());
    assertEquals("", requests.get(0).user());
    assertEquals("alice", requests.get(1).user());
  }
}
