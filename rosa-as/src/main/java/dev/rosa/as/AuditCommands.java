package dev.rosa.as;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.as.audit.AuditTree;
import dev.rosa.as.audit.Checkpoints;
import dev.rosa.as.audit.Fork;
import dev.rosa.as.audit.LogKey;
import dev.rosa.as.audit.WitnessTable;
import dev.rosa.as.audit.WitnessTable.Cosigned;
import dev.rosa.audit.EntryFields;
import dev.rosa.audit.ExportWriter;
import dev.rosa.config.ConfigException;
import dev.rosa.role.AdministrationException;
import dev.rosa.storage.Storage;
import dev.rosa.transparency.InclusionProof;
import dev.rosa.transparency.Proofs;
import dev.rosa.transparency.SignedNote;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/**
 * Commands {@code rosa as --config F audit
 * list|show|export|prove|checkpoint|key|accept-loss|prune}: show, export or prove rows of the audit
 * log, delete the contents of old ones, go on after a loss.
 */
@Command(
    name = "audit",
    description = {
      "The domain's audit log: every decision and act is a leaf of one Merkle tree.",
      "'rosa audit verify' checks an export or a proof without this server."
    },
    footer = {
      "",
      "Examples:",
      "  ./rosa as --config config/as.xml audit list --limit 20",
      "  ./rosa as --config config/as.xml audit show 7 --json",
      "  ./rosa as --config config/as.xml audit key > audit.key",
      "  ./rosa as --config config/as.xml audit export audit-export",
      "  ./rosa as --config config/as.xml audit prove 7 row7.tlog-proof",
      "  ./rosa as --config config/as.xml audit prune --keep 400"
    })
final class AuditCommands {
  private static final Pattern SESSION = Pattern.compile("[0-9A-Fa-f]{1,16}");
  private static final int MOST_LISTED = 10_000;

  private final InstantSource clock = InstantSource.system();

  @ParentCommand private AuthorizationServerCommand server;

