/** Measures the owner's Menu tab on a slow tablet, with many dishes: opening it, finding one, hiding one. */
import type { Browser, Locator, Page } from '@playwright/test'
import type { Plan } from '../plan.ts'
import type { BenchRestaurant } from './restaurant.ts'
import { measureTab } from './tablet.ts'

const MAX_OPEN_MS = { alone: 700, beside: 850 }
const MAX_KEY_MS = 100
const MAX_TAP_MS = 100
const FIRST_DISH = '[data-main-action]'

/** The minimum for such a page: filters the dishes by the typed text. Its checkboxes are the browser's own. */
const MINIMAL_SCRIPT = `addEventListener('input', ({ target }) => {
  const query = target.value.toLowerCase()
  for (const row of document.querySelectorAll('main li:has(${FIRST_DISH})'))
    row.hidden = !row.textContent.toLowerCase().includes(query)
})`

/** @param restaurant with as many dishes as the plan says */
export async function measureMenuTab(browser: Browser, restaurant: BenchRestaurant, plan: Plan): Promise<void> {
  await measureTab(browser, restaurant, plan, {
    title: `The Menu tab on a tablet, ${plan.dishes.tab.toLocaleString('en')} dishes`,
    path: '/dashboard?tab=menu',
    shown: { selector: FIRST_DISH, name: 'dishes' },
    script: MINIMAL_SCRIPT,
    maxOpenMs: MAX_OPEN_MS,
    measured: [
      { what: 'a letter of a search', measure: typeLetters, maxMs: MAX_KEY_MS },
      { what: 'a tap that hides a dish', measure: tapHide, measureBaseline: tapFirstBox, maxMs: MAX_TAP_MS },
    ],
  })
}

/** The slowest of three typed letters, each from the key to the next frame, in ms. The list may update later. */
async function typeLetters(page: Page): Promise<number> {
  await page.bringToFront()
  return page.evaluate(async () => {
    const field = document.querySelector<HTMLInputElement>('main search input, main [inputmode=search]')
    if (!field) throw new Error('The page has no search field.')
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    const type = async (text: string) => {
      const began = performance.now()
      setValue?.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      const took = performance.now() - began
      await new Promise((resolve) => setTimeout(resolve, 400))
      return took
    }
    const letters = [await type('c'), await type('ci'), await type('cio')]
    await type('')
    return Math.max(...letters)
  })
}

/** Milliseconds from the tap on the switch that hides or shows a dish to the next frame. */
const tapHide = (page: Page) => tap(page.locator('main li:has([data-main-action]) [role=switch]').first())
const tapFirstBox = (page: Page) => tap(page.locator('main li:has([data-main-action]) input[type=checkbox]').first())

async function tap(target: Locator): Promise<number> {
  return target.evaluate(async (element: HTMLElement) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    const began = performance.now()
    element.click()
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const took = performance.now() - began
    await new Promise((resolve) => setTimeout(resolve, 1000))
    return took
  })
}
