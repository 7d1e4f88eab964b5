import dev.rosa.api.ActiveApplication;
import dev.rosa.api.Counter;
import dev.rosa.api.Packet;
import dev.rosa.api.RouterContext;
import dev.rosa.api.SessionState;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;

/**
 * Spike of a second execution lane: the transcoder example in a process of its own, without keys.
 * Router and worker process share memory for batches of packets; a byte through a pipe wakes the
 * other one. Prints the processor time of a packet, here and there, beside a call in this process.
 *
 * <p>Run: {@code java -cp rosa-api/target/classes:examples/transcoder/target/transcoder.jar
 * lab/second-lane/SecondLane.java [ROUNDS]}. It ends by itself after some seconds.
 */
public final class SecondLane {

  private static final String APPLICATION = "dev.rosa.examples.transcoder.Transcoder";
  private static final int PAYLOAD = 332;
  private static final int SLOT = 4 + 2048;
  private static final int MOST = 64;
  private static final int PACKETS = 1 << 19;

  /** RTP payload type that the transcoder takes for 16-bit audio. */
  private static final byte LINEAR_PCM = 96;

  private static final int[] BATCHES = {1, 8, 64};
  private static final VarHandle INTS =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

  private SecondLane() {}

  public static void main(String[] args) throws Exception {
    if (args.length > 0 && args[0].equals("worker")) {
      work(Path.of(args[1]));
      return;
    }
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
    Path shared = Files.createTempFile(Path.of("/dev/shm"), "second-lane", "");
    Process worker = start(shared);
    try {
      compare(map(shared), worker, rounds);
    } finally {
      worker.destroy();
      Files.delete(shared);
    }
  }

  private static Process start(Path shared) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String source = Path.of("lab", "second-lane", "SecondLane.java").toString();
    List<String> command =
        List.of(
            java, "-cp", System.getProperty("java.class.path"), source, "worker", shared.toString());
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static ByteBuffer map(Path shared) throws IOException {
    try (FileChannel file =
        FileChannel.open(shared, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return file.map(FileChannel.MapMode.READ_WRITE, 0, (long) SLOT * MOST)
          .order(ByteOrder.nativeOrder());
    }
  }

  /** The worker process: a batch for each byte that comes, which it answers with a byte. */
  private static void work(Path shared) throws Exception {
    ByteBuffer memory = map(shared);
    ActiveApplication application = application();
    SharedPacket packet = new SharedPacket(memory);
    InputStream in = System.in;
    OutputStream out = System.out;
    for (int count = in.read(); count > 0; count = in.read()) {
      for (int i = 0; i < count; i++) {
        packet.show(i * SLOT);
        application.onPacket(packet);
        packet.finish();
      }
      out.write(count);
      out.flush();
    }
  }

  private static ActiveApplication application() throws ReflectiveOperationException {
    ActiveApplication application =
        (ActiveApplication) Class.forName(APPLICATION).getConstructor().newInstance();
    application.start(new Router());
    return application;
  }

  private static void compare(ByteBuffer memory, Process worker, int rounds) throws Exception {
    ActiveApplication application = application();
    System.out.println("ns of processor time a packet, medians of " + rounds + " rounds");
    System.out.printf(
        "%-28s %8s %10s %10s %8s%n", "way", "router", "worker", "together", "ratio");
    for (int warm = 0; warm < 3; warm++) {
      here(memory, application);
      there(memory, worker, MOST);
    }
    double[][] there = new double[BATCHES.length][rounds];
    double[][] theirs = new double[BATCHES.length][rounds];
    double[] here = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      here[round] = here(memory, application);
      for (int b = 0; b < BATCHES.length; b++) {
        long before = cpuNanos(worker.toHandle());
        there[b][round] = there(memory, worker, BATCHES[b]);
        theirs[b][round] = (cpuNanos(worker.toHandle()) - before) / (double) PACKETS;
      }
    }
    double base = median(here);
    System.out.printf("%-28s %8.0f %10s %10.0f %8.2f%n", "call in this process", base, "-", base, 1.0);
    for (int b = 0; b < BATCHES.length; b++) {
      double ours = median(there[b]);
      double other = median(theirs[b]);
      System.out.printf(
          "%-28s %8.0f %10.0f %10.0f %8.2f%n",
          "process, batches of " + BATCHES[b], ours, other, ours + other, (ours + other) / base);
    }
  }

