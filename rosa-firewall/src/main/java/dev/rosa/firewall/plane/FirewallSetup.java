package dev.rosa.firewall.plane;

import dev.rosa.config.ConfigException;
import dev.rosa.config.ConfigFile;
import dev.rosa.config.ConfigPlace;
import dev.rosa.config.Problems;
import dev.rosa.firewall.assistant.NamedLinks;
import dev.rosa.firewall.plane.record.PlaneRecord;
import dev.rosa.kernel.process.UserNames;
import dev.rosa.operator.LocalSocket;
import dev.rosa.serving.AddressCheck;
import dev.rosa.storage.Storage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checked configuration of a firewall plane with all that it names, before it serves.
 *
 * @param config what the file says
 */
record FirewallSetup(FirewallConfig config) {

  private static final Logger LOG = LoggerFactory.getLogger(FirewallSetup.class);

  /**
   * Reads a configuration and what it names, for a plane that is about to run; logs warnings.
   *
   * @throws ConfigException with a line for each mistake
   */
  static FirewallSetup load(Path file) throws ConfigException {
    return Problems.load(file, problems -> read(file, problems), LOG);
  }

  /** Reads a configuration and what it names, reports, and does nothing else. */
  static Optional<FirewallSetup> read(Path file, Problems problems) {
    return FirewallConfig.read(file, problems).map(FirewallSetup::of);
  }

  private static FirewallSetup of(ConfigFile<FirewallConfig> file) {
    FirewallConfig config = file.value();
    if (config.storage() != null) {
      file.at("storage").check(() -> Storage.check(config.storage(), PlaneRecord.TABLES));
    }
    checkSockets(file);
    NamedLinks.warnOfAbsent(file.at("layers"), "protect", config.layers().protect());
    AddressCheck addresses = new AddressCheck();
    addresses.own(file.at("status"), config.status());
    addresses.report();
    return new FirewallSetup(config);
  }

  private static void checkSockets(ConfigFile<FirewallConfig> file) {
    FirewallConfig config = file.value();
    ConfigPlace operators = file.at("operators").at("socket");
    ConfigPlace reporters = file.at("reporters").at("socket");
    Path one = config.operators() == null ? null : config.operators().socket();
    Path other = config.reporters() == null ? null : config.reporters().socket();
    if (one != null) {
      LocalSocket.check(operators, one);
    }
    if (other != null) {
      LocalSocket.check(reporters, other);
    }
    if (one != null && one.equals(other)) {
      reporters.error("is that of <operators>, expected another one");
    }
    if (config.reporters() != null) {
      checkReporters(file.at("reporters"), config.reporters().reporter());
    }
  }

  private static void checkReporters(ConfigPlace reporters, List<FirewallConfig.Reporter> all) {
    if (all.isEmpty()) {
      reporters.warn("names no reporter: no evidence will be taken");
    }
    for (int i = 0; i < all.size(); i++) {
      ConfigPlace user = reporters.at("reporter", i).at("user");
      String name = all.get(i).user();
      user.check(() -> checkUser(user, name));
      if (name.equals("nobody")) {
        user.warn("is 'nobody': to this process, users of other namespaces are nobody, too");
      }
    }
  }

  /**
   * The kernel's number becomes a name where it has one, so the number would be no reporter. A user
   * may be made later.
   */
  private static void checkUser(ConfigPlace user, String text) throws IOException {
    if (!text.matches("[0-9]{1,9}")) {
      if (!UserNames.isUser(text)) {
        user.warn("is '" + text + "', and there is no such user");
      }
    } else {
      UserNames.of(Integer.parseInt(text))
          .ifPresent(
              name ->
                  user.error(
                      "is '%s', and that user's name is %s: write the name".formatted(text, name)));
    }
  }
}
