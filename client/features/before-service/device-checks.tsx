import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../lib/clock/server-clock.ts'
import { Button } from '../../ui/parts/button.tsx'
import type { Check } from './check.ts'
import { confirm, useConfirmed, useToday } from './confirmed.ts'
import type { BeforeServiceSlots } from './slots.ts'

const nowIso = () => new Date(serverNow()).toISOString()

/** Whether anybody hears the sound, no page can know: it is played, and the owner says. */
export function useSoundCheck({ isOn, turnOn, play }: BeforeServiceSlots['sound']): Check {
  const { t } = useTranslation()
  const { timeToday } = useToday()
  const heardAt = timeToday(useConfirmed(({ heardAt }) => heardAt))
  const [stage, setStage] = useState<'untried' | 'played' | 'silent'>('untried')
  const playing = (start: () => void) => () => {
    start()
    setStage('played')
  }
  if (!isOn) {
    const remedy = <Remedy onClick={playing(turnOn)}>{t('beforeService.sound.turnOn')}</Remedy>
    return { state: 'wrong', says: t('beforeService.sound.off'), remedy }
  }
  const again = (
    <Remedy onClick={playing(play)}>
      {t(stage === 'untried' ? 'beforeService.sound.play' : 'beforeService.sound.playAgain')}
    </Remedy>
  )
  if (stage === 'played') {
    const answer = (heard: boolean) => {
      confirm({ heardAt: heard ? nowIso() : undefined })
      setStage(heard ? 'untried' : 'silent')
    }
    const remedy = (
      <>
        {/* Stays where it was: whoever presses it twice has not answered. */}
        {again}
        <Remedy onClick={() => answer(true)}>{t('beforeService.sound.heard')}</Remedy>
        <Remedy onClick={() => answer(false)}>{t('beforeService.sound.notHeard')}</Remedy>
      </>
    )
    return { state: 'unknown', says: t('beforeService.sound.question'), remedy, isReadAloud: true }
  }
  if (stage === 'silent') return { state: 'wrong', says: t('beforeService.sound.remedy'), remedy: again }
  return heardAt
    ? { state: 'ok', says: t('beforeService.sound.heardAt', { time: heardAt }), remedy: again }
    : { state: 'unknown', says: t('beforeService.sound.untried'), remedy: again }
}

export function useScreenCheck({ state, isSettled, settle }: BeforeServiceSlots['screen']): Check {
  const { t } = useTranslation()
  if (state === 'asking') return { state: 'unknown', says: t('beforeService.screen.asking') }
  if (state === 'kept') return { state: 'ok', says: t('beforeService.screen.kept') }
  if (isSettled) return { state: 'ok', says: t('beforeService.screen.settled') }
  const remedy = <Remedy onClick={settle}>{t('beforeService.screen.settle')}</Remedy>
  return { state: 'look', says: t(`beforeService.screen.${state}`), remedy }
}

/** A printer of the device says that it is there; of any other the owner says what came out. */
export function usePrinterCheck({ ready, queueLength, test }: BeforeServiceSlots['printer']): Check {
  const { t } = useTranslation()
  const { timeToday } = useToday()
  const printedAt = timeToday(useConfirmed(({ printedAt }) => printedAt))
  const [answered, setAnswered] = useState<'yes' | 'no'>()
  const print = () => {
    setAnswered(undefined)
    test.tryIt()
  }
  const again = (
    <Remedy pending={test.state === 'trying'} onClick={print}>
      {t('beforeService.printer.test')}
    </Remedy>
  )
  if (test.state === 'blocked' || test.state === 'failed')
    return { state: 'wrong', says: t(`beforeService.printer.${test.state}`), remedy: again, isReadAloud: true }
  if (test.state === 'tried' && answered === undefined) {
    const answer = (cameOut: boolean) => {
      confirm({ printedAt: cameOut ? nowIso() : undefined })
      setAnswered(cameOut ? 'yes' : 'no')
    }
    const remedy = (
      <>
        {again}
        <Remedy onClick={() => answer(true)}>{t('beforeService.printer.cameOut')}</Remedy>
        <Remedy onClick={() => answer(false)}>{t('beforeService.printer.nothing')}</Remedy>
      </>
    )
    return { state: 'unknown', says: t('beforeService.printer.question'), remedy, isReadAloud: true }
  }
  if (answered === 'no') return { state: 'wrong', says: t('beforeService.printer.remedy'), remedy: again }
  if (queueLength > 0)
    return { state: 'look', says: t('beforeService.printer.queue', { count: queueLength }), remedy: again }
  if (printedAt) return { state: 'ok', says: t('beforeService.printer.cameOutAt', { time: printedAt }), remedy: again }
  return ready
    ? { state: 'ok', says: t('beforeService.printer.ready'), remedy: again }
    : { state: 'unknown', says: t('beforeService.printer.browser'), remedy: again }
}

export function useLiveCheck(isLive: boolean): Check {
  const { t } = useTranslation()
  return isLive
    ? { state: 'ok', says: t('beforeService.live.live'), isReadAloud: true }
    : { state: 'wrong', says: t('beforeService.live.lost'), isReadAloud: true }
}

/** A button beside what it mends. */
export function Remedy(props: { onClick: () => void; pending?: boolean; children: ReactNode }) {
  return <Button size="small" variant="outline" {...props} />
}
