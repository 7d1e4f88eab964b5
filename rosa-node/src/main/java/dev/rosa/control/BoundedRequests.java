package dev.rosa.control;

import com.google.protobuf.DiscardUnknownFieldsParser;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.PrototypeMarshaller;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import java.io.IOException;
import java.io.InputStream;

/**
 * Parsing of a service's requests with bounds: for their length, and without unknown fields, which
 * take eighty times their bytes as objects. Only a method that carries bundles takes long requests.
 * gRPC ends a call whose request is not parsed, as UNKNOWN. Stateless.
 */
final class BoundedRequests {

  private BoundedRequests() {}

  /** The service, whose requests are parsed with bounds. */
  static ServerServiceDefinition of(ServerServiceDefinition service, ControlLimits limits) {
    ServerServiceDefinition.Builder bounded =
        ServerServiceDefinition.builder(service.getServiceDescriptor().getName());
    service.getMethods().forEach(method -> bounded.addMethod(of(method, limits)));
    return bounded.build();
  }

  private static <Q, A> ServerMethodDefinition<Q, A> of(
      ServerMethodDefinition<Q, A> method, ControlLimits limits) {
    MethodDescriptor<Q, A> descriptor = method.getMethodDescriptor();
    Marshaller<Q> requests =
        bounded(descriptor.getRequestMarshaller(), limits.mostBytesOf(descriptor));
    return ServerMethodDefinition.create(
        descriptor.toBuilder(requests, descriptor.getResponseMarshaller()).build(),
        method.getServerCallHandler());
  }

  private static <Q> Marshaller<Q> bounded(Marshaller<Q> marshaller, int mostBytes) {
    Message kind = (Message) ((PrototypeMarshaller<Q>) marshaller).getMessagePrototype();
    @SuppressWarnings("unchecked") // The parser of a message makes such messages.
    Parser<Q> parser = (Parser<Q>) DiscardUnknownFieldsParser.wrap(kind.getParserForType());
    return new Marshaller<>() {
      @Override
      public InputStream stream(Q request) {
        return marshaller.stream(request);
      }

      @Override
      public Q parse(InputStream bytes) {
        return BoundedRequests.parse(parser, bytes, mostBytes);
      }
    };
  }

  private static <Q> Q parse(Parser<Q> parser, InputStream bytes, int mostBytes) {
    try {
      if (!(bytes instanceof KnownLength) || bytes.available() > mostBytes) {
        throw new IllegalArgumentException("a request of more than " + mostBytes + " bytes");
      }
      return parser.parseFrom(bytes);
    } catch (IOException e) {
      throw new IllegalArgumentException("a request that is no message of its kind", e);
    }
  }
}
