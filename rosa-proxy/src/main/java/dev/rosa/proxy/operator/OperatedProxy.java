package dev.rosa.proxy.operator;

import dev.rosa.config.ConfigException;
import dev.rosa.operator.OperatorClient;
import dev.rosa.proxy.rules.LogConfig;
import dev.rosa.proxy.rules.LoginConfig;
import dev.rosa.proxy.rules.ProxyConfig;
import java.io.IOException;
import java.util.Optional;

/** Proxy that commands are for, as its configuration describes it. */
public interface OperatedProxy {

  /** Its configuration. */
  ProxyConfig config() throws ConfigException;

  /** Client of the operators' socket. */
  default OperatorClient client() throws ConfigException, IOException {
    ProxyConfig.Operators operators =
        required(config().operators(), "<operators>", "as it names the socket");
    return new OperatorClient(operators.socket(), "proxy");
  }

  /** The page to log in. */
  default LoginConfig login() throws ConfigException, IOException {
    return required(config().login(), "<login>", "as it names the page and the passwords");
  }

  /** The log. */
  default LogConfig log() throws ConfigException, IOException {
    return required(config().log(), "<log>", "as it names the log's file");
  }

  private static <T> T required(T element, String name, String why) throws IOException {
    return Optional.ofNullable(element)
        .orElseThrow(
            () -> new IOException("the configuration has no " + name + ", expected one, " + why));
  }
}
