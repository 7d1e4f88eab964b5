package dev.rosa.code;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Search for forbidden members in admitted bundles, apart from the verifier. Stateless. */
final class SecondScan {

  private static final ListedMembers LIST = ListedMembers.read();

  private final Map<String, RawClassFile> classes = new HashMap<>();

  private SecondScan() {}

  /** What the classes of a bundle use and may not. */
  static List<String> forbidden(Iterable<byte[]> classFiles) {
    SecondScan scan = new SecondScan();
    for (byte[] file : classFiles) {
      RawClassFile type = RawClassFile.read(file);
      scan.classes.put(type.name(), type);
    }
    List<String> forbidden = new ArrayList<>();
    for (RawClassFile type : scan.classes.values()) {
      for (RawClassFile.Use use : type.uses()) {
        if (!scan.permits(use)) {
          forbidden.add(type.name() + ": " + use);
        }
      }
    }
    return forbidden;
  }

  private boolean permits(RawClassFile.Use use) {
    String owner = element(use.owner());
    if (owner.isEmpty()) {
      return true;
    }
    if (use.name().isEmpty()) {
      return classes.containsKey(owner) || LIST.hasType(owner);
    }
    if (use.owner().startsWith("[")) {
      return use.name().equals("clone")
          || LIST.has("java/lang/Object", use.name(), use.descriptor());
    }
    return ListedMembers.isLinkage(owner, use.name())
        || finds(owner, use.name(), use.descriptor(), new HashSet<>());
  }

  /** The class of an array's elements; empty: a primitive one. */
  private static String element(String name) {
    if (!name.startsWith("[")) {
      return name;
    }
    int start = name.lastIndexOf('[') + 1;
    return name.charAt(start) == 'L' ? name.substring(start + 1, name.length() - 1) : "";
  }

  private boolean finds(String owner, String name, String descriptor, Set<String> seen) {
    RawClassFile own = classes.get(owner);
    if (own == null) {
      return LIST.has(owner, name, descriptor);
    }
    return own.declares(name, descriptor)
        || (seen.add(owner)
            && own.parents().stream().anyMatch(parent -> finds(parent, name, descriptor, seen)));
  }
}
