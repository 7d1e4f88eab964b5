package dev.rosa.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.Channel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** Handshakes of many sources wait for threads that are busy. */
final class HandshakeQueueTest {

  private final Queue<Runnable> threads = new ArrayDeque<>();
  private final HandshakeQueue queue = new HandshakeQueue(threads::add, 100);
  private final List<String> done = new ArrayList<>();

  private Channel begin(String address) {
    Channel peer = new PeerChannel(address);
    queue.whileReading(peer, () -> queue.add(() -> done.add(address)));
    return peer;
  }

  private static void close(Channel peer) {
    peer.close().syncUninterruptibly();
  }

  private void runThreads() {
    while (!threads.isEmpty()) {
      threads.poll().run();
    }
  }

  @Test
  void shouldServeOtherSitesByTurnsWhenOneHasManyWaiting() {
    for (int i = 0; i < 5; i++) {
      begin("2001:db8:1:" + i + "::1");
    }
    begin("2001:db8:2::1");
    begin("192.0.2.1");
    runThreads();
    assertEquals(
        List.of(
            "2001:db8:1:0::1",
            "2001:db8:2::1",
            "192.0.2.1",
            "2001:db8:1:1::1",
            "2001:db8:1:2::1",
            "2001:db8:1:3::1",
            "2001:db8:1:4::1"),
        done);
  }

  @Test
  void shouldNotComputeWhenTheConnectionIsClosed() {
    close(begin("192.0.2.1"));
    begin("192.0.2.1");
    close(begin("192.0.2.2"));
    runThreads();
    assertEquals(List.of("192.0.2.1"), done);
    assertFalse(queue.isBusy());
  }

  @Test
  void shouldCloseTheNewestOfTheSiteThatHasMostWhenTooManyWait() {
    Channel other = begin("192.0.2.2");
    List<Channel> flood = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      flood.add(begin("192.0.2.1"));
    }
    Channel late = begin("192.0.2.3");
    assertTrue(queue.isBusy());
    assertTrue(other.isOpen() && late.isOpen());
    assertEquals(98, flood.stream().filter(Channel::isOpen).count());
    runThreads();
    assertEquals(100, done.size());
    assertTrue(done.subList(0, 3).containsAll(List.of("192.0.2.2", "192.0.2.1", "192.0.2.3")));
  }

  @Test
  void shouldServeWorkOfNoKnownConnectionByTurnsWithTheOthers() {
    begin("192.0.2.1");
    begin("192.0.2.1");
    queue.add(() -> done.add("unknown"));
    runThreads();
    assertEquals(List.of("192.0.2.1", "unknown", "192.0.2.1"), done);
  }
}
