package dev.rosa.divert;

import dev.rosa.kernel.FrameSocket;
import java.io.IOException;
import java.util.Optional;

/**
 * A keeper in real time: beats from a packet socket, time from the system's clock, until it is told
 * that it is over. Its thread is the caller's.
 */
final class KeeperLoop {

  private static final int WAIT_MILLIS = 100;

  /** More than two beats of a worker that is not at its best. */
  private static final long LISTEN_NANOS = 500_000_000L;

  private final Plan plan;
  private final Kernel kernel;
  private final Events events;
  private final Ending ending;

  /** Whether it is over. Any thread may know. */
  interface Ending {
    /** Whether it is over. */
    boolean hasCome();

    /** Whether the router has ended as it should. */
    boolean isOrderly();
  }

  KeeperLoop(Plan plan, Kernel kernel, Events events, Ending ending) {
    this.plan = plan;
    this.kernel = kernel;
    this.events = events;
    this.ending = ending;
  }

  /** What runs once everything is in force. */
  interface Ready {
    /**
     * Runs.
     *
     * @param returnTo the MAC address that packets come back to; empty if that is elsewhere
     */
    void run(String returnTo) throws IOException;
  }

  /**
   * Keeps the plan.
   *
   * @throws IOException in one line if it could not be put into force or taken away
   */
  void run(Ready ready) throws IOException {
    try (FrameSocket socket = FrameSocket.open(Beat.ETHER_TYPE)) {
      Keeper keeper = new Keeper(plan, kernel, new SocketEar(socket), events);
      keeper.begin(System.nanoTime());
      try {
        ready.run(returnTo());
        keep(keeper, socket);
      } finally {
        keeper.end(ending.isOrderly());
      }
    }
  }

  private void keep(Keeper keeper, FrameSocket socket) throws IOException {
    byte[] frame = new byte[Beat.BYTES];
    while (!ending.hasCome()) {
      socket.await(WAIT_MILLIS);
      hearAll(keeper, socket, frame);
      keeper.turn(System.nanoTime());
    }
  }

  /** Hears by a packet socket. */
  private record SocketEar(FrameSocket socket) implements Connection.Ear {
    @Override
    public void listenOn(int interfaceIndex) throws IOException {
      socket.listenOn(interfaceIndex);
    }

    @Override
    public boolean hearsSomebodyOn(int interfaceIndex) throws IOException {
      socket.listenOn(interfaceIndex);
      byte[] frame = new byte[Beat.BYTES];
      long began = System.nanoTime();
      while (System.nanoTime() - began < LISTEN_NANOS) {
        socket.await(WAIT_MILLIS);
        if (Beat.read(frame, socket.receive(frame)).isPresent()) {
          return true;
        }
      }
      return false;
    }
  }

  /** All that waited, before anybody is judged: this process may have been stopped for a while. */
  private static void hearAll(Keeper keeper, FrameSocket socket, byte[] frame) throws IOException {
    for (int length = socket.receive(frame); length >= 0; length = socket.receive(frame)) {
      Optional<Beat> beat = Beat.read(frame, length);
      if (beat.isPresent()) {
        keeper.hear(beat.get(), System.nanoTime());
      }
    }
  }

  private String returnTo() throws IOException {
    if (!plan.listens()) {
      return "";
    }
    return kernel.links().stream()
        .filter(link -> link.name().equals(plan.link()))
        .map(Link::mac)
        .findFirst()
        .orElse("");
  }
}
