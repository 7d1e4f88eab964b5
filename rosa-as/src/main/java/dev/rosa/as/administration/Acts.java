package dev.rosa.as.administration;

import dev.rosa.as.audit.Fork;
import dev.rosa.as.policy.Origin;
import dev.rosa.as.records.CodeRegistry;
import dev.rosa.as.records.Epochs.Epoch;
import dev.rosa.as.request.AuthorizationRecords;
import dev.rosa.as.state.RevocationList.Listed;
import dev.rosa.as.state.SessionRevocations;
import dev.rosa.as.state.SubjectRevocations;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import dev.rosa.role.AdministrationException;
import dev.rosa.serving.PeerText;
import dev.rosa.storage.Storage;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Acts of one operator, by the names that they have in signed statements. Each is carried out by
 * the class that the command beside the server uses. Thread-safe.
 */
public final class Acts {
  /** Lines of an answer, so that it fits a row of the audit log. */
  private static final int MOST_LINES = 200;

  private static final int MOST_SESSIONS = 64;

  /** One transaction takes them all: other writers wait for its end. */
  private static final int MOST_SESSIONS_OF_RULE = 20_000;

  private static final long LAST_EPOCH = 0xFFFF_FFFFL;

  /** Query to Code Servers about a router. */
  public interface CodesOfRouter {
    /** The codes that it can have; empty: not known. */
    Optional<Set<CodeDigest>> ask(RosaId router);

    /** True if all of them say that no secret was ever fetched under its name. */
    boolean isUnseen(RosaId router);
  }

  /** An act whose arguments are right. */
  @FunctionalInterface
  public interface Ready {
    /** Carries it out and says so, in lines. */
    List<String> carryOut() throws AdministrationException;
  }

  private final Storage storage;
  private final AuthorizationRecords records;
  private final RosaId server;
  private final InstantSource clock;
  private final CodesOfRouter codes;
  private final String operator;

  /**
   * Acts of an operator.
   *
   * @param records with that operator
   * @param server of the domain
   */
  public Acts(
      Storage storage,
      AuthorizationRecords records,
      RosaId server,
      InstantSource clock,
      CodesOfRouter codes,
      String operator) {
    this.storage = storage;
    this.records = records;
    this.server = server;
    this.clock = clock;
    this.codes = codes;
    this.operator = operator;
  }

  /**
   * Reads an act, and asks other nodes what it needs to know; changes nothing.
   *
   * @throws IllegalArgumentException in a sentence if there is no such act, or an argument is wrong
   */
  Ready prepare(String act, SortedMap<String, String> given) {
    Arguments arguments = new Arguments(given);
    Ready ready = act.startsWith("revo") ? revocation(act, arguments) : change(act, arguments);
    arguments.requireNoMore();
    return () -> bounded(ready.carryOut());
  }

  private static List<String> bounded(List<String> lines) {
    if (lines.size() <= MOST_LINES) {
      return lines;
    }
    List<String> first = new ArrayList<>(lines.subList(0, MOST_LINES));
    first.add("and %d more".formatted(lines.size() - MOST_LINES));
    return first;
  }

  private Ready change(String act, Arguments arguments) {
    return switch (act) {
      case "user add" -> addUser(arguments.name("name"));
      case "user remove" -> removeUser(arguments.name("name"));
      case "code add" -> addCode(arguments.name("name"), digest(arguments.text("digest")));
      case "code remove" -> removeCode(arguments.name("name"));
      case "rule add" -> new NewRule(arguments).on(records);
      case "rule remove" -> removeRule(arguments.number("id", 1, Long.MAX_VALUE));
      case "epoch next" -> nextEpoch(arguments.name("code"));
      case "clock accept" -> this::acceptClock;
      case "audit accept-loss" -> this::acceptLoss;
      case "secrets replace" -> replaceSecrets(router(arguments.name("router")));
      default -> throw new IllegalArgumentException("there is no act " + PeerText.quoted(act));
    };
  }

  private Ready revocation(String act, Arguments arguments) {
    return switch (act) {
      case "revoke session" -> revoke(sessions(arguments.text("sessions")));
      case "revoke user" -> revokeUser(arguments.name("name"));
      case "revoke code" -> revokeCode(arguments.name("name"));
      case "revoke rule" -> revokeRule(arguments.number("id", 1, Long.MAX_VALUE));
      case "revoke epoch" ->
          revokeEpochs(arguments.name("code"), (int) arguments.number("up-to", 1, LAST_EPOCH, 0));
      case "revoke router" ->
          revokeRouter(router(arguments.name("router")), arguments.choice("unseen"));
      case "revocation lift" -> lift(arguments.number("serial", 0, Long.MAX_VALUE));
      default -> throw new IllegalArgumentException("there is no act " + PeerText.quoted(act));
    };
  }

  private static CodeDigest digest(String hex) {
    if (!hex.matches("[0-9a-f]{64}")) {
      throw new IllegalArgumentException("the digest is no SHA-256, expected 64 digits 0-9 a-f");
    }
    return CodeDigest.ofHex(hex);
  }

  private static List<Long> sessions(String text) {
    String[] numbers = text.split(" ", -1);
    if (numbers.length > MOST_SESSIONS) {
      throw new IllegalArgumentException(
          "%d sessions, expected at most %d".formatted(numbers.length, MOST_SESSIONS));
    }
    if (!Stream.of(numbers).allMatch(number -> number.matches("[0-9a-f]{1,16}"))) {
      throw new IllegalArgumentException("a session is no number of 1 to 16 digits 0-9 a-f");
    }
    return Stream.of(numbers).map(number -> Long.parseUnsignedLong(number, 16)).toList();
  }

