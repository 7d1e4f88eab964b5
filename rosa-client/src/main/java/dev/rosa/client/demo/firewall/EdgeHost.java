package dev.rosa.client.demo.firewall;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Hosts on the link of the edge machine. Each is a network namespace of this name, with one link
 * {@code h0}.
 */
enum EdgeHost {
  /** Honest clients. */
  HOME1("10.7.0.11", Role.HONEST, "orders"),
  HOME2("10.7.0.12", Role.HONEST, "orders"),
  HOME3("10.7.0.13", Role.HONEST, "orders"),

  /** Attackers from their own address. */
  BOT1("10.7.0.21", Role.ATTACKER, "malicious orders"),
  BOT2("10.7.0.22", Role.ATTACKER, "malicious orders"),

  /** Sends packets with the addresses of honest clients. */
  FORGER("10.7.0.31", Role.FORGER, "packets with honest addresses"),

  /** Has taken the MAC address of an honest client, and sends malicious orders. */
  CLONER("10.7.0.41", Role.ATTACKER, "malicious orders with home2's MAC");

  /** Part that a host plays. */
  enum Role {
    HONEST,
    ATTACKER,
    FORGER
  }

  private final String address;
  private final Role role;
  private final String what;

  EdgeHost(String address, Role role, String what) {
    this.address = address;
    this.role = role;
    this.what = what;
  }

  /** Its network namespace. */
  String namespace() {
    return name().toLowerCase(Locale.ROOT);
  }

  String address() {
    return address;
  }

  InetAddress inetAddress() {
    try {
      return InetAddress.getByName(address);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an address in numbers is known", e);
    }
  }

  Role role() {
    return role;
  }

  /** Words for the packets that it sends. */
  String what() {
    return what;
  }

  /** Hosts of one role. */
  static List<EdgeHost> of(Role role) {
    return Arrays.stream(values()).filter(host -> host.role == role).toList();
  }
}