  private static double here(ByteBuffer memory, ActiveApplication application) {
    SharedPacket packet = new SharedPacket(memory);
    long before = cpuNanos(ProcessHandle.current());
    for (int i = 0; i < PACKETS; i++) {
      int at = i % MOST * SLOT;
      fill(memory, at, i);
      packet.show(at);
      application.onPacket(packet);
      packet.finish();
      read(memory, at);
    }
    return (cpuNanos(ProcessHandle.current()) - before) / (double) PACKETS;
  }

  private static double there(ByteBuffer memory, Process worker, int batch) throws IOException {
    long before = cpuNanos(ProcessHandle.current());
    for (int done = 0; done < PACKETS; done += batch) {
      for (int i = 0; i < batch; i++) {
        fill(memory, i * SLOT, done + i);
      }
      worker.getOutputStream().write(batch);
      worker.getOutputStream().flush();
      if (worker.getInputStream().read() != batch) {
        throw new IOException("the worker process has ended");
      }
      for (int i = 0; i < batch; i++) {
        read(memory, i * SLOT);
      }
    }
    return (cpuNanos(ProcessHandle.current()) - before) / (double) PACKETS;
  }

  private static void fill(ByteBuffer memory, int at, int seed) {
    for (int i = 12; i < PAYLOAD; i += 4) {
      memory.putInt(at + 4 + i, seed + i);
    }
    memory.put(at + 4, (byte) 0x80).put(at + 5, LINEAR_PCM);
    INTS.setRelease(memory, at, PAYLOAD);
  }

  private static int read(ByteBuffer memory, int at) {
    return (int) INTS.getAcquire(memory, at);
  }

  /** Of all threads, the JVM's own included; the kernel counts in hundredths of a second. */
  private static long cpuNanos(ProcessHandle process) {
    return process.info().totalCpuDuration().orElseThrow().toNanos();
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** Counters that nothing shows. */
  private static final class Router implements RouterContext {
    @Override
    public String routerName() {
      return "r1";
    }

    @Override
    public Counter counter(String name) {
      return amount -> {};
    }
  }

  /** Packet in the shared memory: its length, then its payload. */
  private static final class SharedPacket implements Packet, SessionState {

    private final ByteBuffer memory;
    private final long[] state = new long[SLOTS];
    private final byte[] replacement = new byte[SLOT];
    private int at;
    private int length;
    private boolean replaced;

    SharedPacket(ByteBuffer memory) {
      this.memory = memory;
    }

    void show(int slot) {
      at = slot;
      length = (int) INTS.getAcquire(memory, slot);
      replaced = false;
    }

    void finish() {
      if (replaced) {
        memory.put(at + 4, replacement, 0, length);
      }
      INTS.setRelease(memory, at, length);
    }

    @Override
    public long session() {
      return 1;
    }

    @Override
    public long sequence() {
      return 1;
    }

    @Override
    public int servicePort() {
      return 6004;
    }

    @Override
    public boolean isPayloadReadable() {
      return true;
    }

    @Override
    public int payloadLength() {
      return length;
    }

    @Override
    public int payloadByte(int index) {
      return memory.get(at + 4 + index) & 0xff;
    }

    @Override
    public void copyPayload(int index, byte[] target, int targetOffset, int count) {
      memory.get(at + 4 + index, target, targetOffset, count);
    }

    @Override
    public int maxPayloadLength() {
      return SLOT - 4;
    }

    @Override
    public void replacePayload(byte[] source, int sourceOffset, int count) {
      System.arraycopy(source, sourceOffset, replacement, 0, count);
      length = count;
      replaced = true;
    }

    @Override
    public void drop() {}

    @Override
    public SessionState sessionState() {
      return this;
    }

    @Override
    public long get(int slot) {
      return state[slot];
    }

    @Override
    public void set(int slot, long value) {
      state[slot] = value;
    }
  }
}
