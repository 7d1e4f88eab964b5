package dev.rosa.firewall.keeper;

import dev.rosa.kernel.socket.FrameSocket;
import dev.rosa.network.Kernel;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * Loop that runs a {@link Keeper} in real time, with beats from a packet socket, until it is told
 * to end. Its thread is the caller's.
 */
public final class KeeperLoop {

  private static final int WAIT_MILLIS = 100;

  /** More than two beats of a worker that is not at its best. */
  private static final long LISTEN_NANOS = 500_000_000L;

  /**
   * More than a socket's buffer holds. The loop reads all waiting frames before it judges a worker,
   * also when this process was stopped for a while. The limit lets it judge under a flood, too.
   */
  private static final int MOST_FRAMES = 1024;

  private final Plan plan;
  private final Kernel kernel;
  private final Events events;
  private final Ending ending;

  /** Signal that the keeper is to end. Any thread may read it. */
  public interface Ending {
    /** True if the keeper is to end. */
    boolean hasCome();

    /** True if the role has ended as it should; asked once, at the end. */
    boolean isOrderly();

    /** Called after every turn of the loop. */
    void turned();
  }

  public KeeperLoop(Plan plan, Kernel kernel, Events events, Ending ending) {
    this.plan = plan;
    this.kernel = kernel;
    this.events = events;
    this.ending = ending;
  }

  /** Action that runs once everything is in force. */
  public interface Ready {
    /** Runs with the plan's text for the role. */
    void run(String handover) throws IOException;
  }

  /**
   * Keeps the plan.
   *
   * @throws IOException in one line if another process keeps it, or it could not be put into force
   *     or taken away
   */
  public void run(Ready ready) throws IOException {
    PlanLocks locks = plan.lock(kernel);
    try (locks) {
      runAlone(ready);
    }
  }

  private void runAlone(Ready ready) throws IOException {
    try (FrameSocket socket = FrameSocket.open(WorkerBeat.ETHER_TYPE)) {
      Keeper keeper = new Keeper(plan, kernel, new BeatSocket(socket), events);
      keeper.begin(System.nanoTime());
      try {
        ready.run(keeper.handover());
        keep(keeper, socket);
      } finally {
        keeper.end(ending.isOrderly());
      }
    }
  }

  private void keep(Keeper keeper, FrameSocket socket) throws IOException {
    byte[] frame = new byte[WorkerBeat.BYTES];
    while (!ending.hasCome()) {
      socket.await(WAIT_MILLIS);
      hear(frame, socket::receive, beat -> keeper.hear(beat, System.nanoTime()));
      keeper.turn(System.nanoTime());
      ending.turned();
    }
  }

  /** Receiver of beats by a packet socket. */
  private record BeatSocket(FrameSocket socket) implements BeatReceiver {
    @Override
    public void listenOn(int interfaceIndex) throws IOException {
      socket.listenOn(interfaceIndex);
    }

    @Override
    public boolean hearsBeatsOn(int interfaceIndex) throws IOException {
      socket.listenOn(interfaceIndex);
      byte[] frame = new byte[WorkerBeat.BYTES];
      long began = System.nanoTime();
      while (System.nanoTime() - began < LISTEN_NANOS) {
        socket.await(WAIT_MILLIS);
        if (WorkerBeat.read(frame, socket.receive(frame)).isPresent()) {
          return true;
        }
      }
      return false;
    }
  }

  /** Source of frames. */
  interface Frames {
    /** Its length; -1: there is none. */
    int receive(byte[] into) throws IOException;
  }

  /** Hears what waits, within bounds. */
  static void hear(byte[] frame, Frames frames, Consumer<WorkerBeat> hearer) throws IOException {
    int length = frames.receive(frame);
    for (int count = 1; length >= 0; count++) {
      WorkerBeat.read(frame, length).ifPresent(hearer);
      length = count < MOST_FRAMES ? frames.receive(frame) : -1;
    }
  }
}
