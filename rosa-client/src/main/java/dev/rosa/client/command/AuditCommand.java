package dev.rosa.client.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.audit.CheckReport;
import dev.rosa.audit.Cosigned;
import dev.rosa.audit.EntryFields;
import dev.rosa.audit.ExportCheck;
import dev.rosa.audit.Finding;
import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import dev.rosa.transparency.AcceptedLoss;
import dev.rosa.transparency.Checkpoint;
import dev.rosa.transparency.InclusionProof;
import dev.rosa.transparency.NoteKey;
import dev.rosa.transparency.SignedNote;
import dev.rosa.transparency.TransparencyException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code rosa audit}: checks of the domain's audit log without its server. */
@Command(
    name = "audit",
    description = {
      "Checks what the Authorization Server's audit log has given out.",
      "The server's side is 'rosa as --config FILE audit': list, show, export, prove, checkpoint,"
          + " key, prune, accept-loss."
    },
    footer = {
      "",
      "Examples:",
      "  rosa audit verify audit-export --ca domain/ca.crt --key audit.key"
    })
public final class AuditCommand implements Runnable {
  @Spec private CommandSpec spec;

  private AuditCommand() {}

  static CommandLine commandLine() {
    return new CommandLine(new AuditCommand()).addSubcommand(new Verify());
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "expected verify");
  }

  /** {@code rosa audit verify}. */
  @Command(
      name = "verify",
      description = {
        "Checks an export, or the proof of one row, with nothing but the log's key and the"
            + " certificate of the domain's authority.",
        "",
        "Of an export: the checkpoint's signature, every row and hash of the tree, each signed"
            + " statement with its certificate at the time of its receipt, and the answer beside"
            + " it. Rows that were changed, removed, moved or added are named. So are the"
            + " witnesses, with the rows that each has cosigned.",
        "",
        "Exit code 1 if anything does not hold."
      },
      footer = {
        "",
        "Examples:",
        "  rosa audit verify audit-export --ca domain/ca.crt --key audit.key",
        "  rosa audit verify audit-export --ca domain/ca.crt --key audit.key --since"
            + " may.checkpoint",
        "  rosa audit verify row7.tlog-proof --ca domain/ca.crt --key audit.key --json"
      })
  static final class Verify implements Callable<Integer> {
    private static final int MOST_LINES = 1_000;
    private static final int MAX_KEY_BYTES = 1_024;

    @Parameters(paramLabel = "DIR|PROOF", description = "an export, or the proof of one row")
    private Path path;

    @Option(
        names = "--ca",
        required = true,
        paramLabel = "FILE",
        description = "the certificate of the domain's authority, ca.crt")
    private Path authority;

    @Option(
        names = "--key",
        required = true,
        paramLabel = "FILE",
        description = "the log's public key, as 'rosa as --config FILE audit key' prints it")
    private Path key;

    @Option(
        names = "--since",
        paramLabel = "FILE",
        description = "an older checkpoint, or an export's, that the log must have grown from")
    private Path since;

    @Mixin private OutputOptions output = new OutputOptions();

    @Override
    public Integer call() throws CommandFailedException, IdentityException {
      try {
        return verify();
      } catch (IOException e) {
        throw CommandFailedException.usage(IoSentence.of(e));
      }
    }

    private int verify() throws CommandFailedException, IdentityException, IOException {
      NoteKey logKey = logKey();
      if (Files.isDirectory(path)) {
        ExportCheck check = new ExportCheck(path, logKey, Identity.loadAuthority(authority));
        return report(check.run(older(logKey)));
      }
      return verifyProof(logKey);
    }

    private NoteKey logKey() throws CommandFailedException, IOException {
      try {
        byte[] text = read(key, MAX_KEY_BYTES);
        return NoteKey.parse(new String(text, StandardCharsets.UTF_8));
      } catch (TransparencyException e) {
        throw CommandFailedException.usage(key + ": " + e.getMessage());
      }
    }

    private Optional<Checkpoint> older(NoteKey logKey) throws CommandFailedException, IOException {
      if (since == null) {
        return Optional.empty();
      }
      try {
        byte[] note = read(since, SignedNote.MAX_BYTES);
        return Optional.of(Checkpoint.verified(SignedNote.parse(note), logKey));
      } catch (TransparencyException e) {
        throw CommandFailedException.usage(since + ": " + e.getMessage());
      }
    }

    private static byte[] read(Path file, int most) throws CommandFailedException, IOException {
      try (InputStream in = Files.newInputStream(file)) {
        byte[] bytes = in.readNBytes(most + 1);
        if (bytes.length > most) {
          throw CommandFailedException.usage(
              file + ": is too large, expected at most " + most + " bytes");
        }
        return bytes;
      }
    }

    private int report(CheckReport report) throws CommandFailedException {
      List<Finding> findings = report.findings();
      if (output.json()) {
        printJson(report);
      } else {
        findings.stream().limit(MOST_LINES).forEach(finding -> output.line(finding.toString()));
      }
      if (!findings.isEmpty()) {
        throw CommandFailedException.failed(
            path + ": is not as the log signed it, findings: " + findings.size());
      }
      if (!output.json()) {
        printWitnesses(report);
        Checkpoint checkpoint = report.checkpoint().orElseThrow();
        output.line(
            "%s: %d rows of %s are as the log signed them%s"
                .formatted(path, checkpoint.size(), checkpoint.origin(), pruned(report)));
      }
      return CommandFrame.OK;
    }

    private void printWitnesses(CheckReport report) {
      AcceptedLoss loss = report.checkpoint().orElseThrow().loss();
      if (loss.number() > 0) {
        output.line(
            "the log was set back: its operator has accepted the loss of rows up to "
                + loss.size());
      }
      if (report.witnesses().isEmpty()) {
        output.line("no witness has cosigned: only an older checkpoint shows a log set back");
      }
      for (Cosigned each : report.witnesses()) {
        output.line(
            "%s cosigned %d rows at %s%s"
                .formatted(
                    each.node(),
                    each.size(),
                    each.at(),
                    each.isLost() ? ", which were lost since then" : ""));
      }
    }

    private static String pruned(CheckReport report) {
      return report.pruned() == 0
          ? ""
          : ", %d of them pruned: only their hashes are there".formatted(report.pruned());
    }

    private static ObjectNode json(Cosigned witness) {
      return CommandContext.JSON
          .createObjectNode()
          .put("witness", witness.node().toString())
          .put("rows", witness.size())
          .put("at", witness.at().toString())
          .put("lost", witness.isLost());
    }

    private void printJson(CheckReport report) {
      ObjectNode json = CommandContext.JSON.createObjectNode();
      json.put("verified", report.findings().isEmpty());
      report
          .checkpoint()
          .ifPresent(
              checkpoint ->
                  json.put("log", checkpoint.origin())
                      .put("rows", checkpoint.size())
                      .put("root", checkpoint.root().toString()));
      json.put("rowsChecked", report.statements());
      json.put("rowsPruned", report.pruned());
      ArrayNode witnesses = json.putArray("witnesses");
      report.witnesses().forEach(witness -> witnesses.add(json(witness)));
      ArrayNode findings = json.putArray("findings");
      report.findings().forEach(finding -> findings.add(json(finding)));
      output.json(json);
    }

    private static ObjectNode json(Finding finding) {
      ObjectNode json = CommandContext.JSON.createObjectNode();
      if (finding.row() >= 0) {
        json.put("row", finding.row());
      }
      return json.put("text", finding.text());
    }

    private int verifyProof(NoteKey logKey)
        throws CommandFailedException, IdentityException, IOException {
      byte[] bytes = read(path, InclusionProof.MAX_BYTES);
      if (!InclusionProof.looksLike(bytes)) {
        throw CommandFailedException.usage(
            path + ": is no proof, expected one, or the directory of an export");
      }
      try {
        InclusionProof proof = InclusionProof.parse(bytes);
        Checkpoint checkpoint = proof.verify(logKey);
        requireStatement(proof);
        print(proof, checkpoint);
        return CommandFrame.OK;
      } catch (TransparencyException e) {
        throw CommandFailedException.failed(path + ": " + e.getMessage());
      }
    }

    private void requireStatement(InclusionProof proof)
        throws CommandFailedException, IdentityException {
      List<String> problems =
          ExportCheck.problems(Identity.loadAuthority(authority), proof.index(), proof.entry());
      if (!problems.isEmpty()) {
        throw CommandFailedException.failed(
            path + ": row " + proof.index() + ": " + String.join("; ", problems));
      }
    }

    private void print(InclusionProof proof, Checkpoint checkpoint) throws CommandFailedException {
      Map<String, Object> fields = fields(proof);
      if (output.json()) {
        output.json(CommandContext.JSON.valueToTree(fields));
        return;
      }
      fields.forEach((name, value) -> output.line(name + ": " + value));
      output.line(
          "%s: the log %s has this row, as one of %d"
              .formatted(path, checkpoint.origin(), checkpoint.size()));
    }

    private Map<String, Object> fields(InclusionProof proof) throws CommandFailedException {
      try {
        return EntryFields.of(proof.index(), proof.entry());
      } catch (InvalidProtocolBufferException e) {
        throw CommandFailedException.failed(path + ": the row is no audit entry");
      }
    }
  }
}
