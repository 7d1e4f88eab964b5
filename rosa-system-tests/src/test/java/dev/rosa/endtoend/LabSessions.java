package dev.rosa.endtoend;

import dev.rosa.client.endpoint.ActiveSession;
import dev.rosa.client.endpoint.AuthorizationClient;
import dev.rosa.client.endpoint.CallFailedException;
import dev.rosa.client.endpoint.SessionRequest;
import dev.rosa.client.link.OverlayLink;
import dev.rosa.client.link.PacketLink;
import dev.rosa.config.HostPort;
import dev.rosa.identity.Identity;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.session.PacketSealer;
import dev.rosa.testkit.Await;
import dev.rosa.wire.active.Suite;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sessions of a lab's users, whose packets are sent to one router or another to see what becomes of
 * each, also after the Authorization Server has told that the session is void. Has the address to
 * which the lab's last router sends. One thread's.
 */
final class LabSessions implements AutoCloseable {

  /** Fate of a packet that has passed both routers, or r2 if it was sent there. */
  static final String PASSED = "passed";

  private static final ProviderRegistry PROVIDERS = ProviderRegistry.builtIn();
  private static final int SECONDS = 1_800;
  private static final int SERVICE_PORT = 6_004;
  private static final int MTU = 1_500;
  private static final int POLL_MILLIS = 20;
  private static final String TEXT = "packet ";
  private static final Pattern NUMBER = Pattern.compile(TEXT + "\\d{8}");

  private final Lab lab;
  private final DatagramSocket destination;
  private final Map<String, AuthorizationClient> clients = new HashMap<>();
  private final List<Session> sessions = new ArrayList<>();
  private int packets;

  LabSessions(Lab lab, String overlay) throws IOException {
    this.lab = lab;
    this.destination = new DatagramSocket(HostPort.parse(overlay).toSocketAddress());
    destination.setSoTimeout(POLL_MILLIS);
  }

  /** Link that leads to the router that is chosen. */
  private static final class Fork implements PacketLink {

    private final Map<String, OverlayLink> links = new HashMap<>();
    private OverlayLink chosen;

    Fork(List<LabRouter> routers) throws IOException {
      for (LabRouter router : routers) {
        links.put(router.name(), OverlayLink.open(HostPort.parse(router.overlay()), MTU));
      }
      choose(routers.get(0).name());
    }

    void choose(String router) {
      chosen = links.get(router);
    }

    @Override
    public int largestPacketBytes() {
      return chosen.largestPacketBytes();
    }

    @Override
    public boolean send(ByteBuffer packet) throws IOException {
      return chosen.send(packet);
    }

    @Override
    public void close() throws IOException {
      for (OverlayLink link : links.values()) {
        link.close();
      }
    }
  }

  /** One session with its sending end. */
  final class Session {

    private final ActiveSession session;
    private final PacketSealer sealer;
    private final Fork link;
    private final ByteBuffer memory = ByteBuffer.allocate(MTU);
    private long sequence;

    private Session(ActiveSession session, Fork link) {
      this.session = session;
      this.sealer =
          new PacketSealer(
              session.parameters(),
              session.key(),
              PROVIDERS.engineFor(session.parameters().suite()));
      this.link = link;
    }

    /** Its number. */
    String hex() {
      return session.sessionHex();
    }

    long epoch() {
      return Integer.toUnsignedLong(session.parameters().epoch());
    }

    /** Sends a packet to a router; returns the reason of its drop, or {@link #PASSED}. */
    String fateAt(String router) throws Exception {
      Map<String, Long> before = drops();
      String text = send(router);
      String[] fate = new String[1];
      Await.until(
          () -> text + " to meet its fate" + lab.tails(),
          () -> {
            fate[0] = arrived(text) ? PASSED : reason(before);
            return fate[0] != null;
          });
      return fate[0];
    }

    /** Sends a packet to a router; returns its text. */
    String send(String router) throws Exception {
      String text = TEXT + "%08d".formatted(++packets);
      link.choose(router);
      ByteBuffer payload = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
      int length = sealer.seal(memory, 0, SERVICE_PORT, ++sequence, payload);
      boolean unused = link.send(memory.slice(0, length));
      return text;
    }

    /** Waits until its packets have that fate at both routers. */
    void await(String fate) throws Exception {
      for (String router : List.of("r1", "r2")) {
        Await.until(() -> fate + " at " + router + lab.tails(), () -> fateAt(router).equals(fate));
      }
    }
  }

  private boolean arrived(String text) throws IOException {
    return nextArrival().filter(text::equals).isPresent();
  }

  /** The text of the next packet that arrives, if one does within a moment. */
  Optional<String> nextArrival() throws IOException {
    DatagramPacket packet = new DatagramPacket(new byte[MTU], MTU);
    try {
      destination.receive(packet);
      Matcher number =
          NUMBER.matcher(
              new String(packet.getData(), 0, packet.getLength(), StandardCharsets.ISO_8859_1));
      return number.find() ? Optional.of(number.group()) : Optional.empty();
    } catch (SocketTimeoutException e) {
      return Optional.empty();
    }
  }

  private Map<String, Long> drops() throws Exception {
    Map<String, Long> drops = new TreeMap<>();
    for (LabRouter router : lab.routers()) {
      lab.reading(router.name())
          .drops()
          .forEach((reason, count) -> drops.merge(reason, count, Long::sum));
    }
    return drops;
  }

  private String reason(Map<String, Long> before) throws Exception {
    for (Map.Entry<String, Long> now : drops().entrySet()) {
      if (now.getValue() > before.getOrDefault(now.getKey(), 0L)) {
        return now.getKey();
      }
    }
    return null;
  }

  /**
   * Opens a session.
   *
   * @throws CallFailedException if the Authorization Server refuses
   */
  Session open(String user, String code) throws Exception {
    return open(user, code, Suite.HMAC_SHA256, SessionRequest.GrantWish.unspecified());
  }

  /** The same with another suite, and wishes for the grant. */
  Session open(String user, String code, Suite suite, SessionRequest.GrantWish wish)
      throws Exception {
    SessionRequest request =
        new SessionRequest(
            code,
            SessionRequest.Window.ofSeconds(SECONDS),
            InetAddress.getByName("10.0.1.1"),
            InetAddress.getByName("10.0.2.1"),
            Optional.of(suite),
            wish,
            List.of());
    Session session = new Session(client(user).request(request), new Fork(lab.routers()));
    sessions.add(session);
    return session;
  }

  /** Opens a session as soon as the Authorization Server grants it. */
  Session awaitOpen(String user, String code) throws Exception {
    Session[] opened = new Session[1];
    Await.until(
        () -> "a session of " + code + lab.tails(),
        () -> {
          try {
            opened[0] = open(user, code);
          } catch (CallFailedException e) {
            return false;
          }
          return true;
        });
    return opened[0];
  }

  private AuthorizationClient client(String user) throws Exception {
    AuthorizationClient known = clients.get(user);
    if (known == null) {
      known =
          AuthorizationClient.open(
              HostPort.parse(lab.at().authorizationServer()),
              Identity.load(lab.files().identity(user)),
              new SecureRandom());
      clients.put(user, known);
    }
    return known;
  }

  @Override
  public void close() throws IOException {
    for (Session session : sessions) {
      session.link.close();
    }
    clients.values().forEach(AuthorizationClient::close);
    destination.close();
  }
}
