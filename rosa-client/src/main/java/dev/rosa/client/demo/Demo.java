package dev.rosa.client.demo;

import dev.rosa.client.demo.attack.AttackLink;
import dev.rosa.client.demo.attack.AttackResult;
import dev.rosa.client.demo.attack.ControlAttacker;
import dev.rosa.client.demo.attack.PacketAttack;
import dev.rosa.client.demo.attack.PacketAttacker;
import dev.rosa.client.demo.call.AudioResult;
import dev.rosa.client.demo.call.Inbox;
import dev.rosa.client.demo.call.Melody;
import dev.rosa.client.demo.call.MuLaw;
import dev.rosa.client.demo.call.RtpCall;
import dev.rosa.client.demo.call.WavFile;
import dev.rosa.client.demo.hostile.HostileCode;
import dev.rosa.client.demo.node.ClassArchives;
import dev.rosa.client.demo.node.DemoDomain;
import dev.rosa.client.demo.node.DemoDomain.Addresses;
import dev.rosa.client.demo.node.DemoNetwork;
import dev.rosa.client.demo.node.Operator;
import dev.rosa.client.demo.node.Sessions;
import dev.rosa.client.demo.node.StatusPage;
import dev.rosa.client.demo.progress.DemoException;
import dev.rosa.client.demo.progress.Interruption;
import dev.rosa.client.demo.progress.ProgressLog;
import dev.rosa.client.demo.progress.Waits;
import dev.rosa.client.endpoint.ActiveSession;
import dev.rosa.client.endpoint.CallFailedException;
import dev.rosa.client.endpoint.PublicationClient;
import dev.rosa.client.link.OverlayLink;
import dev.rosa.client.link.PacketLink;
import dev.rosa.config.HostPort;
import dev.rosa.control.v1.CodeDescription;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Course of {@code rosa demo} from beginning to end: {@link #run} reads like its programme. One
 * thread; the nodes are processes of their own.
 */
public final class Demo {

  /**
   * Settings of a demo.
   *
   * @param audio what is sent; empty: a melody
   * @param seconds of audio at most
   * @param lab whether this process is on the lab's src, to run the nodes around it
   */
  public record Settings(Optional<Path> audio, int seconds, DemoFiles files, boolean lab) {}

  private static final int OVERLAY_MTU = 1_500;

  private static final int SESSION_SECONDS = 600;
  private static final int SHORT_SESSION_SECONDS = 1;

  /** Clocks may be a second apart by the demo's configuration, and one for rounding. */
  private static final long EXPIRY_MILLIS = (SHORT_SESSION_SECONDS + 2) * 1_000L;

  private static final String[] CODES = {DemoDomain.TRANSCODER, DemoDomain.COUNTER};

  private static final List<String> MESSAGES =
      List.of(
          "The routers ran code on this packet.",
          "None of them could read it.",
          "Only bob can, whom alice named.");

  private final Settings settings;
  private final ProgressLog progressLog;
  private final List<AttackResult> attacks = new ArrayList<>();

  private Demo(Settings settings, ProgressLog progressLog) {
    this.settings = settings;
    this.progressLog = progressLog;
  }

  /**
   * Runs the demo; it leaves no process behind, also if it fails.
   *
   * @param progressLog told what happens, as it happens
   * @param interruption told how to end it all early
   */
  public static DemoReport run(
      Settings settings, PrintWriter progressLog, Interruption interruption)
      throws DemoException, InterruptedException {
    try {
      return new Demo(settings, new ProgressLog(progressLog)).run(interruption);
    } catch (IOException e) {
      throw DemoException.ofMachine(e);
    }
  }

  private DemoReport run(Interruption interruption)
      throws DemoException, IOException, InterruptedException {
    interruption.undoBy(progressLog::end);
    short[] samples = samples();
    DemoDomain domain =
        DemoDomain.create(settings.files().directory(), settings.files().home(), settings.lab());
    progressLog.line("domain %d and its identities are in %s", DemoDomain.NUMBER, domain.file(""));
    ClassArchives archives = new ClassArchives(settings.files().home(), true);
    try (DemoNetwork network = new DemoNetwork(domain, archives, progressLog)) {
      interruption.undoBy(network::abandon);
      DemoReport report = perform(samples, domain, network);
      network.keepArchives();
      return report;
    }
  }

  private DemoReport perform(short[] samples, DemoDomain domain, DemoNetwork network)
      throws DemoException, IOException, InterruptedException {
    Addresses at = domain.addresses();
    Waits waits = network.patience();
    Sessions sessions = new Sessions(domain, waits);
    try (Inbox inbox = new Inbox(address(at.delivery()));
        PacketLink firstLink = attackersLink(at)) {
      StatusPage r1 = new StatusPage("r1", at.status1(), waits);
      StatusPage r2 = new StatusPage("r2", at.status2(), waits);
      startEverything(domain, network, sessions);
      r1.awaitCatalogue(CODES.length + HostileCode.values().length);
      r2.awaitCatalogue(CODES.length);
      progressLog.line("all nodes are ready");
      ActiveSession brief = sessions.open(DemoDomain.COUNTER, SHORT_SESSION_SECONDS);
      long briefOpenedNanos = System.nanoTime();
      AudioResult audio = sendAudio(samples, inbox, at, waits);
      int messages = sendMessages(inbox, at, waits);
      network.checkAlive();
      progressLog.heading("Attacks on the network, " + PacketAttacker.TRIES + " packets each");
      PacketAttacker attacker = new PacketAttacker(firstLink, inbox, r1, r2, waits);
      attackWithPackets(attacker, sessions);
      attackWithCode(attacker, sessions);
      attackControlPlane(new ControlAttacker(domain, waits), sessions);
      refreshAndRevoke(new Operator(domain), attacker, sessions);
      awaitExpiry(briefOpenedNanos);
      show(attacker.change(PacketAttack.EXPIRED, new PacketAttacker.Genuine(brief)));
      network.checkAlive();
      return new DemoReport(
          audio,
          new DemoReport.Messages(MESSAGES.size(), messages),
          attacks,
          List.of(new DemoReport.Hop("r1", r1.read()), new DemoReport.Hop("r2", r2.read())),
          progressLog.seconds());
    }
  }

  private static PacketLink attackersLink(Addresses at) throws IOException {
    return at.lab()
        ? new AttackLink()
        : OverlayLink.open(HostPort.parse(at.overlay1()), OVERLAY_MTU);
  }

  private short[] samples() throws DemoException {
    return settings.audio().isPresent()
        ? WavFile.read(settings.audio().get(), settings.seconds())
        : Melody.play(settings.seconds());
  }

  private void startEverything(DemoDomain domain, DemoNetwork network, Sessions sessions)
      throws DemoException, InterruptedException, IOException {
    network.startNodes();
    progressLog.line("starting Authorization Server, Code Server, r1, r2 and Destination");
    network.awaitReady("cs");
    publish(domain, network.patience());
    network.awaitReady("as");
    for (String code : CODES) {
      sessions.open(code, SESSION_SECONDS).key().destroy();
    }
    network.startSources();
    network.awaitReady("r1", "r2", "destination", "source", "source-encrypted");
  }

  private void publish(DemoDomain domain, Waits waits)
      throws DemoException, IOException, InterruptedException {
    HostPort server = HostPort.parse(domain.addresses().codeServer());
    try (PublicationClient publisher =
        PublicationClient.open(server, domain.identity("carol"), InstantSource.system())) {
      for (String code : CODES) {
        publish(publisher, code, domain.bundle(code), waits);
      }
      for (HostileCode code : HostileCode.values()) {
        publish(publisher, code.published(), domain.bundle(code), waits);
      }
    } catch (CallFailedException e) {
      throw new DemoException(e.getMessage(), e);
    }
  }

  private void publish(PublicationClient publisher, String code, Path file, Waits waits)
      throws DemoException, CallFailedException, IOException, InterruptedException {
    byte[] bundle = Files.readAllBytes(file);
    CodeDescription description =
        waits.answer("the Code Server to admit " + code, () -> publisher.publish(code, bundle));
    progressLog.line(
        "the Code Server admitted %s, %d bytes, %s",
        code, description.getSizeBytes(), description.getEntryClass());
  }

  private AudioResult sendAudio(short[] samples, Inbox inbox, Addresses at, Waits waits)
      throws IOException, DemoException, InterruptedException {
    progressLog.line(
        "sending %.1f s of audio", samples.length / (double) Melody.SAMPLES_PER_SECOND);
    try (RtpCall call = new RtpCall(address(at.audioIn()), inbox, waits)) {
      RtpCall.Outcome outcome = call.run(samples);
      boolean exact =
          outcome.otherFormat() == 0 && Arrays.equals(MuLaw.encode(samples), outcome.encoded());
      WavFile.writeMuLaw(settings.files().received(), outcome.encoded());
      progressLog.line(
          "%d of %d packets arrived as µ-law, %s; listen to %s",
          outcome.received(),
          outcome.sent(),
          exact ? "bit-exact" : "NOT what was sent",
          settings.files().received());
      return new AudioResult(outcome, exact, settings.files().received());
    }
  }

  private int sendMessages(Inbox inbox, Addresses at, Waits waits)
      throws IOException, DemoException, InterruptedException {
    int arrived = 0;
    try (DatagramSocket application = new DatagramSocket()) {
      for (String message : MESSAGES) {
        byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
        application.send(new DatagramPacket(bytes, bytes.length, address(at.messagesIn())));
        arrived += Arrays.equals(bytes, inbox.next("an encrypted message", waits)) ? 1 : 0;
      }
    }
    progressLog.line(
        "%d of %d encrypted messages arrived and were decrypted by their recipient only",
        arrived, MESSAGES.size());
    return arrived;
  }

  private void attackWithPackets(PacketAttacker attacker, Sessions sessions)
      throws DemoException, IOException, InterruptedException {
    ActiveSession session = sessions.open(DemoDomain.COUNTER, SESSION_SECONDS);
    PacketAttacker.Genuine genuine = new PacketAttacker.Genuine(session);
    byte[] delivered = attacker.deliver(genuine);
    progressLog.line("a genuine packet of the attackers' session arrives, so the way is open");
    for (PacketAttack attack : PacketAttack.ON_ONE_PACKET) {
      show(attacker.change(attack, genuine));
    }
    show(attacker.repeat(PacketAttack.REPLAY, delivered));
  }

  /** Genuine packets whose code is hostile; the router stops it, and serves others as before. */
  private void attackWithCode(PacketAttacker attacker, Sessions sessions)
      throws DemoException, IOException, InterruptedException {
    show(attacker.change(PacketAttack.ENDLESS_LOOP, hostile(HostileCode.ENDLESS_LOOP, sessions)));
    show(attacker.change(PacketAttack.MEMORY_BOMB, hostile(HostileCode.MEMORY_BOMB, sessions)));
    byte[] unused =
        attacker.deliver(
            new PacketAttacker.Genuine(sessions.open(DemoDomain.COUNTER, SESSION_SECONDS)));
  }

  private static PacketAttacker.Genuine hostile(HostileCode code, Sessions sessions)
      throws DemoException, InterruptedException {
    return new PacketAttacker.Genuine(sessions.open(code.published(), SESSION_SECONDS));
  }

  private void attackControlPlane(ControlAttacker attacker, Sessions sessions)
      throws DemoException, InterruptedException {
    ActiveSession transcoding = sessions.open(DemoDomain.TRANSCODER, SESSION_SECONDS);
    transcoding.key().destroy();
    show(attacker.unauthorisedUser());
    show(attacker.routerWithoutPermission(transcoding.parameters()));
    show(attacker.changedBundle(transcoding.parameters().code()));
    show(attacker.changedDigest(transcoding.parameters().code()));
  }

  /**
   * A refresh, by which running sessions lose nothing, and a revocation, which ends one at once.
   */
  private void refreshAndRevoke(Operator operator, PacketAttacker attacker, Sessions sessions)
      throws DemoException, IOException, InterruptedException {
    ActiveSession before = sessions.open(DemoDomain.COUNTER, SESSION_SECONDS);
    PacketAttacker.Genuine ofBefore = new PacketAttacker.Genuine(before);
    operator.run("epoch", "next", DemoDomain.COUNTER);
    ActiveSession after =
        sessions.openAfter(before.parameters().epoch(), DemoDomain.COUNTER, SESSION_SECONDS);
    byte[] unused = attacker.deliver(ofBefore);
    unused = attacker.deliver(new PacketAttacker.Genuine(after));
    progressLog.line(
        "the counter's secret was replaced, epoch %d by %d: packets of sessions under both arrive",
        before.parameters().epoch(), after.parameters().epoch());
    operator.run("revoke", "session", Long.toHexString(before.parameters().session()));
    attacker.awaitDrops(PacketAttack.REVOKED, ofBefore);
    show(attacker.change(PacketAttack.REVOKED, ofBefore));
  }

  private static void awaitExpiry(long openedNanos) throws InterruptedException {
    long sinceMillis = Duration.ofNanos(System.nanoTime() - openedNanos).toMillis();
    Thread.sleep(Math.max(0, EXPIRY_MILLIS - sinceMillis));
  }

  private void show(AttackResult result) {
    attacks.add(result);
    progressLog.line(
        "%-26s %s by %s: %s",
        result.name(),
        result.refused() ? "refused" : "NOT REFUSED",
        result.by(),
        result.shortWhy());
  }

  private static InetSocketAddress address(String hostPort) {
    return HostPort.parse(hostPort).toSocketAddress();
  }
}
