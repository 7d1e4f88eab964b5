package dev.rosa.administration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import dev.rosa.control.v1.AdministrationArgument;
import dev.rosa.control.v1.AdministrationStatement;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.RosaId;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ActStatementTest {
  private static final RosaId CAROL = RosaId.parse("rosa://17/admin/carol");
  private static final Instant NOW = Instant.ofEpochSecond(1_800_000_000L);
  private static final ActStatement ACT =
      ActStatement.of(
          CAROL,
          ByteString.copyFrom(new byte[16]),
          NOW,
          "revoke epoch",
          Map.of("up-to", "3", "code", "counter"));

  @Test
  void shouldReadWhatWasWrittenWhenSpellingIsCanonical() throws Exception {
    ActStatement read = ActStatement.read(ACT.bytes());
    assertEquals(ACT, read);
    read.check(CAROL, NOW.plusSeconds(60));
    read.check(CAROL, NOW.minusSeconds(60));
  }

  @Test
  void shouldRefuseWhenAnySpellingIsNotTheOne() throws Exception {
    UnknownFieldSet more =
        UnknownFieldSet.newBuilder()
            .addField(99, UnknownFieldSet.Field.newBuilder().addVarint(1).build())
            .build();
    AdministrationStatement plain = AdministrationStatement.parseFrom(ACT.bytes());
    refusesToRead(plain.toBuilder().setUnknownFields(more));
    AdministrationArgument first = plain.getArguments(0);
    refusesToRead(
        plain.toBuilder().setArguments(0, first.toBuilder().setUnknownFields(more).build()));
    refusesToRead(plain.toBuilder().addArguments(first));
    refusesToRead(
        plain.toBuilder().clearArguments().addArguments(plain.getArguments(1)).addArguments(first));
    refusesToRead(plain.toBuilder().setRequestId(ByteString.copyFrom(new byte[15])));
    refusesToRead(ByteString.copyFromUtf8("no statement"));
    refusesToRead(ACT.bytes().concat(ACT.bytes()));
  }

  private static void refusesToRead(AdministrationStatement.Builder statement) {
    refusesToRead(statement.build().toByteString());
  }

  private static void refusesToRead(ByteString bytes) {
    assertThrows(IdentityException.class, () -> ActStatement.read(bytes));
  }

  @Test
  void shouldRefuseWhenSignerDomainOrTimeIsAnother() {
    refuses(ACT, RosaId.parse("rosa://17/user/carol"), NOW, "is not an administrator");
    refuses(ACT, RosaId.parse("rosa://17/admin/dave"), NOW, "dave, who signed it");
    ActStatement foreign =
        new ActStatement(ACT.requestId(), 18, ACT.administrator(), NOW, ACT.act(), ACT.arguments());
    refuses(foreign, CAROL, NOW, "for domain 18");
    refuses(ACT, CAROL, NOW.plusSeconds(61), "61 s before");
    refuses(ACT, CAROL, NOW.minusSeconds(61), "61 s after");
  }

  private static void refuses(ActStatement act, RosaId signer, Instant at, String sentence) {
    IdentityException refusal = assertThrows(IdentityException.class, () -> act.check(signer, at));
    assertTrue(refusal.getMessage().contains(sentence), refusal.getMessage());
  }
}
