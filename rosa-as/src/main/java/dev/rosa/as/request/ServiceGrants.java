package dev.rosa.as.request;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.rosa.control.v1.ServiceGrant;
import dev.rosa.keys.SessionKey;
import dev.rosa.keys.SessionParameters;

/** Builder of service information (Si), the answer to a granted request (PROTOCOL §6). */
final class ServiceGrants {
  private ServiceGrants() {}

  /** The message owns the copies of the key that it is given. */
  static ServiceGrant of(SessionParameters parameters, SessionKey key, String code) {
    return ServiceGrant.newBuilder()
        .setDomain(parameters.domain())
        .setEpoch(parameters.epoch())
        .setSst(parameters.sst())
        .setSet(parameters.set())
        .setSession(parameters.session())
        .setUser(ByteString.copyFrom(parameters.user().toBytes()))
        .setCodeDigest(ByteString.copyFrom(parameters.code().toBytes()))
        .setGrant(parameters.grant().bits())
        .setSuite(parameters.suite().id())
        .setSource(ByteString.copyFrom(parameters.source().getAddress()))
        .setDestination(ByteString.copyFrom(parameters.destination().getAddress()))
        .setKHmac(UnsafeByteOperations.unsafeWrap(key.macKey()))
        .setKEncrypt(UnsafeByteOperations.unsafeWrap(key.cipherKey()))
        .setCode(code)
        .build();
  }
}
