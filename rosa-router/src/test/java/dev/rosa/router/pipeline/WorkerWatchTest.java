package dev.rosa.router.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.keys.CodeDigest;
import dev.rosa.router.session.ReplayRecord;
import dev.rosa.testkit.Await;
import dev.rosa.testkit.CapturedLog;
import dev.rosa.testkit.CompiledBundle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Code that does not come back, as it is not metered, is named, and nothing else is taken for it.
 */
class WorkerWatchTest {

  /** In code until the packet, where it stands in the ring, is another one. */
  private static final byte[] WAITING =
      CompiledBundle.of(
              "net.example.App",
              """
              package net.example;
              import dev.rosa.api.*;
              public class App implements ActiveApplication {
                static volatile long turns;
                @Override public void onPacket(Packet packet) {
                  while (packet.payloadByte(0) == 'w') {
                    turns++;
                  }
                }
              }
              """)
          .jar();

  private static final Duration PERIOD = Duration.ofMillis(250);

  private final RouterBench bench =
      new RouterBench(
          RouterBench.policy(false, false),
          null,
          ReplayRecord.none(),
          new RouterWorker.Sizes(8, 2_048, 8, RouterBench.LIMITS),
          new UnmeteredLane());
  private final CodeDigest code = bench.source.admit(WAITING);
  private final RouterBench.Flow flow = bench.flow(code);
  private long nanos = 1_000;
  private final WorkerWatch watch =
      new WorkerWatch(new Workers(List.of(bench.worker)), bench.source::catalogue, () -> nanos);
  private final CapturedLog log = CapturedLog.of(WatchedWorker.class);
  private byte[] packet;
  private Thread worker;

  @BeforeEach
  void load() {
    bench.pass(flow.next("x"));
    bench.io.inPlace = true;
  }

  @AfterEach
  void stop() throws InterruptedException {
    log.close();
    if (worker != null) {
      leaveCode();
    }
  }

  private void enterCode() throws InterruptedException {
    packet = flow.next("w");
    worker =
        new Thread(
            () -> {
              try {
                bench.feed(packet);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    worker.start();
    Await.until("the worker is in code", () -> bench.worker.threadInCode() == worker);
  }

  private void leaveCode() throws InterruptedException {
    for (int i = 0; i < packet.length; i++) {
      if (packet[i] == 'w') {
        bench.io.overwrite(i, 'x');
      }
    }
    worker.join();
  }

  private void look(int times) {
    for (int i = 0; i < times; i++) {
      watch.look();
      nanos += PERIOD.toNanos();
    }
  }

  @Test
  void shouldNameWorkerAndCodeOnceWhenItStaysForOverASecond() throws Exception {
    enterCode();
    look(5);
    assertEquals(Optional.empty(), watch.complaint());
    look(9);
    String named = "code " + code.hex().substring(0, 8);
    assertEquals(1, log.lines().size(), log.lines().toString());
    assertTrue(
        log.lines()
            .get(0)
            .startsWith("WARN worker 0 has been in code " + named + " for over a second, at "),
        log.lines().get(0));
    assertTrue(log.lines().get(0).contains("net.example.App.onPacket line "), log.lines().get(0));
    assertEquals(Optional.of("worker 0 has been in code " + named + " for 3 s"), watch.complaint());
    assertEquals(Duration.ofMillis(3_500), watch.inCode(0));
    assertEquals(1, watch.staysEver());

    leaveCode();
    look(1);
    assertEquals(Optional.empty(), watch.complaint());
    assertEquals(Duration.ZERO, watch.inCode(0));
    assertEquals("INFO worker 0 is out of code " + named + " after 3 s", log.lines().get(1));
    assertEquals(1, watch.staysEver());
  }

  @Test
  void shouldNotTakeTwoPacketsForOne() throws Exception {
    enterCode();
    look(5);
    leaveCode();
    enterCode();
    look(5);
    assertEquals(List.of(), log.lines());
  }

  @Test
  void shouldNotTakeTwoLooksForASecondWhenTheProcessWasStopped() throws Exception {
    enterCode();
    look(1);
    nanos += Duration.ofMinutes(5).toNanos();
    look(2);
    assertEquals(List.of(), log.lines());
  }

  @Test
  void shouldKnowWhenTheLastPacketCame() {
    WorkerWatch fresh =
        new WorkerWatch(
            new Workers(List.of(new RouterBench().worker)), bench.source::catalogue, () -> nanos);
    fresh.look();
    assertEquals(OptionalLong.empty(), fresh.secondsSinceLastPacket());
    look(13);
    assertEquals(OptionalLong.of(3), watch.secondsSinceLastPacket());
    bench.pass(flow.next("x"));
    look(1);
    assertEquals(OptionalLong.of(0), watch.secondsSinceLastPacket());
    assertEquals(List.of(), log.lines());
  }
}
