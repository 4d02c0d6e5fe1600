/*
 * A browser's translator replaces texts of the page by `font` elements, or by texts of its own. React goes on with the
 * texts that it has made: it would change one that nobody sees, and fail where it removes one or inserts something before
 * it. So an element gets its own texts back before the page changes it; the translator then translates them anew.
 */

/** What an element contained before somebody else took a text out of it. */
const ownNodes = new WeakMap<Node, readonly Node[]>()
/** The elements of these texts. */
const parents = new WeakMap<Node, Node>()

let found = false
/** Whether somebody else has taken a text out of the page. */
export const isTranslated = () => found

const { insertBefore, removeChild } = Node.prototype
const observer = new MutationObserver(note)
const isFont = (node: unknown) => (node as Node | undefined)?.nodeName === 'FONT'

/** Notes what others have changed. @param changes all since the last call */
function note(changes: MutationRecord[]): void {
  const before = new Map<Node, Node[]>()
  for (const { target, addedNodes, removedNodes, nextSibling } of changes.reverse()) {
    const nodes = before.get(target) ?? [...target.childNodes]
    const at = nodes.indexOf((addedNodes[0] ?? nextSibling) as Node)
    nodes.splice(at < 0 ? nodes.length : at, addedNodes.length, ...removedNodes)
    before.set(target, nodes)
  }
  // The page's own code adds nodes to the body in other ways; it has no texts of its own.
  before.delete(document.body)
  for (const [parent, nodes] of before) {
    const texts = nodes.filter((node) => node instanceof Text)
    if (ownNodes.has(parent) || texts.every(({ parentNode }) => parentNode === parent)) continue
    found = true
    const own = nodes.filter((node) => !isFont(node))
    ownNodes.set(parent, own)
    for (const text of texts) parents.set(text, parent)
  }
}

/** Gives an element its own nodes back. */
function restore(parent: Node): void {
  const nodes = ownNodes.get(parent)
  if (!nodes) return
  note(observer.takeRecords())
  ownNodes.delete(parent)
  for (const child of [...parent.childNodes]) if (!nodes.includes(child)) removeChild.call(parent, child)
  // What is in its place stays there: an input would lose the focus.
  nodes.forEach((node, at) => {
    const next = parent.childNodes[at] ?? null
    if (next !== node) insertBefore.call(parent, node, next)
  })
  observer.takeRecords()
}

/** Prepares a change of an element. @returns whether the page makes it, and not a script that translates */
function begin(parent: Node, node: unknown): boolean {
  // Elements are put together outside the document, where nobody translates them.
  if (!parent.isConnected || isFont(parent) || isFont(node)) return false
  const changes = observer.takeRecords()
  // Its script has just put its own element beside the text that it now removes.
  const isReplaced =
    node instanceof Text &&
    changes.some(
      ({ addedNodes: [added] }) => isFont(added) && [added?.nextSibling, added?.previousSibling].includes(node),
    )
  note(changes)
  if (!isReplaced) restore(parent)
  return !isReplaced
}

type NodeChange = (this: Node, node: unknown, ...rest: unknown[]) => unknown

/** The same change, for which the element gets its own nodes back, and which is not noted. */
const prepared = (change: NodeChange): NodeChange =>
  function (node, ...rest) {
    const isOwn = begin(this, node)
    const result = change.call(this, node, ...rest)
    if (isOwn) observer.takeRecords()
    return result
  }

function replaceSetter(name: 'nodeValue' | 'textContent', replace: (set: NodeChange) => NodeChange): void {
  const property = Object.getOwnPropertyDescriptor(Node.prototype, name) as PropertyDescriptor
  Object.defineProperty(Node.prototype, name, { ...property, set: replace(property.set as NodeChange) })
}

/** Lets React work in a page that a browser translates. Call it before the first render. */
export function allowTranslators(): void {
  const methods = Node.prototype as unknown as Record<string, NodeChange>
  for (const name of ['appendChild', 'insertBefore', 'removeChild'] as const)
    methods[name] = prepared(methods[name] as NodeChange)
  replaceSetter('textContent', prepared)
  replaceSetter(
    'nodeValue',
    (set) =>
      function (value) {
        const parent = parents.get(this)
        if (parent) restore(parent)
        set.call(this, value)
      },
  )
  observer.observe(document, { childList: true, subtree: true })
}
