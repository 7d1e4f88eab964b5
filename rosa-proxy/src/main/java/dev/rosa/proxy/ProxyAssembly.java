package dev.rosa.proxy;

import dev.rosa.proxy.journal.ConnectionEntry;
import dev.rosa.proxy.journal.ConnectionLog;
import dev.rosa.proxy.journal.RequestEntry;
import dev.rosa.proxy.login.LoggedIn;
import dev.rosa.proxy.rules.criterion.Question;
import java.net.InetAddress;

/**
 * Parts of a running proxy that its packet path needs from others.
 *
 * @param loggedIn who is logged in
 * @param log of connections
 */
record ProxyAssembly(LoggedIn loggedIn, ConnectionLog log) {

  /** A proxy where nobody can log in, and that keeps no log. */
  static ProxyAssembly plain() {
    return new ProxyAssembly(new NobodyLoggedIn(), new NoLog());
  }

  /** Nobody is logged in. */
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
