package dev.rosa.codeserver;

import dev.rosa.control.v1.CodeDescription;
import dev.rosa.identity.RosaId;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Finds codes by what people call them and describes them to people. Thread-safe. */
final class CodeDirectory {

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
   * @throws StatusRuntimeException NOT_FOUND if there is none, FAILED_PRECONDITION if there are
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

  /** Publications under the name, or of the code with that digest; at least one. */
  private List<StoredCode> meant(String wanted) {
    List<StoredCode> named = codes.findByName(wanted);
    if (!named.isEmpty()) {
      return named;
    }
    List<StoredCode> found =
        DIGEST_START.matcher(wanted).matches()
            ? codes.findByDigest(wanted.toLowerCase(Locale.ROOT))
            : List.of();
    long digests = found.stream().map(StoredCode::digest).distinct().count();
    if (digests > 1) {
      throw Status.FAILED_PRECONDITION
          .withDescription(
              digests + " codes begin with " + Messages.quoted(wanted) + ", expected more digits")
          .asRuntimeException();
    } else if (found.isEmpty()) {
      throw unknown(wanted);
    }
    return found;
  }

  private static StatusRuntimeException unknown(String wanted) {
    return Status.NOT_FOUND
        .withDescription(
            "there is no code "
                + Messages.quoted(wanted)
                + ", expected a name or at least 8 hex digits of a digest")
        .asRuntimeException();
  }

  CodeDescription describe(StoredCode code) {
    return describe(code, codes.snapshot());
  }

  /** All of them by name, under one name the last published first. */
  List<CodeDescription> describeAll(boolean includeWithdrawn) {
    CatalogueSnapshot snapshot = codes.snapshot();
    List<StoredCode> wanted = includeWithdrawn ? codes.list(true) : snapshot.codes();
    return wanted.stream().map(code -> describe(code, snapshot)).toList();
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
        .addAllRouters(authorizer.routersFor(code))
        .build();
  }
}
