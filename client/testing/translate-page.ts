/** How a translator replaces a text: by a `font` with a new text or with the text itself, or by another text. */
export const PAGE_TRANSLATORS = ['a new text', 'the text moved', 'another text'] as const
export type PageTranslator = (typeof PAGE_TRANSLATORS)[number]

/**
 * Runs in the page, before its own scripts: replaces every text of the body, also later ones, as the translators of browsers do. The words stay,
 * so that journeys find them. @returns what ends it
 */
export function translatePage(translator: PageTranslator): () => void {
  // A translator that is not a script does not come through what the page may have put in their place.
  const { insertBefore, removeChild } = Node.prototype
  const made = new WeakSet<Node>()
  const font = () => {
    const element = document.createElement('font')
    element.style.verticalAlign = 'inherit'
    return element
  }
  const replace = (text: Text) => {
    const parent = text.parentElement
    if (!parent || made.has(text) || parent.closest('font, script, style, noscript, textarea, svg')) return
    const copy = document.createTextNode(text.data)
    made.add(copy)
    if (translator === 'another text') {
      insertBefore.call(parent, copy, text)
      removeChild.call(parent, text)
      return
    }
    const outer = font()
    const inner = outer.appendChild(font())
    if (translator === 'a new text') {
      inner.appendChild(copy)
      parent.insertBefore(outer, text)
      parent.removeChild(text)
    } else {
      parent.replaceChild(outer, text)
      inner.appendChild(text)
    }
  }
  const replaceIn = (node: Node) => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    const texts: Node[] = []
    for (let text: Node | null = walker.currentNode; text; text = walker.nextNode()) texts.push(text)
    for (const text of texts) if (text instanceof Text && document.body?.contains(text)) replace(text)
  }
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes)
      for (const node of type === 'characterData' ? [target] : addedNodes) replaceIn(node)
  })
  observer.observe(document, { childList: true, characterData: true, subtree: true })
  replaceIn(document)
  return () => observer.disconnect()
}
