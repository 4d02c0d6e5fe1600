import { type ComponentProps, type ReactNode, useState } from 'react'
import { create } from 'zustand'
import type { CheckState } from '#shared/domain/checks.ts'
import { BUSINESS_DAY_START, businessDayStart } from '#shared/domain/time/business-day.ts'
import { formatTime } from '#shared/i18n/format.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { followOtherTabs, stored } from '../../lib/browser/storage.ts'
import { serverNow } from '../../lib/clock/server-clock.ts'
import { useServerNow } from '../../lib/clock/use-server-now.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { useTranslation } from '../../ui/index.ts'
import type { ServiceParts } from './parts.ts'
import { type Check, Remedy } from './server-checks.tsx'

/** When a person at this device confirmed that the sound was heard and a page was printed; ISO 8601, UTC. */
interface Confirmed {
  heardAt?: string | undefined
  printedAt?: string | undefined
}

const storedAnswers = stored<Confirmed>('before-service', 1, (value) => {
  const { heardAt, printedAt } = value as Record<string, unknown>
  return { heardAt: parseMoment(heardAt), printedAt: parseMoment(printedAt) }
})

/** The answers given on this device; `useTimeToday` determines whether they were given today. */
const useConfirmed = create<Confirmed>(() => storedAnswers.read() ?? {})
followOtherTabs(storedAnswers, (value) => useConfirmed.setState(value ?? { heardAt: undefined, printedAt: undefined }))

/** Stores an answer given on this device. */
export function storeAnswer(answer: Confirmed): void {
  useConfirmed.setState(answer)
  storedAnswers.write(useConfirmed.getState())
}

function parseMoment(value: unknown): string | undefined {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined
}

/** Formats the time of a moment of the current business day; undefined for any other: answers of earlier days do not count. */
function useTimeToday() {
  const { timeZone, businessDayStart: startsAt = BUSINESS_DAY_START } = useSettings()
  const now = useServerNow()
  const dayStart = businessDayStart(new Date(now), startsAt, timeZone).getTime()
  return (moment: string | undefined) =>
    moment !== undefined && Date.parse(moment) >= dayStart ? formatTime(moment, timeZone) : undefined
}

type Found = Pick<Check, 'state' | 'text' | 'remedy'>

/** The checks that only this device can make. */
export function useDeviceChecks(parts: ServiceParts): Check[] {
  const { t } = useTranslation()
  const row = (name: 'sound' | 'screen' | 'printer' | 'live', found: Found) => ({
    ...{ name, group: 'device' as const, title: t(`beforeService.${name}.name`) },
    ...found,
  })
  return [
    row('sound', useSoundCheck(parts.sound)),
    row('screen', screenCheck(parts.screen, t)),
    row('printer', usePrinterCheck(parts.printer)),
    row('live', {
      state: parts.isLive ? 'ok' : 'wrong',
      text: t(`beforeService.live.${parts.isLive ? 'live' : 'lost'}`),
    }),
  ]
}

function screenCheck({ state, isAdviceRead, dismissAdvice }: ServiceParts['screen'], t: TFunction): Found {
  if (state === 'requesting') return { state: 'unknown', text: t('beforeService.screen.asking') }
  if (state === 'awake') return { state: 'ok', text: t('beforeService.screen.kept') }
  if (isAdviceRead) return { state: 'ok', text: t('beforeService.screen.settled') }
  const remedy = <Remedy label="beforeService.screen.settle" onClick={dismissAdvice} />
  return { state: 'look', text: t(`beforeService.screen.${state}`), remedy }
}

const SOUND_STATES = { heardAt: 'ok', untried: 'unknown', question: 'unknown', off: 'wrong', remedy: 'wrong' } as const

/** A page cannot know whether anybody hears the sound: it is played, and the owner answers. */
function useSoundCheck({ isOn, turnOn, play }: ServiceParts['sound']): Found {
  const { t } = useTranslation()
  const timeToday = useTimeToday()
  const time = timeToday(useConfirmed(({ heardAt }) => heardAt))
  const [stage, setStage] = useState<'question' | 'remedy'>()
  const finding = isOn ? (stage ?? (time ? 'heardAt' : 'untried')) : 'off'
  const isAsked = finding === 'question'
  const start = () => {
    if (isOn) play()
    else turnOn()
    setStage('question')
  }
  const answer = (heard: boolean) => {
    storeAnswer({ heardAt: heard ? nowIso() : undefined })
    setStage(heard ? undefined : 'remedy')
  }
  const remedy = (
    <Trial isAsked={isAsked} labels={['beforeService.sound.heard', 'beforeService.sound.notHeard']} onAnswer={answer}>
      <Remedy label={`beforeService.sound.${isOn ? (stage ? 'playAgain' : 'play') : 'turnOn'}`} onClick={start} />
    </Trial>
  )
  return { state: SOUND_STATES[finding], text: t(`beforeService.sound.${finding}`, { time }), remedy }
}

const PRINTER_STATES = {
  ...{ ready: 'ok', cameOutAt: 'ok', queue: 'look', browser: 'unknown', question: 'unknown' },
  ...{ blocked: 'wrong', failed: 'wrong', remedy: 'wrong' },
} satisfies Record<string, CheckState>

/** A printer of the device reports that it is ready; for any other printer, the owner answers whether it printed. */
function usePrinterCheck({ ready, queueLength, test }: ServiceParts['printer']): Found {
  const { t } = useTranslation()
  const timeToday = useTimeToday()
  const time = timeToday(useConfirmed(({ printedAt }) => printedAt))
  const [answer, setAnswer] = useState<'yes' | 'no'>()
  const isAsked = test.state === 'tried' && answer === undefined
  const finding = ((): keyof typeof PRINTER_STATES => {
    if (test.state === 'blocked' || test.state === 'failed') return test.state
    if (isAsked) return 'question'
    if (answer === 'no') return 'remedy'
    if (queueLength > 0) return 'queue'
    if (time) return 'cameOutAt'
    return ready ? 'ready' : 'browser'
  })()
  const print = () => {
    setAnswer(undefined)
    test.print()
  }
  const record = (cameOut: boolean) => {
    storeAnswer({ printedAt: cameOut ? nowIso() : undefined })
    setAnswer(cameOut ? 'yes' : 'no')
  }
  const remedy = (
    <Trial
      isAsked={isAsked}
      labels={['beforeService.printer.cameOut', 'beforeService.printer.nothing']}
      onAnswer={record}
    >
      <Remedy label="beforeService.printer.test" pending={test.state === 'trying'} onClick={print} />
    </Trial>
  )
  const text = t(`beforeService.printer.${finding}`, { count: queueLength, time })
  return { state: PRINTER_STATES[finding], text, remedy }
}

type Label = ComponentProps<typeof Remedy>['label']
interface TrialProps {
  isAsked: boolean
  labels: [Label, Label]
  onAnswer: (isGood: boolean) => void
  children: ReactNode
}

/** The button that tries something, always in the same position so that pressing it twice is not an answer; and the answers. */
function Trial({ isAsked, labels: [yes, no], onAnswer, children }: TrialProps) {
  return (
    <>
      {children}
      {isAsked && <Remedy label={yes} onClick={() => onAnswer(true)} />}
      {isAsked && <Remedy label={no} onClick={() => onAnswer(false)} />}
    </>
  )
}

const nowIso = () => new Date(serverNow()).toISOString()
