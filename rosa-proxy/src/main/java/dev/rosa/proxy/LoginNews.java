package dev.rosa.proxy;

import dev.rosa.proxy.login.LoggedIn;
import java.net.InetAddress;

/**
 * News of logins for a packet path that is attached later than the page begins to serve. Until then
 * no user can log in. Thread-safe.
 */
final class LoginNews implements LoggedIn.Listener {
  private volatile LoggedIn.Listener packetPath;

  /** The packet path is there. */
  void attach(LoggedIn.Listener attached) {
    packetPath = attached;
  }

  @Override
  public void loggedIn(InetAddress client, int user, long seconds) {
    packetPath().loggedIn(client, user, seconds);
  }

  @Override
  public void loggedOut(InetAddress client, int user) {
    packetPath().loggedOut(client, user);
  }

  private LoggedIn.Listener packetPath() {
    if (packetPath == null) {
      throw new IllegalStateException("the proxy is starting, expected another attempt");
    }
    return packetPath;
  }
}
