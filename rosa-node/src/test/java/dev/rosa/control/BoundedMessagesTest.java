package dev.rosa.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import dev.rosa.control.v1.Catalogue;
import dev.rosa.control.v1.CodeDistributionGrpc;
import dev.rosa.control.v1.WatchCatalogueRequest;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class BoundedMessagesTest {

  private static final MethodDescriptor<WatchCatalogueRequest, Catalogue> METHOD =
      CodeDistributionGrpc.getWatchCatalogueMethod();

  private static final Catalogue WITH_MORE =
      Catalogue.newBuilder()
          .setVersion(7)
          .setUnknownFields(
              UnknownFieldSet.newBuilder()
                  .addField(
                      99,
                      UnknownFieldSet.Field.newBuilder()
                          .addLengthDelimited(ByteString.copyFromUtf8("more"))
                          .build())
                  .build())
          .build();

  private static final Catalogue WITHOUT = Catalogue.newBuilder().setVersion(7).build();

  @Test
  void shouldLeaveUnknownFieldsOut() {
    Marshaller<Catalogue> marshaller =
        new BoundedMessages.Bounded<>(METHOD.getResponseMarshaller(), 1_000);
    assertEquals(WITHOUT, marshaller.parse(marshaller.stream(WITH_MORE)));
  }

  @Test
  void shouldRefuseAMessageThatIsTooLong() {
    Marshaller<Catalogue> marshaller =
        new BoundedMessages.Bounded<>(METHOD.getResponseMarshaller(), 3);
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class, () -> marshaller.parse(marshaller.stream(WITH_MORE)));
    assertTrue(refusal.getMessage().contains("more than 3 bytes"));
  }

  @Test
  void shouldParseEveryAnswerOfAChannelSo() {
    AtomicReference<MethodDescriptor<?, ?>> called = new AtomicReference<>();
    Channel channel =
        new Channel() {
          @Override
          public <Q, A> ClientCall<Q, A> newCall(
              MethodDescriptor<Q, A> method, CallOptions options) {
            called.set(method);
            return null;
          }

          @Override
          public String authority() {
            return "test";
          }
        };
    ClientCall<WatchCatalogueRequest, Catalogue> unused =
        new BoundedMessages.Answers().interceptCall(METHOD, CallOptions.DEFAULT, channel);
    Object parsed = called.get().parseResponse(METHOD.streamResponse(WITH_MORE));
    assertEquals(WITHOUT, parsed);
  }
}
