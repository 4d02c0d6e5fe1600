/** What a page is made to note about itself. These functions run in the page: they may use nothing from outside. */

export interface Noted {
  /** When the text of a dish was first painted in view, in milliseconds since the navigation began. */
  dishes?: number
  /** When anything at all was first painted. */
  anything?: number
  /** When the largest of what was painted until the first scroll or tap was there. */
  largest?: number
  /** The sum of all layout shifts, whenever they happened. */
  shift: number
  shifted: string[]
  /** From each tap to the frame that follows it, as the browser measures it (in steps of 8 ms). */
  taps: number[]
}

declare global {
  interface Window {
    noted: Noted
    /** Tells the bench that the dishes are there: asking the page meanwhile would cost it time. */
    tellBench?: (what: string) => void
  }
}

/** To run before anything of the page. */
export function noteAll(): void {
  const noted: Noted = { shift: 0, shifted: [], taps: [] }
  window.noted = noted
  const observe = (type: string, note: (entry: PerformanceEntry) => void, more: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more })

  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') noted.anything = entry.startTime
  })
  observe('largest-contentful-paint', (entry) => {
    noted.largest = entry.startTime
  })
  observe('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; sources: { node?: Node }[] }
    noted.shift += shift.value
    const names = shift.sources.map(({ node }) => (node instanceof Element ? `${node.nodeName} ${node.className}` : ''))
    noted.shifted.push(`${Math.round(entry.startTime)} ms ${shift.value.toFixed(4)} ${names.join(' | ')}`)
  })
  // The browser itself tells when an element's text was on the screen, once the element is marked for it.
  observe('element', (entry) => {
    const { renderTime, intersectionRect: inView } = entry as PerformanceEntry & {
      renderTime: number
      intersectionRect: DOMRectReadOnly
    }
    if (inView.width === 0 || inView.height === 0) return
    noted.dishes = Math.min(noted.dishes ?? Infinity, renderTime)
    window.tellBench?.('dishes')
  })
  // A static page may come in the middle of its first dish, so marking goes on until one was seen.
  const marking = new MutationObserver(() => {
    if (noted.dishes !== undefined) return marking.disconnect()
    const parts = document.querySelector('[id^="dish-"]')?.querySelectorAll('p, div') ?? []
    for (const part of parts) part.setAttribute('elementtiming', 'dish')
  })
  marking.observe(document, { childList: true, subtree: true })

  const longest = new Map<number, number>()
  observe(
    'event',
    (entry) => {
      const { interactionId, duration } = entry as PerformanceEntry & { interactionId: number }
      if (!interactionId) return
      longest.set(interactionId, Math.max(longest.get(interactionId) ?? 0, duration))
      noted.taps = [...longest.values()]
    },
    { durationThreshold: 16 },
  )
}

/** A fixed piece of work, to see how slow the page's core is. @returns milliseconds */
export function workInPage(): number {
  const began = performance.now()
  let x = 0
  for (let i = 0; i < 2e7; i++) x = (x * 31 + i) | 0
  return performance.now() - began + (x === 1 ? 1 : 0)
}

/** Notes the time from frame to frame until it is called again. @returns those of the time before */
export function framesSince(): number[] {
  const kept = window as unknown as { frames?: number[] | undefined }
  const before = kept.frames ?? []
  const frames: number[] = []
  kept.frames = frames
  let last: number | undefined
  const note = (now: number) => {
    if (kept.frames !== frames) return
    if (last !== undefined) frames.push(now - last)
    last = now
    requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
  return before
}
