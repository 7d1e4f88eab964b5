package dev.rosa.router;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.control.v1.CatalogueEntry;
import dev.rosa.control.v1.FetchCodeReply;
import dev.rosa.control.v1.SignedState;
import dev.rosa.domainstate.DomainState;
import dev.rosa.domainstate.DomainStates;
import dev.rosa.domainstate.RevocationSegments;
import dev.rosa.domainstate.Revoked;
import dev.rosa.domainstate.SecretCommitment;
import dev.rosa.domainstate.StateContent;
import dev.rosa.fuzz.FuzzDomain;
import dev.rosa.fuzz.Mutation;
import dev.rosa.fuzz.Refused;
import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import dev.rosa.keys.UserId;
import dev.rosa.publication.Publication;
import dev.rosa.publication.PublicationCheck;
import dev.rosa.router.catalogue.Catalogue;
import dev.rosa.router.catalogue.CatalogueReader;
import dev.rosa.router.catalogue.Revocations;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Fuzz target of a malicious Code Server's messages to a router: catalogues, states of the domain
 * and revocations that were changed, and code with a foreign signature. A catalogue is taken or
 * refused as a whole. Only the signed state and the signed code pass.
 */
public final class CatalogueFuzzer {

  private static final Identity CAROL = FuzzDomain.user("carol");
  private static final byte[] BUNDLE = {1};
  private static final CodeDigest CODE = CodeDigest.ofBundle(BUNDLE);
  private static final StateContent STATE =
      StateContent.committed(Map.of(CODE, Map.of(2, commitment(2), 3, commitment(3))), List.of());
  private static final PublicationCheck CHECK =
      new PublicationCheck(CAROL.authority(), InstantSource.system());
  private static final DomainStates STATES =
      new DomainStates(CAROL.authority(), CAROL.id().domain());
  private static final byte[] SIGNED = signed();
  private static final List<Revoked> REVOKED =
      List.of(
          new Revoked(new Revoked.Session(5), 9),
          new Revoked(new Revoked.User(UserId.of(new byte[16])), 9),
          new Revoked(new Revoked.Code(CODE), 9),
          new Revoked(new Revoked.Epochs(CODE, 3), 9),
          new Revoked(new Revoked.Router(FuzzDomain.router("r1").id()), 0));
  private static final byte[] SEGMENT = RevocationSegments.write(REVOKED);
  private static final byte[] CATALOGUE = catalogue();
  private static final byte[] REPLY = reply();

  private CatalogueFuzzer() {}

  private static SecretCommitment commitment(int epoch) {
    CodeSecret secret = CodeSecret.of(new byte[CodeSecret.BYTES]);
    return SecretCommitment.to(CAROL.id().domain(), CODE, epoch, secret);
  }

  private static byte[] catalogue() {
    ByteString digest = ByteString.copyFrom(CODE.toBytes());
    return dev.rosa.control.v1.Catalogue.newBuilder()
        .setVersion(7)
        .addEntries(
            CatalogueEntry.newBuilder()
                .setDigest(digest)
                .setName("app")
                .setPermitted(true)
                .addEpochs(1)
                .addEpochs(2))
        .build()
        .toByteArray();
  }

  private static byte[] signed() {
    Instant at = Instant.ofEpochSecond(1_800_000_000);
    return DomainStates.sign(
            FuzzDomain.authorizationServer("as1"), 7, at, at.plusSeconds(60), STATE)
        .signed()
        .toByteArray();
  }

  private static byte[] reply() {
    return FetchCodeReply.newBuilder()
        .setBundle(ByteString.copyFrom(BUNDLE))
        .setPublication(Publication.of(CAROL, "app", BUNDLE, Instant.now()).signedBy(CAROL))
        .build()
        .toByteArray();
  }

  /** Initialises this class before Jazzer's clock runs. */
  public static void fuzzerInitialize() {}

  /** One input. */
  public static void fuzzerTestOneInput(FuzzedDataProvider data) {
    try {
      switch (data.consumeInt(0, 7)) {
        case 0 -> take(data.consumeRemainingAsBytes());
        case 1 -> take(Mutation.of(CATALOGUE, data));
        case 2 -> verify(SignedState.parseFrom(data.consumeRemainingAsBytes()));
        case 3 -> verify(SignedState.parseFrom(Mutation.of(SIGNED, data)));
        case 4 -> readSegment(data.consumeRemainingAsBytes());
        case 5 -> readSegment(Mutation.of(SEGMENT, data));
        case 6 -> check(data.consumeRemainingAsBytes());
        default -> check(Mutation.of(REPLY, data));
      }
    } catch (InvalidProtocolBufferException e) {
      // gRPC refuses it before ROSA's code sees it.
    }
  }

  private static void take(byte[] message) throws InvalidProtocolBufferException {
    var parsed = dev.rosa.control.v1.Catalogue.parseFrom(message);
    Catalogue catalogue;
    try {
      catalogue = CatalogueReader.read(parsed, STATE, Revocations.NONE);
    } catch (IllegalArgumentException e) {
      Refused.check(e.getMessage());
      return;
    }
    for (Catalogue.Entry entry : catalogue.entries()) {
      long high = entry.digest().codeId().high();
      if (catalogue.find(high, entry.digest().codeId().low()) == null) {
        throw new AssertionError("a code of the catalogue is not found in it");
      }
      if (!STATE.epochsOf(entry.digest()).containsAll(entry.epochs())) {
        throw new AssertionError("an epoch is taken that the state does not name");
      }
    }
  }

  private static void verify(SignedState signed) {
    DomainState state;
    try {
      state = STATES.verify(signed, InstantSource.system());
    } catch (IdentityException | IllegalArgumentException e) {
      Refused.check(e.getMessage());
      return;
    }
    if (state.number() != 7 || !state.content().equals(STATE)) {
      throw new AssertionError("a state is taken that was not signed");
    }
  }

  private static void readSegment(byte[] segment) {
    List<Revoked> revoked;
    try {
      revoked = RevocationSegments.read(segment);
    } catch (IllegalArgumentException e) {
      Refused.check(e.getMessage());
      return;
    }
    if (!RevocationSegments.read(RevocationSegments.write(revoked)).equals(revoked)) {
      throw new AssertionError("revocations are not read as they were written");
    }
  }

  private static void check(byte[] message) throws InvalidProtocolBufferException {
    FetchCodeReply reply = FetchCodeReply.parseFrom(message);
    verify(reply, CODE);
    if (verify(reply, CodeDigest.ofBundle(new byte[0]))) {
      throw new AssertionError("a publication of one code passes for another");
    }
  }

  private static boolean verify(FetchCodeReply reply, CodeDigest asked) {
    try {
      Objects.requireNonNull(CHECK.verifyKept(reply.getPublication(), asked));
      return true;
    } catch (IdentityException | IllegalArgumentException e) {
      Refused.check(e.getMessage());
      return false;
    }
  }
}
