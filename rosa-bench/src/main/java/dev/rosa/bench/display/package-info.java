/**
 * Shows results to a person: text tables and the time left on a terminal, pages and pictures in
 * files.
 *
 * <p>A page is one HTML file that refers to nothing outside of it. Its pictures are SVG with real
 * text, so they need no fonts here and stay small. Depends on {@code
 * dev.rosa.bench.shootout.result} for the bars that were set. Start reading at {@link
 * dev.rosa.bench.display.Html}.
 */
package dev.rosa.bench.display;
