/*
 * Requests the fonts as soon as this code runs, when the network is idle. Earlier, they would compete with the code and
 * delay the first dishes; when text is first rendered, it would be too late.
 */
for (const font of ['580 1em "Fraunces Variable"', '1em "Inter Variable"']) {
  document.fonts.load(font).catch(() => {})
}
