/** Measures a menu of hundreds of dishes on a phone: adding to the cart, and scrolling. */
import type { Browser } from '@playwright/test'
import { alternate } from '../figures.ts'
import { compare, compareAtMost, ms, title } from '../parts/report.ts'
import type { Plan } from '../plan.ts'
import { openAllDishes, type PhonePage, SLOW, slowCpu, takePhone } from './phone.ts'
import { framesSince, recordAll } from './watch.ts'

const MAX_TAP_MS = 50
/** The browser reports no shorter interactions. */
const MIN_REPORTED_MS = 16
const SETTLE_MS = 250
const SCROLLED_PX = 9_000
const FRAME_MS = 1000 / 60
/** The "+" of each dish without options. */
const ADDS = '[data-adds]:not([aria-haspopup])'

export async function measureManyDishes(
  browser: Browser,
  { product, baseline }: { product: string; baseline: string },
  plan: Plan,
): Promise<void> {
  title(
    `${plan.dishes.phone} dishes on a phone; baseline: the same page as static HTML, with one listener that writes a number on the "+"`,
  )
  const sides = { product: await openMany(browser, product, plan), baseline: await openMany(browser, baseline, plan) }
  try {
    for (const rate of plan.allConditions ? [1, SLOW.cpu] : [SLOW.cpu]) {
      for (const phone of Object.values(sides)) await slowCpu(phone, rate)
      const condition = rate === 1 ? '' : `, CPU ${rate}×`
      const slowest = await alternate(plan.handRounds, ...onBoth(sides, (phone) => slowestTap(phone, plan)))
      compareAtMost(`slowest of ${plan.taps} "+"${condition}`, slowest, ms, rate === 1 ? MAX_TAP_MS : undefined)
      const rendered = await alternate(plan.handRounds, ...onBoth(sides, renderedShare))
      compare(`frames rendered, scrolling${condition}`, rendered, percent)
    }
  } finally {
    for (const phone of Object.values(sides)) await phone.close()
  }
}

const percent = (value: number) => `${(value * 100).toFixed(0)} %`

function onBoth(sides: { product: PhonePage; baseline: PhonePage }, measure: (phone: PhonePage) => Promise<number>) {
  return [() => measure(sides.product), () => measure(sides.baseline)] as const
}

async function openMany(browser: Browser, origin: string, plan: Plan): Promise<PhonePage> {
  const phone = await takePhone(browser)
  await phone.page.addInitScript(recordAll)
  await openAllDishes(phone, origin, plan.dishes.phone)
  // Scrolls to the end once, so that pictures are loaded and heights are known on onBoth sides.
  await scroll(phone, SCROLLED_PX)
  return phone
}

/**
 * Taps "+" all over the menu, twice for each dish: of one with options it would open its sheet, which lies above all
 * others from then on. @returns the slowest tap in milliseconds, to the next frame
 */
async function slowestTap({ page }: PhonePage, { taps }: Plan): Promise<number> {
  await page.bringToFront()
  const dishes = await page.locator(ADDS).count()
  const tapsBefore = await page.evaluate(() => window.recorded.taps.length)
  for (let tap = 0; tap < taps; tap++) {
    // Taps other dishes than in the previous round: adding a new line is more work than raising a quantity.
    const dish = (Math.floor(tap / 2) * Math.floor((dishes / taps) * 2) + tapsBefore) % dishes
    const plus = page.locator(ADDS).nth(dish)
    await plus.evaluate((button) => button.scrollIntoView({ block: 'center', behavior: 'instant' }))
    // Cards that come into view take their real heights, which moves what is below them.
    await page.waitForTimeout(SETTLE_MS)
    const box = await plus.boundingBox()
    if (!box) throw new Error(`dish ${dish} has no "+"`)
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
    await page.waitForTimeout(SETTLE_MS)
  }
  const reported = await page.evaluate(() => window.recorded.taps)
  return Math.max(MIN_REPORTED_MS, ...reported.slice(tapsBefore))
}

/** The share of the screen's frames that the page renders during a fast scroll, from 0 to 1. */
async function renderedShare(phone: PhonePage): Promise<number> {
  await phone.page.bringToFront()
  await phone.page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await phone.page.waitForTimeout(SETTLE_MS)
  await phone.page.evaluate(framesSince)
  await scroll(phone, SCROLLED_PX)
  const frames = await phone.page.evaluate(framesSince)
  const time = frames.reduce((sum, frame) => sum + frame, 0)
  return Math.min(1, (frames.length * FRAME_MS) / time)
}

async function scroll({ devtools }: PhonePage, px: number): Promise<void> {
  const gesture = { x: 100, y: 500, yDistance: -px, speed: 3000, gestureSourceType: 'touch' as const }
  await devtools.send('Input.synthesizeScrollGesture', gesture)
}
