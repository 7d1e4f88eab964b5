package dev.rosa.codeserver;

import dev.rosa.control.v1.CodeDescription;
import dev.rosa.control.v1.ListCodeReply;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import dev.rosa.serving.PeerText;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Directory of codes for people: it finds codes by the names that people use and describes them.
 * Thread-safe.
 */
final class CodeDirectory {

  /** Wider than names that are published today: what databases take. */
  private static final Pattern NAME_OR_DIGEST = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  private static final Pattern DIGEST_START = Pattern.compile("[0-9a-fA-F]{8,64}");

  private final CodeRepository codes;
  private final RouterAuthorizer authorizer;

  CodeDirectory(CodeRepository codes, RouterAuthorizer authorizer) {
    this.codes = codes;
    this.authorizer = authorizer;
  }

  /**
   * The code that is meant by a name or by at least 8 hex digits of a digest.
   *
   * @throws StatusRuntimeException NOT_FOUND if there is none, FAILED_PRECONDITION if it may mean
   *     several
   */
  StoredCode resolve(String wanted) {
    return meant(wanted).get(0);
  }

  /**
   * The publication that {@code wanted} names, as that publisher published it.
   *
   * @throws StatusRuntimeException as above, and PERMISSION_DENIED if only others did
   */
  StoredCode resolveOwn(String wanted, RosaId publisher) {
    List<StoredCode> meant = meant(wanted);
    return meant.stream()
        .filter(code -> code.publisher().equals(publisher))
        .findFirst()
        .orElseThrow(() -> notYours(meant.get(0)));
  }

  private static StatusRuntimeException notYours(StoredCode code) {
    return Status.PERMISSION_DENIED
        .withDescription(
            "code '%s' was published by %s, who may withdraw it, or the Code Server's operator"
                .formatted(code.name(), code.publisher()))
        .asRuntimeException();
  }

  /**
   * Publications under the name, or of the code with that digest; at least one. The first is of the
   * code that is meant.
   *
   * @throws StatusRuntimeException as above
   */
  List<StoredCode> meant(String wanted) {
    if (!NAME_OR_DIGEST.matcher(wanted).matches()) {
      throw unknown(wanted);
    }
    List<StoredCode> named = codes.findByName(wanted);
    List<StoredCode> found = startingWith(wanted);
    if (named.isEmpty() && found.isEmpty()) {
      throw unknown(wanted);
    }
    Set<CodeDigest> digests = digests(found);
    if (named.isEmpty() && digests.size() > 1) {
      throw ambiguous(
          digests.size()
              + " codes begin with "
              + PeerText.quoted(wanted)
              + ", expected more digits");
    }
    // Names that look like digits are refused today, but were not always.
    if (!named.isEmpty() && !digests(named).containsAll(digests)) {
      throw ambiguous(
          PeerText.quoted(wanted) + " is a name and the start of a digest, expected all 64 digits");
    }
    return named.isEmpty() ? found : named;
  }

  private List<StoredCode> startingWith(String wanted) {
    return DIGEST_START.matcher(wanted).matches()
        ? codes.findByDigest(wanted.toLowerCase(Locale.ROOT))
        : List.of();
  }

  private static Set<CodeDigest> digests(List<StoredCode> codes) {
    return codes.stream().map(StoredCode::digest).collect(Collectors.toSet());
  }

  private static StatusRuntimeException ambiguous(String sentence) {
    return Status.FAILED_PRECONDITION.withDescription(sentence).asRuntimeException();
  }

  private static StatusRuntimeException unknown(String wanted) {
    return Status.NOT_FOUND
        .withDescription(
            "there is no code "
                + PeerText.quoted(wanted)
                + ", expected a name or at least 8 hex digits of a digest")
        .asRuntimeException();
  }

  CodeDescription describe(StoredCode code) {
    List<StoredCode> standing = codes.standing(code.digest());
    return describe(code, codes.snapshot()).toBuilder()
        .clearRouters()
        .addAllRouters(routersFor(standing))
        .addAllAlsoPublishedBy(
            standing.stream()
                .map(StoredCode::publisher)
                .filter(publisher -> !publisher.equals(code.publisher()))
                .map(RosaId::toString)
                .toList())
        .build();
  }

  /** The routers that may have a code for one of its publications. */
  private Set<String> routersFor(List<StoredCode> publications) {
    return publications.stream()
        .flatMap(code -> authorizer.routersFor(code).stream())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** A code that its publisher has withdrawn, and what the publisher has beside it. */
  CodeDescription describeWithdrawn(StoredCode code) {
    return describe(code).toBuilder()
        .addAllInService(
            codes.standingUnder(code.name()).stream()
                .filter(other -> other.publisher().equals(code.publisher()))
                .map(other -> Messages.bytes(other.digest()))
                .toList())
        .build();
  }

  /** A list for a publisher, in the order of {@link CodeRepository#list}. */
  ListCodeReply describeAll(boolean includeWithdrawn) {
    CatalogueSnapshot snapshot = codes.snapshot();
    CodeListing wanted = codes.list(includeWithdrawn);
    ListCodeReply.Builder reply = ListCodeReply.newBuilder().setLeftOut(wanted.leftOut());
    wanted.codes().forEach(code -> reply.addCodes(describe(code, snapshot)));
    return reply.build();
  }

  private CodeDescription describe(StoredCode code, CatalogueSnapshot snapshot) {
    return CodeDescription.newBuilder()
        .setName(code.name())
        .setDigest(Messages.bytes(code.digest()))
        .setPublisher(code.publisher().toString())
        .setPublishedAt((int) code.publishedAt().getEpochSecond())
        .setWithdrawn(code.withdrawn())
        .setSizeBytes(code.sizeBytes())
        .setEntryClass(code.entryClass())
        .addAllEpochs(snapshot.epochsOf(code.digest()))
        .addAllRouters(code.withdrawn() ? List.of() : authorizer.routersFor(code))
        .build();
  }
}
