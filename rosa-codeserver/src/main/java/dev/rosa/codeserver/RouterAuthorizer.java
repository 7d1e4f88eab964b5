package dev.rosa.codeserver;

import dev.rosa.identity.RosaId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Says which router may have which code: a router that the operator names gets what its line says,
 * any other what the line of {@code *} says, and without one nothing. Immutable.
 */
final class RouterAuthorizer {

  private static final String ANY = "*";

  /** The names of codes by the name of a router; either may be {@link #ANY}. */
  private final Map<String, Set<String>> codesByRouter;

  RouterAuthorizer(Map<String, Set<String>> codesByRouter) {
    this.codesByRouter = new LinkedHashMap<>(codesByRouter);
  }

  boolean mayHave(RosaId router, String code) {
    Set<String> codes = codesByRouter.get(router.name());
    return covers(codes == null ? codesByRouter.getOrDefault(ANY, Set.of()) : codes, code);
  }

  /** The routers that may have a code, as the operator named them. */
  List<String> routersFor(String code) {
    List<String> routers = new ArrayList<>();
    codesByRouter.forEach(
        (router, codes) -> {
          if (covers(codes, code)) {
            routers.add(router);
          }
        });
    return routers;
  }

  private static boolean covers(Set<String> codes, String code) {
    return codes.contains(ANY) || codes.contains(code);
  }
}
