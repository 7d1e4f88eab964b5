package dev.rosa.proxy.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.config.ConfigException;
import dev.rosa.config.IpLiteral;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command {@code logout}: ends logins. */
@Command(
    name = "logout",
    description = {
      "End all logins of a user, or the login at an address.",
      "The user can log in again; 'user remove' keeps the user from that."
    },
    footer = {"", "Examples:", "  ./rosa proxy logout alice", "  ./rosa proxy logout 192.0.2.7"},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:done", "1:failed, or no user was logged in", "2:wrong usage"})
public final class LogoutCommand extends ProxyAskingCommand {

  @Parameters(paramLabel = "USER|ADDRESS", description = "As 'who' shows it.")
  private String whom;

  @Override
  public Integer call() throws ConfigException, IOException {
    ObjectNode request = request("logout").put(isAddress() ? "address" : "user", whom);
    for (JsonNode answer : ask(request)) {
      if (json()) {
        print(answer);
      } else {
        print("ended logins: " + answer.path("ended").asInt());
      }
    }
    return 0;
  }

  private boolean isAddress() {
    try {
      return IpLiteral.parse(whom) != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
