/**
 * Output of benches: text tables and the time left on a terminal, pages and pictures in files.
 *
 * <p>A page is one HTML file that refers to no other file. Its pictures are SVG with real text, so
 * they need no fonts here and stay small. Depends on {@code dev.rosa.bench.measure} for the
 * thresholds of figures. Start reading at {@link dev.rosa.bench.display.Html}.
 */
package dev.rosa.bench.display;
