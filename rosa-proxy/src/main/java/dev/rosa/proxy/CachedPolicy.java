package dev.rosa.proxy;

import dev.rosa.proxy.cache.CachePolicy;
import dev.rosa.proxy.login.LoggedIn;
import dev.rosa.proxy.policy.RulesInForce;
import java.net.InetAddress;
import java.util.BitSet;

/**
 * Rules and logins as the kernel's cache asks them. Thread-safe.
 *
 * @param rules in force
 * @param loggedIn users that are logged in
 */
record CachedPolicy(RulesInForce rules, LoggedIn loggedIn) implements CachePolicy {

  @Override
  public BitSet classOf(InetAddress client, int user) {
    return rules.classOf(client, user);
  }

  @Override
  public int userAt(InetAddress client) {
    return loggedIn.userAt(client);
  }

  @Override
  public void seen(InetAddress client) {
    loggedIn.seen(client);
  }
}