  @Spec private CommandSpec spec;

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "Show rows, by default the newest; oldest first.")
  int list(
      @Option(names = "--from", paramLabel = "ROW", description = "The first row to show.")
          Long from,
      @Option(
              names = "--limit",
              paramLabel = "N",
              defaultValue = "50",
              description = "Show at most so many, up to 10000. Default: ${DEFAULT-VALUE}")
          int limit,
      @Option(names = "--session", paramLabel = "HEX", description = "Rows of this session only.")
          String session,
      @Option(names = "--json", description = "As JSON.") boolean json)
      throws Exception {
    require(limit > 0 && limit <= MOST_LISTED, "--limit is " + limit, "from 1 to " + MOST_LISTED);
    require(from == null || from >= 0, "--from is " + from, "a row from 0");
    require(
        session == null || SESSION.matcher(session).matches(),
        "--session is not hexadecimal",
        "at most 16 digits as 'audit list' prints them");
    server.administer(
        records -> {
          AuditTree tree = records.audit().tree();
          long first = from == null ? Math.max(0, tree.size() - limit) : from;
          // A pruned row says no session.
          show(
              first,
              session == null ? range(tree, first, limit) : ofSession(tree, session, limit),
              json);
        });
    return 0;
  }

  private void require(boolean holds, String found, String expected) {
    if (!holds) {
      throw new ParameterException(spec.commandLine(), found + ", expected " + expected);
    }
  }

  private static List<byte[]> range(AuditTree tree, long first, int limit) {
    long rows = Math.min(limit, tree.size() - first);
    return rows > 0 ? tree.entries(first, (int) rows) : List.of();
  }

  private static List<byte[]> ofSession(AuditTree tree, String session, int limit) {
    return tree.ofSession(Long.parseUnsignedLong(session, 16), limit);
  }

  private void show(long first, List<byte[]> entries, boolean json)
      throws InvalidProtocolBufferException {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (byte[] entry : entries) {
      rows.add(EntryFields.of(first + rows.size(), entry));
    }
    if (json) {
      server.print(JsonList.of(rows));
      return;
    }
    Columns table = new Columns("ROW", "TIME", "EVENT", "OUTCOME", "BY", "SESSION", "ABOUT");
    rows.forEach(row -> table.add(line(row)));
    table.lines().forEach(server::print);
  }

  private static Object[] line(Map<String, Object> row) {
    return new Object[] {
      row.get("row"),
      row.get("time"),
      row.get("event"),
      row.getOrDefault("outcome", "-"),
      first(row, "caller", "operator", "publisher"),
      row.getOrDefault("session", "-"),
      first(row, "reason", "code", "act", "identity")
    };
  }

  private static Object first(Map<String, Object> row, String... names) {
    return Stream.of(names).map(row::get).filter(Objects::nonNull).findFirst().orElse("-");
  }

  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      description = "Show all that a row says: the request as it was signed, and the answer.")
  int show(
      @Parameters(paramLabel = "ROW", description = "Its number, from 0.") long row,
      @Option(names = "--json", description = "As JSON.") boolean json)
      throws Exception {
    server.administer(
        records -> {
          Map<String, Object> fields = EntryFields.of(row, entry(records.audit().tree(), row));
          if (json) {
            server.print(JsonList.of(List.of(fields)));
          } else {
            fields.forEach((name, value) -> server.print(name + ": " + value));
          }
        });
    return 0;
  }

  private static byte[] entry(AuditTree tree, long row) throws AdministrationException {
    return tree.entry(row)
        .orElseThrow(
            () ->
                new AdministrationException(
                    "there is no row %d, the audit log has %d".formatted(row, tree.size())));
  }

  @Command(
      name = "export",
      mixinStandardHelpOptions = true,
      description = {
        "Write all rows, the hashes of the tree and a signed checkpoint into a directory.",
        "Its files are those of C2SP tlog-tiles: other tools read them, too. The file 'witnesses'"
            + " has the newest checkpoint that each witness has cosigned."
      })
  int export(
      @Parameters(paramLabel = "DIR", description = "A new or empty directory.") Path directory)
      throws Exception {
    server.withStorage(
        (storage, records) -> {
          Checkpoints.Signed newest = checkpoints(storage).newest();
          List<Cosigned> witnesses = new WitnessTable(storage).all();
          ExportWriter writer = writer(records.audit().tree(), directory);
          writer.write(WitnessTable.exported(witnesses));
          writer.write(WitnessTable.on(newest.note(), witnesses), newest.size());
          server.print(
              "exported %d rows to %s, witnesses: %d"
                  .formatted(newest.size(), directory, witnesses.size()));
        });
    return 0;
  }

  private static ExportWriter writer(AuditTree tree, Path directory)
      throws ConfigException, IOException {
    try {
      return new ExportWriter(tree, directory);
    } catch (FileAlreadyExistsException e) {
      throw new ConfigException(directory + ": exists, expected a new or empty directory", e);
    }
  }

  @Command(
      name = "prove",
      mixinStandardHelpOptions = true,
      description = {
        "Write the proof that the log has a row: the row, hashes up to the root, a checkpoint.",
        "It is a C2SP tlog-proof. Its checkpoint has the cosignatures of the witnesses that have"
            + " taken it."
      })
  int prove(
      @Parameters(paramLabel = "ROW", description = "Its number, from 0.") long row,
      @Parameters(paramLabel = "FILE", description = "A file that does not exist yet.") Path file)
      throws Exception {
    server.withStorage(
        (storage, records) -> {
          AuditTree tree = records.audit().tree();
          byte[] entry = entry(tree, row);
          if (entry.length == 0) {
            throw new AdministrationException(
                "row %d was pruned: only its hash is left".formatted(row));
          }
          Checkpoints.Signed newest = checkpoints(storage).newest();
          write(
              file,
              new InclusionProof(
                  entry,
                  row,
                  new Proofs(tree).inclusion(row, newest.size()),
                  cosigned(storage, newest)));
          server.print("proof of row " + row + " in " + file);
        });
    return 0;
  }

  /** The checkpoint with the cosignatures of the witnesses that have it. */
  private static SignedNote cosigned(Storage storage, Checkpoints.Signed newest) {
    return WitnessTable.on(newest.note(), new WitnessTable(storage).all());
  }

  private static void write(Path file, InclusionProof proof) throws ConfigException, IOException {
    try {
      ExportWriter.writeNew(file, proof.toString().getBytes(StandardCharsets.UTF_8));
    } catch (FileAlreadyExistsException e) {
      throw new ConfigException(file + ": exists, expected a new file", e);
    }
  }

  @Command(
      name = "checkpoint",
      mixinStandardHelpOptions = true,
      description = {
        "Print a signed checkpoint of all rows, cosigned by the witnesses that have taken it.",
        "Kept elsewhere, it shows later that the log has only grown: rosa audit verify --since."
      })
  int checkpoint() throws Exception {
    server.withStorage(
        (storage, records) ->
            server.print(
                cosigned(storage, checkpoints(storage).newest()).toString().stripTrailing()));
    return 0;
  }

  @Command(
      name = "key",
      mixinStandardHelpOptions = true,
      description = "Print the log's public key: NAME+ID+KEY, Ed25519.")
  int key() throws Exception {
    server.withStorage((storage, records) -> server.print(LogKey.of(storage).key().toString()));
    return 0;
  }

  @Command(
      name = "accept-loss",
      mixinStandardHelpOptions = true,
      description = {
        "Accept that the log has lost rows which a witness knows of, after a restore from a"
            + " backup.",
        "Nothing is issued before. Check first that you have restored the storage yourself: an"
            + " attacker may have set it back. What was done is a row of the log, and witnesses"
            + " say so in their logs.",
        "Running sessions go on. Those that were opened in the lost rows cannot be joined or"
            + " revoked one by one: 'revoke code' or 'epoch next' ends them."
      })
  int acceptLoss() throws Exception {
    server.administer(
        records -> {
          Fork fork = records.logForks().accept(clock.instant());
          server.print(
              "accepted the loss of rows up to %d, which %s keeps: sessions are issued"
                  .formatted(fork.size(), fork.node()));
        });
    return 0;
  }

  @Command(
      name = "prune",
      mixinStandardHelpOptions = true,
      description = {
        "Delete what rows before a time say. Their hashes stay: the log can be exported, verified"
            + " and proven as before, and shows such rows as pruned.",
        "Servers go on, and running sessions notice nothing. The command is itself a row."
      })
  int prune(@ArgGroup(multiplicity = "1") Before before) throws Exception {
    Instant now = clock.instant();
    server.withStorage(
        (storage, records) -> {
          long signed = checkpoints(storage).state().signed();
          long pruned =
              records.pruning().prune(before.at(now), now, signed, server.progress("row"));
          server.print("pruned " + pruned + " rows");
        });
    return 0;
  }

  /** Reader of a time, with a sentence for what is none. */
  static final class TimeConverter implements ITypeConverter<Instant> {

    /** For picocli. */
    TimeConverter() {}

    @Override
    public Instant convert(String text) {
      try {
        return Instant.parse(text);
      } catch (DateTimeParseException e) {
        throw new TypeConversionException(
            "'" + text + "' is no time, expected one in UTC such as 2026-05-01T00:00:00Z");
      }
    }
  }

  /** One of the two ways to name a time. */
  static final class Before {
    @Option(
        names = "--before",
        required = true,
        paramLabel = "TIME",
        converter = TimeConverter.class,
        description = "rows before it, for instance 2026-05-01T00:00:00Z")
    private Instant before;

    @Option(
        names = "--keep",
        required = true,
        paramLabel = "DAYS",
        description = "rows that are older than so many days")
    private Integer keepDays;

    private Instant at(Instant now) {
      return before != null ? before : now.minus(Duration.ofDays(Math.max(0, keepDays)));
    }
  }

  private Checkpoints checkpoints(Storage storage) throws AdministrationException {
    return new Checkpoints(storage, LogKey.of(storage), clock);
  }
}
