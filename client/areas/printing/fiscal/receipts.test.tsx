import { beforeEach, describe, expect, it } from 'vitest'
import {
  decideReceipt,
  type FiscalLeft,
  getFiscal,
  getFiscalNumbers,
  keyInLeft,
  type MadeReceipt,
  printZ,
} from '#shared/contracts/fiscal.ts'
import type { Language } from '#shared/domain/language.ts'
import { areaKey, queryClient } from '../../../lib/api/query.ts'
import { openedDialog } from '../../../lib/dialogs/open-dialog.ts'
import { sampleReceipt } from '../../../testing/fiscal-samples.ts'
import { signedIn, WITH_PAYMENTS } from '../../../testing/payment-samples.ts'
import { act, dialog, fakeApi, render, screen, waitFor } from '../../../testing/render.tsx'
import { StatusStrip } from '../../../ui/parts/status-strip.tsx'
import { FiscalReceipts, useFiscalNotice, useReceiptLines } from './late.tsx'
import { DayReceipts, ListedReceipts } from './receipts.tsx'

const FISCAL = { ...WITH_PAYMENTS, fiscal: true }
const decisions = () => fakeApi.callsOf(decideReceipt).map(({ path, body }) => [path, body])

/** The strip, and what the cards of three orders say. */
function Board({ hasCards = true }) {
  const notice = useFiscalNotice()
  const lines = useReceiptLines()
  return (
    <>
      <StatusStrip notices={notice ? [notice] : []} />
      {[11, 12, 13].map((id) => (
        <article key={id}>{lines[id]}</article>
      ))}
      <FiscalReceipts hasCards={hasCards} />
    </>
  )
}

beforeEach(() => {
  queryClient.clear()
  fakeApi.answers(getFiscalNumbers, [])
})

const answer = (...receipts: MadeReceipt[]) => fakeApi.answers(getFiscal, { seenAt: null, receipts, left: [] })
const LEFT: FiscalLeft = { orderIds: [11, 12], amount: 4000, why: 'cancelled' }

describe('the line about fiscal receipts', () => {
  it.each(['en', 'ro'] as const)('comes after 20 seconds, in %s, and opens what people decide', async (language) => {
    signedIn('ana')
    answer(sampleReceipt(), sampleReceipt({ id: 2 }, 5), sampleReceipt({ id: 3, kind: 'z' }))
    const { t, user } = render(<Board />, { language, settings: FISCAL })
    expect(await screen.findByText(t('fiscal.late', { count: 1 }))).toBeDefined()
    await user.click(screen.getByRole('button', { name: t('fiscal.look') }))
    expect(openedDialog('fiscal')).toBe(true)
    const list = await dialog(t('fiscal.title'))
    const [card] = await list.findAllByText(t('fiscal.waits'))
    expect(card?.closest('section')?.textContent).toContain('#11, #12')
  })

  it('is not there while the setting is off, and nothing is asked', async () => {
    answer(sampleReceipt())
    render(<Board />, { settings: WITH_PAYMENTS })
    expect(screen.queryByRole('button', { name: 'Look' })).toBeNull()
    expect(fakeApi.callsOf(getFiscal)).toEqual([])
  })
})

describe('the cards of orders', () => {
  const cards = () => screen.getAllByRole('article').map(({ textContent }) => textContent)
  it.each([
    ['en', ['Fiscal receipt no. 7, 9', 'Fiscal receipt · may have printed', '']],
    ['ro', ['Bon fiscal nr. 7, 9', 'Bon fiscal · poate s-a tipărit', '']],
  ] as const)('show the numbers of receipts, or the one that is late, in %s', async (language, expected) => {
    answer(sampleReceipt({ state: 'unclear', orderIds: [12] }), sampleReceipt({ id: 2, orderIds: [13] }, 5))
    fakeApi.answers(getFiscalNumbers, [
      { orderIds: [11, 12], number: '7' },
      { orderIds: [11], number: '9' },
    ])
    const { unmount } = render(<Board />, { language, settings: FISCAL })
    await waitFor(() => expect(cards()).toEqual(expected))
    unmount()
    render(<Board hasCards={false} />, { language, settings: WITH_PAYMENTS })
    expect(cards()).toEqual(['', '', ''])
  })

  it('need no numbers where there are none', async () => {
    answer(sampleReceipt())
    render(<Board hasCards={false} />, { settings: FISCAL })
    await screen.findByText('1 fiscal receipt not printed')
    expect(fakeApi.callsOf(getFiscalNumbers)).toEqual([])
  })
})

