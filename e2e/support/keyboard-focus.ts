import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Presses Tab until the target has the focus; the focus must be visible at every stop on the way.
 * @param maxStops fails after this many presses
 */
export async function tabTo(
  page: Page,
  target: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
  maxStops = 40,
): Promise<void> {
  const visited: string[] = []
  for (let stop = 0; stop < maxStops; stop++) {
    await page.keyboard.press(key)
    visited.push(await expectFocusVisible(page))
    if (await isFocused(target)) return
  }
  throw new Error(`${key} did not lead to ${target}, but to: ${visited.join(' | ')}`)
}

const isFocused = (target: Locator) =>
  target.evaluateAll((elements) => elements.some((element) => element === document.activeElement))

/**
 * Expects the focus to be on an element with a focus ring that nothing covers.
 * @returns the element's name, for messages
 */
export async function expectFocusVisible(page: Page): Promise<string> {
  const inspectFocus = () =>
    page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body) return { name: 'nothing', isUncovered: false, hasRing: false }
      const name = element.getAttribute('aria-label') ?? element.textContent ?? element.tagName
      const { left, top, width, height } = element.getBoundingClientRect()
      const points = [0.1, 0.5, 0.9].flatMap((x) => [0.2, 0.5, 0.8].map((y) => [left + width * x, top + height * y]))
      const isUncovered = points.some(([x = -1, y = -1]) => {
        const hit = document.elementFromPoint(x, y)
        return hit !== null && (element.contains(hit) || hit.contains(element) || isLabelOf(hit, element))
      })
      // A radio button or checkbox that its label renders has the ring on the label.
      const ringParts = [element, ...((element as HTMLInputElement).labels ?? []), element.parentElement ?? element]
      const hasRing =
        element.matches(':focus-visible') &&
        ringParts.some((part) => {
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(part)
          return (
            (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow.includes('0px 0px 0px 2')
          )
        })
      return { name: name.trim().slice(0, 60), isUncovered, hasRing }

      function isLabelOf(hit: Element, control: Element) {
        return [...((control as HTMLInputElement).labels ?? [])].some((label) => label.contains(hit))
      }
    })
  await expect(async () => {
    const { name, ...state } = await inspectFocus()
    expect(state, `the focus on “${name}”`).toEqual({ isUncovered: true, hasRing: true })
  }).toPass({ timeout: 30_000, intervals: [50, 100, 200, 400] })
  return (await inspectFocus()).name
}
