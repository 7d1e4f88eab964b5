package dev.rosa.proxy.login;

import dev.rosa.config.ConfigException;
import dev.rosa.identity.RosaId;
import dev.rosa.proxy.login.password.PasswordCheck;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Attempts to log in: their rates, their proofs, and what becomes of them. Thread-safe. */
public final class LoginChecks {
  private static final Logger LOG = LoggerFactory.getLogger(LoginChecks.class);

  /** Longer ones are no names. */
  private static final int MOST_NAME_CHARS = 63;

  private final AttemptRates rates;
  private final PasswordCheck passwords;
  private final Logins logins;
  private final AtomicLongArray counts = new AtomicLongArray(LoginResult.values().length);

  /**
   * No attempt was made yet.
   *
   * @param attempts of one address a minute
   * @param seed random
   */
  public LoginChecks(
      IntSupplier attempts,
      long seed,
      InstantSource clock,
      PasswordCheck passwords,
      Logins logins) {
    this.rates = new AttemptRates(attempts, seed, clock);
    this.passwords = passwords;
    this.logins = logins;
  }

  /**
   * Logs in by name and password.
   *
   * @param password is wiped
   * @param result gets what became of it, in this thread or in that of the password check
   */
  public void byPassword(
      InetAddress client, String name, char[] password, Consumer<LoginResult> result) {
    String known = name.length() > MOST_NAME_CHARS ? "" : name;
    if (!rates.take(client) || !rates.take(known)) {
      Arrays.fill(password, '\0');
      result.accept(counted(LoginResult.TOO_MANY));
      return;
    }
    boolean isWaiting =
        passwords.check(known, password, isRight -> result.accept(enter(client, known, isRight)));
    if (!isWaiting) {
      result.accept(counted(LoginResult.BUSY));
    }
  }

  /** Logs in by an identity that TLS has proven. */
  public LoginResult byIdentity(InetAddress client, RosaId identity) {
    return rates.take(client)
        ? enter(client, identity.name(), () -> true)
        : counted(LoginResult.TOO_MANY);
  }

  private LoginResult enter(InetAddress client, String name, BooleanSupplier isRight) {
    try {
      if (!logins.login(client, name, isRight)) {
        return wrong();
      }
    } catch (RuntimeException e) {
      LOG.error("a login cannot be put in force: {}", ConfigException.oneLine(e));
      return counted(LoginResult.BUSY);
    }
    LOG.info("logged in user={} client={}", name, client.getHostAddress());
    return counted(LoginResult.LOGGED_IN);
  }

  private LoginResult wrong() {
    return counted(LoginResult.WRONG);
  }

  private LoginResult counted(LoginResult result) {
    counts.incrementAndGet(result.ordinal());
    return result;
  }

  /** Attempts that have ended so. */
  public long count(LoginResult result) {
    return counts.get(result.ordinal());
  }
}
