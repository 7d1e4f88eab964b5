package dev.rosa.as;

import dev.rosa.as.policy.Names;
import dev.rosa.as.policy.Origin;
import dev.rosa.as.records.CodeRegistry;
import dev.rosa.as.records.Epochs.Epoch;
import dev.rosa.as.request.AuthorizationRecords;
import dev.rosa.as.state.SessionRevocations.Done;
import dev.rosa.as.state.SubjectRevocations;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import dev.rosa.role.AdministrationException;
import dev.rosa.storage.Storage;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/**
 * Commands {@code rosa as --config F revoke session|user|code|rule|epoch|router}: end at once what
 * was allowed.
 */
@Command(
    name = "revoke",
    description = {
      "End at once what was allowed. A running server signs the next state of the domain, and"
          + " routers drop the packets (REVOKED) as soon as they have it.",
      "'revocation list' shows what is revoked, 'revocation lift' takes it back."
    },
    footer = {
      "",
      "Examples:",
      "  ./rosa as --config config/as.xml revoke session 5f0c6a1e9b3d7788",
      "  ./rosa as --config config/as.xml revoke session --file stolen-sessions.txt",
      "  ./rosa as --config config/as.xml revoke user bob",
      "  ./rosa as --config config/as.xml revoke epoch counter --up-to 3",
      "  ./rosa as --config config/as.xml revoke router r7"
    })
final class RevokeCommands {
  private static final long PROGRESS = 100_000;
  private static final long MOST_EPOCH = 0xFFFF_FFFFL;

  @ParentCommand private AuthorizationServerCommand server;

  @Spec private CommandSpec spec;

  @Command(
      name = "session",
      mixinStandardHelpOptions = true,
      description = {
        "Revoke a session, or those of a file.",
        "Their packets are dropped, no recipient can join them, and connected sources stop. Other"
            + " sessions notice nothing; the user can ask for a new one."
      })
  int session(
      @Parameters(paramLabel = "HEX", arity = "0..1", description = "Its number.") String number,
      @Option(
              names = "--file",
              paramLabel = "FILE",
              description = "A number in each line; nothing is revoked if one is wrong.")
          Path file)
      throws Exception {
    if ((number == null) == (file == null)) {
      throw usage("expected a session's number, or --file");
    }
    if (number != null && !SessionFile.isNumber(number)) {
      throw usage("the session is not hexadecimal, expected 1 to 16 digits");
    }
    List<Long> sessions =
        file == null ? List.of(Long.parseUnsignedLong(number, 16)) : SessionFile.read(file);
    server.administer(
        records ->
            print(records.revocations().sessions().revoke(sessions, progress(sessions.size()))));
    return 0;
  }

  private ParameterException usage(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }

  private LongConsumer progress(long all) {
    return done -> {
      if (done % PROGRESS == 0 && done < all) {
        server.tell("revoked %d of %d sessions".formatted(done, all));
      }
    };
  }

  private void print(Done done) {
    server.print(
        "sessions revoked: %d (not known here: %d), revoked before: %d, ended: %d"
            .formatted(done.revoked(), done.unknown(), done.before(), done.ended()));
  }

  @Command(
      name = "user",
      mixinStandardHelpOptions = true,
      description = {
        "Remove a user and revoke all of the user's sessions.",
        "Their packets are dropped, no recipient can join them, and connected sources stop. A user"
            + " of that name that is"
            + " added again gets no session before the last old one would have ended."
      })
  int user(@Parameters(paramLabel = "NAME") String name) throws Exception {
    Names.check(spec.commandLine(), "user", name);
    RosaId user = new RosaId(server.domain(), Role.USER, name);
    server.administer(
        records -> print("user", name, records.revocations().subjects().revokeUser(user)));
    return 0;
  }

  @Command(
      name = "code",
      mixinStandardHelpOptions = true,
      description = {
        "Remove a code and revoke all sessions of it, in every epoch.",
        "Their packets are dropped, and connected sources stop. A code of that digest that is added"
            + " again gets no session before the last old one would have ended."
      })
  int code(@Parameters(paramLabel = "NAME") String name) throws Exception {
    server.administer(
        records -> print("code", name, records.revocations().subjects().revokeCode(name)));
    return 0;
  }

