package dev.rosa.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static dev.rosa.architecture.Arrows.core;
import static dev.rosa.architecture.Arrows.inJava;
import static dev.rosa.architecture.Arrows.part;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Tests of the arrows between packages. */
@AnalyzeClasses(
    packages = "dev.rosa",
    importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.NoTestJars.class})
class PackageArrowsTest {

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

  @ArchTest
  static final ArchRule shouldLetAssistantsKnowTheKeeperAndPackets =
      core("firewall.assistant", "firewall.keeper", "network", "kernel", "packetio", "config");

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
  static final ArchRule shouldLetOperatorsSocketsKnowConfigOnly = core("operator", "config");

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
  static final ArchRule shouldLetOperatorsCommandsKnowNoPartOfARunningPlane =
      part("firewall.plane", "operator", "ban", "policy", "allow");

  @ArchTest
  static final ArchRule shouldLetLayersKnowBansOnly = part("firewall.plane", "layer", "ban");

  @ArchTest
  static final ArchRule shouldLetXdpKnowLayersAndBansOnly =
      core(
          "firewall.plane.layer.xdp",
          "firewall.plane.layer",
          "firewall.plane.ban",
          "kernel",
          "network",
          "config");

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
  static final ArchRule shouldLetNamespacesOfBenchesKnowTheDomainOnly =
      part("bench", "namespace", "domain");

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
}
