/** How the menu's service worker changes the time of a first and of a second visit, on a slow phone. */
import type { Browser } from '@playwright/test'
import type { Compared } from '../figures.ts'
import { compareAtMost, judgeTimes, ms, title } from '../parts/report.ts'
import type { Plan } from '../plan.ts'
import { comeBack, openUntilDishes, type PhonePage, slowWorkersNetwork, takePhone } from './phone.ts'

const MAX_RATIO_TO_FIRST = 0.5
/** Within this ratio two measurements count as equal. */
const MAX_NOISE = 1.05

interface Visits {
  first: number[]
  second: number[]
}

export async function measureSecondVisit(browser: Browser, origin: string, plan: Plan): Promise<void> {
  title('/menu on the same phone for the second time, and what the service worker costs the first')
  const withWorker: Visits = { first: [], second: [] }
  const without: Visits = { first: [], second: [] }
  for (let round = 0; round < plan.views; round++) {
    if (round % 2 === 1) await visitTwice(browser, origin, without, 'block')
    await visitTwice(browser, origin, withWorker, 'allow')
    if (round % 2 === 0) await visitTwice(browser, origin, without, 'block')
  }
  judge('first visit; limit: the same without a worker', { product: withWorker.first, limit: without.first }, MAX_NOISE)
  judge('second visit; limit: the first', { product: withWorker.second, limit: withWorker.first }, MAX_RATIO_TO_FIRST)
  compareAtMost('second visit without a worker', { product: without.second, limit: without.first }, ms)
}

function judge(name: string, compared: Compared, max: number): void {
  compareAtMost(name, compared, ms)
  judgeTimes(compared, max)
}

async function visitTwice(browser: Browser, origin: string, visits: Visits, workers: 'allow' | 'block'): Promise<void> {
  const address = `${origin}/menu`
  const phone = await takePhone(browser, workers)
  try {
    await openUntilDishes(phone, address)
    visits.first.push(await dishesOf(phone))
    await phone.page.waitForLoadState('networkidle')
    if (workers === 'allow') {
      await phone.page.evaluate(async () => void (await navigator.serviceWorker.ready))
      await slowWorkersNetwork(browser, phone)
    }
    const again = await comeBack(phone)
    await openUntilDishes(again, address)
    visits.second.push(await dishesOf(again))
  } finally {
    await phone.close()
  }
}

const dishesOf = ({ page }: PhonePage) => page.evaluate(() => window.noted.dishes ?? Number.NaN)
