package dev.rosa.metering.prices;

import java.util.Arrays;

/** Time that a unit of fuel buys in loops of metered code. Stateless. */
final class KernelPrices {

  private static final int RUNS = 3_000;

  /** The loops of the bench of code, each on a payload. */
  private static final String[] KERNELS = {
    "for (int i = 0; i < n; i++) s += b[i] & 0xff;",
    "int c = -1; for (int i = 0; i < n; i++) c = t[(c ^ b[i]) & 0xff] ^ (c >>> 8); s += c;",
    "for (int i = 0; i + 8 <= n; i++) { int m = t[b[i] & 0xff]; while (m != 0) { int k ="
        + " Integer.numberOfTrailingZeros(m); m &= m - 1; if (match(g[k & 15], i)) s++; } }",
    "java.util.Arrays.fill(t, 0); int i = 1; while (i + 8 < n) { int w = word(i); int k = (w *"
        + " 0x9e3779b1) >>> 24; int c = t[k]; t[k] = i; if (c > 0 && word(c) == w) { int l = 4;"
        + " while (i + l < n && b[c + l] == b[i + l]) l++; i += l; s += l; } else i++; }",
    "java.util.Map<Integer, Integer> m = new java.util.HashMap<>(); for (int i = 0; i < n; i += 8)"
        + " m.merge(b[i] & 15, 1, Integer::sum); s += m.size();",
    "s += fib(12);",
    "for (int i = 0; i < n; i++) v[i] = b[i]; for (int r = n / 2 - 1; r >= 0; r--) sink(r, n);"
        + " for (int e = n - 1; e > 0; e--) { int x = v[0]; v[0] = v[e]; v[e] = x; sink(0, e); }"
        + " s += v[n / 2];",
    "String x = new String(b, 0, n, java.nio.charset.StandardCharsets.ISO_8859_1); StringBuilder j"
        + " = new StringBuilder(); int from = 0; for (int e = x.indexOf('a'); e >= 0; e ="
        + " x.indexOf('a', from)) { j.append(x, from, e).append('-'); from = e + 1; } s +="
        + " j.toString().hashCode();",
    "java.nio.ByteBuffer in = java.nio.ByteBuffer.wrap(b, 0, n); out.clear(); while (in.remaining()"
        + " >= 16) { out.putLong(in.getLong()).putInt(in.getInt()).putShort(in.getShort())"
        + ".putShort((short) 1); in.getShort(); } s += out.getInt(0);",
    "for (int i = 0; i < n / 2; i++) b[i] = encode((b[2 * i] << 8) | (b[2 * i + 1] & 0xff));"
        + " s += b[n / 4];",
  };

  private static final String MEMBERS =
      """
      private final int[] t = new int[256];
      private final int[] v = new int[2048];
      private final byte[][] g = new byte[16][8];
      private final java.nio.ByteBuffer out = java.nio.ByteBuffer.allocate(4096);
      private int s;
      public App() {
        java.util.Random random = new java.util.Random(7);
        for (int i = 0; i < 256; i++) t[i] = random.nextInt() & random.nextInt() & random.nextInt();
        for (int i = 0; i < 16; i++) random.nextBytes(g[i]);
      }
      static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
      private boolean match(byte[] x, int at) {
        for (int j = 1; j < x.length; j++) if (x[j] != b[at + j]) return false;
        return true;
      }
      private int word(int i) {
        return (b[i] & 0xff) | (b[i + 1] & 0xff) << 8 | (b[i + 2] & 0xff) << 16 | b[i + 3] << 24;
      }
      private void sink(int from, int end) {
        int root = from;
        while (2 * root + 1 < end) {
          int child = 2 * root + 1;
          if (child + 1 < end && v[child] < v[child + 1]) child++;
          if (v[root] >= v[child]) return;
          int x = v[root]; v[root] = v[child]; v[child] = x; root = child;
        }
      }
      private static byte encode(int sample) {
        int magnitude = Math.min(Math.abs(sample), 32635) + 0x84;
        int segment = 24 - Integer.numberOfLeadingZeros(magnitude);
        int step = (magnitude >> (segment + 3)) & 0x0f;
        return (byte) ~((sample < 0 ? 0x80 : 0) | (segment << 4) | step);
      }
      """;

  private KernelPrices() {}

  static double medianNanosPerUnit() {
    double[] all = new double[KERNELS.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = MeasuredCode.nanosPerUnit(MEMBERS, KERNELS[i], RUNS);
      System.out.printf("kernel %d: %.3f ns per unit%n", i, all[i]);
    }
    Arrays.sort(all);
    return all[all.length / 2];
  }
}
