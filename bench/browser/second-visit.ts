/** Measures how the menu's service worker changes the time of a first and of a second visit, on a slow phone. */
import type { Browser } from '@playwright/test'
import { compareAtMost, compareRatioAtMost, ms, title } from '../parts/report.ts'
import type { Plan } from '../plan.ts'
import { openUntilDishes, type PhonePage, reopen, slowWorkersNetwork, takePhone } from './phone.ts'

const MAX_RATIO_TO_FIRST = 0.7
/** Within this ratio two measurements count as equal. */
const MAX_NOISE = 1.05

interface Visits {
  first: number[]
  second: number[]
}

export async function measureSecondVisit(browser: Browser, origin: string, plan: Plan): Promise<void> {
  title('/menu on the same phone for the second time, and what the service worker costs the first')
  const withWorker: Visits = { first: [], second: [] }
  const withoutWorker: Visits = { first: [], second: [] }
  for (let round = 0; round < plan.views; round++) {
    if (round % 2 === 1) await visitTwice(browser, origin, withoutWorker, 'block')
    await visitTwice(browser, origin, withWorker, 'allow')
    if (round % 2 === 0) await visitTwice(browser, origin, withoutWorker, 'block')
  }
  compareRatioAtMost(
    'the first, beside one without a worker',
    { product: withWorker.first, baseline: withoutWorker.first },
    ms,
    MAX_NOISE,
  )
  compareRatioAtMost(
    'the second, beside the first',
    { product: withWorker.second, baseline: withWorker.first },
    ms,
    MAX_RATIO_TO_FIRST,
  )
  compareAtMost('the second without a worker', { product: withoutWorker.second, baseline: withoutWorker.first }, ms)
}

async function visitTwice(browser: Browser, origin: string, visits: Visits, workers: 'allow' | 'block'): Promise<void> {
  const address = `${origin}/menu`
  const phone = await takePhone(browser, workers)
  try {
    await openUntilDishes(phone, address)
    visits.first.push(await dishesPaintedAt(phone))
    await phone.page.waitForLoadState('networkidle')
    if (workers === 'allow') {
      await phone.page.evaluate(async () => void (await navigator.serviceWorker.ready))
      await slowWorkersNetwork(browser, phone)
    }
    const reopened = await reopen(phone)
    await openUntilDishes(reopened, address)
    visits.second.push(await dishesPaintedAt(reopened))
  } finally {
    await phone.close()
  }
}

const dishesPaintedAt = ({ page }: PhonePage) => page.evaluate(() => window.recorded.dishes ?? Number.NaN)
