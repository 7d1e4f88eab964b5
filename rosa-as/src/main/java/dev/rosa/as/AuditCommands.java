package dev.rosa.as;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.as.audit.AuditTree;
import dev.rosa.as.audit.Checkpoints;
import dev.rosa.as.audit.LogKey;
import dev.rosa.audit.EntryFields;
import dev.rosa.audit.ExportWriter;
import dev.rosa.config.ConfigException;
import dev.rosa.role.AdministrationException;
import dev.rosa.storage.Storage;
import dev.rosa.transparency.InclusionProof;
import dev.rosa.transparency.Proofs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rosa as --config F audit list|show|export|prove|checkpoint|key}. */
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
      "  ./rosa as --config config/as.xml audit prove 7 row7.tlog-proof"
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
          show(session == null ? range(tree, from, limit) : ofSession(tree, session, limit), json);
        });
    return 0;
  }

  private void require(boolean holds, String found, String expected) {
    if (!holds) {
      throw new ParameterException(spec.commandLine(), found + ", expected " + expected);
    }
  }

  private static List<byte[]> range(AuditTree tree, Long from, int limit) {
    long size = tree.size();
    long first = from == null ? Math.max(0, size - limit) : Math.min(from, size);
    return tree.entries(first, (int) Math.min(limit, size - first));
  }

  private static List<byte[]> ofSession(AuditTree tree, String session, int limit) {
    return tree.ofSession(Long.parseUnsignedLong(session, 16), limit);
  }

  private void show(List<byte[]> entries, boolean json) throws InvalidProtocolBufferException {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (byte[] entry : entries) {
      rows.add(EntryFields.of(entry));
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
      row.getOrDefault("caller", row.getOrDefault("operator", "-")),
      row.getOrDefault("session", "-"),
      row.getOrDefault("reason", row.getOrDefault("code", row.getOrDefault("act", "-")))
    };
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
          Map<String, Object> fields = EntryFields.of(entry(records.audit().tree(), row));
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
        "Its files are those of C2SP tlog-tiles: other tools read them, too."
      })
  int export(
      @Parameters(paramLabel = "DIR", description = "A new or empty directory.") Path directory)
      throws Exception {
    server.withStorage(
        (storage, records) -> {
          Checkpoints.Signed newest = checkpoints(storage).newest();
          writer(records.audit().tree(), directory).write(newest.note(), newest.size());
          server.print("exported " + newest.size() + " rows to " + directory);
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
        "It is a C2SP tlog-proof."
      })
  int prove(
      @Parameters(paramLabel = "ROW", description = "Its number, from 0.") long row,
      @Parameters(paramLabel = "FILE", description = "A file that does not exist yet.") Path file)
      throws Exception {
    server.withStorage(
        (storage, records) -> {
          AuditTree tree = records.audit().tree();
          byte[] entry = entry(tree, row);
          Checkpoints.Signed newest = checkpoints(storage).newest();
          write(
              file,
              new InclusionProof(
                  entry, row, new Proofs(tree).inclusion(row, newest.size()), newest.note()));
          server.print("proof of row " + row + " in " + file);
        });
    return 0;
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
        "Print a signed checkpoint of all rows.",
        "Kept elsewhere, it shows later that the log has only grown: rosa audit verify --since."
      })
  int checkpoint() throws Exception {
    server.withStorage(
        (storage, records) ->
            server.print(checkpoints(storage).newest().note().toString().stripTrailing()));
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

  private Checkpoints checkpoints(Storage storage) throws AdministrationException {
    return new Checkpoints(storage, LogKey.of(storage), clock);
  }
}
