package dev.rosa.proxy.operator;

import dev.rosa.config.ConfigException;
import dev.rosa.operator.OperatorClient;
import dev.rosa.proxy.rules.LoginConfig;
import dev.rosa.proxy.rules.ProxyConfig;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/** Proxy that commands are for, as its configuration describes it. */
public interface OperatedProxy {

  /** Its configuration, in which nothing is wrong. */
  ProxyConfig config() throws ConfigException;

  /**
   * A part of its configuration. If it is there, mistakes elsewhere do not matter: operators need
   * the log, and a proxy that runs, also while its file is being changed.
   *
   * @param of returns null if the configuration does not have it
   */
  <T> Optional<T> part(Function<ProxyConfig, T> of) throws ConfigException;

  /** Client of the operators' socket. */
  default OperatorClient client() throws ConfigException {
    Optional<Path> socket =
        part(config -> config.operators() == null ? null : config.operators().socket());
    return new OperatorClient(required(socket, "<operators>", "as it names the socket"), "proxy");
  }

  /** The page to log in. */
  default LoginConfig login() throws ConfigException {
    return required(
        Optional.ofNullable(config().login()), "<login>", "as it names the page and the passwords");
  }

  /** The log's file. */
  default Path log() throws ConfigException {
    return required(
        part(config -> config.log() == null ? null : config.log().file()),
        "<log>",
        "as it names the log's file");
  }

  private static <T> T required(Optional<T> element, String name, String why)
      throws ConfigException {
    return element.orElseThrow(
        () -> new ConfigException("the configuration has no " + name + ", expected one, " + why));
  }
}
