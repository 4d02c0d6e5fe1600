/** A menu of hundreds of dishes in the hand: adding to the cart, and scrolling. */
import type { Browser } from '@playwright/test'
import { alternate } from '../figures.ts'
import { compare, compareAtMost, ms, title } from '../parts/report.ts'
import type { Plan } from '../plan.ts'
import { openWhole, type PhonePage, SLOW, slowCpu, takePhone } from './phone.ts'
import { framesSince, noteAll } from './watch.ts'

export const MANY = 500
const MAX_TAP_MS = 50
/** The browser tells of no interaction that was quicker. */
const LEAST_TOLD_MS = 16
const SETTLE_MS = 250
const SCROLLED_PX = 9_000
const FRAME_MS = 1000 / 60

export async function measureManyDishes(
  browser: Browser,
  { product, limit }: { product: string; limit: string },
  plan: Plan,
): Promise<void> {
  title(
    `${MANY} dishes on a phone; limit: the same page as static HTML, with one listener that writes a number on the "+"`,
  )
  const sides = { product: await openMany(browser, product), limit: await openMany(browser, limit) }
  try {
    for (const rate of [1, SLOW.cpu]) {
      for (const phone of Object.values(sides)) await slowCpu(phone, rate)
      const at = rate === 1 ? '' : `, CPU ${rate}×`
      const slowest = await alternate(plan.handRounds, ...both(sides, (phone) => slowestTap(phone, plan.taps)))
      compareAtMost(`slowest of ${plan.taps} "+"${at}`, slowest, ms, rate === 1 ? MAX_TAP_MS : undefined)
      const kept = await alternate(plan.handRounds, ...both(sides, framesKept))
      compare(`frames kept, scrolling${at}`, kept, percent)
    }
  } finally {
    for (const phone of Object.values(sides)) await phone.close()
  }
}

const percent = (value: number) => `${(value * 100).toFixed(0)} %`

function both(sides: { product: PhonePage; limit: PhonePage }, measure: (phone: PhonePage) => Promise<number>) {
  return [() => measure(sides.product), () => measure(sides.limit)] as const
}

async function openMany(browser: Browser, origin: string): Promise<PhonePage> {
  const phone = await takePhone(browser)
  await phone.page.addInitScript(noteAll)
  await openWhole(phone, origin, MANY)
  // Once to the end: pictures and heights are then known on both sides.
  await scroll(phone, SCROLLED_PX)
  return phone
}

/** From the tap to the next frame, of the slowest of several on dishes all over the menu, half of them a second time. */
async function slowestTap({ page }: PhonePage, taps: number): Promise<number> {
  await page.bringToFront()
  const before = await page.evaluate(() => window.noted.taps.length)
  for (let tap = 0; tap < taps; tap++) {
    // Others than in the round before: putting a dish in is more work than another of it.
    const dish = (Math.floor(tap / 2) * Math.floor((MANY / taps) * 2) + before) % MANY
    const place = await page.evaluate((nth) => {
      const card = document.querySelectorAll('[id^="dish-"]')[nth]
      card?.scrollIntoView({ block: 'center', behavior: 'instant' })
      const plus = card?.querySelector(':scope > :last-child button:last-of-type')?.getBoundingClientRect()
      return plus && { x: plus.x + plus.width / 2, y: plus.y + plus.height / 2 }
    }, dish)
    if (!place) throw new Error(`dish ${dish} has no "+"`)
    await page.waitForTimeout(SETTLE_MS)
    await page.touchscreen.tap(place.x, place.y)
    await page.waitForTimeout(SETTLE_MS)
  }
  const told = await page.evaluate(() => window.noted.taps)
  return Math.max(LEAST_TOLD_MS, ...told.slice(before))
}

/** Of the frames that a screen shows while a finger scrolls quickly, the part that the page made. */
async function framesKept(phone: PhonePage): Promise<number> {
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
