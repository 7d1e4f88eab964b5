package dev.rosa.proxy;

import dev.rosa.config.ConfigException;
import dev.rosa.operator.NamedRequests;
import dev.rosa.operator.OperatorSocket;
import dev.rosa.proxy.journal.ConnectionLogFile;
import dev.rosa.proxy.login.page.LoginService;
import dev.rosa.proxy.rules.LoadedRules;
import dev.rosa.proxy.rules.ProxyConfig;
import dev.rosa.serving.StatusServer;
import dev.rosa.serving.StatusService;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.NOPLogger;

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
      // The start itself tells of a port that is taken.
      open.push(
          LoginService.start(
              config.login(), loaded.users().places(), new LoginNews(), NOPLogger.NOP_LOGGER));
    }
    if (config.status() != null) {
      open.push(
          StatusService.start(
              config.status(),
              StatusServer.names(config.statusNames()),
              Map.of(),
              NOPLogger.NOP_LOGGER));
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
