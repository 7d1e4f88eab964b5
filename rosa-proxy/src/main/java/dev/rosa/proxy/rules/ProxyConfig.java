package dev.rosa.proxy.rules;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.rosa.config.BadValueException;
import dev.rosa.config.ConfigFile;
import dev.rosa.config.HostPort;
import dev.rosa.config.Problems;
import dev.rosa.config.XmlConfig;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The proxy's configuration; {@code proxy.xsd} has every key.
 *
 * @param interfaces between which it stands; null: it takes no traffic
 * @param status address of its status pages; null: none
 * @param statusNames names that the status may be asked for, separated by spaces; null: none
 * @param operators socket of the operators' commands; null: none
 * @param login page to log in; null: no user can
 * @param log file of connections and requests; null: none
 * @param cache verdicts that the kernel keeps
 * @param tls what passes without a name
 * @param telnet what clients of TELNET may send
 * @param users those who may log in, and their groups
 * @param lists files of URLs, by category
 * @param times parts of the week that have a name
 * @param scans services that answers are shown to
 * @param rules in their order
 */
public record ProxyConfig(
    InterfacesConfig interfaces,
    HostPort status,
    String statusNames,
    Operators operators,
    LoginConfig login,
    LogConfig log,
    CacheConfig cache,
    Tls tls,
    TelnetConfig telnet,
    Users users,
    Lists lists,
    TimesConfig times,
    ScansConfig scans,
    Rules rules) {

  private static final String SCHEMA = "dev/rosa/proxy/proxy.xsd";

  /** What is missing has its default. */
  public ProxyConfig {
    cache = cache == null ? new CacheConfig(null, null) : cache;
    tls = tls == null ? new Tls(null, null) : tls;
    telnet = telnet == null ? new TelnetConfig(null, null, null) : telnet;
    users = users == null ? new Users(null) : users;
    lists = lists == null ? new Lists(null) : lists;
    times = times == null ? new TimesConfig(null) : times;
    scans = scans == null ? new ScansConfig(null, null, null, null) : scans;
    rules = rules == null ? new Rules(null, null, null) : rules;
  }

  /**
   * Reads a file, and reports mistakes.
   *
   * @return empty if no part of the file can be used
   */
  public static Optional<ConfigFile<ProxyConfig>> read(Path file, Problems problems) {
    return XmlConfig.read(file, SCHEMA, ProxyConfig.class, problems);
  }

  /** Names of the users, in the order of their indexes. */
  public List<String> userNames() {
    return users.names();
  }

  /** Connections that a scan may concern, of rules that are right; none if no rule has one. */
  public List<ScanWay> scanWays() {
    return ScanWay.of(rules.rule().stream());
  }

  private static <T> List<T> given(List<T> read) {
    return read == null ? List.of() : List.copyOf(read);
  }

  /**
   * The element {@code <operators>}.
   *
   * @param socket file of the socket
   */
  public record Operators(Path socket) {}

  /**
   * The element {@code <tls>}.
   *
   * @param noName refuse or pass
   * @param ech refuse or pass
   */
  public record Tls(String noName, String ech) {
    private static final String PASS = "pass";

    /** True if a ClientHello without a name passes. */
    public boolean letsNoNamePass() {
      return PASS.equals(noName);
    }

    /** True if an encrypted ClientHello passes. */
    public boolean letsEncryptedNamePass() {
      return PASS.equals(ech);
    }
  }

  /** The element {@code <users>}; a user whose name is wrong, which is reported, is none. */
  record Users(List<User> user) {
    Users {
      user = given(user).stream().filter(each -> each.name() != null).toList();
    }

    /** Names, in the order of their indexes. */
    List<String> names() {
      return user.stream().map(User::name).toList();
    }
  }

  /** A user and its groups. */
  record User(String name, String groups) {}

  /** The element {@code <lists>}; a list with a mistake, which is reported, is none. */
  record Lists(List<UrlList> list) {
    Lists {
      list = given(list).stream().filter(UrlList::isWhole).toList();
    }

    /** Files by category, in the order of the file. */
    Map<String, Path> files() {
      Map<String, Path> files = new LinkedHashMap<>();
      list.forEach(each -> files.put(each.category(), each.file()));
      return files;
    }
  }

  /** A file of URLs of one category. */
  record UrlList(String category, Path file) {
    private boolean isWhole() {
      return category != null && file != null;
    }
  }

  /** The element {@code <times>}. */
  record TimesConfig(List<Time> time) {
    TimesConfig {
      time = given(time);
    }
  }

  /**
   * A part of the week.
   *
   * @param days words; null for all
   * @param from time of day; null for 00:00
   * @param to time of day that is not in it; before {@code from} it is one of the next day
   */
  record Time(String name, String days, String from, String to) {
    private static final List<String> DAYS =
        List.of("mon", "tue", "wed", "thu", "fri", "sat", "sun");
    private static final int DAY = 24 * 60;
    private static final int WEEK = 7 * DAY;

    Time {
      if (from != null && from.equals(to)) {
        throw new BadValueException("to", "is the same as from, expected another time");
      }
    }

    /** Minutes since Monday began. */
    BitSet minutes() {
      int begin = from == null ? 0 : minute(from);
      int end = to == null ? DAY : minute(to);
      int length = end > begin ? end - begin : end + DAY - begin;
      BitSet minutes = new BitSet(WEEK);
      for (String day : days == null ? DAYS : Words.of(days)) {
        int first = DayOfWeek.of(DAYS.indexOf(day) + 1).ordinal() * DAY + begin;
        for (int i = first; i < first + length; i++) {
          minutes.set(i % WEEK);
        }
      }
      return minutes;
    }

    private static int minute(String time) {
      int colon = time.indexOf(':');
      return Integer.parseInt(time.substring(0, colon)) * 60
          + Integer.parseInt(time.substring(colon + 1));
    }
  }

  /**
   * The element {@code <rules>}.
   *
   * @param byDefault what happens if no rule matches
   * @param log mode of rules that do not say, and of the default
   */
  record Rules(@JsonProperty("default") String byDefault, String log, List<RuleConfig> rule) {
    Rules {
      byDefault = byDefault == null ? Action.REFUSE.label() : byDefault;
      log = log == null ? LogMode.SUMMARY.label() : log;
      rule = given(rule);
    }
  }
}
