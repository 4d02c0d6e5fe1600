let frame: HTMLIFrameElement | undefined

/** Prints a PDF from an invisible frame. Throws if the browser cannot display PDFs, or if the address returns none. */
export async function printPdf(address: string): Promise<void> {
  if (!navigator.pdfViewerEnabled) throw new Error('This browser cannot display PDFs')
  // Remove the previous frame only now: browsers do not report when the dialog over it is closed.
  frame?.remove()
  const newFrame = document.createElement('iframe')
  frame = newFrame
  // Invisible, but rendered: browsers do not print a frame that is not rendered.
  newFrame.style.cssText = 'position:fixed;right:0;bottom:0;width:1px;height:1px;border:0;opacity:0'
  newFrame.tabIndex = -1
  newFrame.setAttribute('aria-hidden', 'true')
  const loaded = new Promise((resolve) => newFrame.addEventListener('load', resolve, { once: true }))
  newFrame.src = address
  document.body.append(newFrame)
  await loaded
  // An error response is JSON, which the page can read. `print` throws for a document that the page cannot access.
  if (newFrame.contentDocument?.contentType === 'application/json') throw new Error('The response is not a PDF')
  newFrame.contentWindow?.print()
}
