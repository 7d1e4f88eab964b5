package dev.rosa.bundle;

import dev.rosa.bundle.admission.CodeLimits;
import dev.rosa.bundle.admission.Finding;
import dev.rosa.bundle.admission.FirstFinding;
import dev.rosa.bundle.admission.Refusal;
import dev.rosa.bundle.admission.SourcePlace;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
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
  private final LentMethods lent;
  private final LookUps lookUps;
  private int constants;

  BundleCheck(CodeBundle bundle, AllowList allowList, StepBudget budget) {
    this.bundle = bundle;
    this.hierarchy = new Hierarchy(bundle, budget);
    this.linking = new LinkingCost(bundle, allowList, hierarchy, budget);
    this.references = new References(bundle, allowList, hierarchy, budget);
    this.overrides = new Overrides(bundle, allowList, hierarchy, budget);
    this.lent = new LentMethods(bundle, allowList, hierarchy, budget);
    this.lookUps = new LookUps(bundle);
  }

  /**
   * Makes the check. Nothing is known of what uses classes whose parents are refused.
   *
   * @param findings is told of everything that is refused; it may end the check with an exception
   */
  void run(Consumer<Finding> findings) {
    AtomicBoolean sound = new AtomicBoolean(true);
    Consumer<Finding> noted =
        finding -> {
          sound.set(false);
          findings.accept(finding);
        };
    try {
      for (ClassOutline outline : bundle.outlines()) {
        check(outline, noted, place -> place.check(() -> checkParents(outline)));
      }
      if (sound.get()) {
        checkUses(noted);
      }
    } catch (Refusal end) {
      // It was reported where it was thrown.
    }
  }

  private void checkParents(ClassOutline outline) {
    hierarchy.check(outline);
    linking.charge(outline);
    lent.check(outline);
  }

  private void checkUses(Consumer<Finding> findings) {
    for (ClassOutline outline : bundle.outlines()) {
      check(outline, findings, place -> checkUses(outline, place));
    }
    int methods = bundle.outlines().stream().mapToInt(ClassOutline::methodCount).sum();
    require(methods, CodeLimits.MOST_METHODS_OF_BUNDLE, "methods in all", findings);
    int code = bundle.outlines().stream().mapToInt(BundleCheck::codeBytes).sum();
    require(code, CodeLimits.MOST_CODE_BYTES_OF_BUNDLE, "bytes of code in all", findings);
    require(constants, CodeLimits.MOST_CONSTANTS_OF_BUNDLE, "constants in all", findings);
    require(
        lookUps.references(),
        CodeLimits.MOST_REFERENCES_OF_BUNDLE,
        "names of classes and members in its classes",
        findings);
    require(
        lookUps.steps(),
        CodeLimits.MOST_LOOK_UP_STEPS,
        "fields and supertypes through which a JVM looks for members",
        findings);
    require(
        references.callSites(),
        CodeLimits.MOST_CALL_SITES_OF_BUNDLE,
        "lambdas, joined texts and records in all",
        findings);
  }

  private static int codeBytes(ClassOutline outline) {
    return outline.codeBytes().stream().mapToInt(Integer::intValue).sum();
  }

  private static void require(int count, int most, String what, Consumer<Finding> findings) {
    CodeLimits.require(
        count, most, what, reason -> findings.accept(Finding.ofBundle("the bundle " + reason, "")));
  }

  private void checkUses(ClassOutline outline, SourcePlace place) {
    ClassReader reader = new ClassReader(bundle.classes().get(outline.sourceName()));
    Map<String, String> forbidden = new HashMap<>();
    place.check(() -> forbidden.putAll(overrides.forbiddenIn(outline)));
    constants += reader.getItemCount();
    lookUps.add(reader);
    CodeLimits.require(
        reader.getItemCount(),
        CodeLimits.MOST_CONSTANTS,
        "constants",
        reason -> place.report(reason, "divide the class"));
    CodeLimits.require(
        ConstantHashes.mostAtOnePlace(reader),
        ConstantHashes.MOST_AT_ONE_PLACE,
        "constants of one hash code",
        reason -> place.report(reason, "give them other names or values"));
    ClassCheck check = new ClassCheck(references, place, outline, forbidden);
    reader.accept(check, ClassReader.SKIP_FRAMES);
  }

  /** A part of the check, which keeps {@code place} where it is. */
  private interface Part {
    void check(SourcePlace place);
  }

  private static void check(ClassOutline outline, Consumer<Finding> findings, Part part) {
    SourcePlace place = new SourcePlace(outline.sourceName(), outline.sourceFile(), findings);
    try {
      part.check(place);
    } catch (Refusal | FirstFinding end) {
      throw end;
    } catch (RuntimeException | StackOverflowError e) {
      place.report("is not a valid class file", "");
    }
  }
}
