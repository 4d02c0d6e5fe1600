/** Measures the first visit to the menu, from the scanned code to the first dishes, on a slow processor and network. */
import type { Browser } from '@playwright/test'
import { FIRST_DISH_SCRIPT_BYTES } from '../budgets/budgets.ts'
import type { Compared } from '../figures.ts'
import { compareAtMost, compareRatioAtMost, ms, title, whole } from '../parts/report.ts'
import type { Plan } from '../plan.ts'
import { CELLAR_KILOBITS_PER_SECOND, type Opening, openUntilDishes, type PhonePage, SLOW, takePhone } from './phone.ts'

const MAX = { shift: 0.02, scriptBytes: FIRST_DISH_SCRIPT_BYTES }
/** The largest ratios to the static copy, and to bare cards: on a slow phone, and in a cellar. */
const MAX_RATIO = { there: 1, dishes: 1, anything: 1.3, cards: 1.3, added: 1.85, works: 2.5, dishesInCellar: 1.5 }
/** The menu of a new restaurant's first table. */
const TABLE_MENU = '/menu?table=1'
/** Time for pictures and fonts, which load after the first dishes. */
const SETTLE_MS = 1_500
const SCROLLED_PX = 2_400

interface FirstView {
  /**
   * Milliseconds since navigation until a dish was in the page; until its name, anything, and the largest part were
   * painted; until a dish that was tapped at once showed its number; and until the page worked.
   */
  there: number
  dishes: number
  anything: number
  largest: number
  added: number
  works: number
  /** The sum of all layout shifts. */
  shift: number
  /** Bytes of the compressed bodies of the scripts requested before the page worked. */
  scriptBytes: number
  /** Transferred bytes of everything received before the dishes were painted. */
  bytes: number
}

interface Urls {
  product: string
  baseline: string
  cards: string
}

export async function measureFirstView(browser: Browser, urls: Urls, plan: Plan): Promise<void> {
  title(
    `/menu for the first time on a phone (390×844): ${SLOW.cpu}× slower CPU, ${SLOW.kilobitsPerSecond / 1000} Mbit/s, ` +
      `${SLOW.roundTripMs} ms; baseline: the same page as static HTML, without a script, ` +
      'for a dish that is tapped at once, that its name is painted there',
  )
  const views = await viewInTurns(browser, urls, plan, SLOW.kilobitsPerSecond)
  const compared = comparison(views)
  compareRatioAtMost('a dish in the page', compared('there'), ms, MAX_RATIO.there)
  compareRatioAtMost('a dish’s name painted', compared('dishes'), ms, MAX_RATIO.dishes)
  compareRatioAtMost('anything painted', compared('anything'), ms, MAX_RATIO.anything)
  const besideCards = comparison({ ...views, baseline: views.cards })
  compareRatioAtMost('anything painted, beside bare cards', besideCards('anything'), ms, MAX_RATIO.cards)
  const tapped = (part: 'added' | 'works') => ({
    ...compared('dishes'),
    product: views.tapped.map((view) => view[part]),
  })
  compareRatioAtMost('a tap on a dish, seen', tapped('added'), ms, MAX_RATIO.added)
  compareRatioAtMost('the page works, with that dish in the cart', tapped('works'), ms, MAX_RATIO.works)
  compareAtMost('largest part painted', compared('largest'), ms)
  compareAtMost('layout shift, with scrolling', compared('shift'), formatShift, MAX.shift)
  const tableShifts: number[] = []
  for (let round = 0; round < plan.views; round++)
    tableShifts.push((await view(browser, urls.product, plan, TABLE_MENU)).shift)
  compareAtMost(
    `layout shift of ${TABLE_MENU}`,
    { product: tableShifts, baseline: views.baseline.map(({ shift }) => shift) },
    formatShift,
    MAX.shift,
  )
  const scripts = {
    product: views.tapped.map(({ scriptBytes }) => scriptBytes),
    baseline: compared('scriptBytes').baseline,
  }
  compareAtMost('JavaScript until the page works', scripts, formatBytes, MAX.scriptBytes)
  compareAtMost('all bytes before the dishes', compared('bytes'), formatBytes)

  if (!plan.allConditions) return
  title(
    `/menu for the first time on that phone at ${CELLAR_KILOBITS_PER_SECOND} kbit/s; baseline: the same static page`,
  )
  const inCellar = comparison(await viewInTurns(browser, urls, plan, CELLAR_KILOBITS_PER_SECOND))
  compareRatioAtMost('a dish’s name painted', inCellar('dishes'), ms, MAX_RATIO.dishesInCellar)
  compareAtMost('anything painted', inCellar('anything'), ms)
}

