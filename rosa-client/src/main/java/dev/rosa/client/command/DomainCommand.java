package dev.rosa.client.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.identity.CertificateEnd;
import dev.rosa.identity.DomainAuthority;
import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Command {@code rosa domain}: the certificate authority of a domain and the identities it issues.
 */
@Command(
    name = "domain",
    description = "Makes a domain, and the identities of its nodes and users.",
    footer = {
      "",
      "Examples:",
      "  rosa domain init domain --domain 17",
      "  rosa domain issue --dir domain --role router --name r1",
      "  rosa domain renew --dir domain --name r1",
      "  rosa domain list --dir domain"
    })
public final class DomainCommand implements Runnable {
  private static final long MAX_U32 = 0xffff_ffffL;

  @Spec private CommandSpec spec;

  private DomainCommand() {}

  static CommandLine commandLine(CommandContext context) {
    return new CommandLine(new DomainCommand())
        .addSubcommand(new Init(context))
        .addSubcommand(new Issue(context))
        .addSubcommand(new Renew(context))
        .addSubcommand(new ListIssued(context));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "expected init, issue, renew or list");
  }

  private static int u32(String option, long value, long min) throws CommandFailedException {
    if (value < min || value > MAX_U32) {
      throw CommandFailedException.usage(
          option + " " + value + ", expected a whole number from " + min + " to " + MAX_U32);
    }
    return (int) value;
  }

  /** {@code rosa domain init}. */
  @Command(
      name = "init",
      description = {
        "Makes a new domain: a directory with its authority's key and certificate.",
        "The directory is made for its owner only; no domain is ever overwritten."
      },
      footer = {"", "Examples:", "  rosa domain init domain --domain 17"})
  static final class Init implements Callable<Integer> {
    private final CommandContext context;

    @Parameters(paramLabel = "DIR", description = "the directory of the authority")
    private Path directory;

    @Option(
        names = "--domain",
        required = true,
        paramLabel = "N",
        description = "the domain's number as packets carry it, 1 to 4294967295")
    private long domain;

    @Mixin private OutputOptions output = new OutputOptions();

    Init(CommandContext context) {
      this.context = context;
    }

    @Override
    public Integer call() throws CommandFailedException, IdentityException {
      int number = u32("--domain", domain, 1);
      DomainAuthority.init(directory, number, context.clock(), context.random());
      if (output.json()) {
        output.json(
            CommandContext.JSON
                .createObjectNode()
                .put("domain", domain)
                .put("directory", directory.toString()));
      } else {
        output.line("domain " + domain + ": authority made in " + directory);
      }
      return CommandFrame.OK;
    }
  }

  /** {@code rosa domain issue}. */
  @Command(
      name = "issue",
      description = {
        "Issues an identity: NAME.key (readable by you only) and NAME.crt in the directory.",
        "A router also gets a node id of its own, which no other router ever has."
      },
      footer = {
        "",
        "Examples:",
        "  rosa domain issue --dir domain --role as --name as1",
        "  rosa domain issue --dir domain --role router --name r1 --days 90",
        "  rosa domain issue --dir domain --role user --name alice"
      })
  static final class Issue implements Callable<Integer> {
    private final CommandContext context;

    @Option(
        names = "--dir",
        required = true,
        paramLabel = "DIR",
        description = "the directory of the authority")
    private Path directory;

    @Option(
        names = "--role",
        required = true,
        paramLabel = "ROLE",
        description = "as, codeserver, router, user or admin")
    private Role role;

    @Option(
        names = "--name",
        required = true,
        paramLabel = "NAME",
        description = "lower-case letters, digits, '.' and '-'")
    private String name;

    @Option(
        names = "--days",
        paramLabel = "N",
        defaultValue = "365",
        description = "how long it is good (default: ${DEFAULT-VALUE})")
    private int days;

    @Option(
        names = "--node-id",
        paramLabel = "N",
        description = "a router's node id, 1 to 4294967295 (default: the lowest free one)")
    private Long nodeId;

    @Mixin private OutputOptions output = new OutputOptions();

    Issue(CommandContext context) {
      this.context = context;
    }

    @Override
    public Integer call() throws CommandFailedException, IdentityException {
      OptionalInt wanted =
          nodeId == null ? OptionalInt.empty() : OptionalInt.of(u32("--node-id", nodeId, 1));
      DomainAuthority authority =
          DomainAuthority.open(directory, context.clock(), context.random());
      Path prefix = authority.issue(role, name, Duration.ofDays(days), wanted);
      print(prefix, Identity.load(prefix, context.clock()));
      return CommandFrame.OK;
    }

    private void print(Path prefix, Identity identity) {
      String node = Integer.toUnsignedString(identity.nodeId());
      if (!output.json()) {
        String suffix = role == Role.ROUTER ? ", node id " + node : "";
        output.line(identity.id() + ": " + prefix + ".key, " + prefix + ".crt" + suffix);
        return;
      }
      ObjectNode json = CommandContext.JSON.createObjectNode();
      json.put("identity", identity.id().toString()).put("prefix", prefix.toString());
      if (role == Role.ROUTER) {
        json.put("nodeId", Integer.toUnsignedLong(identity.nodeId()));
      }
      output.json(json);
    }
  }

  /** {@code rosa domain renew}. */
  @Command(
      name = "renew",
      description = {
        "Gives an issued name a new certificate and a new key: same role, user id and node id.",
        "",
        "Replaces NAME.key (readable by you only) and NAME.crt in the directory; the old key is"
            + " not kept there. Copy NAME.key, NAME.crt and ca.crt to where the node or user has"
            + " them, and restart the node. The old certificate stays valid until its end: nothing"
            + " is revoked yet."
      },
      footer = {
        "",
        "Examples:",
        "  rosa domain renew --dir domain --name r1",
        "  rosa domain renew --dir domain --name alice --days 90"
      })
  static final class Renew implements Callable<Integer> {
    private final CommandContext context;

    @Option(
        names = "--dir",
        required = true,
        paramLabel = "DIR",
        description = "the directory of the authority")
    private Path directory;

    @Option(
        names = "--name",
        required = true,
        paramLabel = "NAME",
        description = "a name that was issued; 'rosa domain list' shows them")
    private String name;

    @Option(
        names = "--days",
        paramLabel = "N",
        defaultValue = "365",
        description = "how long the new certificate is good (default: ${DEFAULT-VALUE})")
    private int days;

    @Mixin private OutputOptions output = new OutputOptions();

    Renew(CommandContext context) {
      this.context = context;
    }

    @Override
    public Integer call() throws IdentityException {
      DomainAuthority authority =
          DomainAuthority.open(directory, context.clock(), context.random());
      DomainAuthority.Renewal renewal = authority.renew(name, Duration.ofDays(days));
      print(renewal, Identity.load(renewal.prefix(), context.clock()));
      return CommandFrame.OK;
    }

    private void print(DomainAuthority.Renewal renewal, Identity identity) {
      Instant until = identity.certificate().getNotAfter().toInstant();
      if (output.json()) {
        ObjectNode json = CommandContext.JSON.createObjectNode();
        json.put("identity", identity.id().toString());
        json.put("prefix", renewal.prefix().toString()).put("until", until.toString());
        output.json(json.put("previousUntil", renewal.previousEnd().toString()));
        return;
      }
      output.line(
          "%s until %s: %s.key, %s.crt"
              .formatted(identity.id(), until, renewal.prefix(), renewal.prefix()));
      if (renewal.previousEnd().isAfter(context.clock().instant())) {
        output.note("the certificate before it stays valid until " + renewal.previousEnd());
      }
    }
  }

  /** {@code rosa domain list}. */
  @Command(
      name = "list",
      description = {
        "Lists the identities that the authority has issued, oldest first, with the end of the"
            + " newest certificate of each.",
        "Marks what ends within 30 days, and what has ended."
      },
      footer = {"", "Examples:", "  rosa domain list --dir domain"})
  static final class ListIssued implements Callable<Integer> {
    private final CommandContext context;

    @Option(
        names = "--dir",
        paramLabel = "DIR",
        defaultValue = "domain",
        description = "the directory of the authority (default: ${DEFAULT-VALUE})")
    private Path directory;

    @Mixin private OutputOptions output = new OutputOptions();

    ListIssued(CommandContext context) {
      this.context = context;
    }

    @Override
    public Integer call() throws IdentityException {
      DomainAuthority authority =
          DomainAuthority.open(directory, context.clock(), context.random());
      if (output.json()) {
        ArrayNode json = CommandContext.JSON.createArrayNode();
        authority.issued().forEach(issued -> json.add(json(issued)));
        output.json(json);
      } else {
        authority
            .issued()
            .forEach(
                issued ->
                    output.line(text(issued) + end(issued).map(mark -> ", " + mark).orElse("")));
      }
      return CommandFrame.OK;
    }

    private Optional<String> end(DomainAuthority.Issued issued) {
      return CertificateEnd.mark(issued.until(), context.clock());
    }

    private ObjectNode json(DomainAuthority.Issued issued) {
      ObjectNode json = CommandContext.JSON.createObjectNode();
      json.put("identity", issued.id().toString());
      json.put("issuedAt", issued.at().toString()).put("until", issued.until().toString());
      end(issued).ifPresent(mark -> json.put("warning", mark));
      if (issued.id().role() == Role.ROUTER) {
        json.put("nodeId", Integer.toUnsignedLong(issued.nodeId()));
      }
      return json;
    }

    private static String text(DomainAuthority.Issued issued) {
      String node =
          issued.id().role() == Role.ROUTER
              ? " node " + Integer.toUnsignedString(issued.nodeId())
              : "";
      return issued.id() + node + " until " + issued.until();
    }
  }
}
