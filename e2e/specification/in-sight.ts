import { expect as base, type Locator } from '@playwright/test'

/* What a snapshot cannot say of the controls that it names: whether a person sees them and can press them. */

/** The least width and height of what is pressed or pictured, in pixels. */
const LEAST_PX = 24

const ROLES = 'button|link|tab|radio|checkbox|combobox|textbox|searchbox|switch|option|heading|img'
/** A line of a snapshot that names a control, a heading or a picture: its role, and its name as a text or as a pattern. */
const LINE = new RegExp(`^\\s*- '?(${ROLES})(?: "(.+?)"| /((?:\\\\.|[^/])+)/)?(?:[ :']|$)`)

export const expect = base.extend({
  /**
   * Something matches the snapshot (https://playwright.dev/docs/aria-snapshots), and each control, heading and picture
   * that the snapshot names is in sight.
   */
  toShow: (scope: Locator, snapshot: string) => matchSnapshot(scope, snapshot, false),

  /** As `toShow`, without scrolling. */
  toShowAtOnce: (scope: Locator, snapshot: string) => matchSnapshot(scope, snapshot, true),

  /**
   * One of these elements is visible, in the window or scrolled into it, large enough and, if it is a control, can be
   * pressed.
   */
  async toBeInSight(locator: Locator, { atOnce = false } = {}) {
    await base
      .poll(() => locator.evaluateAll(faultOfSight, { atOnce, least: LEAST_PX }), `what hides ${locator}`)
      .toBeUndefined()
    return PASSED
  },
})

const PASSED = { pass: true, message: () => 'it is in sight' }

async function matchSnapshot(scope: Locator, snapshot: string, atOnce: boolean) {
  await base(scope).toMatchAriaSnapshot(snapshot)
  for (const line of snapshot.split('\n')) {
    const [, role, name, pattern] = LINE.exec(line.replaceAll("''", "'")) ?? []
    if (!role) continue
    const options = pattern ? { name: new RegExp(pattern) } : name ? { name, exact: true } : {}
    await expect(scope.getByRole(role as Parameters<Locator['getByRole']>[0], options)).toBeInSight({ atOnce })
  }
  return PASSED
}

/** Runs in the page. @returns what is wrong if none of the elements is in sight */
async function faultOfSight(elements: Element[], { atOnce, least }: { atOnce: boolean; least: number }) {
  let fault: string | undefined = 'it is not there'
  for (const element of elements) {
    fault = await faultOf(shownFor(element))
    if (!fault) return
  }
  return fault

  async function faultOf(element: Element): Promise<string | undefined> {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return 'it is hidden'
    const fault = faultHere(element)
    if (!fault || atOnce) return fault
    await scrollTo(element)
    return faultHere(element)
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

  function faultHere(element: Element): string | undefined {
    // Words in several lines have a box for each.
    const [box] = [...element.getClientRects()].sort((a, b) => b.width * b.height - a.width * a.height)
    const { left = 0, top = 0, width = 0, height = 0 } = box ?? {}
    const [x, y] = [left + width / 2, top + height / 2]
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return 'it is outside the window'
    const isControl = element.matches('button, a, input, textarea, label, [role=option], [role=switch]')
    if (!isControl) {
      // Words of one pixel are for screen readers.
      const isSmall = Math.min(width, height) < (element.matches('img, svg, [data-picture]') ? least : 8)
      return isSmall ? `it is only ${Math.round(width)} × ${Math.round(height)} px` : undefined
    }
    const hit = document.elementFromPoint(x, y)
    if (!isPartOf(element, hit)) return `it is under ${hit?.outerHTML.slice(0, 200)}`
    // A touch area may reach beyond what is drawn, also over its neighbour.
    const reach = (stepX: number, stepY: number) => {
      let steps = 0
      const isNext = () =>
        isPartOf(element, document.elementFromPoint(x + stepX * (steps + 1), y + stepY * (steps + 1)))
      while (steps < least && isNext()) steps++
      return steps
    }
    const [across, down] = [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1]
    return Math.min(across, down) < least ? `it can be pressed in ${across} × ${down} px only` : undefined
  }

  function isPartOf(element: Element, hit: Element | null): boolean {
    const label = hit?.closest('label')
    return hit !== null && (element.contains(hit) || (label != null && label.control === element))
  }
}
