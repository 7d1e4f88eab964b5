/**
 * The JCE provider {@code RosaGcrypt}: libgcrypt behind the interfaces of {@code javax.crypto}. In
 * ROSA §6 native code called through JNI was the fastest way to protect a packet.
 *
 * <p>For any Java program; no knowledge of ROSA is needed:
 *
 * <pre>{@code
 * Security.addProvider(new RosaGcryptProvider());
 *
 * Mac mac = Mac.getInstance("HmacSHA1", "RosaGcrypt");
 * mac.init(key);
 * mac.update(packet, offset, length);
 * mac.doFinal(packet, offset + length);
 *
 * Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding", "RosaGcrypt");
 * cipher.init(Cipher.ENCRYPT_MODE, aesKey, new GCMParameterSpec(128, nonce));
 * cipher.updateAAD(header);
 * cipher.doFinal(plaintext, sealed);
 * }</pre>
 *
 * <p>Depends on {@code dev.rosa.nativecode} only. Start reading at {@link
 * dev.rosa.gcrypt.RosaGcryptProvider}. Below it, {@code GcryptMac}, {@code GcryptDigest} and {@code
 * GcryptCipher} implement JCE; {@code DigestHandle} and {@code CipherHandle} call {@code
 * src/main/c/gcrypt}. ADR 9 has the decisions.
 */
package dev.rosa.gcrypt;
