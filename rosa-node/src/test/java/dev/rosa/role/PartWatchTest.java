package dev.rosa.role;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.rosa.config.HostPort;
import dev.rosa.serving.StatusServer;
import dev.rosa.serving.WatchedPart;
import dev.rosa.testkit.Await;
import dev.rosa.testkit.CapturedLog;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.Future;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PartWatchTest {

  private boolean failed;
  private int ended;
  private final PartWatch watch = new PartWatch(() -> ended++);

  @Test
  void shouldEndTheNodeWhenAPartHasFailed() {
    watch.add(() -> failed);
    watch.look();
    assertEquals(0, ended);
    failed = true;
    try (CapturedLog log = CapturedLog.of("dev.rosa")) {
      watch.look();
      assertEquals(1, log.linesWith("ERROR a thread of").size());
    }
    assertEquals(1, ended);
  }

  @Test
  void shouldSeeALoopThatAnErrorHasEnded() throws Exception {
    EventLoopGroup group = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
    try {
      assertFalse(WatchedPart.anyEnded(group));
      Future<?> unused = group.next().shutdownGracefully(0, 0, TimeUnit.SECONDS);
      Await.until("one of two loops to be seen as ended", () -> WatchedPart.anyEnded(group));
    } finally {
      Future<?> unused = group.shutdownGracefully(0, 0, TimeUnit.SECONDS);
    }
  }

  @Test
  void shouldNotTakeAClosedPartForAFailedOne() throws Exception {
    StatusServer server = StatusServer.start(new HostPort("127.0.0.1", 0), Set.of(), Map.of());
    assertFalse(server.hasFailed());
    server.close();
    assertFalse(server.hasFailed());
  }
}
