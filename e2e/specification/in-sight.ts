/** What a part is: something to press, a picture, or words. */
export type Kind = 'control' | 'picture' | 'words'

interface Sight {
  kind: Kind
  /** Whether a person may scroll to it: the page, or what it scrolls in. */
  mayScroll: boolean
}

/** The least size of a control or a picture, in pixels, in both directions. */
const LEAST_PX = 24

/**
 * Runs in the page, with all elements in which a part was recognised: it is in sight if one of them is. In sight is what
 * is visible, in the window or scrolled into it, not under anything at its centre, and large enough.
 * @returns what is wrong with the best of them
 */
export async function faultsOfSight(elements: Element[], { kind, mayScroll, least }: Sight & { least: number }) {
  let best = ['is not there']
  for (const element of elements) {
    const faults = await faultsOf(shownFor(element))
    if (faults.length === 0) return []
    if (element === elements[0] || faults.length < best.length) best = faults
  }
  return best

  async function faultsOf(element: Element): Promise<string[]> {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return ['is hidden']
    const faults = faultsHere(element)
    if (faults.length === 0 || !mayScroll) return faults
    await scrollTo(element)
    return faultsHere(element)
  }

  /** Of a radio button or checkbox, people see and press the label. */
  function shownFor(element: Element): Element {
    const isMark = element instanceof HTMLInputElement && ['radio', 'checkbox'].includes(element.type)
    return (isMark && element.labels?.[0]) || element
  }

  /** Scrolls as a person can: not sideways in the page, and not what only cuts off. */
  async function scrollTo(element: Element) {
    const fixed: { frame: Element; left?: number; top?: number }[] = [{ frame: document.documentElement, left: 0 }]
    for (let frame = element.parentElement; frame && frame !== document.body; frame = frame.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(frame)
      if (/hidden|clip/.test(overflowX)) fixed.push({ frame, left: frame.scrollLeft })
      if (/hidden|clip/.test(overflowY)) fixed.push({ frame, top: frame.scrollTop })
    }
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    for (const { frame, ...place } of fixed) frame.scrollTo(place)
    // What comes near the window is rendered in the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  }

  function faultsHere(element: Element): string[] {
    // Words in several lines have a box for each.
    const boxes = [...element.getClientRects()].sort((a, b) => b.width * b.height - a.width * a.height)
    const { left = 0, top = 0, width = 0, height = 0 } = boxes[0] ?? {}
    const [x, y] = [left + width / 2, top + height / 2]
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return ['is outside the window']
    // Words of one pixel are for screen readers.
    if (Math.min(width, height) < (kind === 'picture' ? least : 8))
      return [`is only ${Math.round(width)} × ${Math.round(height)} px`]
    if (kind !== 'control') return faultsAbove(element, x, y)
    const hit = document.elementFromPoint(x, y)
    if (!isPartOf(element, hit)) return [`is under ${nameOf(hit)}`]
    // A touch area may reach beyond what is drawn, also over its neighbour.
    const reach = (stepX: number, stepY: number) => {
      let steps = 0
      while (
        steps < least &&
        isPartOf(element, document.elementFromPoint(x + stepX * (steps + 1), y + stepY * (steps + 1)))
      )
        steps++
      return steps
    }
    const [across, down] = [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1]
    return Math.min(across, down) >= least ? [] : [`can be pressed in ${across} × ${down} px only`]
  }

  function isPartOf(element: Element, hit: Element | null): boolean {
    const label = hit?.closest('label')
    return hit !== null && (element.contains(hit) || (label != null && label.control === element))
  }

  /** What is above words and pictures may be transparent: the button that fills a card. */
  function faultsAbove(element: Element, x: number, y: number): string[] {
    for (const hit of stackAt(element, x, y)) {
      if (element.contains(hit)) return []
      // Of what it is in, only a layer of its own is above it: a touch area.
      const layers = hit.contains(element) ? ['::before', '::after'] : [undefined, '::before', '::after']
      const isOpaque = layers.some((layer) => {
        const { content, backgroundColor, backgroundImage } = getComputedStyle(hit, layer)
        if (layer && content === 'none') return false
        return backgroundImage !== 'none' || !/, 0\)$|transparent/.test(backgroundColor)
      })
      if (isOpaque || hit instanceof SVGElement) return [`is under ${nameOf(hit)}`]
    }
    return ['is cut off']
  }

  /** All that is at a point, from the top, also if taps fall through the element. */
  function stackAt(element: Element, x: number, y: number): Element[] {
    const { style } = element as HTMLElement
    const before = style.pointerEvents
    style.pointerEvents = 'auto'
    const stack = document.elementsFromPoint(x, y)
    style.pointerEvents = before
    return stack
  }

  function nameOf(element: Element | null): string {
    if (!element) return 'nothing'
    const owner = element.closest('button, a, [role], header, li') ?? element
    const name = owner.getAttribute('aria-label') ?? owner.textContent?.trim().slice(0, 30)
    return `<${owner.tagName.toLowerCase()}> ${name}`
  }
}

export const sight = (kind: Kind, mayScroll: boolean) => ({ kind, mayScroll, least: LEAST_PX })
