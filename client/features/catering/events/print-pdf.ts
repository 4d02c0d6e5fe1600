let frame: HTMLIFrameElement | undefined

/**
 * Prints a PDF by the browser's dialog from an invisible frame. Resolves once the dialog was opened. Throws if the
 * browser cannot display PDFs, or if the address does not return one.
 */
export async function printPdf(address: string): Promise<void> {
  if (!navigator.pdfViewerEnabled) throw new Error('This browser cannot display PDFs')
  // Remove the previous frame only now: browsers do not report when the dialog over it is closed.
  frame?.remove()
  const next = document.createElement('iframe')
  frame = next
  // Invisible, but rendered: browsers do not print a frame that is not rendered.
  next.style.cssText = 'position:fixed;right:0;bottom:0;width:1px;height:1px;border:0;opacity:0'
  next.tabIndex = -1
  next.setAttribute('aria-hidden', 'true')
  const loaded = new Promise((resolve) => next.addEventListener('load', resolve, { once: true }))
  next.src = address
  document.body.append(next)
  await loaded
  // An error response is JSON, which the page can read. `print` throws for a document that the page cannot access.
  if (next.contentDocument?.contentType === 'application/json') throw new Error('The response is not a PDF')
  next.contentWindow?.print()
}
