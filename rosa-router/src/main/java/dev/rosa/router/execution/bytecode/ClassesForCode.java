package dev.rosa.router.execution.bytecode;

import dev.rosa.bundle.AllowList;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Initialisation of the classes that active code may use, before any code runs. A static
 * initialiser that fails makes its class unusable for as long as the JVM lives, for all codes and
 * for the router itself. Code can cause that: it calls itself to the end of its stack and uses a
 * class there for the first time. A class that is initialised already cannot fail any more.
 *
 * <p>Beside the classes of the {@link AllowList} and its twins that are those behind them: {@link
 * UsesOfTheJdk} and {@link UsesOfTwins} call what has such classes.
 */
final class ClassesForCode {

  private static final List<String> INITIALISED = initialiseAll();

  private ClassesForCode() {}

  /**
   * Initialises them, if that was not done before; returns the names of the listed ones and of
   * twins.
   */
  static List<String> initialise() {
    return INITIALISED;
  }

  private static List<String> initialiseAll() {
    List<String> names = new ArrayList<>();
    AllowList list = AllowList.builtIn();
    Set<String> all = new TreeSet<>(list.classNames());
    all.addAll(list.twinNames());
    for (String name : all) {
      if (isInitialised(name)) {
        names.add(name);
      }
    }
    UsesOfTheJdk.make();
    return List.copyOf(names);
  }

  /** False: this JDK lacks it, so that no code can use it. */
  private static boolean isInitialised(String name) {
    try {
      return Class.forName(name, true, ClassesForCode.class.getClassLoader()) != null;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
