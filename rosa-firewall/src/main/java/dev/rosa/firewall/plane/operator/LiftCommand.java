package dev.rosa.firewall.plane.operator;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rosa.config.ConfigException;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command {@code lift}: ends a ban before its time. */
@Command(
    name = "lift",
    description = {
      "Lift the ban of a source, and forget its score and earlier bans.",
      "New evidence can ban it again; 'allow add' keeps it from that."
    },
    footer = {
      "",
      "Examples:",
      "  ./rosa firewall lift 192.0.2.7",
      "  ./rosa firewall lift 2001:db8::/64"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:done", "1:failed, or the source was not banned", "2:wrong usage"})
public final class LiftCommand extends OperatorCommand {

  @Parameters(paramLabel = "SOURCE", description = "As 'list' shows it.")
  private String source;

  @Override
  public Integer call() throws ConfigException, IOException {
    for (JsonNode ban : ask(request("lift").put("source", source(source).text()))) {
      if (json()) {
        print(ban);
      } else {
        print(BanText.done("lifted", ban));
      }
    }
    return 0;
  }
}
