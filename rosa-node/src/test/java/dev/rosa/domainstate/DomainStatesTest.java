package dev.rosa.domainstate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.rosa.control.v1.CodeState;
import dev.rosa.control.v1.SignedState;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.control.v1.StateContents;
import dev.rosa.control.v1.StateStatement;
import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.StatementKind;
import dev.rosa.identity.StatementSigner;
import dev.rosa.identity.TestDomain;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DomainStatesTest {

  private static final CodeDigest ONE = digest("one");
  private static final CodeDigest TWO = digest("two");
  private static final Instant AT = Instant.ofEpochMilli(1_800_000_000_001L);
  private static final SegmentName SEGMENT = SegmentName.ofSegment(new byte[] {1});

  @TempDir Path directory;
  private TestDomain domain;
  private Identity server;
  private DomainStates states;

  private static CodeDigest digest(String bundle) {
    return CodeDigest.ofBundle(bundle.getBytes(StandardCharsets.UTF_8));
  }

  @BeforeEach
  void makeDomain() {
    domain = TestDomain.in(directory.resolve("a"));
    server = domain.authorizationServer("as1");
    states = new DomainStates(domain.certificate(), TestDomain.DOMAIN);
  }

  private static DomainState signedBy(Identity signer, long number) {
    StateContent content =
        new StateContent(Map.of(ONE, Set.of(-1, 7), TWO, Set.of()), List.of(SEGMENT));
    return DomainStates.sign(signer, number, AT, AT.plusSeconds(60), content);
  }

  private static CodeSecret secret(int value) {
    byte[] kci = new byte[CodeSecret.BYTES];
    Arrays.fill(kci, (byte) value);
    return CodeSecret.of(kci);
  }

  private static SecretCommitment commitment(CodeDigest code, int epoch, int secret) {
    return SecretCommitment.to(TestDomain.DOMAIN, code, epoch, secret(secret));
  }

  private static StateContent committed() {
    return StateContent.committed(
        Map.of(
            ONE, Map.of(-1, commitment(ONE, -1, 3), 7, commitment(ONE, 7, 2)),
            TWO, Map.of()),
        List.of(SEGMENT));
  }

  private DomainState verify(SignedState signed) throws IdentityException {
    return states.verify(signed, InstantSource.system());
  }

  private String refusal(SignedState signed) {
    return assertThrows(Exception.class, () -> verify(signed)).getMessage();
  }

  @Test
  void shouldReadWhatServerSigned() throws IdentityException {
    DomainState state = verify(signedBy(server, -2).signed());
    assertEquals(-2, state.number());
    assertEquals(AT, state.issuedAt());
    assertEquals(AT.plusSeconds(60), state.validUntil());
    assertEquals(Set.of(-1, 7), state.content().epochsOf(ONE));
    assertEquals(Set.of(), state.content().epochsOf(TWO));
    assertEquals(List.of(SEGMENT), state.content().segments());
  }

  @Test
  void shouldCompareNumbersUnsigned() {
    assertTrue(signedBy(server, -2).isNewerThan(signedBy(server, 5)));
    assertTrue(!signedBy(server, 5).isNewerThan(signedBy(server, 5)));
  }

  @Test
  void shouldWriteSameBytesInAnyOrder() {
    Map<CodeDigest, Set<Integer>> forth = new LinkedHashMap<>();
    forth.put(ONE, Set.of(1));
    forth.put(TWO, Set.of(2, 1));
    Map<CodeDigest, Set<Integer>> back = new LinkedHashMap<>();
    back.put(TWO, Set.of(1, 2));
    back.put(ONE, Set.of(1));
    assertArrayEquals(
        DomainStates.write(new StateContent(forth, List.of())),
        DomainStates.write(new StateContent(back, List.of())));
  }

  @Test
  void shouldReadCommitmentsInTheOrderOfTheirEpochs() throws IdentityException {
    StateContent content = committed();
    DomainState state =
        verify(DomainStates.sign(server, 1, AT, AT.plusSeconds(60), content).signed());
    assertEquals(content.commitments().get(ONE), state.content().commitmentsOf(ONE));
    assertEquals(Set.of(-1, 7), state.content().epochsOf(ONE));
    assertTrue(state.content().commitmentsOf(ONE).get(-1).isTo(secret(3)));
    assertFalse(state.content().commitmentsOf(ONE).get(-1).isTo(secret(2)));
    assertArrayEquals(DomainStates.write(content), DomainStates.write(state.content()));
  }

  @Test
  void shouldReadStateOfEarlierServerWithoutCommitments() throws IdentityException {
    StateContent content = verify(signedBy(server, 1).signed()).content();
    assertEquals(Set.of(-1, 7), content.epochsOf(ONE));
    assertEquals(Map.of(), content.commitmentsOf(ONE));
  }

  @Test
  void shouldRefuseCommitmentsThatDoNotFitTheEpochs() {
    byte[] both = new byte[2 * SecretCommitment.BYTES];
    assertEquals(
        "a code of the state has 1 epochs and 32 bytes of commitments, expected 16 for each",
        refusal(signed(both, 1)));
    assertEquals("an epoch of a code is in the state twice", refusal(signed(both, 1, 1)));
    assertEquals(
        "a code of the state has 3 epochs and 32 bytes of commitments, expected 16 for each",
        refusal(signed(both, 1, 2, 3)));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new StateContent(
                Map.of(ONE, Set.of(1, 2)),
                Map.of(ONE, Map.of(1, commitment(ONE, 1, 1))),
                List.of()));
  }

  /** A state with a code that has these commitments and epochs. */
  private SignedState signed(byte[] commitments, Integer... epochs) {
    ByteString contents =
        StateContents.newBuilder()
            .addCodes(
                CodeState.newBuilder()
                    .setDigest(ByteString.copyFrom(ONE.toBytes()))
                    .addAllEpochs(List.of(epochs))
                    .setCommitments(ByteString.copyFrom(commitments)))
            .build()
            .toByteString();
    byte[] statement =
        StateStatement.newBuilder()
            .setDomain(TestDomain.DOMAIN)
            .setContentsDigest(ByteString.copyFrom(SegmentName.sha256(contents.toByteArray())))
            .build()
            .toByteArray();
    return SignedState.newBuilder()
        .setSigned(StatementSigner.sign(server, StatementKind.DOMAIN_STATE, statement))
        .setContents(contents)
        .build();
  }

  @Test
  void shouldHaveRoomForTwentyThousandCodesWithTwoEpochs() {
    Map<CodeDigest, Map<Integer, SecretCommitment>> codes = new HashMap<>();
    byte[] any = new byte[SecretCommitment.BYTES];
    for (int i = 0; i < 20_000; i++) {
      CodeDigest code = digest("code " + i);
      codes.put(
          code,
          Map.of(
              1, SecretCommitment.of(TestDomain.DOMAIN, code, 1, any),
              2, SecretCommitment.of(TestDomain.DOMAIN, code, 2, any)));
    }
    int bytes = DomainStates.write(StateContent.committed(codes, List.of())).length;
    assertTrue(bytes < DomainStates.MOST_CONTENTS_BYTES, () -> bytes + " bytes");
  }

  @Test
  void shouldRefuseStateThatCodeServerSigned() {
    assertEquals(
        "the domain's state was signed by rosa://17/codeserver/cs1, expected an authorization"
            + " server",
        refusal(signedBy(domain.codeServer("cs1"), 1).signed()));
  }

  @Test
  void shouldRefuseStateOfAnotherDomain() {
    TestDomain other = TestDomain.in(directory.resolve("b"), 18);
    Identity foreign = other.authorizationServer("as1");
    SignedState signed = signedBy(foreign, 1).signed();
    assertThrows(IdentityException.class, () -> verify(signed));
    states = new DomainStates(other.certificate(), TestDomain.DOMAIN);
    assertEquals("the state is of domain 18, expected 17", refusal(signed));
  }

  @Test
  void shouldRefuseContentsThatWereNotSigned() {
    ByteString others = ByteString.copyFrom(DomainStates.write(StateContent.EMPTY));
    SignedState changed = signedBy(server, 1).signed().toBuilder().setContents(others).build();
    assertEquals("the contents of the state are not those that were signed", refusal(changed));
  }

  @Test
  void shouldRefuseEveryChangedByteOfWhatIsSigned() {
    SignedState good = signedBy(server, 1).signed();
    SignedStatement signed = good.getSigned();
    for (ByteString statement : changed(signed.getStatement())) {
      assertRefused(good.toBuilder().setSigned(signed.toBuilder().setStatement(statement)));
    }
    for (ByteString signature : changed(signed.getSignature())) {
      assertRefused(good.toBuilder().setSigned(signed.toBuilder().setSignature(signature)));
    }
    for (ByteString contents : changed(good.getContents())) {
      assertRefused(good.toBuilder().setContents(contents));
    }
  }

  private void assertRefused(SignedState.Builder state) {
    assertThrows(Exception.class, () -> verify(state.build()));
  }

  /** The bytes, each time with another one changed. */
  private static List<ByteString> changed(ByteString bytes) {
    return IntStream.range(0, bytes.size())
        .mapToObj(
            place -> {
              byte[] changed = bytes.toByteArray();
              changed[place] ^= 1;
              return ByteString.copyFrom(changed);
            })
        .toList();
  }

  @Test
  void shouldRefuseWhatIsBesideTheState() throws Exception {
    ByteString further = ByteString.copyFrom(new byte[] {0x7a, 1, 'x'});
    SignedState more =
        SignedState.parseFrom(signedBy(server, 1).signed().toByteString().concat(further));
    assertEquals("the signed state has fields that are not known", refusal(more));
  }

  @Test
  void shouldRefuseSegmentThatIsNamedTwice() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new StateContent(Map.of(), List.of(SEGMENT, SEGMENT)));
  }
}
