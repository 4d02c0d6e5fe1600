import { afterEach, beforeEach, expect, vi } from 'vitest'
import { Router } from 'wouter'
import { getBeforeService } from '#shared/contracts/before-service.ts'
import { getTableAddresses } from '#shared/contracts/tables.ts'
import type { Language } from '#shared/domain/language.ts'
import { fakeApi, render, screen, within } from '../../testing/render.tsx'
import { serviceFacts } from '../../testing/samples.ts'
import { AllChecks } from './before-service.tsx'
import type { Device } from './checks.tsx'

const NOW = new Date('2026-11-21T15:00:00.000Z')
export const ORIGIN = 'https://la-conac.example'
/** What the server has found, by its checks. */
export type Changed = Parameters<typeof serviceFacts>[0]

export const device = () =>
  ({
    sound: { isSwitchedOn: true, isChosen: true, isOn: true, turnOn: vi.fn(), play: vi.fn() },
    screen: { state: 'awake', isAdviceRead: false, dismissAdvice: vi.fn() },
    printer: { ready: true, online: true, queueLength: 0, test: { state: 'untried', print: vi.fn() } },
    isLive: true,
  }) satisfies Device

const DEVICE = ['sound', 'screen', 'printer', 'live', 'server']

/** The page with the checks in one language. Call it within `describe`. */
export function checksIn(language: Language) {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
    fakeApi.answers(getTableAddresses, { publicUrl: ORIGIN, isFixed: false, network: [] })
  })
  afterEach(() => void vi.useRealTimers())

  const open = async (options: { facts?: Changed; device?: Partial<Device> } = {}) => {
    fakeApi.answers(getBeforeService, serviceFacts(options.facts))
    const used: Device = { ...device(), ...options.device }
    const page = (changed: Partial<Device> = {}) => (
      <Router>
        <AllChecks tabsUrl="/dashboard?tab=tables" device={{ ...used, ...changed }} />
      </Router>
    )
    const view = render(page(), { language, settings: { language, ownerPhoneNumber: '40712345678' } })
    await screen.findByRole('heading', { level: 2 })
    return { ...view, used, change: (changed: Partial<Device>) => view.rerender(page(changed)) }
  }
  type View = Awaited<ReturnType<typeof open>>
  /** The rows of this device have titles of their own; those of the server the sample's. */
  const titleOf = ({ t }: Pick<View, 't'>, name: string) =>
    DEVICE.includes(name) ? t(`beforeService.${name}.name` as 'beforeService.sound.name') : `Title of ${name}`
  const rowOf = (view: Pick<View, 't'>, name: string) => screen.getByRole('listitem', { name: titleOf(view, name) })
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

  return { open, titleOf, rowOf, stateOf, button }
}
