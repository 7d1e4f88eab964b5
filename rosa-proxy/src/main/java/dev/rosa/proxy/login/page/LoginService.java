package dev.rosa.proxy.login.page;

import dev.rosa.config.ConfigException;
import dev.rosa.config.ConfigPlace;
import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.PemCertificates;
import dev.rosa.operator.OperatorRequests;
import dev.rosa.proxy.login.LoggedIn;
import dev.rosa.proxy.login.LoginChecks;
import dev.rosa.proxy.login.LoginSettings;
import dev.rosa.proxy.login.Logins;
import dev.rosa.proxy.login.password.PasswordCheck;
import dev.rosa.proxy.login.password.PasswordFile;
import dev.rosa.proxy.login.password.Passwords;
import dev.rosa.proxy.rules.LoginConfig;
import dev.rosa.serving.LateServer;
import dev.rosa.serving.RegularTask;
import dev.rosa.serving.SteadyClock;
import dev.rosa.serving.WatchedPart;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Login of the proxy: the page, the passwords, and who is logged in. Owns its threads; {@link
 * #close} ends them, and no login: the listener's owner does.
 */
public final class LoginService implements AutoCloseable, WatchedPart {
  private static final Logger LOG = LoggerFactory.getLogger(LoginService.class);

  /** A user who is removed is logged out within a second. */
  private static final Duration LOOK_EVERY = Duration.ofMillis(400);

  private final Passwords passwords;
  private final Logins logins;
  private final LoginChecks checks;
  private final PasswordCheck check;
  private final LateServer server;
  private final RegularTask looks;
  private volatile LoginSettings settings;

  private LoginService(
      LoginConfig config,
      List<String> users,
      LoggedIn.Listener listener,
      InstantSource clock,
      Logger log)
      throws IOException {
    SecureRandom random = new SecureRandom();
    settings = LoginSettings.of(config);
    passwords = Passwords.load(config.passwords());
    logins = new Logins(settings, users, clock, listener);
    check = new PasswordCheck(passwords, this::takePasswords, random);
    checks = new LoginChecks(() -> settings.attempts(), random.nextLong(), clock, check, logins);
    server = served(config, log);
    looks = RegularTask.start("logins", LOOK_EVERY, LOG, "cannot look after logins", this::look);
  }

  private LateServer served(LoginConfig config, Logger log) throws IOException {
    LateServer.Words words =
        new LateServer.Words(
            "login-port",
            "the login page",
            "the login page",
            config.listen(),
            "give the page another listen=");
    try {
      LoginServer.Certificates certificates = certificates(config);
      SslContext tls = LoginServer.tls(certificates);
      return LateServer.start(
          words,
          () -> LoginServer.start(config.listen(), tls, certificates.authority(), checks, logins),
          log);
    } catch (IOException e) {
      check.close();
      throw e;
    }
  }

  /**
   * Begins to serve the page, if need be as soon as its port is free.
   *
   * @param users names, as {@link Logins} takes them
   * @param listener is told of logins and their ends
   * @param log has a warning if the port is in use, and a line when it is no more
   * @throws IOException in one line if a file cannot be used, or the address is not this machine's
   */
  public static LoginService start(
      LoginConfig config, List<String> users, LoggedIn.Listener listener, Logger log)
      throws IOException {
    return new LoginService(config, users, listener, SteadyClock.ofMachine(), log);
  }

  /** Reports at its places what is wrong with the files of a configuration; changes nothing. */
  public static void check(ConfigPlace place, LoginConfig config) {
    boolean hasCertificate =
        isUsable(
            place.at("certificate"),
            config.certificate(),
            () -> {
              var unused = PemCertificates.read(config.certificate());
            });
    boolean hasKey =
        isUsable(place.at("key"), config.key(), () -> LoginServer.requirePrivate(config.key()));
    if (hasCertificate && hasKey) {
      place.at("key").check(() -> checkPair(config));
    }
    place.at("authority").check(() -> authority(config));
    if (config.passwords() != null) {
      place.at("passwords").check(() -> new PasswordFile(config.passwords()).read());
    }
  }

  private static boolean isUsable(ConfigPlace place, Path file, ConfigPlace.Check check) {
    return file != null
        && place
            .read(
                () -> {
                  check.run();
                  return file;
                })
            .isPresent();
  }

  private static void checkPair(LoginConfig config) throws IOException {
    SslContext unused =
        LoginServer.tls(
            new LoginServer.Certificates(config.certificate(), config.key(), Optional.empty()));
  }

  private static LoginServer.Certificates certificates(LoginConfig config) throws IOException {
    try {
      return new LoginServer.Certificates(config.certificate(), config.key(), authority(config));
    } catch (IdentityException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static Optional<X509Certificate> authority(LoginConfig config) throws IdentityException {
    return config.authority() == null
        ? Optional.empty()
        : Optional.of(Identity.loadAuthority(config.authority()));
  }

  private void look() {
    try {
      takePasswords();
    } finally {
      logins.tick();
    }
  }

  /** Takes the file of passwords if it has changed, and ends logins by those that are gone. */
  private synchronized void takePasswords() {
    try {
      int ended = logins.logoutUsers(passwords.refresh()::contains);
      if (ended > 0) {
        LOG.info("logged out logins={} reason=\"passwords changed\"", ended);
      }
    } catch (IOException e) {
      LOG.error(
          "the passwords in force stay, as the file cannot be used: {}",
          ConfigException.oneLine(e));
    }
  }

  /** Users that are logged in. */
  public Logins logins() {
    return logins;
  }

  /** Counts of attempts. */
  public LoginChecks checks() {
    return checks;
  }

  /** Operators' requests, by their command. */
  public Map<String, OperatorRequests> requests() {
    return LoginRequests.of(logins);
  }

  /**
   * Takes another configuration. Address, certificate and the file of passwords stay as they were.
   *
   * @param replaceRules as {@link Logins#reload} takes it
   */
  public void reload(LoginConfig config, List<String> users, Runnable replaceRules) {
    LoginSettings changed = LoginSettings.of(config);
    logins.reload(changed, users, replaceRules);
    settings = changed;
  }

  /** The address of the page, with the port it got; empty: another socket has the port. */
  public Optional<InetSocketAddress> address() {
    return server.address();
  }

  @Override
  public boolean hasFailed() {
    return server.hasFailed();
  }

  @Override
  public void close() {
    server.close();
    looks.close();
    check.close();
  }
}