describe('the fiscal receipts of orders', () => {
  const open = async (receipts: MadeReceipt[], role: 'owner' | 'staff' = 'staff', language: Language = 'en') => {
    signedIn('ana', role)
    answer(...receipts)
    const view = render(<ListedReceipts orders={[11, 12]} />, { language, settings: FISCAL })
    await screen.findByRole('region', { name: view.t('fiscal.title') })
    const press = (name: string) => view.user.click(screen.getByRole('button', { name }))
    return {
      ...view,
      press,
      text: () => screen.getByRole('region', { name: view.t('fiscal.title') }).textContent ?? '',
    }
  }

  it.each([
    ['en', 'Fiscal receipt no. 123'],
    ['ro', 'Bon fiscal nr. 123'],
  ] as const)('have their number, once, in %s; withdrawn ones are left out', async (language, text) => {
    const printed = sampleReceipt({ state: 'printed', number: '123', info: 'without_tax_number' })
    const { t } = await open([printed, sampleReceipt({ id: 2, state: 'withdrawn' })], 'staff', language)
    expect(screen.getAllByText(text)).toHaveLength(1)
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
    expect(screen.getByText(t('fiscal.withoutTaxNumber'))).toBeDefined()
    expect(fakeApi.callsOf(getFiscal).map(({ query }) => query)).toEqual([{ orderId: '11' }, { orderId: '12' }])
  })

  it('have nothing to decide until they are late, nor at the device', async () => {
    const { t } = await open([sampleReceipt({}, 5), sampleReceipt({ id: 2, state: 'handed' })])
    expect(screen.queryByRole('button')).toBeNull()
    const what = t('fiscal.kinds.receipt')
    for (const state of ['waiting', 'handed'] as const)
      expect(screen.getByText(`${what} · ${t(`fiscal.states.${state}`)}`)).toBeDefined()
  })

  it('wait at most 20 seconds before somebody may say that it is keyed in, with what stands on it', async () => {
    const { t, press, text } = await open([sampleReceipt({ taxNumber: 'RO12345674' })])
    for (const part of [
      t('fiscal.forCompany', { taxNumber: 'RO12345674' }),
      '2 × Ciorbă',
      '36.00',
      'Bacșiș',
      '4.00',
      'Card',
      '40.00',
    ])
      expect(text()).toContain(part)
    expect(screen.getAllByRole('button')).toHaveLength(1)
    fakeApi.answers(decideReceipt, sampleReceipt({ state: 'by_hand' }))
    answer(sampleReceipt({ state: 'by_hand' }))
    await press(t('fiscal.decisions.by_hand'))
    expect(await screen.findByText(`${t('fiscal.kinds.receipt')} · ${t('fiscal.states.by_hand')}`)).toBeDefined()
    expect(decisions()).toEqual([['/api/fiscal/1', { decision: 'by_hand' }]])
  })

  it.each<[string, Partial<MadeReceipt>, string]>([
    [
      'a group',
      { code: 'fiscal_group', info: 'rate 9' },
      'Key it in by hand at the device. Your owner still has to set: the group of 9\u00a0%',
    ],
    ['a code', { code: 'fiscal_group', info: 'method 2' }, 'the code of Card'],
    ['its sums', { code: 'fiscal_sum', info: '5100 5000' }, '51.00 LEI) and payments (50.00 LEI'],
    ['the bridge', { code: 'MASA', info: 'The disk is full' }, 'Its computer says why'],
    ['ten minutes', { code: 'late' }, 'ten minutes'],
    ['the driver', { code: '111024', info: '24 h' }, '111024 · 24 h'],
  ])('that are refused name %s, and can be printed again', async (_, fields, words) => {
    const { t, press, text } = await open([sampleReceipt({ state: 'refused', ...fields })])
    expect(text()).toContain(words)
    fakeApi.answers(decideReceipt, sampleReceipt())
    await press(t('fiscal.decisions.again'))
    await waitFor(() => expect(decisions()).toEqual([['/api/fiscal/1', { decision: 'again' }]]))
  })

  it.each([
    ['fiscal_group', 'none', 'by_hand'],
    ['fiscal_sum', '5100 5000', 'by_hand'],
    ['off', null, 'by_hand'],
    ['111024', '24 h', 'again'],
  ] as const)(
    'that are refused (%s, %s) are keyed in where a second print would be refused again',
    async (code, info, solid) => {
      const { t } = await open([sampleReceipt({ state: 'refused', code, info })])
      const names = screen.getAllByRole('button').map(({ textContent }) => textContent)
      const others = solid === 'again' ? (['by_hand', 'printed'] as const) : (['again', 'printed'] as const)
      expect(names).toEqual([solid, ...others].map((decision) => t(`fiscal.decisions.${decision}`)))
    },
  )

  it('that are unclear ask to look first; only an owner has one printed again', async () => {
    const first = await open([sampleReceipt({ state: 'unclear' })])
    expect(screen.getByText(first.t('fiscal.unclear'))).toBeDefined()
    expect(screen.queryByRole('button', { name: first.t('fiscal.decisions.again') })).toBeNull()
    fakeApi.answers(decideReceipt, sampleReceipt({ state: 'printed' }))
    await first.press(first.t('fiscal.decisions.printed'))
    await waitFor(() => expect(decisions()).toEqual([['/api/fiscal/1', { decision: 'printed' }]]))
    first.unmount()
    queryClient.clear()
    const { t, press } = await open([sampleReceipt({ state: 'unclear' })], 'owner')
    await press(t('fiscal.decisions.again'))
    await waitFor(() => expect(decisions()[1]).toEqual(['/api/fiscal/1', { decision: 'again' }]))
  })

  it('say what to do at the device: one printed twice, one taken back later', async () => {
    const lateAnswer = { state: 'printed', number: '124', code: null, info: null, at: sampleReceipt().at } as const
    const undoneAt = sampleReceipt().at
    const { t } = await open([
      sampleReceipt({ state: 'by_hand', lateAnswer }),
      sampleReceipt({ id: 2, state: 'printed', number: '125', undoneAt }),
    ])
    expect(screen.getByText(t('fiscal.lateAnswer.printed', { number: '124' }))).toBeDefined()
    expect(screen.getByText(t('fiscal.undone'))).toBeDefined()
  })
})

