let frame: HTMLIFrameElement | undefined

/**
 * Prints a PDF by the browser's dialog, out of a frame that nobody sees. Done once the dialog was called. Throws where the
 * browser shows no PDFs of its own, or the address gives none.
 */
export async function printPdf(address: string): Promise<void> {
  if (!navigator.pdfViewerEnabled) throw new Error('This browser shows no PDFs')
  // The one before stayed: no browser tells when the dialog over it has closed.
  frame?.remove()
  const next = document.createElement('iframe')
  frame = next
  // Seen by nobody, but drawn: what is not drawn is not printed.
  next.style.cssText = 'position:fixed;right:0;bottom:0;width:1px;height:1px;border:0;opacity:0'
  next.tabIndex = -1
  next.setAttribute('aria-hidden', 'true')
  const loaded = new Promise((resolve) => next.addEventListener('load', resolve, { once: true }))
  next.src = address
  document.body.append(next)
  await loaded
  // What was refused comes as text, which the page may read; what it may not read throws here.
  if (next.contentDocument?.contentType === 'application/json') throw new Error('This is no PDF')
  next.contentWindow?.print()
}
