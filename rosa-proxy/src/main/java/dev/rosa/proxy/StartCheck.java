package dev.rosa.proxy;

import dev.rosa.config.ConfigException;
import dev.rosa.operator.NamedRequests;
import dev.rosa.operator.OperatorSocket;
import dev.rosa.proxy.journal.ConnectionLogFile;
import dev.rosa.proxy.login.page.LoginService;
import dev.rosa.proxy.rules.LoadedRules;
import dev.rosa.proxy.rules.ProxyConfig;
import dev.rosa.serving.PortInUseException;
import dev.rosa.serving.StatusServer;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens all that a proxy opens beside its kernel part, and closes it again. It runs before there
 * are rules in the kernel: of a start that fails behind them, they stay. One thread.
 */
final class StartCheck {
  private static final Logger LOG = LoggerFactory.getLogger(StartCheck.class);

  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  private StartCheck() {}

  /**
   * Looks whether a proxy could start here.
   *
   * @throws IOException in one line: which file, folder or address is in the way
   */
  static void run(LoadedRules loaded) throws IOException {
    StartCheck check = new StartCheck();
    try {
      check.open(loaded);
    } finally {
      check.open.forEach(StartCheck::close);
    }
  }

  private void open(LoadedRules loaded) throws IOException {
    ProxyConfig config = loaded.config();
    if (config.log() != null) {
      open.push(ConnectionLogFile.open(config.log()));
    }
    if (config.operators() != null) {
      open.push(OperatorSocket.open(config.operators().socket(), new NamedRequests(Map.of())));
    }
    if (config.login() != null) {
      open.push(LoginService.start(config.login(), loaded.users().places(), new LoginNews()));
    }
    if (config.status() != null) {
      openStatus(config);
    }
  }

  /** The pages of a proxy whose port is taken come when it is free. */
  private void openStatus(ProxyConfig config) throws IOException {
    try {
      open.push(
          StatusServer.start(config.status(), StatusServer.names(config.statusNames()), Map.of()));
    } catch (PortInUseException e) {
      LOG.debug("the start tells of it", e);
    }
  }

  private static void close(AutoCloseable part) {
    try {
      part.close();
    } catch (Exception e) {
      LOG.debug("did not close: {}", ConfigException.oneLine(e));
    }
  }
}