  private RosaId router(String name) {
    return new RosaId(server.domain(), Role.ROUTER, name);
  }

  private Ready addUser(String name) {
    return () -> {
      records.users().add(name);
      return List.of("user " + name + " added");
    };
  }

  private Ready removeUser(String name) {
    return () -> {
      records.users().remove(name);
      return List.of("user " + name + " removed");
    };
  }

  private Ready addCode(String name, CodeDigest digest) {
    return () -> {
      records.codes().add(name, digest);
      return List.of("code " + name + " added, digest " + digest.hex());
    };
  }

  private Ready removeCode(String name) {
    return () -> {
      records.codes().remove(name);
      return List.of("code " + name + " removed");
    };
  }

  private Ready removeRule(long id) {
    return () -> {
      records.rules().remove(id);
      return List.of("rule " + id + " removed");
    };
  }

  private Ready nextEpoch(String name) {
    return () -> {
      Epoch made = records.epochs().openNext(records.codes().find(name).orElseThrow(noCode(name)));
      return List.of(
          "epoch %s of code %s created, a running server stages it"
              .formatted(Integer.toUnsignedString(made.number()), name));
    };
  }

  private static Supplier<AdministrationException> noCode(String name) {
    return () -> new AdministrationException("code '" + name + "' is not known");
  }

  private List<String> acceptClock() throws AdministrationException {
    Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    Instant before = records.clockFloor().accept(now, operator);
    return List.of("floor lowered from " + before + " to " + now + ", sessions are issued");
  }

  private List<String> acceptLoss() throws AdministrationException {
    Fork fork = records.logForks().accept(clock.instant());
    return List.of(
        "accepted the loss of rows up to %d, which %s keeps: sessions are issued"
            .formatted(fork.size(), fork.node()));
  }

  private Ready revoke(List<Long> sessions) {
    return () -> lines(records.revocations().sessions().revoke(sessions, done -> {}));
  }

  private static List<String> lines(SessionRevocations.Done done) {
    return List.of(
        "sessions revoked: %d (not known here: %d), revoked before: %d, ended: %d"
            .formatted(done.revoked(), done.unknown(), done.before(), done.ended()));
  }

  private Ready revokeUser(String name) {
    RosaId user = new RosaId(server.domain(), Role.USER, name);
    return () -> lines("user", name, records.revocations().subjects().revokeUser(user));
  }

  private Ready revokeCode(String name) {
    return () -> lines("code", name, records.revocations().subjects().revokeCode(name));
  }

  private static List<String> lines(String kind, String name, SubjectRevocations.Done done) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s %s removed, its sessions are revoked until %s: revocation %d"
            .formatted(kind, name, done.until(), done.serial()));
    if (done.isDeclared()) {
      lines.add(declared(kind + " '" + name + "'"));
    }
    return lines;
  }

  private static String declared(String subject) {
    return subject
        + " is declared in the configuration: remove it there, the next start makes it known again";
  }

  private Ready revokeRule(long id) {
    return () -> {
      boolean declared =
          records.rules().list().stream()
              .anyMatch(rule -> rule.id() == id && rule.origin() == Origin.CONFIG);
      SessionRevocations.Done done =
          records.revocations().sessions().revokeRule(id, MOST_SESSIONS_OF_RULE, some -> {});
      List<String> lines = new ArrayList<>(lines(done));
      if (done.left() > 0) {
        lines.add(
            "%d sessions of rule %d are left: revoke it again for the next ones"
                .formatted(done.left(), id));
      }
      if (declared) {
        lines.add(declared("rule " + id));
      }
      records.lostSessions().notFoundOfRule(id).ifPresent(lines::add);
      return lines;
    };
  }

  private Ready revokeEpochs(String name, int upTo) {
    return () -> {
      CodeDigest code =
          storage
              .withHandle(handle -> records.codes().findAny(handle, name))
              .map(CodeRegistry.Code::digest)
              .orElseThrow(noCode(name));
      Optional<Integer> limit = upTo == 0 ? Optional.empty() : Optional.of(upTo);
      Epoch last = records.revocations().epochs().revoke(code, limit);
      return List.of(
          "epochs of code %s up to %s are revoked, their secrets are destroyed"
              .formatted(name, Integer.toUnsignedString(last.number())));
    };
  }

  private Ready revokeRouter(RosaId router, boolean unseen) {
    boolean mistyped = !unseen && codes.isUnseen(router);
    return () -> {
      if (mistyped) {
        throw new AdministrationException(
            "no router '%s' has fetched a secret: nothing is revoked; if the name is right, add"
                    .formatted(router.name())
                + " unseen=yes");
      }
      boolean revoked = records.revocations().routers().revoke(router);
      return List.of(router + (revoked ? " is revoked" : " was revoked before"));
    };
  }

  /** The second half of a router's revocation: other nodes are asked outside of a transaction. */
  private Ready replaceSecrets(RosaId router) {
    Optional<Set<CodeDigest>> could = codes.ask(router);
    return () -> {
      List<Epoch> ended = records.revocations().routers().replaceSecrets(could);
      return ended.isEmpty()
          ? List.of("no secret is replaced: the router could have none of those in use")
          : ended.stream().map(epoch -> "revoked up to " + epoch).toList();
    };
  }

  private Ready lift(long serial) {
    return () -> {
      Listed lifted = records.revocations().list().lift(serial);
      return List.of(
          "revocation %d of %s %s lifted".formatted(serial, lifted.kind(), lifted.subject()));
    };
  }
}
