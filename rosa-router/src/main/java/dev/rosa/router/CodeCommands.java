package dev.rosa.router;

import dev.rosa.config.ConfigException;
import dev.rosa.role.AdministrationException;
import dev.rosa.router.resume.ResumeRequest;
import dev.rosa.router.setup.RouterConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Command {@code rosa router --config F code resume}: the operator's, over codes that stopped. */
@Command(name = "code", description = "The codes that this machine's router runs.")
final class CodeCommands {

  @ParentCommand private RouterCommand router;

  @Command(
      name = "resume",
      mixinStandardHelpOptions = true,
      description = {
        "Let a code run again that was stopped because it failed too often.",
        "",
        "'rosa status' shows stopped codes, with the session that they failed on last. The router"
            + " must be running; a restart lets all codes run again."
      },
      footer = {
        "",
        "Exit code 1 if no router answers, or it has stopped no such code.",
        "",
        "Example:",
        "  ./rosa router --config config/router.xml code resume 3f9a2c1b"
      })
  int resume(
      @Parameters(
              paramLabel = "DIGEST",
              description = "The code's digest, or its first digits, 8 at least.")
          String digest)
      throws ConfigException, AdministrationException, IOException, InterruptedException {
    Path folder = RouterConfig.load(router.configuration()).sessions().resumeFolder();
    if (folder == null) {
      throw new AdministrationException(
          "this router has no <sessions record>, beside which requests are left: restart it to"
              + " let all codes run again");
    }
    new ResumeRequest(folder, digest.toLowerCase(Locale.ROOT)).make();
    router.print("code " + digest + " runs again");
    return 0;
  }
}
