package dev.rosa.client.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.client.endpoint.AuthorizationClient;
import dev.rosa.client.endpoint.Destination;
import dev.rosa.client.endpoint.DestinationEvent;
import dev.rosa.client.endpoint.SequenceRecord;
import dev.rosa.client.endpoint.ServerList;
import dev.rosa.client.link.DatagramLink;
import dev.rosa.client.link.PacketInlet;
import dev.rosa.command.StopSignal;
import dev.rosa.config.ConfigException;
import dev.rosa.config.HostPort;
import dev.rosa.identity.Identity;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.serving.SteadyClock;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command {@code rosa receive}: active packets' payloads to a local UDP application. */
@Command(
    name = "receive",
    description = {
      "Takes active packets and hands their payloads to a local UDP application.",
      "",
      "Joins sessions at the Authorization Server as their named recipient, checks every packet's"
          + " tag and sequence, and decrypts. Drops sessions that the server tells were revoked. A"
          + " packet whose session may not be joined is not delivered; with --unverified its"
          + " payload is delivered unchecked if it is not encrypted.",
      "",
      "Packets come over an overlay link (--overlay-listen), or as IP packets of their own to UDP"
          + " port 3322 of --address, which must be one of this machine's (--link kernel)."
    },
    footer = {
      "",
      "Examples:",
      "  rosa receive --identity domain/bob --as 127.0.0.1:7001"
          + " --overlay-listen 127.0.0.1:3325 --deliver 127.0.0.1:6004",
      "  rosa receive --unverified --overlay-listen 127.0.0.1:3325 --deliver 127.0.0.1:6004"
          + " --address 10.0.2.1 --idle-exit 30s --json",
      "  rosa receive --identity domain/bob --as 10.9.0.1:7001 --link kernel --address 10.0.2.2"
          + " --print",
      "  rosa receive --identity domain/bob --as 10.9.0.1:7001 --link kernel --address 10.0.2.2"
          + " --deliver 127.0.0.1:6004 --record bob.sequences"
    })
public final class ReceiveCommand implements Callable<Integer> {
  private static final int POLL_MILLIS = 100;

  private final CommandContext context;

  @Option(
      names = "--identity",
      paramLabel = "PREFIX",
      description = "your key and certificate; may be left out with --unverified")
  private Path identity;

  @Option(
      names = "--as",
      paramLabel = "HOST:PORT",
      description =
          "the Authorization Server; several of the domain: A,B, asked in this order; may be left"
              + " out with --unverified")
  private ServerList servers;

  @Option(
      names = "--link",
      paramLabel = "KIND",
      defaultValue = "overlay",
      description = "how packets come: overlay or kernel (default: ${DEFAULT-VALUE})")
  private LinkKind kind;

  @Option(
      names = "--overlay-listen",
      paramLabel = "HOST:PORT",
      description = "where the last router sends its overlay datagrams")
  private HostPort overlay;

  @Option(
      names = "--deliver",
      paramLabel = "HOST:PORT",
      description = "where the application listens; may be left out with --print")
  private HostPort deliver;

  @Option(
      names = "--print",
      description =
          "print each payload on a line of standard output: as text if it is, else in hex digits")
  private boolean print;

  @Option(
      names = "--address",
      paramLabel = "IP",
      description = "take only packets for this address (default: any; needed with --link kernel)")
  private InetAddress address;

  @Option(
      names = "--service-port",
      paramLabel = "PORT",
      description = "take only packets for this application (default: any)")
  private Integer servicePort;

  @Option(
      names = "--skew",
      paramLabel = "TIME",
      defaultValue = "2s",
      description = "how far clocks may differ (default: ${DEFAULT-VALUE})")
  private Duration skew;

  @Option(
      names = "--unverified",
      description = "deliver clear payloads of sessions that may not be joined, WITHOUT any check")
  private boolean unverified;

  @Option(
      names = "--record",
      paramLabel = "FILE",
      description =
          "keep the sequence numbers of what was delivered there, so that no packet is delivered"
              + " again after a restart; made if there is none (default: they are forgotten with"
              + " the process)")
  private Path record;

  @Mixin private StreamOptions stream = new StreamOptions();

  @Mixin private OutputOptions output = new OutputOptions();

  /** The command in this context. */
  public ReceiveCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws Exception {
    checkLink();
    CommandFrame.logEvents();
    Destination.Settings settings =
        new Destination.Settings(
            Optional.ofNullable(address),
            servicePort == null ? OptionalInt.empty() : OptionalInt.of(servicePort),
            skew,
            unverified,
            record());
    try (StopSignal stop = StopSignal.install();
        PayloadOutlet outlet = outlet();
        OptionalClient client = new OptionalClient(client());
        Destination destination =
            Destination.open(
                inlet(),
                client.client(),
                ProviderRegistry.builtIn()::engineFor,
                settings,
                (payload, port, verified) -> outlet.deliver(payload))) {
      sayReady(destination);
      return run(destination, stop);
    }
  }

