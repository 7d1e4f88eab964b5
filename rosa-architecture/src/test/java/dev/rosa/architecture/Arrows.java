package dev.rosa.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;

/** Rules for the arrows between packages, as the tests here write them. Stateless. */
final class Arrows {

  private Arrows() {}

  /** A package directly below {@code dev.rosa}, with its own parts. */
  static ArchRule core(String name, String... known) {
    return part("", name, known);
  }

  /** A part of a package knows those parts of it only, and anything outside of it. */
  static ArchRule part(String whole, String name, String... known) {
    String outer = whole.isEmpty() ? "dev.rosa." : "dev.rosa." + whole + ".";
    DescribedPredicate<JavaClass> allowed =
        resideInAPackage(outer + ".").negate().or(resideInAPackage(outer + name + ".."));
    for (String other : known) {
      allowed = allowed.or(resideInAPackage(outer + other + ".."));
    }
    return classes()
        .that()
        .resideInAPackage(outer + name + "..")
        .should()
        .onlyDependOnClassesThat(
            allowed.as("it may know beside the JDK and libraries: %s", String.join(", ", known)));
  }

  static DescribedPredicate<JavaClass> inJava(String own) {
    return resideInAnyPackage("java..", own)
        .or(DescribedPredicate.describe("are primitive", JavaClass::isPrimitive))
        .as("java.* and itself");
  }
}
