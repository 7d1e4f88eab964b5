package dev.rosa.as;

import dev.rosa.as.policy.Names;
import dev.rosa.as.records.CodeRegistry;
import dev.rosa.config.ConfigException;
import dev.rosa.keys.CodeDigest;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/**
 * Commands {@code rosa as --config F code add|remove|list}: the codes that sessions may be opened
 * for.
 */
@Command(
    name = "code",
    description = "Which active code sessions may be opened for.",
    subcommands = CodeCommands.Add.class)
final class CodeCommands {
  @ParentCommand private AuthorizationServerCommand server;

  /** A digest, written or taken from a file. */
  static final class Source {
    @Option(names = "--digest", paramLabel = "HEX", description = "SHA-256 of the bundle.")
    private String digest;

    @Option(names = "--bundle", paramLabel = "FILE", description = "The bundle, a jar.")
    private Path bundle;

    CodeDigest read(CommandLine at) throws ConfigException {
      if (bundle != null) {
        return ConfigSync.digestOf(bundle);
      }
      if (!digest.matches("[0-9A-Fa-f]{64}")) {
        throw new ParameterException(
            at, "--digest is '" + digest + "', expected a SHA-256 of 64 hexadecimal digits");
      }
      return CodeDigest.ofHex(digest);
    }
  }

  /** Command {@code code add}. */
  @Command(name = "add", description = "Make a code known; a running server stages its secret.")
  static final class Add implements Callable<Integer> {
    @ParentCommand private CodeCommands codes;

    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "NAME")
    private String name;

    @ArgGroup(multiplicity = "1")
    private Source source;

    @Override
    public Integer call() throws Exception {
      Names.check(spec.commandLine(), "code", name);
      CodeDigest digest = source.read(spec.commandLine());
      codes.server.administer(records -> records.codes().add(name, digest));
      codes.server.print("code " + name + " added, digest " + digest.hex());
      return 0;
    }
  }

  @Command(
      name = "remove",
      mixinStandardHelpOptions = true,
      description = {
        "Open no more sessions for a code.",
        "Running sessions go on to their end. When a code with another digest is added under the"
            + " name, connected sources are told to renew."
      })
  int remove(@Parameters(paramLabel = "NAME") String name) throws Exception {
    server.administer(records -> records.codes().remove(name));
    server.print("code " + name + " removed");
    return 0;
  }

  @Command(name = "list", mixinStandardHelpOptions = true, description = "Show the codes.")
  int list(@Option(names = "--json", description = "As JSON.") boolean json) throws Exception {
    server.administer(records -> show(records.codes().list(), json));
    return 0;
  }

  private void show(List<CodeRegistry.Code> codes, boolean json) {
    if (json) {
      server.print(JsonList.of(codes.stream().map(CodeCommands::row).toList()));
      return;
    }
    Columns table = new Columns("NAME", "DIGEST", "ORIGIN");
    codes.forEach(code -> table.add(code.name(), code.digest().hex(), code.origin().storedName()));
    table.lines().forEach(server::print);
  }

  private static Map<String, Object> row(CodeRegistry.Code code) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("name", code.name());
    row.put("digest", code.digest().hex());
    row.put("origin", code.origin().storedName());
    return row;
  }
}
