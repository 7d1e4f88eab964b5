package dev.rosa.bundle;

import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Class loader for one bundle, which lets its classes see only themselves and the types on the
 * allow-list. It is a second barrier behind the verifier. It finds no resources, and drops a
 * class's bytes once it is defined. When the last reference to it goes, so do its classes.
 */
public final class BundleClassLoader extends ClassLoader {

  static {
    registerAsParallelCapable();
  }

  /**
   * Named by class files as javac writes them: with lambdas, string concatenation or records, and
   * where a value may be of two types on the list, as what these have in common.
   */
  private static final Set<String> LINKAGE =
      Set.of(
          "java.io.Serializable",
          "java.lang.Cloneable",
          "java.lang.constant.Constable",
          "java.lang.constant.ConstantDesc",
          "java.lang.invoke.CallSite",
          "java.lang.invoke.LambdaMetafactory",
          "java.lang.invoke.MethodHandle",
          "java.lang.invoke.MethodHandles",
          "java.lang.invoke.MethodHandles$Lookup",
          "java.lang.invoke.MethodType",
          "java.lang.invoke.StringConcatFactory",
          "java.lang.invoke.TypeDescriptor",
          "java.lang.runtime.ObjectMethods",
          "java.util.AbstractCollection",
          "java.util.AbstractList",
          "java.util.AbstractMap",
          "java.util.AbstractQueue",
          "java.util.AbstractSet",
          "java.util.random.RandomGenerator",
          "java.util.zip.Checksum");

  private static final String METERING = "dev.rosa.metering";

  private final AllowList allowList;
  private final Map<String, byte[]> classes;
  private final Set<String> own;
  private final boolean metered;

  /**
   * A loader.
   *
   * @param name for people
   * @param classes class files by {@linkplain Class#getName class name}
   */
  public BundleClassLoader(String name, AllowList allowList, Map<String, byte[]> classes) {
    this(name, allowList, classes, false);
  }

  private BundleClassLoader(
      String name, AllowList allowList, Map<String, byte[]> classes, boolean metered) {
    super(name, BundleClassLoader.class.getClassLoader());
    this.metered = metered;
    this.allowList = allowList;
    this.classes = new HashMap<>(classes);
    this.own = Set.copyOf(classes.keySet());
  }

  /**
   * A loader of classes that are metered: they may use the metering runtime and the twins of JDK
   * classes, which a bundle's own class files cannot name.
   */
  public static BundleClassLoader ofMetered(
      String name, AllowList allowList, Map<String, byte[]> classes) {
    return new BundleClassLoader(name, allowList, classes, true);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      byte[] own = takeBytes(name);
      if (own != null) {
        return defineClass(name, own, 0, own.length);
      }
      if (isForActiveCode(name)) {
        return super.loadClass(name, resolve);
      }
      throw new ClassNotFoundException(name + " is not for active code");
    }
  }

  private boolean isForActiveCode(String name) {
    return allowList.permitsClass(name)
        || LINKAGE.contains(name)
        || (metered && isOfMetering(name));
  }

  /** The runtime and the twins, without instrumenter and runs. */
  private static boolean isOfMetering(String name) {
    String room = name.substring(0, Math.max(0, name.lastIndexOf('.')));
    return room.equals(METERING) || room.startsWith(METERING + ".twin");
  }

  /**
   * Tells whether a class of that {@linkplain Class#getName name} can be found here. It costs much
   * less than a search that finds none.
   */
  public boolean mayFind(String name) {
    int dimensions = name.lastIndexOf('[') + 1;
    if (dimensions == 0) {
      return own.contains(name) || isForActiveCode(name);
    }
    boolean primitive = !name.endsWith(";");
    return primitive || mayFind(name.substring(dimensions + 1, name.length() - 1));
  }

  private byte[] takeBytes(String name) {
    synchronized (classes) {
      return classes.remove(name);
    }
  }

  @Override
  public URL getResource(String name) {
    return null;
  }

  @Override
  public Enumeration<URL> getResources(String name) {
    return Collections.emptyEnumeration();
  }
}
