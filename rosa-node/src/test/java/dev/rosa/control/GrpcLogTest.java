package dev.rosa.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class GrpcLogTest {

  private final List<Throwable> uncaught = new CopyOnWriteArrayList<>();

  private static final String CHANNEL = "io.grpc.internal.ManagedChannelImpl";
  private static final String PANIC =
      "[Channel<1>] Uncaught exception in the SynchronizationContext. Panic!";

  private void log(String logger, String message) throws InterruptedException {
    GrpcLog.bridge();
    Thread thread =
        new Thread(
            () ->
                Logger.getLogger(logger)
                    .log(Level.SEVERE, message, new OutOfMemoryError("native thread")));
    thread.setUncaughtExceptionHandler((at, error) -> uncaught.add(error));
    thread.start();
    thread.join();
  }

  /** As in io.grpc.internal.ManagedChannelImpl. */
  @Test
  void shouldHandAPanicOfAChannelToTheHandlerOfUncaughtErrors() throws Exception {
    log(CHANNEL, PANIC);
    assertEquals(1, uncaught.size());
    assertInstanceOf(VirtualMachineError.class, uncaught.get(0));
  }

  @Test
  void shouldGoOnAfterOtherLines() throws Exception {
    log(CHANNEL, "[Channel<1>] Failed to resolve name");
    assertEquals(List.of(), uncaught);
  }

  @Test
  void shouldGoOnWhenALineHasSuchWordsOfAPeer() throws Exception {
    log(CHANNEL, "[Channel<1>] refused: " + PANIC + " she said");
    log("io.grpc.netty.NettyServerHandler", PANIC);
    log(CHANNEL, null);
    assertEquals(List.of(), uncaught);
  }
}
