package dev.rosa.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.rosa.command.HangUp;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.TreeMap;

/** Tests of sizes, names and habits that are ruled out in every module. */
@AnalyzeClasses(
    packages = "dev.rosa",
    importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.NoTestJars.class})
class HabitsTest {

  private static final String CLIENT = "dev.rosa.client..";
  private static final String BENCH = "dev.rosa.bench..";
  private static final String ROUTER = "dev.rosa.router..";
  private static final String GENERATED = "dev.rosa.control.v1";

  /** Most classes of a package. */
  private static final long MOST_CLASSES = 30;

  /** A reader finds a class by the names of folders, so no folder holds many. */
  @ArchTest
  static void shouldKeepPackagesSmall(JavaClasses classes) {
    Map<String, Long> sizes =
        classes.stream()
            .filter(JavaClass::isTopLevelClass)
            .filter(not(resideInAnyPackage(GENERATED, "..jmh_generated..")))
            .filter(type -> !type.getSimpleName().equals("package-info"))
            .collect(groupingBy(JavaClass::getPackageName, TreeMap::new, counting()));
    sizes.values().removeIf(size -> size <= MOST_CLASSES);
    assertEquals(Map.of(), sizes);
  }

  @ArchTest
  static final ArchRule shouldNameClassesByWhatTheyAre =
      noClasses()
          .that()
          .resideOutsideOfPackage(GENERATED)
          .should()
          .haveNameMatching(".*(Impl|Manager|Helper|Util|Utils|Data)");

  /** Only command lines print their results; all else goes to the log. */
  @ArchTest
  static final ArchRule shouldPrintInCommandLinesOnly =
      noClasses()
          .that()
          .resideOutsideOfPackages(CLIENT, BENCH)
          .should()
          .accessField(System.class, "out")
          .orShould()
          .accessField(System.class, "err");

  @ArchTest
  static final ArchRule shouldNeverPrintStackTraces =
      noClasses().should().callMethod(Throwable.class, "printStackTrace");

  /** One log framework: SLF4J. Another one's level may be set where a library uses it. */
  @ArchTest
  static final ArchRule shouldLogThroughSlf4jOnly =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("dev.rosa.control.GrpcLog")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.util.logging..", "org.apache.log4j..");

  /** A command line may say how much of its log a person sees. */
  @ArchTest
  static final ArchRule shouldLeaveLogbackToItsConfiguration =
      noClasses()
          .that()
          .resideOutsideOfPackage(CLIENT)
          .should()
          .dependOnClassesThat()
          .resideInAPackage("ch.qos.logback..");

  /** Providers and loaded code are made by their name; the JDK's signals need reflection, too. */
  @ArchTest
  static final ArchRule shouldMakeNothingByReflection =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "dev.rosa.provider..",
              "dev.rosa.metering.run",
              "dev.rosa.bench.code",
              ROUTER,
              GENERATED)
          .and()
          .doNotBelongToAnyOf(HangUp.class)
          .should()
          .callMethod(Method.class, "invoke", Object.class, Object[].class)
          .orShould()
          .callMethod(Constructor.class, "newInstance", Object[].class)
          .orShould()
          .callMethod(AccessibleObject.class, "setAccessible", boolean.class);
}