describe('money on no fiscal receipt', () => {
  const leaves = (...left: FiscalLeft[]) => fakeApi.answers(getFiscal, { seenAt: null, receipts: [], left })

  it.each(['en', 'ro'] as const)(
    'is a line, and a row until somebody says that it is keyed in, in %s',
    async (language) => {
      signedIn('ana')
      leaves(LEFT)
      const { t, user } = render(<Board />, { language, settings: FISCAL })
      expect(await screen.findByText(t('fiscal.left', { count: 1 }))).toBeDefined()
      await user.click(screen.getByRole('button', { name: t('fiscal.look') }))
      const list = await dialog(t('fiscal.title'))
      const [why] = await list.findAllByText(t('fiscal.whys.cancelled'))
      expect(why?.closest('section')?.textContent).toContain('#11, #12 · 40.00')
      fakeApi.refusesOnce(
        keyInLeft,
        503,
        { code: 'internal', message: 'Nobody knows' },
        sampleReceipt({ state: 'by_hand' }),
      )
      const button = () => list.getByRole('button', { name: t('fiscal.decisions.by_hand') })
      await user.click(button())
      expect(await screen.findByText('Nobody knows')).toBeDefined()
      leaves()
      await user.click(button())
      expect(await list.findByText(t('fiscal.settled'))).toBeDefined()
      const sent = fakeApi.callsOf(keyInLeft)
      expect(sent.map(({ body }) => body)).toEqual([1, 2].map(() => ({ orderIds: [11, 12], amount: 4000 })))
      expect(new Set(sent.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1)
    },
  )

  it('stands beside the receipts of its orders, once', async () => {
    leaves(LEFT)
    render(<ListedReceipts orders={[11, 12]} />, { settings: FISCAL })
    await screen.findByRole('region', { name: 'Fiscal receipts' })
    expect(screen.getAllByRole('heading')).toHaveLength(1)
  })
})

it('what was decided about a receipt is added to no list that does not have it, nor to the numbers', async () => {
  signedIn('ana')
  answer(sampleReceipt({ state: 'unclear' }))
  const { t, user } = render(
    <>
      <Board />
      <ListedReceipts orders={[12]} />
    </>,
    { settings: FISCAL },
  )
  const release = fakeApi.holds(decideReceipt, sampleReceipt({ state: 'printed', number: '7' }))
  await user.click(await screen.findByRole('button', { name: t('fiscal.decisions.printed') }))
  // Meanwhile the lists are read again, without it.
  answer()
  await act(() => queryClient.refetchQueries({ queryKey: areaKey('fiscal') }))
  const cached = () => JSON.stringify(queryClient.getQueriesData({ queryKey: areaKey('fiscal') }))
  const before = cached()
  for (const read of [getFiscal, getFiscalNumbers]) fakeApi.isOutOfReach(read)
  release()
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  expect(cached()).toBe(before)
})

describe('the fiscal receipts at the day’s end', () => {
  it('ask before the Z report, and say why there can be none', async () => {
    answer()
    fakeApi.refuses(printZ, 409, { code: 'fiscal_open', message: 'One is on its way' })
    const { t, user } = render(<DayReceipts />, { settings: FISCAL })
    expect(await screen.findByText(t('fiscal.settled'))).toBeDefined()
    const press = async () => {
      await user.click(screen.getByRole('button', { name: t('fiscal.printZ') }))
      const question = await screen.findByRole('alertdialog', { name: `${t('fiscal.printZ')}?` })
      const button = [...question.querySelectorAll('button')].find(
        ({ textContent }) => textContent === t('fiscal.printZ'),
      )
      await user.click(button as HTMLElement)
    }
    await press()
    expect(await screen.findByText('One is on its way')).toBeDefined()
    fakeApi.refuses(printZ, 503, { code: 'internal', message: 'Nobody knows' })
    await press()
    expect(await screen.findByText('Nobody knows')).toBeDefined()
    fakeApi.answers(printZ, sampleReceipt({ kind: 'z', orderIds: [], lines: [], payments: [] }))
    await press()
    expect(await screen.findByText(t('fiscal.zAsked'))).toBeDefined()
    const [refused, unknown, done, more] = fakeApi.callsOf(printZ).map(({ headers }) => headers.get('Idempotency-Key'))
    expect([done, more]).toEqual([unknown, undefined])
    expect(unknown).not.toBe(refused)
  })
})
