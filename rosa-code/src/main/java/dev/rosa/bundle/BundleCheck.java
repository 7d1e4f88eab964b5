package dev.rosa.bundle;

import java.util.Collection;
import java.util.Map;
import org.objectweb.asm.ClassReader;

/**
 * Check of one bundle against the allow-list: first the hierarchy of its classes, then their
 * instructions. Owned by the thread that checks.
 */
final class BundleCheck {

  private final CodeBundle bundle;
  private final Hierarchy hierarchy;
  private final LinkingCost linking;
  private final References references;
  private final Overrides overrides;

  BundleCheck(CodeBundle bundle, AllowList allowList, StepBudget budget) {
    this.bundle = bundle;
    this.hierarchy = new Hierarchy(bundle, budget);
    this.linking = new LinkingCost(bundle, allowList, hierarchy, budget);
    this.references = new References(bundle, allowList, hierarchy, budget);
    this.overrides = new Overrides(bundle, allowList, hierarchy, budget);
  }

  void run() throws BundleException {
    Collection<ClassOutline> outlines = bundle.outlines();
    for (ClassOutline outline : outlines) {
      check(outline, place -> checkParents(outline));
    }
    for (ClassOutline outline : outlines) {
      check(outline, place -> checkUses(outline, place));
    }
  }

  private void checkParents(ClassOutline outline) {
    hierarchy.check(outline);
    linking.charge(outline);
  }

  private void checkUses(ClassOutline outline, SourcePlace place) {
    ClassReader reader = new ClassReader(bundle.classes().get(outline.sourceName()));
    Map<String, String> forbidden = overrides.forbiddenIn(outline);
    reader.accept(new ClassCheck(references, place, forbidden), ClassReader.SKIP_FRAMES);
  }

  /** A part of the check, which keeps {@code place} where it is. */
  private interface Part {
    void check(SourcePlace place);
  }

  private static void check(ClassOutline outline, Part part) throws BundleException {
    SourcePlace place = new SourcePlace(outline);
    try {
      part.check(place);
    } catch (Refusal refusal) {
      throw new BundleException(place + " " + refusal.getMessage(), refusal);
    } catch (RuntimeException | StackOverflowError e) {
      throw new BundleException(place + " is not a valid class file", e);
    }
  }
}
