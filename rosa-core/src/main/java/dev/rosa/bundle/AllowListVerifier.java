package dev.rosa.bundle;

import java.util.Map;
import org.objectweb.asm.ClassReader;

/**
 * Checks every class of a bundle, instruction by instruction, against the {@link AllowList}. It
 * runs at the Code Server before code is admitted and at each router before the same bytes are
 * loaded. Stateless; any thread may use it.
 */
public final class AllowListVerifier {

  private final AllowList allowList;

  /** A verifier with the list of this build. */
  public AllowListVerifier() {
    this(AllowList.builtIn());
  }

  /** A verifier with this list. */
  public AllowListVerifier(AllowList allowList) {
    this.allowList = allowList;
  }

  /**
   * Passes a bundle whose code uses nothing but itself and the list.
   *
   * @throws BundleException at the first thing that it may not use; the message is one line with
   *     class, method, source file and line, e.g. {@code net.example.Marker.onPacket
   *     (Marker.java:12) uses java.lang.System.exit(int), which is neither …}
   */
  public void verify(CodeBundle bundle) throws BundleException {
    References references = new References(bundle, allowList);
    Overrides overrides = new Overrides(bundle, allowList, references);
    for (Map.Entry<String, byte[]> entry : bundle.classes().entrySet()) {
      ClassOutline outline = bundle.outline(entry.getKey().replace('.', '/'));
      SourcePlace place = new SourcePlace(outline);
      try {
        ClassReader reader = new ClassReader(entry.getValue());
        Map<String, String> forbidden = overrides.forbiddenIn(outline);
        reader.accept(new ClassCheck(references, place, forbidden), ClassReader.SKIP_FRAMES);
      } catch (Refusal refusal) {
        throw new BundleException(place + " " + refusal.getMessage(), refusal);
      } catch (RuntimeException | StackOverflowError e) {
        throw new BundleException(place + " is not a valid class file", e);
      }
    }
  }
}
