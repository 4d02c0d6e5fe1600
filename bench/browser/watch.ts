/** Measurements inside a page. These functions are serialized into the page, so they cannot use outer variables. */

export interface RecordedPage {
  /** When a dish was in the page; this and the next five in milliseconds since navigation. */
  there?: number
  /** When the name of a dish was first painted in view. */
  dishes?: number
  /** When the dish that was tapped at once was in the stored cart, and the frame with its number painted. */
  added?: number
  /** When the page's own code had taken the tap over: from then on the whole page works. */
  works?: number
  /** First Contentful Paint. */
  anything?: number
  /** Largest Contentful Paint. */
  largest?: number
  /** The sum of all layout shifts. */
  shift: number
  /** Each shift with its time, value and elements, for debugging. */
  shifted: string[]
  /** Milliseconds from each tap to the next frame; the browser measures in steps of 8 ms. */
  taps: number[]
}

declare global {
  interface Window {
    recorded: RecordedPage
    /** Notifies the bench that a dish is painted: polling would slow down the page. */
    notifyBench?: (event: string) => void
  }
}

/** Starts all recordings; must run before the page's own scripts. @param taps whether to add a dish once it is there */
export function recordAll(taps: boolean): void {
  const recorded: RecordedPage = { shift: 0, shifted: [], taps: [] }
  window.recorded = recorded
  const observe = (type: string, record: (entry: PerformanceEntry) => void, more: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(record)).observe({ type, buffered: true, ...more })

  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') recorded.anything = entry.startTime
  })
  observe('largest-contentful-paint', (entry) => {
    recorded.largest = entry.startTime
  })
  observe('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; sources: { node?: Node }[] }
    recorded.shift += shift.value
    const names = shift.sources.map(({ node }) => (node instanceof Element ? `${node.nodeName} ${node.className}` : ''))
    recorded.shifted.push(`${Math.round(entry.startTime)} ms ${shift.value.toFixed(4)} ${names.join(' | ')}`)
  })
  // The browser reports when an element with the attribute `elementtiming` is painted.
  observe('element', (entry) => {
    const { renderTime, intersectionRect: inView } = entry as PerformanceEntry & {
      renderTime: number
      intersectionRect: DOMRectReadOnly
    }
    if (inView.width === 0 || inView.height === 0) return
    recorded.dishes = Math.min(recorded.dishes ?? Infinity, renderTime)
    window.notifyBench?.('dishes')
  })
  // The page may add or replace the first dish at any time, so it is watched until it was painted and its tap is seen.
  let isTapped = false
  let isAdded = false
  const watching = new MutationObserver(() => {
    const dish = document.querySelector('[id^="dish-"]')
    if (!dish) return
    recorded.there ??= performance.now()
    // The button around the name: the browser reports only blocks.
    if (recorded.dishes === undefined) dish.querySelector('h3 button')?.setAttribute('elementtiming', 'dish')
    if (!taps && recorded.dishes !== undefined) watching.disconnect()
    const plus = dish.querySelector<HTMLElement>('[data-adds]')
    if (!taps || !plus) return
    if (!isTapped) {
      isTapped = true
      // Once the page's own code, if there is any, has handled what it does with a new dish.
      setTimeout(() => plus.click())
      return
    }
    // Its stepper has unfolded; before, the page's first script may show the number in place of the "+".
    const works = plus.previousElementSibling !== null
    const isSeen = works || getComputedStyle(plus, '::after').content === '"1"'
    if (isSeen && !isAdded) {
      isAdded = true
      requestAnimationFrame(() =>
        setTimeout(() => {
          recorded.added = performance.now()
          window.notifyBench?.('added')
        }),
      )
    }
    if (!works) return
    recorded.works = performance.now()
    window.notifyBench?.('works')
    watching.disconnect()
  })
  watching.observe(document, { childList: true, subtree: true, attributeFilter: ['data-early'] })

  const longest = new Map<number, number>()
  observe(
    'event',
    (entry) => {
      const { interactionId, duration } = entry as PerformanceEntry & { interactionId: number }
      if (!interactionId) return
      longest.set(interactionId, Math.max(longest.get(interactionId) ?? 0, duration))
      recorded.taps = [...longest.values()]
    },
    { durationThreshold: 16 },
  )
}

/** Does a fixed amount of work, to measure the page's CPU. @returns milliseconds */
export function workInPage(): number {
  const began = performance.now()
  let x = 0
  for (let i = 0; i < 2e7; i++) x = (x * 31 + i) | 0
  return performance.now() - began + (x === 1 ? 1 : 0)
}

/** Records the milliseconds between frames until it is called again. @returns those recorded since the last call */
export function framesSince(): number[] {
  const shared = window as unknown as { frames?: number[] | undefined }
  const previous = shared.frames ?? []
  const frames: number[] = []
  shared.frames = frames
  let last: number | undefined
  const recordFrame = (now: number) => {
    if (shared.frames !== frames) return
    if (last !== undefined) frames.push(now - last)
    last = now
    requestAnimationFrame(recordFrame)
  }
  requestAnimationFrame(recordFrame)
  return previous
}
