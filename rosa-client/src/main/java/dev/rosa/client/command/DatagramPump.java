package dev.rosa.client.command;

import dev.rosa.client.endpoint.CallFailedException;
import dev.rosa.client.endpoint.Source;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/**
 * Loop of {@code rosa send}: each datagram of an application goes out over a Source, until the
 * stream is over. It ends early when a stop is asked for. One thread.
 */
final class DatagramPump {
  private static final int POLL_MILLIS = 100;

  private final Source source;
  private final DatagramIntake intake;
  private final InstantSource clock;
  private final BooleanSupplier stop;
  private final IntConsumer onTooLarge;

  /** Taken, and not sent yet. */
  private ByteBuffer held;

  private boolean over;

  /**
   * A pump.
   *
   * @param stop true once nothing new is to be taken
   * @param onTooLarge gets the length of every datagram that no packet has room for
   */
  DatagramPump(
      Source source,
      DatagramIntake intake,
      InstantSource clock,
      BooleanSupplier stop,
      IntConsumer onTooLarge) {
    this.source = source;
    this.intake = intake;
    this.clock = clock;
    this.stop = stop;
    this.onTooLarge = onTooLarge;
  }

  /**
   * Sends; after that nothing more is taken.
   *
   * @throws CallFailedException if there will be no further session
   */
  void run(StreamOptions stream) throws CallFailedException, IOException, InterruptedException {
    try {
      pump(stream);
    } finally {
      intake.close();
    }
  }

  private void pump(StreamOptions stream)
      throws CallFailedException, IOException, InterruptedException {
    long taken = 0;
    long lastMillis = clock.millis();
    while (!stream.isOver(taken, clock.millis() - lastMillis)) {
      boolean stopping = stop.getAsBoolean();
      if (stopping) {
        // Nothing new is taken, what waits is still sent.
        intake.close();
      }
      held = intake.next(stopping ? 0 : POLL_MILLIS);
      source.requireNotRevoked();
      if (held == null ? stopping : !awaitSession()) {
        return;
      }
      if (held != null) {
        send();
        taken++;
        lastMillis = clock.millis();
      }
    }
    over = true;
  }

  /** False if a stop is asked for before there is one. */
  private boolean awaitSession() throws CallFailedException, InterruptedException {
    while (!source.isReady()) {
      if (stop.getAsBoolean()) {
        return false;
      }
      Thread.sleep(POLL_MILLIS);
    }
    return true;
  }

  private void send() throws CallFailedException, InterruptedException {
    int bytes = held.remaining();
    if (source.send(held) == Source.Outcome.TOO_LARGE) {
      onTooLarge.accept(bytes);
    }
    held = null;
  }

  /** Datagrams that waited for a session when it ended, and that no session came for. */
  long withoutSession() {
    return over ? 0 : (held == null ? 0 : 1) + intake.waiting();
  }
}
