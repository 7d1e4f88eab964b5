package dev.rosa.as;

import dev.rosa.identity.Enrolment;
import dev.rosa.identity.Identity;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Command {@code rosa as --config F enrolment import}: certificates become rows of the log. */
@Command(
    name = "enrolment",
    description = "Certificates that the domain's authority has issued, in the audit log.",
    footer = {
      "",
      "Examples:",
      "  ./rosa as --config config/as.xml enrolment import ledger.txt",
      "  ./rosa as --config config/as.xml enrolment import r1.crt bob.crt"
    })
final class EnrolmentCommands {
  private final InstantSource clock = InstantSource.system();

  @ParentCommand private AuthorizationServerCommand server;

  @Command(
      name = "import",
      mixinStandardHelpOptions = true,
      description = {
        "Record certificates as rows of the audit log, each once in the domain.",
        "FILE is a copy of the authority's ledger.txt, which has all certificates, or one"
            + " certificate as PEM. Nothing is recorded if one of them was not issued by this"
            + " domain's authority. Servers go on."
      })
  int importFiles(@Parameters(paramLabel = "FILE", arity = "1..*") List<Path> files)
      throws Exception {
    Identity self = server.identity();
    List<Enrolment> enrolments = new ArrayList<>();
    int without = 0;
    for (Path file : files) {
      Enrolment.OfFile read = Enrolment.read(file, self.authority());
      enrolments.addAll(read.enrolments());
      without += read.without();
    }
    record(enrolments);
    if (without > 0) {
      server.tell(
          "lines without a certificate, from an earlier version: "
              + without
              + "; import the files NAME.crt of those");
    }
    return 0;
  }

  private void record(List<Enrolment> enrolments) throws Exception {
    server.administer(
        records -> {
          int recorded =
              records
                  .enrolments()
                  .record(enrolments, clock.instant(), server.progress("certificate"));
          server.print(
              "recorded %d, on record before %d".formatted(recorded, enrolments.size() - recorded));
        });
  }
}
