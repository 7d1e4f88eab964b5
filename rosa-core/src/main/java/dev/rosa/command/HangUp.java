package dev.rosa.command;

import dev.rosa.config.ConfigException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handler of SIGHUP, after which a node goes on and reads nothing again. A closed terminal sends
 * SIGHUP, and operators ask services by it to read their configuration again. Without this class
 * the JVM would end. Stateless.
 *
 * <p>The JDK's {@code sun.misc.Signal} (module {@code jdk.unsupported}) is called by reflection:
 * the compiler's warning of it cannot be switched off for a class.
 */
public final class HangUp {

  /** Line for a log or a terminal. */
  public static final String LINE = "SIGHUP: nothing is read again, restart to apply changes";

  private static final Logger LOG = LoggerFactory.getLogger(HangUp.class);

  private HangUp() {}

  /**
   * Survives every SIGHUP from now on.
   *
   * @param told runs at each of them, in a thread of the JVM's
   */
  public static void survive(Runnable told) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object telling =
          Proxy.newProxyInstance(
              HangUp.class.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> answer(method.getName(), told));
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance("HUP"), telling);
    } catch (InvocationTargetException e) {
      // Option -Xrs: the JVM leaves signals to the system.
      LOG.warn("SIGHUP ends this process: {}", ConfigException.oneLine(e.getCause()));
    } catch (ReflectiveOperationException e) {
      LOG.warn("SIGHUP ends this process: this JVM has no {}", ConfigException.oneLine(e));
    }
  }

  private static Object answer(String method, Runnable told) {
    if (method.equals("handle")) {
      tell(told);
    }
    return null;
  }

  /** Runs it; what it throws is one line, and the process goes on. */
  static void tell(Runnable told) {
    try {
      told.run();
    } catch (RuntimeException e) {
      LOG.error("SIGHUP had no effect: {}", ConfigException.oneLine(e));
    }
  }
}
