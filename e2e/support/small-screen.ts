import type { Locator, Page } from '@playwright/test'

/* What a small screen, large letters and the keyboard on the screen may leave out of sight. */

/** Sets the size of the letters of every page that opens from now on. */
export const setLetters = (page: Page, percent: number) =>
  page.addInitScript((percent) => {
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = `${percent}%`
    })
  }, percent)

/** The controls that reach beyond the sides of the screen, unless they are in a row that scrolls. */
export const beyondTheSides = (page: Page) =>
  page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      ((element.scrollWidth > element.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(element).overflowX)) ||
        scrolls(element.parentElement))
    const controls = [...document.querySelectorAll('button, a[href], input, select, textarea, [role=tab]')]
      .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((control) => !scrolls(control.parentElement) && !control.closest('[inert], [aria-hidden=true]'))
      .map((control) => ({ control, box: control.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.left < -1 || box.right > innerWidth + 1))
      .map(({ control }) => control.getAttribute('aria-label') ?? control.textContent)
    const page = document.documentElement
    if (page.scrollWidth <= page.clientWidth + 1) return controls
    const wide = [...document.body.querySelectorAll('*')]
      .filter((element) => !scrolls(element.parentElement))
      .filter((element) => element.getBoundingClientRect().right > page.clientWidth + 1)
      .map((element) => `${element.tagName} ${element.getAttribute('class')}`)
    return [...controls, `the page scrolls sideways: ${wide.join(' | ')}`]
  })

/**
 * Focuses each field of the page or dialog while the keyboard covers 40 % of the page.
 * @returns those that are not in sight, each with what covers it
 */
export async function hiddenByKeyboard(page: Page, within: Locator): Promise<string[]> {
  const size = page.viewportSize() ?? { width: 390, height: 844 }
  const hidden: string[] = []
  const fields = within
    .locator('input:not([type=hidden], [type=file], [type=checkbox], [type=radio], [aria-hidden=true]), textarea')
    .filter({ visible: true })
  // It stays while the focus moves from one field to the next.
  await page.setViewportSize({ ...size, height: Math.round(size.height * 0.6) })
  for (const field of await fields.all()) {
    await field.focus()
    // As phones do when their keyboard opens.
    await field.evaluate((element) => element.scrollIntoView({ block: 'nearest' }))
    const covered = await field.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      const isInSight =
        hit !== null && (element === hit || (element.closest('label')?.contains(hit) ?? element.contains(hit)))
      return isInSight ? null : `${element.outerHTML} at ${Math.round(top)}, under ${hit?.outerHTML.slice(0, 300)}`
    })
    if (covered !== null) hidden.push(covered)
  }
  await page.setViewportSize(size)
  return hidden
}

/** Scrolls to each control. @returns those of which the middle is not in sight then, or lies under something else */
export const outOfReach = (within: Locator) =>
  within.evaluate((within) => {
    const seen = { visibilityProperty: true, opacityProperty: true }
    const controls = [...within.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, summary')]
      .filter((control) => control.checkVisibility(seen) && !control.closest('[inert], [aria-hidden=true]'))
      .filter((control) => !control.matches('[type=file], [aria-hidden=true]'))
    const isCovered = (control: HTMLElement) => {
      control.scrollIntoView({ block: 'center', inline: 'center' })
      const target = (control as HTMLInputElement).labels?.[0] ?? control
      return [control, target].every((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        const hit = document.elementFromPoint(left + width / 2, top + height / 2)
        return !hit || !(element.contains(hit) || hit.contains(control))
      })
    }
    return controls.filter(isCovered).map((control) => control.getAttribute('aria-label') ?? control.outerHTML)
  })
