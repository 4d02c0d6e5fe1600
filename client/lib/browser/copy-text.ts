/** Copies a text to the clipboard. Throws if the browser does not allow it. */
export async function copyText(text: string): Promise<void> {
  // Only pages of https have a clipboard.
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  let isCopied = false
  const copy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    isCopied = true
  }
  document.addEventListener('copy', copy, { once: true })
  document.execCommand('copy')
  document.removeEventListener('copy', copy)
  if (!isCopied) throw new Error('The browser copies nothing here')
}
