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
import java.util.function.BooleanSupplier;
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
   * @param users names, in the order of their numbers; empty: no user has that number
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
    for (int number = 0; number < users.size(); number++) {
      if (!users.get(number).isEmpty()) {
        indexes.put(users.get(number), number);
      }
    }
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
  public boolean login(InetAddress client, String user) {
    return login(client, user, () -> true);
  }

  /**
   * The same, if its proof still holds: that is asked when no login can end meanwhile. So the end
   * of all logins by a proof ends this one, too, or lets it not begin.
   *
   * @return false if the configuration has no such user, or the proof does not hold
   */
  public synchronized boolean login(InetAddress client, String user, BooleanSupplier holds) {
    Integer index = indexes.get(user);
    if (index == null || !holds.getAsBoolean()) {
      return false;
    }
    nowMillis = clock.millis();
    Login known = byAddress.get(client);
    if (known == null || !known.name.equals(user)) {
      boolean unused = logout(client);
      makeRoom(user);
      known = new Login(client, user, index, nowMillis);
    }
    known.provenMillis = nowMillis;
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
   * Takes another configuration. Users that it still has stay logged in, also while the rules are
   * replaced; the others' logins end right behind that. No login begins meanwhile.
   *
   * @param users names, in the order of their numbers, which those who are logged in keep; empty:
   *     no user has that number
   * @param replaceRules puts the rules in force that belong to them; if it throws, the old
   *     configuration stays
   */
  public synchronized void reload(
      LoginSettings changed, List<String> users, Runnable replaceRules) {
    nowMillis = clock.millis();
    Map<String, Integer> others = indexes(users);
    requireSameNumbers(others);
    replaceRules.run();
    settings = changed;
    indexes = others;
    byAddress.values().forEach(this::settle);
  }

  private void requireSameNumbers(Map<String, Integer> others) {
    for (Login login : byAddress.values()) {
      if (others.getOrDefault(login.name, login.user) != login.user) {
        throw new IllegalArgumentException("another number for user " + login.name);
      }
    }
  }

  private void settle(Login login) {
    if (!indexes.containsKey(login.name)) {
      end(login);
      return;
    }
    login.untilMillis =
        Math.min(login.untilMillis, login.provenMillis + settings.lasts().toMillis());
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
