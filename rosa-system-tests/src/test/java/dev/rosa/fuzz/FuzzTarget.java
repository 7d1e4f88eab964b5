package dev.rosa.fuzz;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import dev.rosa.as.JoinRequestFuzzer;
import dev.rosa.as.ServiceRequestFuzzer;
import dev.rosa.codeserver.CodeDistributionFuzzer;
import dev.rosa.codeserver.PublishRequestFuzzer;
import dev.rosa.codeserver.SecretStagingFuzzer;
import dev.rosa.proof.EngineFuzzer;
import dev.rosa.proxy.FirstBytesFuzzer;
import dev.rosa.proxy.FtpControlFuzzer;
import dev.rosa.proxy.HttpRequestFuzzer;
import dev.rosa.proxy.NormalUrlFuzzer;
import dev.rosa.proxy.icap.IcapReaderFuzzer;
import dev.rosa.router.CatalogueFuzzer;
import dev.rosa.router.RouterConfigFuzzer;
import java.util.List;
import java.util.function.Supplier;

/**
 * Fuzz target.
 *
 * @param type has {@code fuzzerTestOneInput}, which Jazzer finds by its name
 * @param input the same method
 * @param classPath part of the class path that it needs
 * @param seeds inputs to begin with
 */
record FuzzTarget(
    Class<?> type, Input input, FuzzClassPath classPath, Supplier<List<byte[]>> seeds) {

  /** Call of a target with one input; it throws when a promise is broken. */
  @FunctionalInterface
  interface Input {
    void test(FuzzedDataProvider data) throws Exception;
  }

  static final List<FuzzTarget> ALL =
      List.of(
          core(ActivePacketFuzzer.class, ActivePacketFuzzer::fuzzerTestOneInput, List::of),
          core(PcapFuzzer.class, PcapFuzzer::fuzzerTestOneInput, PcapFuzzer::seeds),
          core(
              CodeBundleFuzzer.class,
              CodeBundleFuzzer::fuzzerTestOneInput,
              CodeBundleFuzzer::seeds),
          core(
              SignedStatementFuzzer.class,
              SignedStatementFuzzer::fuzzerTestOneInput,
              SignedStatementFuzzer::seeds),
          core(EngineFuzzer.class, EngineFuzzer::fuzzerTestOneInput, List::of),
          core(
              HttpRequestFuzzer.class,
              HttpRequestFuzzer::fuzzerTestOneInput,
              HttpRequestFuzzer::seeds),
          core(
              IcapReaderFuzzer.class,
              IcapReaderFuzzer::fuzzerTestOneInput,
              IcapReaderFuzzer::seeds),
          core(
              FirstBytesFuzzer.class,
              FirstBytesFuzzer::fuzzerTestOneInput,
              FirstBytesFuzzer::seeds),
          core(
              FtpControlFuzzer.class,
              FtpControlFuzzer::fuzzerTestOneInput,
              FtpControlFuzzer::seeds),
          core(NormalUrlFuzzer.class, NormalUrlFuzzer::fuzzerTestOneInput, NormalUrlFuzzer::seeds),
          router(
              RouterConfigFuzzer.class,
              RouterConfigFuzzer::fuzzerTestOneInput,
              RouterConfigFuzzer::seeds),
          router(CatalogueFuzzer.class, CatalogueFuzzer::fuzzerTestOneInput, List::of),
          server(ServiceRequestFuzzer.class, ServiceRequestFuzzer::fuzzerTestOneInput),
          server(JoinRequestFuzzer.class, JoinRequestFuzzer::fuzzerTestOneInput),
          server(PublishRequestFuzzer.class, PublishRequestFuzzer::fuzzerTestOneInput),
          server(SecretStagingFuzzer.class, SecretStagingFuzzer::fuzzerTestOneInput),
          server(CodeDistributionFuzzer.class, CodeDistributionFuzzer::fuzzerTestOneInput));

  private static FuzzTarget core(Class<?> type, Input input, Supplier<List<byte[]>> seeds) {
    return new FuzzTarget(type, input, FuzzClassPath.CORE, seeds);
  }

  private static FuzzTarget router(Class<?> type, Input input, Supplier<List<byte[]>> seeds) {
    return new FuzzTarget(type, input, FuzzClassPath.ROUTER, seeds);
  }

  private static FuzzTarget server(Class<?> type, Input input) {
    return new FuzzTarget(type, input, FuzzClassPath.SERVER, List::of);
  }

  /** Name of its class. */
  String name() {
    return type.getSimpleName();
  }
}
