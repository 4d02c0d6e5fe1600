/** The first visit to the menu, from the scanned code to the first dishes, with a slow processor and network. */
import type { Browser } from '@playwright/test'
import type { Compared } from '../figures.ts'
import { compareAtMost, ms, title, whole } from '../parts/report.ts'
import type { Plan } from '../plan.ts'
import { openUntilDishes, type PhonePage, SLOW, takePhone } from './phone.ts'

const MAX = { dishesMs: 2000, shift: 0.02, scriptBytes: 130_000 }
/** Time for pictures and fonts, which load after the first dishes. */
/** The menu of a new restaurant's first table. */
const TABLE_MENU = '/menu?table=1'
const SETTLE_MS = 1_500
const SCROLLED_PX = 2_400

interface FirstView {
  dishes: number
  anything: number
  largest: number
  shift: number
  /** Transferred bytes of the scripts requested before the dishes were painted. */
  scriptBytes: number
  /** Transferred bytes of everything received before the dishes were painted. */
  bytes: number
}

export async function measureFirstView(
  browser: Browser,
  { product, limit }: { product: string; limit: string },
  plan: Plan,
): Promise<void> {
  title(
    `/menu for the first time on a phone (390×844): ${SLOW.cpu}× slower CPU, ${SLOW.kilobitsPerSecond / 1000} Mbit/s, ` +
      `${SLOW.roundTripMs} ms; limit: the same page as static HTML, without a script`,
  )
  // Warms up the servers and the browser; not measured.
  for (const url of [product, limit]) await view(browser, url)
  const views: { product: FirstView[]; limit: FirstView[] } = { product: [], limit: [] }
  for (let round = 0; round < plan.views; round++) {
    if (round % 2 === 1) views.limit.push(await view(browser, limit))
    views.product.push(await view(browser, product))
    if (round % 2 === 0) views.limit.push(await view(browser, limit))
  }
  const compared = (part: keyof FirstView): Compared => ({
    product: views.product.map((firstView) => firstView[part]),
    limit: views.limit.map((firstView) => firstView[part]),
  })
  compareAtMost('first dishes painted', compared('dishes'), ms, MAX.dishesMs)
  compareAtMost('anything painted', compared('anything'), ms)
  compareAtMost('largest part painted', compared('largest'), ms)
  compareAtMost('layout shift, with scrolling', compared('shift'), shiftOf, MAX.shift)
  const tableShifts: number[] = []
  for (let round = 0; round < plan.views; round++) tableShifts.push((await view(browser, product, TABLE_MENU)).shift)
  compareAtMost(
    `layout shift of ${TABLE_MENU}`,
    { product: tableShifts, limit: views.limit.map(({ shift }) => shift) },
    shiftOf,
    MAX.shift,
  )
  compareAtMost('JavaScript before the dishes', compared('scriptBytes'), bytes, MAX.scriptBytes)
  compareAtMost('all bytes before the dishes', compared('bytes'), bytes)
}

const bytes = (value: number) => `${whole(value)} B`
const shiftOf = (value: number) => value.toFixed(4)

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
    } = await page.evaluate(() => window.noted)
    return { dishes, anything, largest, shift, ...recording.before(dishes) }
  } finally {
    await phone.close()
  }
}

interface Transfer {
  isScript: boolean
  asked: number
  ended: number
  bytes: number
}

/** Records the network transfers that the browser reports. */
function recordTransfers({ devtools }: PhonePage) {
  const transfers = new Map<string, Transfer>()
  let began: number | undefined
  devtools.on('Network.requestWillBeSent', ({ requestId, timestamp, type }) => {
    began ??= timestamp
    const asked = (timestamp - began) * 1000
    transfers.set(requestId, { isScript: type === 'Script', asked, ended: Number.POSITIVE_INFINITY, bytes: 0 })
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
        scriptBytes: sum(all.filter(({ isScript, asked }) => isScript && asked < ms)),
        bytes: sum(all.filter(({ ended }) => ended < ms)),
      }
    },
  }
}
