package dev.rosa.code;

import dev.rosa.admission.Admission;
import dev.rosa.bundle.AllowList;
import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.BundleLimits;
import dev.rosa.bundle.CodeBundle;
import dev.rosa.bundle.RecordingPacket;
import dev.rosa.metering.Exhausted;
import dev.rosa.metering.MeteredThread;
import dev.rosa.metering.run.Budget;
import dev.rosa.metering.run.MeteredClasses;
import dev.rosa.metering.run.MeteredInstance;
import java.lang.reflect.Field;
import java.util.HexFormat;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/**
 * Started instance of an admitted bundle, with its budgets. One thread's, a {@link MeteredThread}.
 */
final class MeteredProgram {

  /** Memory for runs that are not about memory. */
  static final long MUCH_MEMORY = 64L << 20;

  /** Fuel for runs that are not about fuel. */
  static final int MUCH_FUEL = 60_000_000;

  private static final AllowList LIST = AllowList.builtIn();
  private static final Admission ADMISSION = new Admission(BundleLimits.defaults(), LIST);

  /**
   * What came of a packet.
   *
   * @param payload afterwards, in hex digits
   * @param verdict FORWARD, DROP, the budget that was used up, or the class of a fault
   */
  record Outcome(String verdict, String payload, int fuel, long bytes) {

    boolean isExhausted() {
      return verdict.equals("FUEL") || verdict.equals("MEMORY") || verdict.equals("STACK");
    }
  }

  private final MeteredInstance instance;

  private MeteredProgram(MeteredInstance instance) {
    this.instance = instance;
  }

  /** Makes the admission check. */
  static CodeBundle admit(byte[] jar) throws BundleException {
    return ADMISSION.admit(jar, () -> false);
  }

  /** Admits and starts a bundle within loading's budgets. */
  static MeteredProgram load(byte[] jar) throws Throwable {
    CodeBundle bundle = admit(jar);
    MeteredClasses classes = MeteredClasses.of(bundle, LIST, "test-" + bundle.digest().hex());
    Budget loading = Budget.ofLoading(bundle.budgets());
    classes.initialise(loading);
    return new MeteredProgram(classes.start(new RecordingPacket(new byte[1]), loading));
  }

  /** Runs a packet with this payload. */
  Outcome run(byte[] payload, int fuel, long memory) {
    return run(new RecordingPacket(payload), fuel, memory);
  }

  /** Runs a packet. */
  // What code throws is a result.
  @SuppressWarnings("CatchThrowable")
  Outcome run(RecordingPacket packet, int fuel, long memory) {
    long before = instance.bytesAllocated();
    String verdict;
    try {
      Exhausted.Reason reason = instance.run(packet, fuel, memory);
      verdict = reason != null ? reason.name() : packet.isDropped() ? "DROP" : "FORWARD";
    } catch (Throwable fault) {
      verdict = fault.getClass().getName();
    }
    return new Outcome(
        verdict,
        HexFormat.of().formatHex(packet.payload()),
        instance.fuelUsed(),
        instance.bytesAllocated() - before);
  }

  /** A field of the application, to see what a run has done. */
  Object field(String name) throws ReflectiveOperationException {
    Field application = MeteredInstance.class.getDeclaredField("application");
    application.setAccessible(true);
    Object object = application.get(instance);
    Field field = object.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field.get(object);
  }

  /** Does work on a thread that has a meter and the stack of a worker. */
  static <T> T onWorker(Callable<T> work) throws Exception {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = new MeteredThread(task, "code-test");
    thread.start();
    return task.get();
  }
}