  private void print(String kind, String name, SubjectRevocations.Done done) {
    server.print(
        "%s %s removed, its sessions are revoked until %s: revocation %d"
            .formatted(kind, name, done.until(), done.serial()));
    if (done.isDeclared()) {
      server.tell(declared(kind + " '" + name + "'"));
    }
  }

  private static String declared(String subject) {
    return subject
        + " is declared in the configuration: remove it there, the next start makes it known again";
  }

  @Command(
      name = "rule",
      mixinStandardHelpOptions = true,
      description = {
        "Remove a rule and revoke the running sessions that it allowed.",
        "Their packets are dropped, and connected sources stop. Sessions under other rules notice"
            + " nothing. For a rule that was"
            + " removed before: its sessions alone."
      })
  int rule(@Parameters(paramLabel = "ID") long id) throws Exception {
    server.administer(
        records -> {
          boolean declared =
              records.rules().list().stream()
                  .anyMatch(rule -> rule.id() == id && rule.origin() == Origin.CONFIG);
          print(records.revocations().sessions().revokeRule(id, Integer.MAX_VALUE, done -> {}));
          if (declared) {
            server.tell(declared("rule " + id));
          }
          records.lostSessions().notFoundOfRule(id).ifPresent(server::tell);
        });
    return 0;
  }

  @Command(
      name = "epoch",
      mixinStandardHelpOptions = true,
      description = {
        "Destroy the secrets of a code's epochs everywhere, and begin the next epoch.",
        "All sessions under them end: their packets are dropped. Until the next secret is at the"
            + " code servers and routers, requests for the code are refused (UNAVAILABLE)."
            + " Connected sources hold their datagrams until they have a new session."
      })
  int epoch(
      @Parameters(paramLabel = "CODE") String name,
      @Option(
              names = "--up-to",
              paramLabel = "N",
              description = "This epoch and all before it. Default: every epoch.")
          Long upTo)
      throws Exception {
    if (upTo != null && (upTo < 1 || upTo > MOST_EPOCH)) {
      throw usage("--up-to is " + upTo + ", expected an epoch from 1 to " + MOST_EPOCH);
    }
    server.withStorage(
        (storage, records) -> {
          Epoch last =
              records
                  .revocations()
                  .epochs()
                  .revoke(
                      code(storage, records, name), Optional.ofNullable(upTo).map(Long::intValue));
          server.print(
              "epochs of code %s up to %s are revoked, their secrets are destroyed"
                  .formatted(name, Integer.toUnsignedString(last.number())));
        });
    return 0;
  }

  private static CodeDigest code(Storage storage, AuthorizationRecords records, String name)
      throws AdministrationException {
    return storage
        .withHandle(handle -> records.codes().findAny(handle, name))
        .map(CodeRegistry.Code::digest)
        .orElseThrow(() -> new AdministrationException("code '" + name + "' is not known"));
  }

  @Command(
      name = "router",
      mixinStandardHelpOptions = true,
      description = {
        "Have code servers refuse a router, and replace every secret that it could have.",
        "All sessions of the codes concerned end at every router. Requests for these codes are"
            + " refused (UNAVAILABLE) until the next secrets are at the code servers and routers.",
        "The codes are those that the code servers name; if one does not answer: all."
      })
  int router(
      @Parameters(paramLabel = "NAME") String name,
      @Option(
              names = "--unseen",
              description = "Revoke it also if no router of this name has fetched a secret.")
          boolean unseen)
      throws Exception {
    Names.check(spec.commandLine(), "router", name);
    RosaId router = new RosaId(server.domain(), Role.ROUTER, name);
    RouterCodes question = server.routerCodes();
    if (!unseen && question.isUnseen(router)) {
      throw new AdministrationException(
          ("no router '%s' has fetched a secret: nothing is revoked; if the name is right, add"
                  + " --unseen")
              .formatted(name));
    }
    server.administer(
        records -> {
          boolean revoked = records.revocations().routers().revoke(router);
          server.print(router + (revoked ? " is revoked" : " was revoked before"));
          Optional<Set<CodeDigest>> codes = question.ask(router, server::tell);
          List<Epoch> ended = records.revocations().routers().replaceSecrets(codes);
          ended.forEach(epoch -> server.print("revoked up to " + epoch));
          if (ended.isEmpty()) {
            server.print("no secret is replaced: the router could have none of those in use");
          }
        });
    return 0;
  }
}
