package dev.rosa.endtoend;

import dev.rosa.client.demo.node.DomainFolder;
import dev.rosa.identity.IdentityException;
import dev.rosa.testkit.CompiledBundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Files of a lab's folder before its start: identities, configurations, bundles. */
final class LabFiles {

  static final int DOMAIN = 17;

  private static final String COUNTER =
      """
      package net.example;
      import dev.rosa.api.*;
      public class PacketCount implements ActiveApplication {
        private Counter packets;
        @Override public void start(RouterContext router) { packets = router.counter("packets"); }
        @Override public void onPacket(Packet packet) { packets.add(1); }
      }
      """;

  /** Appends a byte, so that each hop can be seen in what arrives. */
  private static final String MARKER =
      """
      package net.example;
      import dev.rosa.api.*;
      public class Marker implements ActiveApplication {
        @Override public void onPacket(Packet packet) {
          if (!packet.isPayloadReadable()) {
            return;
          }
          byte[] longer = new byte[packet.payloadLength() + 1];
          packet.copyPayload(0, longer, 0, packet.payloadLength());
          longer[longer.length - 1] = 0x2a;
          packet.replacePayload(longer, 0, longer.length);
        }
      }
      """;

  private final DomainFolder folder;
  private final LabAddresses at;

  LabFiles(Path folder, LabAddresses at) {
    this.folder = new DomainFolder(folder);
    this.at = at;
  }

  Path file(String name) {
    return folder.file(name);
  }

  Path identity(String name) {
    return folder.identityPrefix(name);
  }

  /** Writes everything; r2's routes lead to {@code destination}, HOST:PORT. */
  void create(String destination) throws IOException, IdentityException {
    createServers(List.of("r1", "r2"));
    Files.writeString(file("r1.xml"), router("r1", at.overlay1(), at.overlay2(), at.status1()));
    Files.writeString(file("r2.xml"), router("r2", at.overlay2(), destination, at.status2()));
  }

  /** Writes everything; the routes of every router lead to {@code destination}, HOST:PORT. */
  void createWide(String destination, List<LabRouter> routers)
      throws IOException, IdentityException {
    createServers(routers.stream().map(LabRouter::name).toList());
    for (LabRouter router : routers) {
      Files.writeString(
          file(router.name() + ".xml"),
          router(router.name(), router.overlay(), destination, router.status()));
    }
  }

  private void createServers(List<String> routers) throws IOException, IdentityException {
    folder.issueIdentities(DOMAIN, routers, List.of("alice", "bob", "carol"));
    Files.write(file("counter.jar"), CompiledBundle.of("net.example.PacketCount", COUNTER).jar());
    Files.write(file("marker.jar"), CompiledBundle.of("net.example.Marker", MARKER).jar());
    Files.writeString(file("as.xml"), authorizationServer());
    Files.writeString(file("codeserver.xml"), codeServer());
  }

  /** Lets bob and carol use "counter" as well. */
  void allowOthers() throws IOException {
    String rule =
        "<rule user=\"%s\" code=\"counter\" from=\"10.0.1.0/24\" to=\"10.0.2.0/24\""
            + " max-window=\"1h\"/>";
    Path file = file("as.xml");
    String rules = "<rules>" + rule.formatted("bob") + rule.formatted("carol");
    Files.writeString(
        file,
        Files.readString(file)
            .replace("<rules>", rules)
            .replace("</users>", "<user name=\"carol\"/></users>"));
  }

  private String authorizationServer() {
    return """
    <authorization-server>
      <identity>domain/as1</identity>
      <listen>%s</listen>
      <storage>as.db</storage>
      <connections handshake="10s"/>
      <domain skew="1s"/>
      <code-servers><code-server>%s</code-server></code-servers>
      <users><user name="alice"/><user name="bob"/></users>
      <codes>
        <code name="counter" bundle="counter.jar"/>
        <code name="marker" bundle="marker.jar"/>
      </codes>
      <rules>
        <rule user="alice" code="counter" from="10.0.1.0/24" to="10.0.2.0/24" max-window="1h"/>
        <rule user="alice" code="counter" from="fd00:1::/64" to="fd00:2::/64" max-window="1h"/>
        <rule user="alice" code="marker" from="10.0.1.0/24" to="10.0.2.0/24" max-window="1h"
              permissions="read modify"/>
        <rule user="alice" code="marker" from="fd00:1::/64" to="fd00:2::/64" max-window="1h"
              permissions="read modify"/>
      </rules>
    </authorization-server>
    """
        .formatted(at.authorizationServer(), at.codeServer());
  }

  private String codeServer() {
    return """
    <code-server>
      <identity>domain/cs1</identity>
      <listen>%s</listen>
      <storage>cs.db</storage>
      <connections handshake="10s"/>
      <publishers><publisher>carol</publisher></publishers>
      <routers><router name="*" codes="*"/></routers>
    </code-server>
    """
        .formatted(at.codeServer());
  }

  /**
   * The configuration of a router that drops, and counts, what is not of its domain. It waits long
   * for what it has to fetch: machines may be slow.
   */
  String router(String name, String overlay, String next, String status) {
    return """
    <router>
      <identity>domain/%s</identity>
      <code-server>%s</code-server>
      <status>%s</status>
      <domain skew="1s" foreign-domain="drop" refused-code="drop"/>
      <parking timeout="1m"/>
      <prewarm limit="off"/>
      <overlay listen="%s">
        <route to="10.0.2.0/24" via="%s"/>
        <route to="fd00:2::/64" via="%s"/>
      </overlay>
    </router>
    """
        .formatted(name, at.codeServer(), status, overlay, next, next);
  }
}
