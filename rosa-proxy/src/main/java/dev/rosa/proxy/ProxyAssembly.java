package dev.rosa.proxy;

import dev.rosa.operator.OperatorRequests;
import dev.rosa.proxy.journal.ConnectionEntry;
import dev.rosa.proxy.journal.ConnectionLog;
import dev.rosa.proxy.journal.ConnectionLogFile;
import dev.rosa.proxy.journal.RequestEntry;
import dev.rosa.proxy.login.LoggedIn;
import dev.rosa.proxy.login.page.LoginService;
import dev.rosa.proxy.rules.criterion.Question;
import java.net.InetAddress;
import java.util.Map;
import java.util.Optional;

/**
 * Parts of a running proxy that its packet path needs from others, as the configuration has them.
 *
 * @param login page and logins; empty: no user can log in
 * @param logFile file of connections and requests; empty: nothing is kept
 */
record ProxyAssembly(Optional<LoginService> login, Optional<ConnectionLogFile> logFile) {

  /** Users that are logged in. */
  LoggedIn loggedIn() {
    return login.<LoggedIn>map(LoginService::logins).orElseGet(NobodyLoggedIn::new);
  }

  /** The log of connections. */
  ConnectionLog log() {
    return logFile.<ConnectionLog>map(file -> file).orElseGet(NoLog::new);
  }

  /** Operators' requests, by their command. */
  Map<String, OperatorRequests> requests() {
    return login.map(LoginService::requests).orElse(Map.of());
  }

  /** No user is logged in. */
  private static final class NobodyLoggedIn implements LoggedIn {
    @Override
    public int userAt(InetAddress client) {
      return Question.NO_USER;
    }

    @Override
    public void seen(InetAddress client) {
      // There is nobody to be seen.
    }
  }

  /** Nothing is kept. */
  private static final class NoLog implements ConnectionLog {
    @Override
    public void request(RequestEntry entry) {
      // Nothing is kept.
    }

    @Override
    public void ended(ConnectionEntry entry) {
      // Nothing is kept.
    }
  }
}
