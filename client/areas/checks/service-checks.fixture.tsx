import { afterEach, beforeEach, expect, vi } from 'vitest'
import { Router } from 'wouter'
import { type BeforeService, getBeforeService } from '#shared/contracts/before-service.ts'
import { getTableAddresses } from '#shared/contracts/tables.ts'
import type { Language } from '#shared/domain/language.ts'
import { fakeApi, render, screen, waitFor, within } from '../../testing/render.tsx'
import { SERVICE_FACTS } from '../../testing/samples.ts'
import { confirm } from './confirmed.ts'
import { ServiceChecks } from './service-checks.tsx'
import type { BeforeServiceSlots } from './slots.ts'

export const NOW = new Date('2026-11-21T15:00:00.000Z')
export const EARLIER = '2026-11-21T14:05:00.000Z'
export const ORIGIN = 'https://la-conac.example'

export const FINE: BeforeService = {
  ...SERVICE_FACTS,
  whatsapp: { ...SERVICE_FACTS.whatsapp, configured: true, lastAt: EARLIER },
  dishes: 12,
  tables: 6,
  disk: { free: 61_500_000_000, total: 128_000_000_000 },
  backup: { ...SERVICE_FACTS.backup, lastAt: EARLIER },
  phone: { askedAt: EARLIER, expiresAt: '2026-11-21T14:15:00.000Z', reachedAt: EARLIER },
}
export const slots = () =>
  ({
    sound: { isOn: true, turnOn: vi.fn(), play: vi.fn() },
    screen: { state: 'awake', isAdviceRead: false, dismissAdvice: vi.fn() },
    printer: { ready: true, queueLength: 0, test: { state: 'untried', print: vi.fn() } },
    isLive: true,
    resuming: { resume: vi.fn(), isPending: false },
    backingUp: { start: vi.fn(), isPending: false },
    onOpenWhatsapp: vi.fn(),
    onNoTables: vi.fn(),
    onShowFirstSteps: vi.fn(),
  }) satisfies BeforeServiceSlots

/** The page with the checks in one language. Call it within `describe`. */
export function checksIn(language: Language) {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
    fakeApi.answers(getTableAddresses, { publicUrl: ORIGIN, isFixed: false, network: [] })
  })
  afterEach(() => confirm({ heardAt: undefined, printedAt: undefined }))

  const open = async (options: { facts?: Partial<BeforeService>; slots?: Partial<BeforeServiceSlots> } = {}) => {
    fakeApi.answers(getBeforeService, { ...FINE, ...options.facts })
    const usedSlots: BeforeServiceSlots = { ...slots(), ...options.slots }
    const part = (changed: Partial<BeforeServiceSlots> = {}) => (
      <Router>
        <ServiceChecks tabsUrl="/dashboard?tab=tables" {...usedSlots} {...changed} />
      </Router>
    )
    const view = render(part(), { language, settings: { language, ownerPhoneNumber: '40712345678' } })
    const { t } = view
    await screen.findByRole('heading', { level: 2 })
    await waitFor(() => expect(row('phone').textContent).not.toContain(t('beforeService.noAnswer')))
    return { ...view, usedSlots, change: (changed: Partial<BeforeServiceSlots>) => view.rerender(part(changed)) }

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
