import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../lib/clock/server-clock.ts'
import { Button } from '../../ui/parts/button.tsx'
import { confirm, useConfirmed, useToday } from './confirmed.ts'
import type { Check } from './rules.ts'
import type { BeforeServiceSlots } from './slots.ts'

const nowIso = () => new Date(serverNow()).toISOString()

/** A page cannot know whether anybody hears the sound: it is played, and the owner answers. */
export function useSoundCheck({ isOn, turnOn, play }: BeforeServiceSlots['sound']): Check {
  const { t } = useTranslation()
  const { timeToday } = useToday()
  const heardAt = timeToday(useConfirmed(({ heardAt }) => heardAt))
  const [stage, setStage] = useState<'untried' | 'played' | 'silent'>('untried')
  const playThen = (start: () => void) => () => {
    start()
    setStage('played')
  }
  if (!isOn) {
    const remedy = <RemedyButton onClick={playThen(turnOn)}>{t('beforeService.sound.turnOn')}</RemedyButton>
    return { state: 'wrong', text: t('beforeService.sound.off'), remedy }
  }
  const playButton = (
    <RemedyButton onClick={playThen(play)}>
      {t(stage === 'untried' ? 'beforeService.sound.play' : 'beforeService.sound.playAgain')}
    </RemedyButton>
  )
  if (stage === 'played') {
    const answer = (heard: boolean) => {
      confirm({ heardAt: heard ? nowIso() : undefined })
      setStage(heard ? 'untried' : 'silent')
    }
    const remedy = (
      <>
        {/* In the same position as before, so that pressing it twice is not an answer. */}
        {playButton}
        <RemedyButton onClick={() => answer(true)}>{t('beforeService.sound.heard')}</RemedyButton>
        <RemedyButton onClick={() => answer(false)}>{t('beforeService.sound.notHeard')}</RemedyButton>
      </>
    )
    return { state: 'unknown', text: t('beforeService.sound.question'), remedy, isReadAloud: true }
  }
  if (stage === 'silent') return { state: 'wrong', text: t('beforeService.sound.remedy'), remedy: playButton }
  return heardAt
    ? { state: 'ok', text: t('beforeService.sound.heardAt', { time: heardAt }), remedy: playButton }
    : { state: 'unknown', text: t('beforeService.sound.untried'), remedy: playButton }
}

export function useScreenCheck({ state, isAdviceRead, dismissAdvice }: BeforeServiceSlots['screen']): Check {
  const { t } = useTranslation()
  if (state === 'requesting') return { state: 'unknown', text: t('beforeService.screen.asking') }
  if (state === 'awake') return { state: 'ok', text: t('beforeService.screen.kept') }
  if (isAdviceRead) return { state: 'ok', text: t('beforeService.screen.settled') }
  const remedy = <RemedyButton onClick={dismissAdvice}>{t('beforeService.screen.settle')}</RemedyButton>
  return { state: 'look', text: t(`beforeService.screen.${state}`), remedy }
}

/** A printer of the device reports that it is ready; for any other printer, the owner answers whether it printed. */
export function usePrinterCheck({ ready, queueLength, test }: BeforeServiceSlots['printer']): Check {
  const { t } = useTranslation()
  const { timeToday } = useToday()
  const printedAt = timeToday(useConfirmed(({ printedAt }) => printedAt))
  const [answer, setAnswer] = useState<'yes' | 'no'>()
  const print = () => {
    setAnswer(undefined)
    test.print()
  }
  const printButton = (
    <RemedyButton pending={test.state === 'trying'} onClick={print}>
      {t('beforeService.printer.test')}
    </RemedyButton>
  )
  if (test.state === 'blocked' || test.state === 'failed')
    return { state: 'wrong', text: t(`beforeService.printer.${test.state}`), remedy: printButton, isReadAloud: true }
  if (test.state === 'tried' && answer === undefined) {
    const record = (cameOut: boolean) => {
      confirm({ printedAt: cameOut ? nowIso() : undefined })
      setAnswer(cameOut ? 'yes' : 'no')
    }
    const remedy = (
      <>
        {printButton}
        <RemedyButton onClick={() => record(true)}>{t('beforeService.printer.cameOut')}</RemedyButton>
        <RemedyButton onClick={() => record(false)}>{t('beforeService.printer.nothing')}</RemedyButton>
      </>
    )
    return { state: 'unknown', text: t('beforeService.printer.question'), remedy, isReadAloud: true }
  }
  if (answer === 'no') return { state: 'wrong', text: t('beforeService.printer.remedy'), remedy: printButton }
  if (queueLength > 0)
    return { state: 'look', text: t('beforeService.printer.queue', { count: queueLength }), remedy: printButton }
  if (printedAt)
    return { state: 'ok', text: t('beforeService.printer.cameOutAt', { time: printedAt }), remedy: printButton }
  return ready
    ? { state: 'ok', text: t('beforeService.printer.ready'), remedy: printButton }
    : { state: 'unknown', text: t('beforeService.printer.browser'), remedy: printButton }
}

export function useLiveCheck(isLive: boolean): Check {
  const { t } = useTranslation()
  return isLive
    ? { state: 'ok', text: t('beforeService.live.live'), isReadAloud: true }
    : { state: 'wrong', text: t('beforeService.live.lost'), isReadAloud: true }
}

/** A button that fixes or repeats a check. */
export function RemedyButton(props: { onClick: () => void; pending?: boolean; children: ReactNode }) {
  return <Button size="small" variant="outline" {...props} />
}
