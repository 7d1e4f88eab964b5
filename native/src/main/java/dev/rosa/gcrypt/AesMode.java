package dev.rosa.gcrypt;

import java.security.spec.AlgorithmParameterSpec;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;

/** AES modes of the provider RosaGcrypt, with libgcrypt's number and JCE's parameter classes. */
enum AesMode {
  CBC(CipherHandle.CBC, "AES", IvParameterSpec.class),
  CTR(CipherHandle.CTR, "AES", IvParameterSpec.class),
  GCM(CipherHandle.GCM, "GCM", GCMParameterSpec.class);

  private final int number;
  private final String parametersName;
  private final Class<? extends AlgorithmParameterSpec> specType;

  AesMode(int number, String parametersName, Class<? extends AlgorithmParameterSpec> specType) {
    this.number = number;
    this.parametersName = parametersName;
    this.specType = specType;
  }

  /** Its number in libgcrypt. */
  int number() {
    return number;
  }

  /** JCE name of its AlgorithmParameters. */
  String parametersName() {
    return parametersName;
  }

  /** Class of its parameter specifications. */
  Class<? extends AlgorithmParameterSpec> specType() {
    return specType;
  }
}
