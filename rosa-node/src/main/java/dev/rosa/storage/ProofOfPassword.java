package dev.rosa.storage;

import java.util.Properties;
import org.postgresql.plugin.AuthenticationPlugin;
import org.postgresql.plugin.AuthenticationRequestType;
import org.postgresql.util.PSQLException;
import org.postgresql.util.PSQLState;

/**
 * Answer to a PostgreSQL server that asks for the password without TLS. It proves by SCRAM that it
 * knows the password. It never sends the password or its MD5: while the server is down, another
 * program may listen at its address. The driver makes one for each connection.
 */
public final class ProofOfPassword implements AuthenticationPlugin {

  private final Properties connection;

  /** For the driver, with the properties of the connection. */
  public ProofOfPassword(Properties connection) {
    this.connection = connection;
  }

  @Override
  public char[] getPassword(AuthenticationRequestType type) throws PSQLException {
    if (type != AuthenticationRequestType.SASL) {
      throw new PSQLException(
          "the server asks for the password itself, expected scram-sha-256 in its pg_hba.conf",
          PSQLState.CONNECTION_REJECTED);
    }
    String password = connection.getProperty("password");
    return password == null ? null : password.toCharArray();
  }

  @Override
  public String toString() {
    return "ProofOfPassword";
  }
}
