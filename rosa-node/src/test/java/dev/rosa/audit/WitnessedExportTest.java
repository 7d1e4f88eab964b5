package dev.rosa.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.WireFormat;
import dev.rosa.control.v1.ExportedWitnesses;
import dev.rosa.control.v1.KeptCheckpoint;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.Identity;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Cosignatures of witnesses in an export. */
class WitnessedExportTest extends ExportRig {

  private void witnessed(KeptCheckpoint... kept) throws IOException {
    Files.write(
        export.resolve("witnesses"),
        ExportedWitnesses.newBuilder().addAllWitnesses(List.of(kept)).build().toByteArray());
  }

  @Test
  void shouldShowWitnessesAndFindLogThatOneOfThemHasSeenLarger() throws Exception {
    Identity cs1 = domain.codeServer("cs1");
    witnessed(log.cosigned(100, cs1), log.cosigned(ROWS, domain.router("r1")));
    CheckReport report = check(Optional.empty());
    assertEquals(List.of(), report.findings());
    assertEquals(
        List.of(100L, (long) ROWS), report.witnesses().stream().map(Cosigned::size).toList());
    assertEquals(cs1.id(), report.witnesses().get(0).node());
    log.withActs(3);
    witnessed(log.cosigned(ROWS + 3, cs1));
    assertEquals(
        List.of(
            "witness rosa://17/codeserver/cs1 has cosigned %d rows that this log does not have: it"
                    .formatted(ROWS + 3)
                + " was set back, or there are two"),
        findings());
  }

  @Test
  void shouldCheckOneCosignatureOfEachWitness() throws Exception {
    KeptCheckpoint cs1 = log.cosigned(100, domain.codeServer("cs1"));
    KeptCheckpoint repeated =
        cs1.toBuilder().setCheckpoint(log.cosigned(7, alice).getCheckpoint()).build();
    witnessed(cs1, cs1, log.cosigned(ROWS, domain.router("r1")), repeated);
    assertEquals(
        List.of(
            "witnesses: 2 cosignatures were not checked, expected one of each witness and at most"
                + " 10000"),
        findings());
    assertEquals(2, check(Optional.empty()).witnesses().size());
  }

  @Test
  void shouldCheckNoMoreCosignaturesThanADomainHasWitnesses() throws Exception {
    KeptCheckpoint[] many = new KeptCheckpoint[WitnessCheck.MOST_WITNESSES + 5];
    for (int i = 0; i < many.length; i++) {
      many[i] =
          KeptCheckpoint.newBuilder()
              .setWitnessKey(
                  SignedStatement.newBuilder().setStatement(ByteString.copyFromUtf8("key " + i)))
              .build();
    }
    witnessed(many);
    assertEquals(1 + WitnessCheck.MOST_WITNESSES, findings().size());
  }

  /** Two bytes each, of which a parsed message has twenty times as many. */
  @Test
  void shouldCountMillionsOfEmptyCosignatures() throws Exception {
    byte[] file = new byte[8 << 20];
    for (int i = 0; i < file.length; i += 2) {
      file[i] =
          ExportedWitnesses.WITNESSES_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    }
    Files.write(export.resolve("witnesses"), file);
    String first = findings().get(0);
    assertTrue(first.startsWith("witnesses: 4194303 cosignatures were not checked"), first);
  }

  @Test
  void shouldNameCosignaturesThatDoNotHold() throws Exception {
    KeptCheckpoint good = log.cosigned(100, domain.codeServer("cs1"));
    KeptCheckpoint other = log.cosigned(100, domain.codeServer("cs2"));
    witnessed(good.toBuilder().setWitnessKey(other.getWitnessKey()).build());
    assertEquals(1, findings().size());
    witnessed(log.cosigned(100, alice));
    assertEquals(1, findings().size());
    Files.write(export.resolve("witnesses"), new byte[] {1, 2, 3});
    assertEquals(List.of("witnesses: cannot be read"), findings());
  }
}
