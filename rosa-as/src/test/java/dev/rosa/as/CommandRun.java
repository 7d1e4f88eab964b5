package dev.rosa.as;

import dev.rosa.command.Commands;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Run of a command of the Authorization Server in this process, perhaps beside a server.
 *
 * @param exit its exit code
 * @param said what it printed, errors too, without spaces at both ends
 */
record CommandRun(int exit, String said) {

  /** Runs the words after {@code --config FILE}. */
  static CommandRun of(Path config, String... words) {
    List<String> all = new ArrayList<>(List.of("--config", config.toString()));
    all.addAll(List.of(words));
    StringWriter said = new StringWriter();
    PrintWriter writer = new PrintWriter(said, true);
    int exit =
        Commands.commandLine(new AuthorizationServerCommand())
            .setOut(writer)
            .setErr(writer)
            .execute(all.toArray(String[]::new));
    return new CommandRun(exit, said.toString().strip());
  }
}
