import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until the focus is where it is wanted; at every stop on the way it must be seen. */
export async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab', most = 40): Promise<void> {
  const passed: string[] = []
  for (let stop = 0; stop < most; stop++) {
    await page.keyboard.press(key)
    passed.push(await expectFocusSeen(page))
    if (await isFocused(wanted)) return
  }
  throw new Error(`${key} did not lead to ${wanted}, but to: ${passed.join(' | ')}`)
}

const isFocused = (wanted: Locator) =>
  wanted.evaluateAll((elements) => elements.some((element) => element === document.activeElement))

/** The focus is on something, with a ring that stands out, and nothing covers it. @returns its name, for messages */
export async function expectFocusSeen(page: Page): Promise<string> {
  const look = () =>
    page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body) return { name: 'nothing', seen: false, ringed: false }
      const name = element.getAttribute('aria-label') ?? element.textContent ?? element.tagName
      const { left, top, width, height } = element.getBoundingClientRect()
      const points = [0.1, 0.5, 0.9].flatMap((x) => [0.2, 0.5, 0.8].map((y) => [left + width * x, top + height * y]))
      const seen = points.some(([x = -1, y = -1]) => {
        const there = document.elementFromPoint(x, y)
        return there !== null && (element.contains(there) || there.contains(element) || isLabelOf(there, element))
      })
      // A radio or checkbox that is drawn by its label shows its ring there.
      const drawn = [element, ...((element as HTMLInputElement).labels ?? []), element.parentElement ?? element]
      const ringed =
        element.matches(':focus-visible') &&
        drawn.some((part) => {
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(part)
          return (
            (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow.includes('0px 0px 0px 2')
          )
        })
      return { name: name.trim().slice(0, 60), seen, ringed }

      function isLabelOf(there: Element, control: Element) {
        return [...((control as HTMLInputElement).labels ?? [])].some((label) => label.contains(there))
      }
    })
  await expect(async () => {
    const { name, ...found } = await look()
    expect(found, `the focus on “${name}”`).toEqual({ seen: true, ringed: true })
  }).toPass({ timeout: 4_000, intervals: [50, 100, 200, 400] })
  return (await look()).name
}
