/** Measures the first visit to the menu, from the scanned code to the first dishes, on a slow processor and network. */
import type { Browser } from '@playwright/test'
import type { Compared } from '../figures.ts'
import { compareAtMost, ms, title, whole } from '../parts/report.ts'
import type { Plan } from '../plan.ts'
import { openUntilDishes, type PhonePage, SLOW, takePhone } from './phone.ts'

const MAX = { dishesMs: 2000, shift: 0.02, scriptBytes: 130_000 }
/** The menu of a new restaurant's first table. */
const TABLE_MENU = '/menu?table=1'
/** Time for pictures and fonts, which load after the first dishes. */
const SETTLE_MS = 1_500
const SCROLLED_PX = 2_400

interface FirstView {
  /** Milliseconds since navigation until the first dishes, anything, and the largest part were painted. */
  dishes: number
  anything: number
  largest: number
  /** The sum of all layout shifts. */
  shift: number
  /** Transferred bytes of the scripts requested before the dishes were painted. */
  scriptBytes: number
  /** Transferred bytes of everything received before the dishes were painted. */
  bytes: number
}

export async function measureFirstView(
  browser: Browser,
  { product, baseline }: { product: string; baseline: string },
  plan: Plan,
): Promise<void> {
  title(
    `/menu for the first time on a phone (390×844): ${SLOW.cpu}× slower CPU, ${SLOW.kilobitsPerSecond / 1000} Mbit/s, ` +
      `${SLOW.roundTripMs} ms; baseline: the same page as static HTML, without a script`,
  )
  // Warms up the servers and the browser; not measured.
  for (const url of [product, baseline]) await view(browser, url)
  const views: { product: FirstView[]; baseline: FirstView[] } = { product: [], baseline: [] }
  for (let round = 0; round < plan.views; round++) {
    if (round % 2 === 1) views.baseline.push(await view(browser, baseline))
    views.product.push(await view(browser, product))
    if (round % 2 === 0) views.baseline.push(await view(browser, baseline))
  }
  const compared = (part: keyof FirstView): Compared => ({
    product: views.product.map((firstView) => firstView[part]),
    baseline: views.baseline.map((firstView) => firstView[part]),
  })
  compareAtMost('first dishes painted', compared('dishes'), ms, MAX.dishesMs)
  compareAtMost('anything painted', compared('anything'), ms)
  compareAtMost('largest part painted', compared('largest'), ms)
  compareAtMost('layout shift, with scrolling', compared('shift'), formatShift, MAX.shift)
  const tableShifts: number[] = []
  for (let round = 0; round < plan.views; round++) tableShifts.push((await view(browser, product, TABLE_MENU)).shift)
  compareAtMost(
    `layout shift of ${TABLE_MENU}`,
    { product: tableShifts, baseline: views.baseline.map(({ shift }) => shift) },
    formatShift,
    MAX.shift,
  )
  compareAtMost('JavaScript before the dishes', compared('scriptBytes'), formatBytes, MAX.scriptBytes)
  compareAtMost('all bytes before the dishes', compared('bytes'), formatBytes)
}

const formatBytes = (value: number) => `${whole(value)} B`
const formatShift = (value: number) => value.toFixed(4)

async function view(browser: Browser, origin: string, path = '/menu'): Promise<FirstView> {
  const phone = await takePhone(browser)
  try {
    const recording = recordTransfers(phone)
    await openUntilDishes(phone, `${origin}${path}`)
    const { devtools, page } = phone
    await page.waitForTimeout(SETTLE_MS)
    for (const yDistance of [-SCROLLED_PX, SCROLLED_PX]) {
      const gesture = { x: 100, y: 500, yDistance, speed: 3000, gestureSourceType: 'touch' as const }
      await devtools.send('Input.synthesizeScrollGesture', gesture)
    }
    const {
      dishes = Number.NaN,
      anything = Number.NaN,
      largest = Number.NaN,
      shift,
    } = await page.evaluate(() => window.recorded)
    return { dishes, anything, largest, shift, ...recording.before(dishes) }
  } finally {
    await phone.close()
  }
}

interface Transfer {
  isScript: boolean
  /** Milliseconds since the first request, as is `ended`. */
  requested: number
  ended: number
  bytes: number
}

/** Records the network transfers that the browser reports. */
function recordTransfers({ devtools }: PhonePage) {
  const transfers = new Map<string, Transfer>()
  let began: number | undefined
  devtools.on('Network.requestWillBeSent', ({ requestId, timestamp, type }) => {
    began ??= timestamp
    const requested = (timestamp - began) * 1000
    transfers.set(requestId, { isScript: type === 'Script', requested, ended: Number.POSITIVE_INFINITY, bytes: 0 })
  })
  devtools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const transfer = transfers.get(requestId)
    if (!transfer || began === undefined) return
    transfer.ended = (timestamp - began) * 1000
    transfer.bytes = encodedDataLength
  })
  return {
    before(ms: number) {
      const all = [...transfers.values()]
      const sum = (transfers: Transfer[]) => transfers.reduce((total, { bytes }) => total + bytes, 0)
      return {
        scriptBytes: sum(all.filter(({ isScript, requested }) => isScript && requested < ms)),
        bytes: sum(all.filter(({ ended }) => ended < ms)),
      }
    },
  }
}
