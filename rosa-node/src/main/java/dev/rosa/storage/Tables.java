package dev.rosa.storage;

import java.util.List;

/**
 * Location of a role's tables: their schema, their migrations, and the table with secrets.
 *
 * @param schema where a server keeps them, apart from those of other roles
 * @param migrations folder on the class path with the tables of all versions: {@code common} for
 *     every database, {@code sqlite} and {@code postgresql} for one
 * @param secrets the table that has the role's code secrets; null: the role keeps no secret, and
 *     its storage has neither key nor owner
 * @param keys columns with private keys
 */
public record Tables(String schema, String migrations, SecretTable secrets, List<KeyColumn> keys) {

  /** Copies the list. */
  public Tables {
    keys = List.copyOf(keys);
  }

  /** Tables without a private key. */
  public Tables(String schema, String migrations, SecretTable secrets) {
    this(schema, migrations, secrets, List.of());
  }

  /** Tables without any secret, which need no storage key. */
  public Tables(String schema, String migrations) {
    this(schema, migrations, null, List.of());
  }

  boolean haveSecrets() {
    return secrets != null;
  }

  String[] locations(String dialect) {
    return new String[] {
      "classpath:" + migrations + "/common", "classpath:" + migrations + "/" + dialect
    };
  }
}
