package dev.rosa.router;

import java.util.Map;

/**
 * Loads the classes of one bundle, and shows them nothing but the code API and the JDK's base: not
 * the router, not its libraries, not another bundle.
 */
final class BundleClassLoader extends ClassLoader {

  private static final String API = "dev.rosa.api.";

  private final ClassLoader api;
  private final Map<String, byte[]> classes;

  BundleClassLoader(ClassLoader api, Map<String, byte[]> classes) {
    super("bundle", ClassLoader.getPlatformClassLoader());
    this.api = api;
    this.classes = classes;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (name.startsWith(API)) {
      return api.loadClass(name);
    }
    if (name.startsWith("java.")) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? findClass(name) : loaded;
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] bytes = classes.get(name);
    if (bytes == null) {
      throw new ClassNotFoundException(name);
    }
    return defineClass(name, bytes, 0, bytes.length);
  }
}
