package dev.rosa.config;

import java.nio.file.Path;

/**
 * Result of reading a configuration file: its record, and the places of its keys for further
 * reports. Owned by one thread.
 *
 * @param <T> the record that it is bound to
 */
public final class ConfigFile<T> {
  private final T value;
  private final ConfigPlace root;

  ConfigFile(Path file, T value, ConfigElement root, Problems problems) {
    this.value = value;
    this.root = new ConfigPlace(file, new Key(root, null), problems);
  }

  /** The record; what was wrong in the file is not in it: null, or has its default. */
  public T value() {
    return value;
  }

  /** The root element. */
  public ConfigPlace root() {
    return root;
  }

  /** A key below the root element. */
  public ConfigPlace at(String name) {
    return root.at(name);
  }
}
