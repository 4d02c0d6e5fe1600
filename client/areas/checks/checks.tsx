import { useEffect } from 'react'
import type { ServerCheck } from '#shared/contracts/before-service.ts'
import { needsAttention } from '#shared/contracts/before-service.ts'
import { refetchChanged } from '../../lib/api/query.ts'
import { serviceKey, useBeforeService } from '../../lib/settings/change-settings.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { t } from '../../ui/index.ts'
import { dismissScreenAdvice, useBoardOrders, useIsBoardLive, useScreenAwake, useSound } from '../orders/index.ts'
import { usePrinterStatus, useTestPage } from '../printing/index.ts'
import { Remedy, STEP_WAYS, WAYS, type Way } from './ways.tsx'

/** One row of both lists, as the server answers it or as the device finds it. */
export interface Check extends Way, Pick<ServerCheck, 'group' | 'state' | 'title' | 'text'> {
  name: string
}

/** The checks that the server makes, with their ways. */
export function useServerChecks() {
  const query = useBeforeService()
  const hasOrders = useBoardOrders().length > 0
  const checks = query.data?.checks.map((check): Check => ({ ...check, ...(check.way && WAYS[check.way](check)) }))
  const isOutdated = hasOrders && query.data?.checks.some(({ name, state }) => name === 'order' && state !== 'ok')
  // Nothing announces the first order to the checks.
  useEffect(() => {
    if (isOutdated) void refetchChanged(serviceKey)
  }, [isOutdated])
  return { query, checks }
}

type Found = Pick<Check, 'state' | 'text' | 'buttons'>

const ofDevice = (name: 'sound' | 'screen' | 'printer' | 'live', found: Found): Check => ({
  ...{ name, group: 'device', title: t(`beforeService.${name}.name`) },
  ...found,
})

/** Whether it is loud enough, a person hears: nobody has, until the sound was chosen on this device. */
function soundCheck({ isOn, isChosen, turnOn, play }: ReturnType<typeof useSound>): Check {
  return ofDevice('sound', {
    state: !isOn ? 'wrong' : isChosen ? 'ok' : 'unknown',
    text: t(`beforeService.sound.${isOn ? 'on' : 'off'}`),
    // To turn it on plays it as well.
    buttons: (
      <Remedy label={isOn ? 'beforeService.sound.play' : 'sound.turnOn'} onClick={isOn && isChosen ? play : turnOn} />
    ),
  })
}

/** What only this device knows. */
export function useDevice() {
  return {
    sound: useSound(),
    screen: { ...useScreenAwake(), dismissAdvice: dismissScreenAdvice },
    printer: { ...usePrinterStatus(), test: useTestPage(useSettings()) },
    isLive: useIsBoardLive(),
  }
}
export type Device = ReturnType<typeof useDevice>

/** The checks that only this device can make. */
export function deviceChecks({ sound, screen, printer, isLive }: Device): Check[] {
  return [
    soundCheck(sound),
    ofDevice('screen', screenFound(screen)),
    ofDevice('printer', printerFound(printer)),
    ofDevice('live', {
      state: isLive ? 'ok' : 'wrong',
      text: t(`beforeService.live.${isLive ? 'live' : 'lost'}`),
    }),
  ]
}

function screenFound({ state, isAdviceRead, dismissAdvice }: Device['screen']): Found {
  if (state === 'requesting') return { state: 'unknown', text: t('beforeService.screen.asking') }
  if (state === 'awake') return { state: 'ok', text: t('beforeService.screen.kept') }
  if (isAdviceRead) return { state: 'ok', text: t('beforeService.screen.settled') }
  const buttons = <Remedy label="beforeService.screen.settle" onClick={dismissAdvice} />
  return { state: 'look', text: t(`beforeService.screen.${state}`), buttons }
}

const PRINTER_STATES = { ready: 'ok', browser: 'ok', queue: 'look', blocked: 'wrong', failed: 'wrong' } as const

/** A printer of the device reports that it is ready; whether any other prints, a test page shows. */
function printerFound({ ready, queueLength, test }: Device['printer']): Found {
  const finding = ((): keyof typeof PRINTER_STATES => {
    if (test.state === 'blocked' || test.state === 'failed') return test.state
    if (queueLength > 0) return 'queue'
    return ready ? 'ready' : 'browser'
  })()
  return {
    state: PRINTER_STATES[finding],
    text: t(`beforeService.printer.${finding}`, { count: queueLength }),
    buttons: <Remedy label="printing.silent.try" pending={test.state === 'trying'} onClick={test.print} />,
  }
}

const FIRST_STEPS = ['name', 'menu', 'hours', 'tables', 'team', 'order'] as const

/** The checks that are the first steps, in their order (docs/product/first-steps.md#first-steps-list); undefined until they are known. */
export function useFirstSteps() {
  const { query, checks } = useServerChecks()
  const sound = soundCheck(useSound())
  const steps = checks && FIRST_STEPS.flatMap((name) => checks.filter((check) => check.name === name).map(stepOf))
  const count = steps?.filter((step) => !needsAttention(step)).length
  return { query, steps, count, isComplete: count === FIRST_STEPS.length }

  function stepOf({ buttons: _, form: __, ...check }: Check): Check {
    const name = check.name as (typeof FIRST_STEPS)[number]
    const step = { ...check, ...STEP_WAYS[name](check.state) }
    // Nobody has said yet when guests can order; a day on which they cannot is no step.
    if (name === 'hours') return { ...step, state: check.state === 'unused' ? 'unknown' : 'ok' }
    if (name !== 'order') return step
    const text = check.state !== 'ok' ? t('firstSteps.test.about') : sound.state === 'ok' ? check.text : sound.text
    return { ...step, title: t('firstSteps.test.title'), text }
  }
}
