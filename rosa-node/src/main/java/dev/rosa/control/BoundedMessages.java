package dev.rosa.control;

import com.google.protobuf.DiscardUnknownFieldsParser;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.PrototypeMarshaller;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import java.io.IOException;
import java.io.InputStream;

/**
 * Parser of gRPC messages with bounds: requests of limited length, and no unknown fields, which
 * take a hundred times their bytes as objects. Only a method that carries bundles takes long
 * requests. gRPC ends a call whose request is not parsed, as UNKNOWN. The length of answers has the
 * limit of the channel or the call. Stateless.
 */
final class BoundedMessages {

  private BoundedMessages() {}

  /** The service, whose requests are parsed with bounds. */
  static ServerServiceDefinition requestsOf(ServerServiceDefinition service, ControlLimits limits) {
    ServerServiceDefinition.Builder bounded =
        ServerServiceDefinition.builder(service.getServiceDescriptor().getName());
    service.getMethods().forEach(method -> bounded.addMethod(requestsOf(method, limits)));
    return bounded.build();
  }

  private static <Q, A> ServerMethodDefinition<Q, A> requestsOf(
      ServerMethodDefinition<Q, A> method, ControlLimits limits) {
    MethodDescriptor<Q, A> descriptor = method.getMethodDescriptor();
    Marshaller<Q> requests =
        new Bounded<>(descriptor.getRequestMarshaller(), limits.mostBytesOf(descriptor));
    return ServerMethodDefinition.create(
        descriptor.toBuilder(requests, descriptor.getResponseMarshaller()).build(),
        method.getServerCallHandler());
  }

  /** Parsing of the answers to all calls of a channel. */
  static final class Answers implements ClientInterceptor {

    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(
        MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
      Marshaller<A> answers = new Bounded<>(method.getResponseMarshaller(), Integer.MAX_VALUE);
      return next.newCall(
          method.toBuilder(method.getRequestMarshaller(), answers).build(), options);
    }
  }

  /** Parser of one kind of message with bounds. */
  static final class Bounded<T> implements Marshaller<T> {

    private final Marshaller<T> marshaller;
    private final Parser<T> parser;
    private final int mostBytes;

    @SuppressWarnings("unchecked") // The parser of a message makes such messages.
    Bounded(Marshaller<T> marshaller, int mostBytes) {
      Message kind = (Message) ((PrototypeMarshaller<T>) marshaller).getMessagePrototype();
      this.marshaller = marshaller;
      this.parser = (Parser<T>) DiscardUnknownFieldsParser.wrap(kind.getParserForType());
      this.mostBytes = mostBytes;
    }

    @Override
    public InputStream stream(T message) {
      return marshaller.stream(message);
    }

    @Override
    public T parse(InputStream bytes) {
      try {
        if (!(bytes instanceof KnownLength) || bytes.available() > mostBytes) {
          throw new IllegalArgumentException("a message of more than " + mostBytes + " bytes");
        }
        return parser.parseFrom(bytes);
      } catch (IOException e) {
        throw new IllegalArgumentException("bytes that are no message of their kind", e);
      }
    }
  }
}
