package dev.rosa.proxy.login;

import dev.rosa.proxy.rules.criterion.Question;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Users that are logged in. A user who logs in at more addresses than {@code per-user} loses the
 * oldest login: who forgot to log out elsewhere is not kept out. An address has one user; another
 * one who logs in there replaces it. Times are as exact as {@link #tick} is often. Thread-safe;
 * changes and the calls of the listener are one after the other.
 */
public final class Logins implements LoggedIn {
  private static final long MILLIS = 1000;

  private final InstantSource clock;
  private final Listener listener;
  private final Map<InetAddress, Login> byAddress = new ConcurrentHashMap<>();
  private Map<String, Integer> indexes;
  private LoginSettings settings;
  private volatile long nowMillis;

  /**
   * No user is logged in.
   *
   * @param users names, in the order of their indexes
   * @param clock never goes back
   */
  public Logins(
      LoginSettings settings, List<String> users, InstantSource clock, Listener listener) {
    this.settings = settings;
    this.indexes = indexes(users);
    this.clock = clock;
    this.listener = listener;
    this.nowMillis = clock.millis();
  }

  private static Map<String, Integer> indexes(List<String> users) {
    Map<String, Integer> indexes = new HashMap<>();
    users.forEach(name -> indexes.put(name, indexes.size()));
    return Map.copyOf(indexes);
  }

  @Override
  public int userAt(InetAddress client) {
    Login login = byAddress.get(client);
    return login == null || nowMillis >= login.untilMillis ? Question.NO_USER : login.user;
  }

  @Override
  public void seen(InetAddress client) {
    Login login = byAddress.get(client);
    if (login != null) {
      login.seenMillis = nowMillis;
    }
  }

  /**
   * Logs a user in, or lets the login begin anew.
   *
   * @return false if the configuration has no such user
   */
  public synchronized boolean login(InetAddress client, String user) {
    Integer index = indexes.get(user);
    if (index == null) {
      return false;
    }
    nowMillis = clock.millis();
    Login known = byAddress.get(client);
    if (known == null || !known.name.equals(user)) {
      boolean unused = logout(client);
      makeRoom(user);
      known = new Login(client, user, nowMillis);
    }
    known.user = index;
    known.untilMillis = nowMillis + settings.lasts().toMillis();
    known.seenMillis = nowMillis;
    promise(known);
    byAddress.put(client, known);
    return true;
  }

  private void makeRoom(String user) {
    List<Login> others =
        byAddress.values().stream()
            .filter(login -> login.name.equals(user))
            .sorted(Comparator.comparingLong(login -> login.beganMillis))
            .toList();
    others.subList(0, Math.max(0, others.size() - settings.perUser() + 1)).forEach(this::end);
  }

  private void promise(Login login) {
    login.promisedMillis = login.endMillis(settings.idle().toMillis());
    long left = Math.max(0, login.promisedMillis - nowMillis);
    listener.loggedIn(login.client, login.user, (left + MILLIS - 1) / MILLIS);
  }

  private void end(Login login) {
    if (byAddress.remove(login.client, login)) {
      listener.loggedOut(login.client, login.user);
    }
  }

  /** Ends the login at an address; false if there is none. */
  public synchronized boolean logout(InetAddress client) {
    Login login = byAddress.get(client);
    if (login == null) {
      return false;
    }
    end(login);
    return true;
  }

  /** Ends the logins of the users that a condition names; the number of logins. */
  public synchronized int logoutUsers(Predicate<String> users) {
    List<Login> ending =
        byAddress.values().stream().filter(login -> users.test(login.name)).toList();
    ending.forEach(this::end);
    return ending.size();
  }

  /** Ends what has had its time, and tells the listener what goes on for longer. */
  public synchronized void tick() {
    nowMillis = clock.millis();
    long idleMillis = settings.idle().toMillis();
    for (Login login : byAddress.values()) {
      long endMillis = login.endMillis(idleMillis);
      if (nowMillis >= endMillis) {
        end(login);
      } else if (endMillis > login.promisedMillis
          && login.promisedMillis - nowMillis < idleMillis / 2) {
        promise(login);
      }
    }
  }

  /**
   * Takes another configuration. Users that it still has stay logged in, under their new indexes.
   * No user is logged in while the rules are replaced: an index never meets rules of another
   * configuration.
   *
   * @param users names, in the order of their new indexes
   * @param replaceRules puts the rules in force that belong to them; if it throws, the old
   *     configuration stays
   */
  public synchronized void reload(
      LoginSettings changed, List<String> users, Runnable replaceRules) {
    nowMillis = clock.millis();
    Map<InetAddress, Integer> before = new HashMap<>();
    byAddress.values().forEach(login -> before.put(login.client, login.user));
    byAddress.values().forEach(login -> login.user = Question.NO_USER);
    try {
      replaceRules.run();
      settings = changed;
      indexes = indexes(users);
    } finally {
      before.forEach(this::settle);
    }
  }

  private void settle(InetAddress client, int userBefore) {
    Login login = byAddress.get(client);
    Integer index = indexes.get(login.name);
    if (index == null) {
      login.user = userBefore;
      end(login);
      return;
    }
    login.user = index;
    login.untilMillis =
        Math.min(login.untilMillis, login.beganMillis + settings.lasts().toMillis());
    if (index != userBefore) {
      promise(login);
    }
  }

  /** The user at an address, if one is logged in. */
  public synchronized Optional<LoginView> at(InetAddress client) {
    return Optional.ofNullable(byAddress.get(client)).map(this::view);
  }

  /** Count of the logins. From any thread. */
  public int count() {
    return byAddress.size();
  }

  /** All logins, by name and address. */
  public synchronized List<LoginView> all() {
    return byAddress.values().stream()
        .map(this::view)
        .sorted(
            Comparator.comparing(LoginView::user)
                .thenComparing(login -> login.client().getHostAddress()))
        .toList();
  }

  private LoginView view(Login login) {
    long now = clock.millis();
    return new LoginView(
        login.name,
        login.client,
        login.beganMillis,
        Math.max(0, login.untilMillis - now) / MILLIS,
        Math.max(0, now - login.seenMillis) / MILLIS);
  }
}
