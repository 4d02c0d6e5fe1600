import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getCategories, type MenuCategory } from '#shared/contracts/menu/menu.ts'
import {
  changePrinter,
  createPrinter,
  decideJob,
  dropWaitingJobs,
  getPrinters,
  type OpenJob,
  type Printer,
  type PrintJob,
  printTestPage,
  renewPrinterToken,
  searchPrinters,
} from '#shared/contracts/printers.ts'
import type { Language } from '#shared/domain/language.ts'
import { queryClient } from '../../lib/api/query.ts'
import { openedDialog } from '../../lib/dialogs/open-dialog.ts'
import { resetBoard, showList } from '../../testing/board.ts'
import { act, dialog, fakeApi, render, screen, waitFor, within } from '../../testing/render.tsx'
import { sampleOrder } from '../../testing/samples.ts'
import { StatusStrip } from '../../ui/parts/status-strip.tsx'
import * as bell from '../orders/screen-and-sound.tsx'
import PrinterSettings from './printer-settings.tsx'
import { usePrinterNotice } from './printer-state.tsx'
import PrintersButton from './printers-button.tsx'

const CATEGORY: MenuCategory = { id: 1, name: 'A', nameRo: '', position: 1, isActive: true, hasItems: true }

let ring = vi.spyOn(bell, 'ring')

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
const printer = (fields: Partial<Printer> = {}): Printer => ({
  ...{ id: 1, kind: 'network', name: 'Grill', address: '192.168.1.40', port: 9100, columns: 48, mode: 'image' },
  ...{ stations: [1], documents: ['kitchen'], fallbackId: null, isActive: true, answers: true, state: 'ready' },
  ...{ lastAt: null, seenAt: null, waiting: 0, waitingSince: null, jobs: [], profile: null },
  ...fields,
})
const job = (fields: Partial<OpenJob> = {}): OpenJob => ({
  ...{ id: 7, kind: 'kitchen', orderId: 1241, ticketId: 1, at: ago(90), state: 'unconfirmed' },
  ...fields,
})
function Strip() {
  const notice = usePrinterNotice()
  return <StatusStrip notices={notice ? [notice] : []} />
}
const sentJob: PrintJob = { ...job(), printerId: 1, copy: 0 }
const bodies = (endpoint: Parameters<typeof fakeApi.callsOf>[0]) => fakeApi.callsOf(endpoint).map(({ body }) => body)

beforeEach(() => {
  ring = vi.spyOn(bell, 'ring').mockResolvedValue()
})

