package dev.rosa.proxy.login;

import dev.rosa.proxy.rules.LoginConfig;
import java.time.Duration;

/**
 * Limits of logins.
 *
 * @param lasts a login ends so long after it began
 * @param idle a login ends when no packet of its client was seen for so long
 * @param perUser addresses that one user may be logged in from; the oldest login gives way
 * @param attempts a minute, of one address; a user name has four times as many
 */
public record LoginSettings(Duration lasts, Duration idle, int perUser, int attempts) {

  /** As a configuration says. */
  public static LoginSettings of(LoginConfig config) {
    return new LoginSettings(config.lasts(), config.idle(), config.perUser(), config.attempts());
  }

  /** Checks that each limit is positive. */
  public LoginSettings {
    if (lasts.toMillis() <= 0 || idle.toMillis() <= 0 || perUser <= 0 || attempts <= 0) {
      throw new IllegalArgumentException("a limit must be positive");
    }
  }
}
