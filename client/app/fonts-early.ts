/*
 * Asks for the fonts as soon as there is code: while it runs, the line is idle. Not before it, since they would share the
 * line with it and the first dishes would come later; and not when text is first drawn, since they would come after it.
 */
for (const font of ['580 1em "Fraunces Variable"', '1em "Inter Variable"']) {
  document.fonts.load(font).catch(() => {})
}
