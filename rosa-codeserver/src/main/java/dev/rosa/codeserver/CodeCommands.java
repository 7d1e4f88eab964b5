package dev.rosa.codeserver;

import dev.rosa.config.ConfigException;
import io.grpc.StatusRuntimeException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code rosa codeserver --config F code list|withdraw}: the operator's, over every publisher. */
@Command(name = "code", description = "The codes of all publishers.")
final class CodeCommands {

  @ParentCommand private CodeServerCommand server;

  @Command(name = "list", mixinStandardHelpOptions = true, description = "Show the codes.")
  int list(@Option(names = "--all", description = "Withdrawn ones, too.") boolean all)
      throws ConfigException, StorageException {
    server.administer(
        codes -> {
          server.print("%-24s %-64s %s".formatted("NAME", "DIGEST", "PUBLISHER"));
          codes.list(all).forEach(code -> server.print(line(code)));
        });
    return 0;
  }

  private static String line(StoredCode code) {
    return "%-24s %s %s%s"
        .formatted(
            code.name(),
            code.digest().hex(),
            code.publisher(),
            code.withdrawn() ? " (withdrawn)" : "");
  }

  @Command(
      name = "withdraw",
      mixinStandardHelpOptions = true,
      description = {
        "Take a code out of service for all of its publishers.",
        "Routers hear of it within seconds if a server runs; its bytes and statements are kept."
      })
  int withdraw(
      @Parameters(paramLabel = "CODE", description = "a name, or 8 or more digits of a digest")
          String wanted)
      throws ConfigException, StorageException {
    try {
      server.administer(codes -> withdraw(codes, wanted));
      return 0;
    } catch (StatusRuntimeException e) {
      throw new StorageException(e.getStatus().getDescription(), e);
    }
  }

  private void withdraw(CodeRepository codes, String wanted) {
    StoredCode meant = new CodeDirectory(codes, new RouterAuthorizer(Map.of())).resolve(wanted);
    List<StoredCode> standing = codes.standing(meant.digest());
    for (StoredCode code : standing) {
      codes.withdraw(code, InstantSource.system().instant());
      server.print(
          "code %s withdrawn, digest %s, published by %s"
              .formatted(code.name(), code.digest().hex(), code.publisher()));
    }
    if (standing.isEmpty()) {
      server.print("code %s was withdrawn before".formatted(meant.name()));
    }
  }
}
