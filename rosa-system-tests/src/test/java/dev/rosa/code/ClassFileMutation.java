package dev.rosa.code;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;

/** Changes of a class file: of single bytes, texts, instructions and references. */
final class ClassFileMutation {

  /** Names that code must never reach, and harmless ones that lead to other overloads. */
  private static final List<String> NAMES =
      List.of(
          "java/lang/System",
          "java/lang/Runtime",
          "java/lang/Thread",
          "java/lang/Class",
          "java/lang/Object",
          "java/lang/Throwable",
          "java/lang/Enum",
          "java/io/File",
          "dev/rosa/metering/Meter",
          "dev/rosa/metering/Exhausted",
          "exit",
          "gc",
          "nanoTime",
          "forName",
          "getClassLoader",
          "wait",
          "notifyAll",
          "finalize",
          "clone",
          "hashCode",
          "toString",
          "getClass",
          "intern",
          "printStackTrace",
          "onPacket",
          "start",
          "<init>",
          "<clinit>",
          "()V",
          "()I",
          "()J",
          "(I)V",
          "()Ljava/lang/String;",
          "()Ljava/lang/Object;",
          "(Ljava/lang/Object;)Z",
          "Ljava/lang/Object;",
          "[I",
          "J",
          "Code",
          "StackMapTable",
          "BootstrapMethods",
          "ConstantValue");

  private final byte[] genuine;
  private final RawClassFile parts;

  ClassFileMutation(byte[] genuine) {
    this.genuine = genuine;
    this.parts = RawClassFile.read(genuine);
  }

  byte[] next(SplittableRandom random) {
    byte[] file = genuine.clone();
    for (int i = random.nextInt(3); i >= 0; i--) {
      switch (random.nextInt(6)) {
        case 0 -> file[8 + random.nextInt(file.length - 8)] = (byte) random.nextInt(256);
        case 1 -> opcode(file, random);
        case 2 -> operand(file, random);
        case 3 -> flip(file, random);
        case 4 -> number(file, random);
        default -> {
          if (file.length == genuine.length && i == 0) {
            return withText(file, random);
          }
        }
      }
    }
    return file;
  }

  private static int pick(List<Integer> places, SplittableRandom random) {
    return places.get(random.nextInt(places.size()));
  }

  private void opcode(byte[] file, SplittableRandom random) {
    file[pick(parts.instructions(), random)] = (byte) random.nextInt(202);
  }

  /** Another constant than before, of the same file. */
  private void operand(byte[] file, SplittableRandom random) {
    int constants = Short.toUnsignedInt(ByteBuffer.wrap(genuine).getShort(8));
    int place = pick(parts.operands(), random);
    ByteBuffer.wrap(file).putShort(place, (short) (1 + random.nextInt(constants - 1)));
  }

  private static void flip(byte[] file, SplittableRandom random) {
    file[8 + random.nextInt(file.length - 8)] ^= (byte) (1 << random.nextInt(8));
  }

  private static void number(byte[] file, SplittableRandom random) {
    int place = 8 + random.nextInt(file.length - 10);
    short value = ByteBuffer.wrap(file).getShort(place);
    ByteBuffer.wrap(file).putShort(place, (short) (value + random.nextInt(5) - 2));
  }

  private byte[] withText(byte[] file, SplittableRandom random) {
    int place = pick(parts.texts(), random);
    // A mutation before may have changed the length.
    int said = Short.toUnsignedInt(ByteBuffer.wrap(file).getShort(place - 2));
    int length = Math.min(said, file.length - place);
    byte[] text = NAMES.get(random.nextInt(NAMES.size())).getBytes(StandardCharsets.US_ASCII);
    ByteArrayOutputStream out = new ByteArrayOutputStream(file.length + text.length);
    out.write(file, 0, place - 2);
    out.write(text.length >>> 8);
    out.write(text.length);
    out.write(text, 0, text.length);
    out.write(file, place + length, file.length - place - length);
    return out.toByteArray();
  }
}
