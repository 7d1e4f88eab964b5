package dev.rosa.proxy.rules;

import dev.rosa.config.HostPort;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The element {@code <login>}.
 *
 * @param listen where the page is served
 * @param certificate file of the server's certificate
 * @param key file of its private key
 * @param authority file of the domain's authority; null: no user logs in with an identity
 * @param passwords file of the users' passwords
 * @param lasts a login ends so long after it began
 * @param idle a login ends when no packet of its client was seen for so long
 * @param perUser addresses that one user may be logged in from
 * @param attempts to log in that an address has a minute
 */
public record LoginConfig(
    HostPort listen,
    Path certificate,
    Path key,
    Path authority,
    Path passwords,
    Duration lasts,
    Duration idle,
    Integer perUser,
    Integer attempts) {

  /** What is missing has its default. */
  public LoginConfig {
    lasts = lasts == null ? Duration.ofHours(8) : lasts;
    idle = idle == null ? Duration.ofMinutes(30) : idle;
    perUser = perUser == null ? 3 : perUser;
    attempts = attempts == null ? 10 : attempts;
  }
}
