import { afterEach, beforeEach, expect, vi } from 'vitest'
import { Router } from 'wouter'
import { getBeforeService } from '#shared/contracts/before-service.ts'
import { getTableAddresses } from '#shared/contracts/tables.ts'
import type { Language } from '#shared/domain/language.ts'
import { fakeApi, render, screen, waitFor, within } from '../../testing/render.tsx'
import { type ServiceFacts, serviceFacts } from '../../testing/samples.ts'
import { confirm } from './device-checks.tsx'
import type { ServiceParts } from './parts.ts'
import { ServiceChecks } from './service-checks.tsx'

export const NOW = new Date('2026-11-21T15:00:00.000Z')
export const EARLIER = '2026-11-21T14:05:00.000Z'
export const ORIGIN = 'https://la-conac.example'

export const FINE = {
  whatsapp: { configured: true, enabled: true, state: 'ok', reason: null, lastAt: EARLIER, waiting: 0 },
  dishes: 12,
  tables: 6,
  disk: { free: 61_500_000_000, total: 128_000_000_000 },
  printers: { notReady: [], idle: [], undecided: 0 },
  dayEnd: { forgotten: null },
  backup: { lastAt: EARLIER, failed: false, reason: null, sameDisk: false, running: false, automatic: true },
  reached: [ORIGIN],
} satisfies Partial<ServiceFacts>

/** What the server answers of a restaurant that is ready, but for what `changed` says. */
export const fine = (changed: Partial<ServiceFacts> = {}, restaurant = {}) =>
  serviceFacts({ ...FINE, ...changed }, restaurant)

export const serviceParts = () =>
  ({
    sound: { isSwitchedOn: true, isChosen: true, isOn: true, turnOn: vi.fn(), play: vi.fn() },
    screen: { state: 'awake', isAdviceRead: false, dismissAdvice: vi.fn() },
    printer: { ready: true, online: true, queueLength: 0, test: { state: 'untried', print: vi.fn() } },
    isLive: true,
    resuming: { resume: vi.fn(), isPending: false },
    backingUp: { start: vi.fn(), isPending: false },
    setNoTables: vi.fn(),
    setRegistration: vi.fn(),
    openWhatsapp: vi.fn(),
    openHours: vi.fn(),
    showFirstSteps: vi.fn(),
  }) satisfies ServiceParts

/** The page with the checks in one language. Call it within `describe`. */
export function checksIn(language: Language) {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
    fakeApi.answers(getTableAddresses, { publicUrl: ORIGIN, isFixed: false, network: [] })
  })
  afterEach(() => confirm({ heardAt: undefined, printedAt: undefined }))

  const open = async (options: { facts?: Partial<ServiceFacts>; parts?: Partial<ServiceParts> } = {}) => {
    fakeApi.answers(getBeforeService, fine(options.facts))
    const parts: ServiceParts = { ...serviceParts(), ...options.parts }
    const page = (changed: Partial<ServiceParts> = {}) => (
      <Router>
        <ServiceChecks tabsUrl="/dashboard?tab=tables" parts={{ ...parts, ...changed }} />
      </Router>
    )
    const view = render(page(), { language, settings: { language, ownerPhoneNumber: '40712345678' } })
    const { t } = view
    await screen.findByRole('heading', { level: 2 })
    await waitFor(() => expect(row('phone').textContent).not.toContain(t('beforeService.noAnswer')))
    return { ...view, parts, change: (changed: Partial<ServiceParts>) => view.rerender(page(changed)) }

    function row(name: 'phone') {
      return screen.getByRole('listitem', { name: t(`beforeService.${name}.name`) })
    }
  }
  type View = Awaited<ReturnType<typeof open>>
  const rowOf = ({ t }: Pick<View, 't'>, name: string) =>
    screen.getByRole('listitem', { name: t(`beforeService.${name}.name` as 'beforeService.sound.name') })
  const stateOf = (view: View, name: string) => {
    const { t } = view
    const labels = (['ok', 'look', 'wrong', 'unknown', 'unused'] as const).map((state) => [
      t(`beforeService.states.${state}`),
      state,
    ])
    const shownStates = labels.filter(([label]) => within(rowOf(view, name)).queryByText(label as string))
    expect(shownStates).toHaveLength(1)
    return shownStates[0]?.[1]
  }
  const button = (view: View, name: string, label: string) =>
    within(rowOf(view, name)).getByRole('button', { name: label })

  return { open, rowOf, stateOf, button }
}
