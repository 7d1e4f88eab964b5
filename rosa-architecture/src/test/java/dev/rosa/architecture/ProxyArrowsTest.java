package dev.rosa.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static dev.rosa.architecture.Arrows.core;
import static dev.rosa.architecture.Arrows.part;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Tests of the arrows between the proxy's packages. */
@AnalyzeClasses(
    packages = "dev.rosa",
    importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.NoTestJars.class})
class ProxyArrowsTest {

  @ArchTest static final ArchRule shouldLetStreamsKnowIpOnly = core("proxy.stream", "wire");

  @ArchTest
  static final ArchRule shouldLetUrlsKnowBytesAndAddressesOnly =
      core("proxy.url", "proxy.stream", "config");

  @ArchTest static final ArchRule shouldLetCookiesKnowNumbersOnly = part("proxy", "syncookie");

  @ArchTest
  static final ArchRule shouldLetContentKnowBytesOnly = part("proxy", "content", "stream");

  @ArchTest
  static final ArchRule shouldLetConnectionsKnowStreamsOnly = part("proxy", "connection", "stream");

  @ArchTest
  static final ArchRule shouldLetHttpKnowNoRules =
      part("proxy", "http", "stream", "url", "relay", "content");

  @ArchTest
  static final ArchRule shouldLetFtpKnowNoRules = part("proxy", "ftp", "stream", "url", "relay");

  @ArchTest static final ArchRule shouldLetRelaysKnowNoProtocol = part("proxy", "relay");

  @ArchTest
  static final ArchRule shouldLetIcapKnowHttpOnly = part("proxy", "icap", "http", "stream");

  /** Only the relay has sockets. */
  @ArchTest
  static final ArchRule shouldLetTheJudgementOfFtpKnowNoSockets =
      noClasses()
          .that()
          .resideInAPackage("dev.rosa.proxy.ftp")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.rosa.proxy.ftp.relay..", "dev.rosa.proxy.relay..", "dev.rosa.kernel..");

  @ArchTest
  static final ArchRule shouldLetTheJudgementOfHttpKnowNoSockets =
      noClasses()
          .that()
          .resideInAPackage("dev.rosa.proxy.http")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.rosa.proxy.http.relay..", "dev.rosa.proxy.relay..", "dev.rosa.kernel..");

  @ArchTest static final ArchRule shouldLetLoginsKnowNoProtocol = part("proxy", "login", "rules");

  @ArchTest
  static final ArchRule shouldLetPasswordsKnowNoOtherPackageOfTheProxy =
      core("proxy.login.password", "storage.file", "config");

  @ArchTest
  static final ArchRule shouldLetTheClientOfTheLoginKnowIdentitiesOnly =
      core("proxy.login.client", "identity");

  @ArchTest
  static final ArchRule shouldLetTheLogKnowNoProtocol = part("proxy", "journal", "rules", "stream");

  @ArchTest
  static final ArchRule shouldLetCommandsOfTheProxyKnowNoPacketPath =
      part("proxy", "operator", "rules", "login", "journal");

  @ArchTest static final ArchRule shouldLetTelnetKnowNoRules = part("proxy", "telnet", "stream");

  @ArchTest static final ArchRule shouldLetTlsKnowNoRules = part("proxy", "tls", "stream", "url");

  @ArchTest
  static final ArchRule shouldLetCriteriaKnowWhatTheyAskFor = part("proxy.rules", "criterion");

  @ArchTest
  static final ArchRule shouldLetRulesKnowNoProtocol =
      part("proxy", "rules", "url", "content", "stream");

  @ArchTest
  static final ArchRule shouldLetTheKernelPartKnowItsConfigurationOnly =
      part("proxy", "divert", "rules", "relay", "cache");

  @ArchTest static final ArchRule shouldLetTheCacheKnowNoOtherPart = part("proxy", "cache");

  @ArchTest
  static final ArchRule shouldLetThePacketPathKnowJudgesAndWhatTheyNeed =
      part(
          "proxy",
          "packet",
          "cache",
          "connection",
          "content",
          "divert",
          "ftp",
          "ftp.relay",
          "http",
          "journal",
          "login",
          "policy",
          "rules",
          "stream",
          "syncookie",
          "telnet",
          "tls",
          "url");

  @ArchTest
  static final ArchRule shouldLetTheProxysStatusKnowWhatItShows =
      part(
          "proxy",
          "status",
          "cache",
          "divert",
          "journal",
          "login",
          "login.page",
          "packet",
          "policy",
          "stream");
}
