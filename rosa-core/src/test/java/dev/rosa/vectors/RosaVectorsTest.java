package dev.rosa.vectors;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.crypto.JceEngines;
import dev.rosa.crypto.JceNames;
import dev.rosa.crypto.JceService;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.keys.KdfContext;
import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.ActivePacketWriter;
import dev.rosa.wire.active.Suite;
import java.net.Inet4Address;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.Security;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;

/** PROTOCOL §2 and §3 against vectors of an independent implementation, on every JCE provider. */
@Tag("jdk")
class RosaVectorsTest {

  private static final Path FILE = Path.of("src/test/resources/vectors/rosa-v1.json");

  @TestFactory
  Stream<DynamicTest> shouldReproduceEveryVectorByteForByteOnSunJce() throws Exception {
    return reproduce(Security.getProvider("SunJCE"));
  }

  @TestFactory
  Stream<DynamicTest> shouldReproduceEveryVectorByteForByteOnBouncyCastle() throws Exception {
    return reproduce(new BouncyCastleProvider());
  }

  private static Stream<DynamicTest> reproduce(Provider provider) throws VectorFileException {
    List<Vector> vectors = VectorFile.read(FILE);
    assertEquals(80, vectors.size());
    VectorCheck check = new VectorCheck(suite -> engine(suite, provider));
    return vectors.stream()
        .map(vector -> test(vector, () -> assertEquals(List.of(), check.differences(vector))));
  }

  /** A router encodes the context straight from the packet. */
  @TestFactory
  Stream<DynamicTest> shouldEncodeTheSameContextFromThePacket() throws Exception {
    return VectorFile.read(FILE).stream()
        .map(
            vector ->
                test(
                    vector,
                    () ->
                        assertArrayEquals(
                            HexFormat.of().parseHex(vector.expected().kdfContext()),
                            contextFromPacket(vector))));
  }

  private static byte[] contextFromPacket(Vector vector) {
    Vector.Inputs inputs = vector.inputs();
    byte[] datagram = HexFormat.of().parseHex(vector.expected().datagram());
    int overhead = ActivePacketWriter.overheadBytes(inputs.source() instanceof Inet4Address);
    ByteBuffer memory = ByteBuffer.allocate(3 + overhead + datagram.length);
    int header =
        ActivePacketWriter.write(memory, 3, inputs.source(), inputs.destination(), datagram.length);
    memory.put(header, datagram);
    ActivePacket packet = new ActivePacket();
    packet.wrap(memory, 3, overhead + datagram.length);
    byte[] context = new byte[KdfContext.BYTES];
    KdfContext.encode(packet, inputs.codeDigest(), context);
    return context;
  }

  private static DynamicTest test(Vector vector, Executable body) {
    return DynamicTest.dynamicTest(vector.index() + " " + vector.inputs().suiteName(), body);
  }

  private static SuiteEngine engine(Suite suite, Provider provider) {
    try {
      return JceEngines.create(
          suite,
          JceService.plain(provider, JceNames.mac(suite), "AES"),
          JceService.plain(provider, JceNames.cipher(suite), "AES"));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
