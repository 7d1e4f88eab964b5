package dev.rosa.storage;

/**
 * Tables of a role.
 *
 * @param schema where a server keeps them, apart from those of other roles
 * @param migrations folder on the class path with the tables of all versions: {@code common} for
 *     every database, {@code sqlite} and {@code postgresql} for one
 * @param secrets the table that has the role's secrets
 */
public record Tables(String schema, String migrations, SecretTable secrets) {

  String[] locations(String dialect) {
    return new String[] {
      "classpath:" + migrations + "/common", "classpath:" + migrations + "/" + dialect
    };
  }
}