/** `tapped`: the product again, with a tap, which moves parts of the page. */
type Views = Record<keyof Urls | 'tapped', FirstView[]>

/** Views the pages in turns. The views before the measured ones warm up the servers and the browser. */
async function viewInTurns(browser: Browser, urls: Urls, plan: Plan, kilobitsPerSecond: number): Promise<Views> {
  const views: Views = { product: [], baseline: [], cards: [], tapped: [] }
  for (let round = -plan.warmUpViews; round < plan.views; round++) {
    const sides = ['product', 'baseline', 'cards', 'tapped'] as const
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const until = side === 'tapped' ? 'works' : 'dishes'
      const url = urls[side === 'tapped' ? 'product' : side]
      const seen = await view(browser, url, plan, '/menu', { kilobitsPerSecond, until })
      if (round >= 0) views[side].push(seen)
    }
  }
  return views
}

const comparison =
  ({ product, baseline }: Views) =>
  (part: keyof FirstView): Compared => ({
    product: product.map((firstView) => firstView[part]),
    baseline: baseline.map((firstView) => firstView[part]),
  })

const formatBytes = (value: number) => `${whole(value)} B`
const formatShift = (value: number) => value.toFixed(4)

async function view(browser: Browser, origin: string, plan: Plan, path: string, opening?: Opening): Promise<FirstView> {
  const phone = await takePhone(browser)
  try {
    const recording = recordTransfers(phone)
    await openUntilDishes(phone, `${origin}${path}`, opening)
    const { devtools, page } = phone
    await page.waitForTimeout(SETTLE_MS * plan.pauses)
    for (const yDistance of [-SCROLLED_PX, SCROLLED_PX]) {
      const gesture = { x: 100, y: 500, yDistance, speed: 3000, gestureSourceType: 'touch' as const }
      await devtools.send('Input.synthesizeScrollGesture', gesture)
    }
    const {
      there = Number.NaN,
      dishes = Number.NaN,
      added = Number.NaN,
      works = Number.NaN,
      anything = Number.NaN,
      largest = Number.NaN,
      shift,
    } = await page.evaluate(() => window.recorded)
    return { there, dishes, added, works, anything, largest, shift, ...recording.before({ painted: dishes, works }) }
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
  headerBytes: number
}

/** Records the network transfers that the browser reports. */
function recordTransfers({ devtools }: PhonePage) {
  const transfers = new Map<string, Transfer>()
  let began: number | undefined
  devtools.on('Network.requestWillBeSent', ({ requestId, timestamp, type }) => {
    began ??= timestamp
    const requested = (timestamp - began) * 1000
    const isScript = type === 'Script'
    transfers.set(requestId, { isScript, requested, ended: Number.POSITIVE_INFINITY, bytes: 0, headerBytes: 0 })
  })
  // The budget is for bodies; what was received until here are the headers.
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    const transfer = transfers.get(requestId)
    if (transfer) transfer.headerBytes = response.encodedDataLength
  })
  devtools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const transfer = transfers.get(requestId)
    if (!transfer || began === undefined) return
    transfer.ended = (timestamp - began) * 1000
    transfer.bytes = encodedDataLength
  })
  return {
    before({ painted, works }: { painted: number; works: number }) {
      const all = [...transfers.values()]
      const sum = (transfers: Transfer[]) => transfers.reduce((total, { bytes }) => total + bytes, 0)
      const bodies = (transfers: Transfer[]) =>
        sum(transfers) - transfers.reduce((n, { headerBytes }) => n + headerBytes, 0)
      return {
        scriptBytes: bodies(all.filter(({ isScript, requested, bytes }) => isScript && bytes > 0 && requested < works)),
        bytes: sum(all.filter(({ ended }) => ended < painted)),
      }
    },
  }
}