describe('the printers in the settings', () => {
  const open = async (printers: Printer[], language: Language = 'en') => {
    queryClient.removeQueries({ queryKey: ['printers'] })
    fakeApi.answers(getPrinters, printers)
    const view = render(<PrinterSettings />, { language })
    await screen.findByRole('button', { name: view.t('printers.add') })
    const press = (name: string) => view.user.click(screen.getByRole('button', { name }))
    const choose = async (name: string, action: string) => {
      await press(view.t('common.moreFor', { name }))
      await view.user.click(await screen.findByRole('menuitem', { name: action }))
    }
    return { ...view, press, choose }
  }

  it('say what is wrong, what to do, and where tickets come out meanwhile', async () => {
    const { t } = await open([
      printer({ name: 'Bar', state: 'paper', waiting: 3, waitingSince: ago(60), fallbackId: 2 }),
      printer({ id: 2, name: 'Grill', documents: ['kitchen', 'bill'] }),
      printer({ id: 3, kind: 'star', address: null, name: 'Cloud', state: 'offline', fallbackId: 9 }),
    ])
    const card = (name: string) => screen.getByRole('listitem', { name }).textContent
    expect(card('Bar')).toContain(t('printers.states.paper'))
    const advice = [
      t('printers.advice.paper'),
      t('printers.waiting', { count: 3 }),
      t('printers.fallsBack', { name: 'Grill' }),
    ]
    expect(card('Bar')).toContain(advice.join(' '))
    expect(card('Grill')).toContain(t('printers.states.ready'))
    expect(card('Grill')).toContain(t('printers.documents.bill'))
    expect(card('Cloud')).toContain(t('printers.advice.asleep'))
    expect(card('Cloud')).not.toContain(t('printers.fallsBack', { name: '' }).slice(0, 12))
  })

  it('add one whose address was found, for what its chips say', async () => {
    const { t, user, press } = await open([])
    fakeApi.answers(searchPrinters, [{ address: '192.168.1.52' }])
    fakeApi.answers(createPrinter, printer())
    await press(t('printers.add'))
    const form = await dialog(t('printers.add'))
    expect(fakeApi.callsOf(searchPrinters)).toEqual([])
    await user.click(form.getByRole('button', { name: t('printers.search') }))
    await user.click(await form.findByRole('button', { name: '192.168.1.52' }))
    await user.fill(form.getByLabelText(t('customers.name')), 'Bar')
    for (const name of ['Kitchen', t('printers.documents.bill')]) await user.click(form.getByRole('checkbox', { name }))
    await user.click(form.getByRole('button', { name: t('printers.add') }))
    await waitFor(() => expect(bodies(createPrinter)).toHaveLength(1))
    expect(fakeApi.callsOf(createPrinter)[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/)
    expect(bodies(createPrinter)[0]).toMatchObject({
      ...{ kind: 'network', address: '192.168.1.52', port: 9100, name: 'Bar', columns: 48, mode: 'image' },
      ...{ stations: [1], documents: ['kitchen', 'bill'], fallbackId: null },
    })
  })

  it('are one where the answer to an added one was lost, and then its name was changed', async () => {
    const { t, user, press } = await open([])
    fakeApi.isOutOfReach(createPrinter)
    await press(t('printers.add'))
    const form = await dialog(t('printers.add'))
    const save = async (name: string) => {
      await user.fill(form.getByLabelText(t('customers.name')), name)
      await user.click(form.getByRole('button', { name: t('printers.add') }))
    }
    await user.fill(form.getByLabelText(t('printers.address')), '192.168.1.40')
    await user.click(form.getByRole('checkbox', { name: 'Kitchen' }))
    await save('Grill')
    expect(await screen.findByText(t('common.noConnection'))).toBeDefined()
    fakeApi.answers(createPrinter, printer())
    fakeApi.answers(changePrinter, printer({ name: 'Bar' }))
    await save('Bar')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const made = fakeApi.callsOf(createPrinter)
    expect(made.map(({ body }) => (body as Printer).name)).toEqual(['Grill', 'Grill'])
    expect(new Set(made.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1)
    expect(bodies(changePrinter)).toEqual([{ name: 'Bar' }])
  })

  it('are changed in what was typed alone: what somebody else has switched off meanwhile stays off', async () => {
    const { t, user, choose } = await open([printer()])
    await choose('Grill', t('printers.edit'))
    const form = await dialog(t('common.change', { name: 'Grill' }))
    await user.fill(form.getByLabelText(t('customers.name')), 'Grătar')
    fakeApi.answers(changePrinter, printer({ name: 'Grătar', isActive: false }))
    await user.click(form.getByRole('button', { name: t('common.save') }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bodies(changePrinter)).toEqual([{ name: 'Grătar' }])
  })

  it('show at the field what is wrong, and send nothing', async () => {
    const { t, user, press } = await open([])
    await press(t('printers.add'))
    const form = await dialog(t('printers.add'))
    await user.fill(form.getByLabelText(t('customers.name')), 'Bar')
    await user.fill(form.getByLabelText(t('printers.address')), 'http://192.168.1.40')
    await user.fill(form.getByLabelText(t('printers.port')), '80')
    await user.click(form.getByRole('button', { name: t('printers.add') }))
    expect(await form.findByText(t('validation.printerAddress'))).toBeDefined()
    expect(form.getByText(t('validation.printerPort'))).toBeDefined()
    expect(bodies(createPrinter)).toEqual([])
  })

  it('show the address of one that asks itself, once it is made', async () => {
    const { t, user, choose } = await open([printer({ kind: 'star', address: null, name: 'Cloud' })])
    fakeApi.answers(renewPrinterToken, { token: 'secret' })
    await choose('Cloud', t('printers.newAddress'))
    const shown = await dialog(t('printers.addressOf', { name: 'Cloud' }))
    await user.click(shown.getByRole('button', { name: t('printers.makeAddress') }))
    const field = await shown.findByLabelText<HTMLInputElement>(t('settings.restaurantAddress'))
    expect(field.value).toBe(`${location.origin}/api/printing/secret`)
  })

  it.each(['en', 'ro'] as const)(
    'add a fiscal device by what its service firm says, with samples, in %s',
    async (language) => {
      fakeApi.answers(getCategories, [
        { ...CATEGORY, vatRate: 11 },
        { ...CATEGORY, id: 2, vatRate: 21 },
      ])
      const { t, user, press } = await open([], language)
      const device = printer({ id: 4, kind: 'fiscal', address: null, name: 'Casa', documents: [], stations: [] })
      fakeApi.answers(createPrinter, device)
      await press(t('printers.add'))
      const form = await dialog(t('printers.add'))
      await user.click(form.getByRole('radio', { name: t('printers.kindChoices.fiscal') }))
      expect(await form.findByText(t('fiscalDevice.pilot'))).toBeDefined()
      expect(form.queryByText(t('printers.paper'))).toBeNull()
      await user.fill(form.getByLabelText(t('customers.name')), 'Casa')
      await user.click(form.getByRole('button', { name: t('printers.add') }))
      // Nothing is guessed.
      const article = form.getByLabelText(t('fiscalDevice.articleGroup'))
      await waitFor(() => expect(article.getAttribute('aria-invalid')).toBe('true'))
      expect(form.queryByText(t('fiscalDevice.examples'))).toBeNull()
      const choose = async (label: string, number: string) => {
        await user.click(form.getByRole('combobox', { name: label }))
        await user.click(await screen.findByRole('option', { name: number }))
      }
      await choose(t('fiscalDevice.ofRate', { rate: 11 }), '2')
      await choose(t('fiscalDevice.ofTip'), '4')
      await choose('Card', '2')
      await user.fill(article, '1')
      await user.click(form.getByRole('switch', { name: t('fiscalDevice.withTaxNumber') }))
      const samples = form.getByText(t('fiscalDevice.examples')).closest('details')?.textContent
      expect(samples).toContain('CF^RO12345674\r\nS^Pranz^9000^1000^buc^2^1\r\nP^2^9000')
      const what = t('fiscal.missing.rate', { rate: 21 })
      expect(samples).toContain(t('fiscalDevice.lacking', { what }))
      fakeApi.answers(getPrinters, [device])
      await user.click(form.getByRole('button', { name: t('printers.add') }))
      await waitFor(() => expect(bodies(createPrinter)).toHaveLength(1))
      expect(bodies(createPrinter)[0]).toMatchObject({
        ...{ kind: 'fiscal', name: 'Casa', address: null },
        profile: {
          ...{ groups: { 11: 2 }, depositGroup: null, tipGroup: 4, articleGroup: 1 },
          ...{ codes: { 2: 2 }, nameMax: 36, withTaxNumber: true },
        },
      })
      // Its bridge comes next.
      fakeApi.answers(renewPrinterToken, { token: 'secret' })
      const bridge = await dialog(t('printers.bridgeOf', { name: 'Casa' }))
      expect((await bridge.findByRole('link')).getAttribute('href')).toBe('/api/fiscal/bridge')
      await user.click(bridge.getByRole('button', { name: t('fiscalDevice.makeConfig') }))
      const config = await bridge.findByLabelText<HTMLTextAreaElement>(t('fiscalDevice.config'))
      expect(JSON.parse(config.value)).toMatchObject({
        url: location.origin,
        token: 'secret',
        outbox: expect.any(String),
      })
      expect(bridge.getByText('node masa-fiscal.mjs masa-fiscal.json')).toBeDefined()
    },
  )

  it('have one fiscal device, which prints no page, is marked as a pilot and takes over for none', async () => {
    fakeApi.answers(getCategories, [])
    const device = printer({ id: 4, kind: 'fiscal', name: 'Casa', state: 'offline' })
    const { t, press, choose } = await open([printer(), device])
    const card = within(screen.getByRole('listitem', { name: 'Casa' }))
    for (const text of [t('printers.kindNames.fiscal'), t('printers.advice.bridge')])
      expect(card.getByText(text, { exact: false })).toBeDefined()
    expect(t('printers.kindNames.fiscal')).toContain('pilot')
    expect(card.queryByRole('button', { name: t('printing.silent.page') })).toBeNull()
    await choose('Grill', t('printers.edit'))
    const form = await dialog(t('common.change', { name: 'Grill' }))
    expect(form.queryByLabelText(t('printers.fallback'))).toBeNull()
    await press(t('common.cancel'))
    await press(t('printers.add'))
    const adding = await dialog(t('printers.add'))
    expect(adding.queryByRole('radio', { name: t('printers.kindChoices.fiscal') })).toBeNull()
  })

  it('let one print that never answers, by the number on its page', async () => {
    const { t, user, press } = await open([printer({ name: 'Old', state: 'silent' })])
    fakeApi.answers(printTestPage, sentJob)
    fakeApi.answers(changePrinter, printer({ answers: false }))
    await press(t('printers.tryAnyway'))
    const shown = await dialog(t('printers.silentTitle', { name: 'Old' }))
    await user.click(shown.getByRole('button', { name: t('printing.silent.page') }))
    expect(bodies(printTestPage)).toEqual([{ answers: false }])
    await user.fill(shown.getByLabelText(t('printers.number')), '4821')
    await user.click(shown.getByRole('button', { name: t('printers.useIt') }))
    await waitFor(() => expect(bodies(changePrinter)).toEqual([{ answers: false, number: 4821 }]))
  })

  it('print a test page, and switch one off', async () => {
    const { t, press, choose } = await open([printer()])
    fakeApi.answers(printTestPage, sentJob)
    fakeApi.answers(changePrinter, printer({ isActive: false }))
    await press(t('printing.silent.page'))
    expect(bodies(printTestPage)).toEqual([{ answers: true }])
    await choose('Grill', t('printers.switchOff'))
    expect(bodies(changePrinter)).toEqual([{ isActive: false }])
  })
})

describe('the button of the printers', () => {
  const show = (printers: Printer[]) => {
    queryClient.setQueryData(['printers'], printers)
    fakeApi.answers(getPrinters, printers)
    return render(<PrintersButton printers={printers} />)
  }

  it('is quiet while everything is on paper, though a printer waits', () => {
    const { t } = show([printer(), printer({ id: 2, waiting: 1, waitingSince: ago(10) })])
    expect(screen.getByRole('button', { name: t('settings.tabs.printers') })).toBeDefined()
    expect(ring).not.toHaveBeenCalled()
  })

  it('counts what is late or doubtful, and rings once for each', () => {
    const late = printer({ id: 2, name: 'Bar', state: 'cover', waiting: 2, waitingSince: ago(21) })
    const { t, rerender } = show([printer({ jobs: [job()] }), late])
    const problems = [
      t('settings.tabs.printers'),
      t('printers.notOnPaper', { count: 3 }),
      `Bar: ${t('printers.states.cover')}`,
    ]
    expect(screen.getByRole('button', { name: problems.join(', ') })).toBeDefined()
    expect(ring).toHaveBeenCalledTimes(1)
    rerender(<PrintersButton printers={[printer({ jobs: [job()] }), { ...late, waiting: 1 }]} />)
    expect(ring).toHaveBeenCalledTimes(1)
    rerender(<PrintersButton printers={[printer({ jobs: [job(), job({ id: 8, state: 'failed' })] }), late]} />)
    expect(ring).toHaveBeenCalledTimes(2)
  })

  it('asks about a ticket with its paper, and takes each answer', async () => {
    const ticket = {
      ...({ id: 1, kind: 'kitchen', at: ago(90), printedAt: null } as const),
      ...{ itemId: null, quantity: null, fromTable: null, toTable: null },
    }
    const order = sampleOrder({ id: 1241, tickets: [ticket] })
    resetBoard()
    showList([order])
    const printers = [printer({ jobs: [job(), job({ id: 8, orderId: null, kind: 'day', state: 'failed' })] })]
    const { t, user } = show(printers)
    fakeApi.answers(decideJob, sentJob)
    await user.click(screen.getByRole('button'))
    const shown = await dialog(t('settings.tabs.printers'))
    const card = (name: string) => within(shown.getByRole('region', { name }))
    const doubtful = card(t('printers.unconfirmed', { what: '#1241' }))
    expect(doubtful.getByRole('img', { name: `${t('printing.kinds.kitchen')} #1241` }).textContent).toContain('#1241')
    await user.click(doubtful.getByRole('button', { name: t('printers.there') }))
    const day = card(t('printers.failed', { what: t('printers.kinds.day') }))
    await user.click(day.getByRole('button', { name: `${t('printers.again')} ${t('printers.asCopy')}` }))
    await user.click(day.getByRole('button', { name: t('printers.drop') }))
    const decisions = fakeApi.callsOf(decideJob).map(({ path, body }) => [path, body])
    expect(decisions).toEqual([
      ['/api/printers/jobs/7', { decision: 'there' }],
      ['/api/printers/jobs/8', { decision: 'again' }],
      ['/api/printers/jobs/8', { decision: 'drop' }],
    ])
  })

  it('drops what waits at a printer, once it was asked', async () => {
    fakeApi.answers(getPrinters, [printer()])
    fakeApi.answers(dropWaitingJobs, { dropped: 60 })
    const { t, user } = show([printer({ waiting: 60, waitingSince: ago(90) }), printer({ id: 2, name: 'Bar' })])
    await user.click(screen.getByRole('button', { name: RegExp(t('settings.tabs.printers')) }))
    await user.click(await screen.findByRole('button', { name: t('printers.dropWaiting') }))
    const asked = await screen.findByRole('alertdialog')
    expect(asked.textContent).toContain(t('printers.dropWaitingTitle', { count: 60, name: 'Grill' }))
    expect(fakeApi.callsOf(dropWaitingJobs)).toEqual([])
    await user.click(within(asked).getByRole('button', { name: t('printers.dropWaiting') }))
    await waitFor(() => expect(fakeApi.callsOf(dropWaitingJobs)).toHaveLength(1))
    expect(await screen.findByText(t('printers.dropped', { count: 60 }))).toBeTruthy()
  })

  it('is said in the strip of the board, which leads to the questions', async () => {
    const printers = [printer({ jobs: [job()] }), printer({ id: 2, name: 'Bar' })]
    queryClient.setQueryData(['printers'], printers)
    const { t, user } = render(<Strip />)
    expect(screen.getByRole('alert').textContent).toContain(`${t('printers.notOnPaper', { count: 1 })} · Grill`)
    await user.click(screen.getByRole('button', { name: t('printers.look') }))
    expect(openedDialog('printers')).toBe(true)
    act(() => void queryClient.setQueryData(['printers'], [printer()]))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })
})
