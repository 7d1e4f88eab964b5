package dev.rosa.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static dev.rosa.architecture.Arrows.inJava;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Tests of the arrows between modules. */
@AnalyzeClasses(
    packages = "dev.rosa",
    importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.NoTestJars.class})
class ArchitectureTest {

  /** The core's test kit comes as a jar once it is packaged. */
  static final class NoTestJars implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("-tests.jar");
    }
  }

  private static final String API = "dev.rosa.api..";
  private static final String EVIDENCE = "dev.rosa.evidence..";
  private static final String AS = "dev.rosa.as..";
  private static final String CODE_SERVER = "dev.rosa.codeserver..";
  private static final String ROUTER = "dev.rosa.router..";
  private static final String DIVERT = "dev.rosa.firewall.divert..";
  private static final String PROXY = "dev.rosa.proxy..";
  private static final String CLIENT = "dev.rosa.client..";
  private static final String NATIVE_CODE = "dev.rosa.nativecode..";
  private static final String GCRYPT = "dev.rosa.gcrypt..";
  private static final String MULTI_BUFFER = "dev.rosa.multibuffer..";
  private static final String RINGS = "dev.rosa.rings..";
  private static final String BENCH = "dev.rosa.bench..";
  private static final String TEST_KIT = "dev.rosa.testkit..";

  /** The core is shared: no role, no API, no native engine, no bench, no test kit. */
  private static final DescribedPredicate<JavaClass> CORE =
      resideInAPackage("dev.rosa..")
          .and(not(resideInAnyPackage(API, AS, CODE_SERVER, ROUTER, DIVERT, PROXY, CLIENT)))
          .and(not(resideInAnyPackage(BENCH, TEST_KIT)))
          .and(not(resideInAnyPackage(NATIVE_CODE, GCRYPT, MULTI_BUFFER, RINGS)))
          .as("the core");

  @ArchTest
  static final ArchRule shouldLetTheApiKnowNothingButJava =
      classes().that().resideInAPackage(API).should().onlyDependOnClassesThat(inJava(API));

  /** Any application can have the sink on its class path. */
  @ArchTest
  static final ArchRule shouldLetEvidenceKnowNothingButJava =
      classes()
          .that()
          .resideInAPackage(EVIDENCE)
          .should()
          .onlyDependOnClassesThat(inJava(EVIDENCE));

  @ArchTest
  static final ArchRule shouldKeepTheCoreFreeOfRoles =
      noClasses()
          .that(CORE)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(AS, CODE_SERVER, ROUTER, DIVERT, PROXY, CLIENT);

  /** XML or the ServiceLoader names native engines; without them everything still builds. */
  @ArchTest
  static final ArchRule shouldCompileNothingAgainstNativeEngines =
      noClasses()
          .that()
          .resideOutsideOfPackages(NATIVE_CODE, GCRYPT, MULTI_BUFFER, RINGS)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(NATIVE_CODE, GCRYPT, MULTI_BUFFER, RINGS);

  @ArchTest
  static final ArchRule shouldLetNativeEnginesKnowNoRole =
      noClasses()
          .that()
          .resideInAnyPackage(NATIVE_CODE, GCRYPT, MULTI_BUFFER, RINGS)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(AS, CODE_SERVER, ROUTER, DIVERT, CLIENT, BENCH);

  @ArchTest
  static final ArchRule shouldLetNobodyDependOnBenches =
      noClasses()
          .that()
          .resideOutsideOfPackage(BENCH)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(BENCH);

  @ArchTest
  static final ArchRule shouldLetBenchesAloneUseTheTestKit =
      noClasses()
          .that()
          .resideOutsideOfPackages(BENCH, TEST_KIT)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(TEST_KIT);

  @ArchTest
  static final ArchRule shouldKeepTheAuthorizationServerToItself =
      noClasses()
          .that()
          .resideInAPackage(AS)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(CODE_SERVER, ROUTER, DIVERT, CLIENT);

  @ArchTest
  static final ArchRule shouldKeepTheCodeServerToItself =
      noClasses()
          .that()
          .resideInAPackage(CODE_SERVER)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(AS, ROUTER, DIVERT, CLIENT);

  @ArchTest
  static final ArchRule shouldKeepTheRouterToItself =
      noClasses()
          .that()
          .resideInAnyPackage(ROUTER, DIVERT)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(AS, CODE_SERVER, CLIENT);

  @ArchTest
  static final ArchRule shouldKeepTheClientToItself =
      noClasses()
          .that()
          .resideInAPackage(CLIENT)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(AS, CODE_SERVER, ROUTER, DIVERT);

  @ArchTest
  static final ArchRule shouldLetThePlaneKnowNoRole =
      noClasses()
          .that()
          .resideInAPackage("dev.rosa.firewall.plane..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(AS, CODE_SERVER, ROUTER, DIVERT, CLIENT);

  @ArchTest
  static final ArchRule shouldKeepTheProxyToItself =
      noClasses()
          .that()
          .resideInAPackage(PROXY)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(AS, CODE_SERVER, ROUTER, DIVERT, CLIENT);

  @ArchTest
  static final ArchRule shouldLetNoRoleKnowTheProxy =
      noClasses()
          .that()
          .resideInAnyPackage(AS, CODE_SERVER, ROUTER, DIVERT, CLIENT)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(PROXY);
}
