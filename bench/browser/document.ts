/** Measures how long the first visitor after a change of the menu waits for the page, in which the dishes are. */
import { setTimeout as sleep } from 'node:timers/promises'
import { timed } from '../beside.ts'
import { compareAtMost, ms, title } from '../parts/report.ts'
import type { Plan } from '../plan.ts'
import { expectCall, signInOwner } from '../product.ts'

const MAX_MS = 50
/** In which the server hears of the change. */
const ANNOUNCED_MS = 50

export async function measureDocument(origin: string, plan: Plan): Promise<void> {
  title('The document of /menu for the first visitor after a change of the menu; baseline: for the next visitor')
  const headers = { cookie: await signInOwner(origin) }
  const { body: menu } = await expectCall<{ id: number; price: number }[]>(origin, 'GET', '/api/menu')
  const [dish] = menu
  if (!dish) throw new Error('the menu is empty')
  let page = ''
  const visit = () =>
    timed(async () => {
      page = await (await fetch(`${origin}/menu`)).text()
    })
  await visit()
  const times = { product: [] as number[], baseline: [] as number[] }
  for (let round = 1; round <= plan.pairs; round++) {
    const before = page
    const price = dish.price + (round % 2)
    await expectCall(origin, 'PATCH', `/api/menu/${dish.id}`, { price }, { headers })
    await sleep(ANNOUNCED_MS)
    times.product.push(await visit())
    if (page === before) throw new Error('the document is the one from before the change')
    times.baseline.push(await visit())
  }
  compareAtMost('until all is received', times, ms, MAX_MS)
}
