package dev.rosa.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Tests of the arrows between modules and packages. */
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
          .and(not(resideInAnyPackage(API, AS, CODE_SERVER, ROUTER, DIVERT, CLIENT)))
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
          .resideInAnyPackage(AS, CODE_SERVER, ROUTER, DIVERT, CLIENT);

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

  @ArchTest static final ArchRule shouldLetWireKnowNothingButJava = core("wire");

  @ArchTest static final ArchRule shouldLetIpKnowNoFormatAboveIt = part("wire", "ip");

  @ArchTest static final ArchRule shouldLetActivePacketsKnowIpOnly = part("wire", "active", "ip");

  @ArchTest static final ArchRule shouldLetKeysKnowWireOnly = core("keys", "wire");

  @ArchTest static final ArchRule shouldLetCryptoKnowKeysAndWire = core("crypto", "wire", "keys");

  @ArchTest
  static final ArchRule shouldLetSessionKnowCryptoKeysAndWire =
      core("session", "wire", "keys", "crypto");

  @ArchTest static final ArchRule shouldLetKernelKnowNoOtherPackageOfOurs = core("kernel");

  @ArchTest
  static final ArchRule shouldLetPacketIoKnowKernelAndWire = core("packetio", "kernel", "wire");

  @ArchTest
  static final ArchRule shouldLetNetworkKnowKernelAndConfig = core("network", "kernel", "config");

  @ArchTest
  static final ArchRule shouldLetTheKeeperKnowNoPlan =
      core("firewall.keeper", "network", "kernel", "config", "command");

  @ArchTest static final ArchRule shouldLetConfigKnowNoOtherPackageOfOurs = core("config");

  @ArchTest
  static final ArchRule shouldLetProviderKnowCryptoAndConfig =
      core("provider", "crypto", "keys", "session", "config", "wire", "vectors");

  @ArchTest
  static final ArchRule shouldLetVectorsKnowSessionsAndConfig =
      core("vectors", "wire", "keys", "crypto", "session", "config");

  @ArchTest
  static final ArchRule shouldLetIdentityKnowTheSignedStatementConfigAndSignaturesOnly =
      core("identity", "config", "control.v1", "signature");

  @ArchTest
  static final ArchRule shouldLetSignaturesKnowProvidersAndConfig =
      core("signature", "provider", "config");

  @ArchTest
  static final ArchRule shouldLetControlKnowIdentityServingAndStorage =
      core("control", "control.v1", "identity", "serving", "storage");

  @ArchTest
  static final ArchRule shouldLetBoundsOfPeersKnowServingOnly = core("control.bounds", "serving");

  @ArchTest
  static final ArchRule shouldLetPublicationKnowStatementsAndDigests =
      core("publication", "control.v1", "identity", "keys", "serving");

  @ArchTest
  static final ArchRule shouldLetAdministrationKnowStatementsOnly =
      core("administration", "control.v1", "identity");

  @ArchTest
  static final ArchRule shouldLetDomainStateKnowStatementsAndKeys =
      core("domainstate", "control.v1", "identity", "keys");

  @ArchTest
  static final ArchRule shouldLetTransparencyKnowNoOtherPackageOfOurs = core("transparency");

  @ArchTest
  static final ArchRule shouldLetAuditKnowTheLogAndStatements =
      core(
          "audit",
          "administration",
          "publication",
          "transparency",
          "witness",
          "identity",
          "control.v1",
          "serving",
          "wire");

  @ArchTest
  static final ArchRule shouldLetWitnessesKnowTheLogAndStatements =
      core("witness", "transparency", "identity", "control.v1");

  @ArchTest
  static final ArchRule shouldLetStorageKnowConfigAndKeys = core("storage", "config", "keys");

  @ArchTest
  static final ArchRule shouldLetMaintenanceKnowStorageAndConfig =
      core("maintenance", "storage", "config");

  /** One class knows SQLite; statements are JDBI's; pool and tables are the storage's. */
  @ArchTest
  static final ArchRule shouldLetTheStorageAloneKnowItsDatabase =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.rosa.storage")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.sqlite..", "org.flywaydb..", "com.zaxxer..");

  @ArchTest static final ArchRule shouldLetCommandKnowConfigOnly = core("command", "config");

  @ArchTest
  static final ArchRule shouldLetServingKnowConfigAndCommandOnly =
      core("serving", "config", "command");

  @ArchTest
  static final ArchRule shouldLetTheSkeletonOfARoleKnowIdentityControlAndServing =
      core("role", "config", "control", "identity", "serving");

  @ArchTest static final ArchRule shouldLetBundleKnowApiAndKeys = core("bundle", "api", "keys");

  @ArchTest
  static final ArchRule shouldLetAdmissionKnowBundlesAndMetering =
      core("admission", "bundle", "metering");

  @ArchTest
  static final ArchRule shouldLetMeteringKnowBundlesAndTheApi = core("metering", "bundle", "api");

  /** Instrumented code can name these classes. */
  @ArchTest
  static final ArchRule shouldLetTheMeterKnowNothingButJava =
      classes()
          .that()
          .resideInAPackage("dev.rosa.metering")
          .should()
          .onlyDependOnClassesThat(inJava("dev.rosa.metering"));

  /** They run beside code: no bundle's reader and no instrumenter is reached from there. */
  @ArchTest
  static final ArchRule shouldLetTwinsKnowTheMeterAndTheApiOnly =
      noClasses()
          .that()
          .resideInAPackage("dev.rosa.metering.twin..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.rosa.bundle..", "dev.rosa.metering.instrument..", "dev.rosa.metering.run..");

  @ArchTest
  static final ArchRule shouldLetExecutionKnowNoOtherPackageOfTheRouter =
      part("router", "execution");

  /** Another lane comes as a package beside {@code bytecode}; only the router's set-up names it. */
  @ArchTest
  static final ArchRule shouldLetThePacketPathKnowNoExecutionLane =
      noClasses()
          .that()
          .resideInAnyPackage("dev.rosa.router.execution", "dev.rosa.router.pipeline..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.rosa.router.execution.bytecode..");

  @ArchTest
  static final ArchRule shouldLetCatalogueKnowNoOtherPackageOfTheRouter =
      part("router", "catalogue");

  @ArchTest
  static final ArchRule shouldLetTheRoutersWitnessKnowTheLinkOnly =
      part("router", "witness", "catalogue");

  @ArchTest
  static final ArchRule shouldLetTheRoutersSessionsKnowExecutionOnly =
      part("router", "session", "execution");

  @ArchTest
  static final ArchRule shouldLetPipelineKnowWhatItRuns =
      part("router", "pipeline", "execution", "catalogue", "session", "evidence");

  @ArchTest
  static final ArchRule shouldLetTheRoutersEvidenceKnowNoOtherPackageOfTheRouter =
      part("router", "evidence");

  @ArchTest
  static final ArchRule shouldLetBansKnowNoOtherPackageOfThePlane = part("firewall.plane", "ban");

  @ArchTest
  static final ArchRule shouldLetThePolicyKnowBansAndEvidenceOnly =
      core("firewall.plane.policy", "firewall.plane.ban", "evidence");

  @ArchTest
  static final ArchRule shouldLetAllowedSourcesKnowBansOnly =
      part("firewall.plane", "allow", "ban");

  @ArchTest
  static final ArchRule shouldLetTheRecordKnowBansAndPolicyOnly =
      part("firewall.plane", "record", "ban", "policy");

  @ArchTest
  static final ArchRule shouldLetThePlaneKnowNoRole =
      noClasses()
          .that()
          .resideInAPackage("dev.rosa.firewall.plane..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(AS, CODE_SERVER, ROUTER, DIVERT, CLIENT);

  @ArchTest
  static final ArchRule shouldLetStatusKnowWhatItShows =
      part("router", "status", "pipeline", "catalogue", "execution");

  @ArchTest
  static final ArchRule shouldLetSetupKnowNoPrewarm =
      part("router", "setup", "status", "pipeline", "catalogue", "session", "execution");

  @ArchTest
  static final ArchRule shouldLetPrewarmKnowThePacketPathAndSetup =
      part("router", "prewarm", "setup", "pipeline", "catalogue", "session", "execution");

  @ArchTest
  static final ArchRule shouldLetLinksKnowNoOtherPackageOfTheClient = part("client", "link");

  @ArchTest
  static final ArchRule shouldLetProcessesKnowNoOtherPackageOfTheClient = part("client", "process");

  @ArchTest
  static final ArchRule shouldLetTheCatalogueKnowNoOtherPartOfTheCodeServer =
      part("codeserver", "catalogue");

  @ArchTest
  static final ArchRule shouldLetTheWitnessKnowNoOtherPartOfTheCodeServer =
      part("codeserver", "witness");

  @ArchTest
  static final ArchRule shouldLetMeasurementsKnowNoOtherPackageOfTheBenches =
      part("bench", "measure");

  @ArchTest
  static final ArchRule shouldLetDisplaysKnowMeasurementsOnly = part("bench", "display", "measure");

  @ArchTest
  static final ArchRule shouldLetTheBenchOfAuthorizationKnowNoOtherBench =
      part("bench", "authorization", "display", "measure");

  @ArchTest static final ArchRule shouldLetPolicyKnowNoStorage = part("as", "policy");

  @ArchTest static final ArchRule shouldLetTheAuditTreeStandAlone = part("as", "audit");

  @ArchTest
  static final ArchRule shouldLetRecordsKnowPolicyAndTheAuditTree =
      part("as", "records", "policy", "audit");

  @ArchTest
  static final ArchRule shouldLetRequestsKnowPolicyRecordsAndWatches =
      part("as", "request", "policy", "records", "state", "watch");

  @ArchTest
  static final ArchRule shouldLetAdministrationKnowRecordsRequestsAndTheState =
      part("as", "administration", "audit", "policy", "records", "request", "state");

  @ArchTest
  static final ArchRule shouldLetWatchesKnowPolicyRecordsAndTheState =
      part("as", "watch", "policy", "records", "state");

  @ArchTest
  static final ArchRule shouldLetTheStateKnowPolicyAndRecords =
      part("as", "state", "policy", "records");

  @ArchTest
  static final ArchRule shouldLetStagingKnowRecordsAndTheState =
      part("as", "staging", "records", "state", "audit");

  @ArchTest
  static final ArchRule shouldLetMeasurementsKnowNoOtherPartOfTheChoice =
      part("provider", "measure");

  @ArchTest
  static final ArchRule shouldLetChecksOfEnginesKnowNoOtherPartOfTheChoice =
      part("provider", "check");

  @ArchTest
  static final ArchRule shouldHaveNoCyclesBetweenPackages =
      slices().matching("dev.rosa.(**)").should().beFreeOfCycles();

  /** A package directly below {@code dev.rosa}, with its own parts. */
  private static ArchRule core(String name, String... known) {
    return part("", name, known);
  }

  /** A part of a package knows those parts of it only, and anything outside of it. */
  private static ArchRule part(String whole, String name, String... known) {
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

  private static DescribedPredicate<JavaClass> inJava(String own) {
    return resideInAnyPackage("java..", own)
        .or(DescribedPredicate.describe("are primitive", JavaClass::isPrimitive))
        .as("java.* and itself");
  }
}
