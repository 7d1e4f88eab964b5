package dev.rosa.proxy.rules;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.rosa.config.BadValueException;
import dev.rosa.firewall.assistant.InterfaceNames;
import dev.rosa.firewall.keeper.WorkerLiveness;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The element {@code <interfaces>}: between which links the proxy stands. Immutable.
 *
 * @param name of the proxy, for its table and links
 * @param whenGone {@code drop} or {@code forward}
 * @param workers threads that judge packets
 * @param silence how long a worker may not have been heard of
 * @param connections most that there are at a time, of all workers
 * @param perClient most of one client: an IPv4 address, or an IPv6 network of 64 bits
 * @param loginPage address that clients are told who are not logged in; null: they are reset
 * @param quic {@code refuse} or {@code pass}: what happens to UDP to the ports of https
 * @param otherTcp {@code refuse} or {@code pass}: what happens to connections to other ports
 * @param clients links where clients are
 * @param servers links where servers are
 * @param ports of the protocols
 * @param assistant link to the workers
 */
public record InterfacesConfig(
    String name,
    String whenGone,
    Integer workers,
    Duration silence,
    Integer connections,
    Integer perClient,
    String loginPage,
    String quic,
    String otherTcp,
    @JsonProperty("clients") List<String> clients,
    @JsonProperty("servers") List<String> servers,
    Ports ports,
    Assistant assistant) {

  private static final int MOST_WORKERS = 64;
  private static final int MOST_CONNECTIONS = 1 << 20;

  /** Checks and completes. */
  public InterfacesConfig {
    name = name == null ? "proxy" : name;
    whenGone = whenGone == null ? "drop" : whenGone;
    workers = workers == null ? 1 : workers;
    silence = silence == null ? Duration.ofSeconds(1) : silence;
    connections = connections == null ? 1 << 16 : connections;
    perClient = perClient == null ? 4096 : perClient;
    clients = clients == null ? List.of() : List.copyOf(clients);
    servers = servers == null ? List.of() : List.copyOf(servers);
    ports = ports == null ? new Ports(null, null, null, null) : ports;
    assistant = assistant == null ? new Assistant(null, null) : assistant;
    requireAtMost("workers", workers, MOST_WORKERS);
    requireAtMost("connections", connections, MOST_CONNECTIONS);
    WorkerLiveness.requireSilence(silence);
    requireOnce(clients, servers, assistant);
  }

  private static void requireAtMost(String key, int value, int most) {
    if (value > most) {
      throw new BadValueException(key, "is %d, expected 1 to %d".formatted(value, most));
    }
  }

  private static void requireOnce(List<String> clients, List<String> servers, Assistant assistant) {
    InterfaceNames names = new InterfaceNames();
    names.addAll("clients", clients);
    names.addAll("servers", servers);
    names.add("assistant/link", assistant.link());
    names.add("assistant/peer", assistant.peer());
  }

  /** True if QUIC, of which no name is read, passes. */
  public boolean letsQuicPass() {
    return "pass".equals(quic);
  }

  /** True if connections to ports that are not judged are refused, but for FTP's data. */
  public boolean refusesOtherTcp() {
    return "refuse".equals(otherTcp);
  }

  /** True if proxied traffic is dropped while the proxy is gone. */
  public boolean dropsWhenGone() {
    return "drop".equals(whenGone);
  }

  /**
   * Ports of each protocol.
   *
   * @param http numbers, separated by spaces; empty: none
   * @param https the same
   * @param telnet the same
   * @param ftp the same
   */
  public record Ports(String http, String https, String telnet, String ftp) {

    private static final int MOST_PORT = 65_535;

    /** Checks and completes. */
    public Ports {
      http = http == null ? "80" : http;
      https = https == null ? "443" : https;
      telnet = telnet == null ? "23" : telnet;
      ftp = ftp == null ? "21" : ftp;
      Set<Integer> seen = new HashSet<>();
      requireNew("http", http, seen);
      requireNew("https", https, seen);
      requireNew("telnet", telnet, seen);
      if (seen.isEmpty()) {
        throw BadValueException.missing("has no port, expected at least one", "http", "https");
      }
      requireNew("ftp", ftp, seen);
    }

    private static void requireNew(String key, String words, Set<Integer> seen) {
      for (int port : numbers(words)) {
        if (port < 1 || port > MOST_PORT || !seen.add(port)) {
          throw new BadValueException(
              key, "has port %d, expected each one from 1 to 65535 once".formatted(port));
        }
      }
    }

    /** The numbers in an attribute. */
    public static List<Integer> numbers(String words) {
      return Words.of(words).stream().map(Integer::valueOf).toList();
    }
  }

  /**
   * The pair of links between kernel and workers.
   *
   * @param link the kernel's end
   * @param peer the workers' end
   */
  public record Assistant(String link, String peer) {

    /** Completes. */
    public Assistant {
      link = link == null ? "rosap0" : link;
      peer = peer == null ? "rosap1" : peer;
    }
  }
}