  private SequenceRecord record() throws ConfigException {
    return record == null
        ? SequenceRecord.inMemory(skew)
        : SequenceRecord.open(record, context.clock(), System::nanoTime, skew);
  }

  private void checkLink() throws CommandFailedException {
    if (deliver == null && !print) {
      throw CommandFailedException.usage(
          "expected --deliver with the application's address, or --print");
    }
    if (kind == LinkKind.OVERLAY && overlay == null) {
      throw CommandFailedException.usage(
          "expected --overlay-listen with an address for the last router's datagrams, or"
              + " --link kernel");
    }
    if (kind == LinkKind.KERNEL && overlay != null) {
      throw CommandFailedException.usage(
          "--overlay-listen is for overlay links; with --link kernel packets come to --address");
    }
    if (kind == LinkKind.KERNEL && (address == null || address.isAnyLocalAddress())) {
      throw CommandFailedException.usage(
          "--link kernel needs --address with the address of this machine that packets are for");
    }
  }

  private PayloadOutlet outlet() throws IOException {
    DatagramLink application = deliver == null ? null : DatagramLink.open(deliver);
    return new PayloadOutlet(application, print ? output.out() : null);
  }

  private PacketInlet inlet() throws IOException {
    return kind == LinkKind.KERNEL ? PacketInlet.kernel(address) : PacketInlet.overlay(overlay);
  }

  private Optional<AuthorizationClient> client() throws Exception {
    if (identity == null && servers == null && unverified) {
      return Optional.empty();
    }
    if (identity == null || servers == null) {
      throw CommandFailedException.usage(
          "expected --identity and --as to check packets, or --unverified alone to check none");
    }
    Identity self = IdentityOption.load(identity, context.clock());
    return Optional.of(AuthorizationClient.open(servers.addresses(), self, context.random()));
  }

  /** Client of the Authorization Server, absent if sessions are not joined. */
  private record OptionalClient(Optional<AuthorizationClient> client) implements AutoCloseable {
    @Override
    public void close() {
      client.ifPresent(AuthorizationClient::close);
    }
  }

  private void sayReady(Destination destination) throws IOException {
    if (unverified) {
      output
          .err()
          .println(
              "warning: --unverified: payloads of sessions that may not be joined are delivered"
                  + " WITHOUT any check, anybody could have sent them");
    }
    output
        .err()
        .println(
            "ready: "
                + kind
                + " "
                + destination.address()
                + (deliver == null ? "" : ", delivering to " + deliver));
    output.err().flush();
  }

  private int run(Destination destination, StopSignal stop) throws IOException {
    ProgressLine progress =
        ProgressLine.start(output.err(), stream.progress(), () -> state(destination));
    try {
      pump(destination, stop);
    } finally {
      progress.close();
      printSummary(destination);
    }
    stop.finished(CommandFrame.OK);
    return CommandFrame.OK;
  }

  private void pump(Destination destination, StopSignal stop) throws IOException {
    InstantSource clock = SteadyClock.ofMachine();
    long lastMillis = clock.millis();
    while (!stop.isRequested()
        && !stream.isOver(delivered(destination), clock.millis() - lastMillis)) {
      if (destination.poll(POLL_MILLIS) > 0 || destination.isJoining()) {
        lastMillis = clock.millis();
      }
    }
  }

  private static long delivered(Destination destination) {
    return destination.counters().get(DestinationEvent.DELIVERED)
        + destination.counters().get(DestinationEvent.DELIVERED_UNVERIFIED);
  }

  private static String state(Destination destination) {
    StringBuilder line = new StringBuilder();
    line.append("delivered ").append(delivered(destination)).append(" packets, ");
    line.append(destination.counters().get(DestinationEvent.DELIVERED_BYTES)).append(" bytes");
    for (Map.Entry<String, Long> count : destination.counters().byName().entrySet()) {
      boolean said = count.getKey().equals("delivered") || count.getKey().equals("deliveredBytes");
      if (!said && count.getValue() > 0) {
        line.append(", ").append(count.getKey()).append(' ').append(count.getValue());
      }
    }
    return line.toString();
  }

  private void printSummary(Destination destination) {
    if (!output.json()) {
      output.line(state(destination));
      return;
    }
    ObjectNode json = CommandContext.JSON.createObjectNode();
    destination.counters().byName().forEach(json::put);
    output.json(json);
  }
}
