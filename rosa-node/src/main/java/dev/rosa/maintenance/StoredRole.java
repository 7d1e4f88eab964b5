package dev.rosa.maintenance;

import dev.rosa.config.ConfigException;
import dev.rosa.config.StorageLocation;
import dev.rosa.storage.StorageOwner;
import dev.rosa.storage.Tables;

/**
 * Role that has a storage, as the commands {@code backup}, {@code restore} and {@code rekey} see
 * its command line.
 */
public interface StoredRole {

  /**
   * The database that the configuration names.
   *
   * @throws ConfigException with a line for each mistake of the configuration
   */
  StorageLocation storage() throws ConfigException;

  /** The role's tables. */
  Tables tables();

  /**
   * The domain, from the identity that the configuration names.
   *
   * @throws ConfigException with a line for each mistake of configuration or identity
   */
  StorageOwner owner() throws ConfigException;

  /** Prints one line of a result. */
  void print(String line);
}
