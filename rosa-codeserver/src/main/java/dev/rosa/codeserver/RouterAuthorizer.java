package dev.rosa.codeserver;

import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Permissions of routers for code, as the Code Server's configuration lists them. A router that the
 * operator names gets the codes of its line, any other those of the line of {@code *}, and without
 * one none. A code is named by its publisher and name, or by its digest; its name alone is the
 * choice of a publisher. Immutable.
 */
final class RouterAuthorizer {

  private static final String ANY = "*";

  /**
   * Codes by the name of a router, which may be {@link #ANY}: {@code PUBLISHER/NAME}, a digest in
   * lower-case hex digits, or {@link #ANY}.
   */
  private final Map<String, Set<String>> codesByRouter;

  RouterAuthorizer(Map<String, Set<String>> codesByRouter) {
    this.codesByRouter = new LinkedHashMap<>(codesByRouter);
  }

  boolean mayHave(RosaId router, StoredCode code) {
    return covers(line(router), code);
  }

  /** The same for a code as that publisher named it, at any time. */
  boolean mayHave(RosaId router, CodeDigest digest, RosaId publisher, String name) {
    return covers(line(router), digest, published(publisher, name));
  }

  /**
   * The publications of one code for which the router may have it. Those whose publisher the
   * router's line names come first, however many others have published the same bytes.
   *
   * @param publications in the order that is kept otherwise
   */
  List<StoredCode> permitted(RosaId router, List<StoredCode> publications) {
    Set<String> line = line(router);
    return publications.stream()
        .filter(code -> covers(line, code))
        .sorted(Comparator.comparing(code -> !line.contains(published(code))))
        .toList();
  }

  private Set<String> line(RosaId router) {
    Set<String> codes = codesByRouter.get(router.name());
    return codes == null ? codesByRouter.getOrDefault(ANY, Set.of()) : codes;
  }

  /** The routers that may have a code, as the operator named them. */
  List<String> routersFor(StoredCode code) {
    List<String> routers = new ArrayList<>();
    codesByRouter.forEach(
        (router, codes) -> {
          if (covers(codes, code)) {
            routers.add(router);
          }
        });
    return routers;
  }

  private static boolean covers(Set<String> codes, StoredCode code) {
    return covers(codes, code.digest(), published(code));
  }

  private static boolean covers(Set<String> codes, CodeDigest digest, String published) {
    return codes.contains(ANY) || codes.contains(published) || codes.contains(digest.hex());
  }

  private static String published(StoredCode code) {
    return published(code.publisher(), code.name());
  }

  private static String published(RosaId publisher, String name) {
    return publisher.name() + "/" + name;
  }
}
