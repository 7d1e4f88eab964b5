package dev.rosa.kernel.socket;

import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * Chosen implementation of a packet ring's system calls on this machine: JNI where the native code
 * is available, else JNA. Immutable.
 *
 * @param description one line, e.g. {@code ring calls: JNI} or {@code ring calls: JNA, because …}
 */
public record ChosenRingCalls(RingCalls calls, String description) {

  private static final ChosenRingCalls HERE = choose();

  /** The choice, made once. */
  public static ChosenRingCalls here() {
    return HERE;
  }

  private static ChosenRingCalls choose() {
    String because = "rosa-native is not on the class path";
    try {
      for (RingCalls calls :
          ServiceLoader.load(RingCalls.class, ChosenRingCalls.class.getClassLoader())) {
        String cause = calls.unavailabilityCause().orElse(null);
        if (cause == null) {
          return new ChosenRingCalls(calls, "ring calls: " + calls.name());
        }
        because = cause;
      }
    } catch (ServiceConfigurationError | LinkageError e) {
      because = "native code on the class path is broken: " + e.getMessage();
    }
    return new ChosenRingCalls(new JnaRingCalls(), "ring calls: JNA, because " + because);
  }
}
