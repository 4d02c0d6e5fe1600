/** Measures requesting a catering proposal of 60 lines. */
import PDFDocument from 'pdfkit'
import { createEvent, type EventRequest, getProposal } from '#shared/contracts/catering.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { type OtherWork, timed } from '../beside.ts'
import { alternate } from '../figures.ts'
import type { Plan } from '../plan.ts'
import { expectCall, fetchServed, signInOwner } from '../product.ts'
import type { BenchServers } from './orders.ts'
import { compareAtMost, ms, print, title } from './report.ts'

const LINES = 60
const MAX_MS = 300
const FONTS = new URL('../../server/modules/catering/proposal/fonts/', import.meta.url)

/** Requests the proposal of an event with as many dishes. */
export async function proposalWork({ port, seed }: BenchServers['product']): Promise<OtherWork> {
  const url = `http://127.0.0.1:${port}`
  const headers = { cookie: await signInOwner(url) }
  const event: EventRequest = {
    customerName: 'Ștefania Țîrlea',
    customerEmail: 'stefania@example.com',
    customerPhone: '40700000399',
    eventDate: '2027-06-01',
    numberOfGuests: 60,
    discount: 12.5,
    items: seed.dishes.slice(0, LINES).map(({ id }, i) => ({ menuItemId: id, quantity: i + 1 })),
  }
  const { body } = await expectCall<{ id: number }>(url, 'POST', createEvent.path, event, { headers })
  const path = getProposal.path.replace(':id', String(body.id))
  const work = async () => {
    await (await fetchServed(url + path, { headers }, 'a proposal')).arrayBuffer()
  }
  return { name: 'proposals', work }
}

export async function measureProposal({ product }: BenchServers, plan: Plan): Promise<void> {
  const dishes = product.seed.dishes.slice(0, LINES)
  const proposals = await proposalWork(product)
  title(
    `A proposal of ${LINES} lines; baseline: pdfkit alone writes as many names and amounts in one of the proposal's fonts`,
  )
  const writeWithPdfkit = () =>
    new Promise<void>((resolve) => {
      const doc = new PDFDocument({ size: 'A4' })
      doc.on('data', () => {}).on('end', resolve)
      doc.font(`${FONTS.pathname}Inter-Regular.ttf`).fontSize(9)
      for (const { nameRo, price } of dishes) doc.text(`${nameRo} ${formatMoney(price, 'lei')}`)
      doc.end()
    })
  const first = await timed(proposals.work)
  await writeWithPdfkit()
  const times = await alternate(
    plan.rounds * 6,
    () => timed(proposals.work),
    () => timed(writeWithPdfkit),
  )
  compareAtMost('request until all is received', times, ms, MAX_MS)
  print(`  the first one, whose worker has to start: ${ms(first)}`)
}
