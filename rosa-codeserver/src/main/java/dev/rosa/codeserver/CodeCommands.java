package dev.rosa.codeserver;

import dev.rosa.config.ConfigException;
import dev.rosa.keys.CodeDigest;
import dev.rosa.role.AdministrationException;
import dev.rosa.serving.PeerText;
import io.grpc.StatusRuntimeException;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.TypeConversionException;

/**
 * Commands {@code rosa codeserver --config F code list|withdraw|allow}: the operator's, over the
 * codes of every publisher.
 */
@Command(name = "code", description = "The codes of all publishers.")
final class CodeCommands {

  private static final String WHOLE_DIGEST = "[0-9a-fA-F]{64}";

  private final InstantSource clock = InstantSource.system();

  @ParentCommand private CodeServerCommand server;

  /** A digest with all of its digits. */
  static final class WholeDigest implements ITypeConverter<CodeDigest> {
    @Override
    public CodeDigest convert(String text) {
      if (!text.matches(WHOLE_DIGEST)) {
        throw new TypeConversionException(
            "is " + PeerText.quoted(text) + ", expected a digest of 64 hexadecimal digits");
      }
      return CodeDigest.ofHex(text);
    }
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "Show the codes.",
      footer = {
        "",
        "Example:",
        "  ./rosa codeserver --config config/codeserver.xml code list --all"
      })
  int list(
      @Option(
              names = "--all",
              description =
                  "Barred ones, too, and of the withdrawn ones the 1,024 that were withdrawn last.")
          boolean all)
      throws ConfigException, AdministrationException {
    server.administer(
        codes -> {
          server.print(row("NAME", "%-64s".formatted("DIGEST"), "PUBLISHER"));
          CodeListing listing = codes.list(all);
          print(listing.codes(), all ? codes.barred() : Set.of());
          if (listing.leftOut() > 0) {
            server.print(
                "%d more that were withdrawn before are not shown".formatted(listing.leftOut()));
          }
        });
    return 0;
  }

  private void print(List<StoredCode> published, Set<CodeDigest> barred) {
    Set<CodeDigest> inAdvance = new TreeSet<>(Comparator.comparing(CodeDigest::hex));
    inAdvance.addAll(barred);
    for (StoredCode code : published) {
      inAdvance.remove(code.digest());
      String state =
          (code.withdrawn() ? " (withdrawn)" : "")
              + (barred.contains(code.digest()) ? " (barred)" : "");
      server.print(row(code.name(), code.digest().hex(), code.publisher() + state));
    }
    inAdvance.forEach(digest -> server.print(row("-", digest.hex(), "- (barred)")));
  }

  private static String row(String name, String digest, String publisher) {
    return "%-24s %s %s".formatted(name, digest, publisher);
  }

  @Command(
      name = "withdraw",
      mixinStandardHelpOptions = true,
      description = {
        "Take a code out of service for all of its publishers, and bar it: none can publish it"
            + " until 'code allow'.",
        "A name stands for the code that was published under it last. Others under that name stay"
            + " in service and are shown.",
        "Routers hear of it within seconds if a server runs; bytes and statements are kept."
      },
      footer = {
        "",
        "Examples:",
        "  ./rosa codeserver --config config/codeserver.xml code withdraw counter",
        "  ./rosa codeserver --config config/codeserver.xml code withdraw --all counter"
      },
      exitCodeListHeading = "%nExit codes:%n",
      exitCodeList = {"0:done, also if it was withdrawn before", "1:failed", "2:wrong usage"})
  int withdraw(
      @Option(names = "--all", description = "Every code that was published under the name.")
          boolean all,
      @Parameters(
              paramLabel = "CODE",
              description =
                  "a name, or 8 or more digits of a digest; all 64 bar a code that is not published"
                      + " yet")
          String wanted)
      throws ConfigException, AdministrationException {
    try {
      server.administer(codes -> withdraw(codes, wanted, all));
      return 0;
    } catch (StatusRuntimeException e) {
      throw new AdministrationException(e.getStatus().getDescription(), e);
    }
  }

  private void withdraw(CodeRepository codes, String wanted, boolean all) {
    for (CodeDigest digest : meant(codes, wanted, all)) {
      codes.bar(digest, clock.instant()).forEach(code -> server.print(sentence(code, "withdrawn")));
      server.print(
          "digest %s is barred until 'code allow %s'".formatted(digest.hex(), digest.hex()));
    }
    codes.standingUnder(wanted).forEach(code -> server.print(sentence(code, "stays in service")));
  }

  private static String sentence(StoredCode code, String fate) {
    return "code %s %s, digest %s, published by %s"
        .formatted(code.name(), fate, code.digest().hex(), code.publisher());
  }

  private static List<CodeDigest> meant(CodeRepository codes, String wanted, boolean all) {
    if (wanted.matches(WHOLE_DIGEST)) {
      return List.of(CodeDigest.ofHex(wanted));
    }
    // Also those that stand under another name today.
    List<CodeDigest> ever = all ? codes.digestsUnder(wanted) : List.of();
    List<StoredCode> meant =
        ever.isEmpty()
            ? new CodeDirectory(codes, new RouterAuthorizer(Map.of())).meant(wanted)
            : codes.findByName(wanted);
    Stream<CodeDigest> digests = meant.stream().map(StoredCode::digest);
    return all
        ? Stream.concat(digests, ever.stream()).distinct().toList()
        : digests.limit(1).toList();
  }

  @Command(
      name = "allow",
      mixinStandardHelpOptions = true,
      description = {
        "Let publishers publish a code again that 'code withdraw' has barred.",
        "It does not come back into service by itself."
      },
      footer = {
        "",
        "Example:",
        "  ./rosa codeserver --config config/codeserver.xml code allow"
            + " 04f336b9a1d5b6c2f0e7a8d9c3b4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f6"
      },
      exitCodeListHeading = "%nExit codes:%n",
      exitCodeList = {"0:done", "1:failed, or the code was not barred", "2:wrong usage"})
  int allow(
      @Parameters(
              paramLabel = "DIGEST",
              converter = WholeDigest.class,
              description = "all 64 digits, as 'code list --all' shows them")
          CodeDigest digest)
      throws ConfigException, AdministrationException {
    server.administer(
        codes -> {
          if (!codes.allow(digest)) {
            throw new AdministrationException(
                "digest %s is not barred, expected one that 'code list --all' shows as (barred)"
                    .formatted(digest.hex()));
          }
          server.print("digest %s is allowed: it may be published again".formatted(digest.hex()));
        });
    return 0;
  }
}
