import { BellRing, Volume2, VolumeX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/parts/button.tsx'
import { IconButton } from '../../../ui/parts/icon-button.tsx'
import { ring, switchBell, useBell } from './bell.ts'

/** Whether the next order can be heard: the sound is on, and the browser plays it. */
export function useIsAudible(): boolean {
  return useBell((state) => state.on && !state.needsTouch)
}

/** The state of the sound of new orders, with functions to switch it on and to play it once. */
export function useSound() {
  const isSwitchedOn = useBell((state) => state.on)
  const isChosen = useBell((state) => state.isChosen)
  return { isSwitchedOn, isChosen, isOn: useIsAudible(), turnOn: () => switchBell(true), play: () => void ring(1) }
}

/**
 * Switches the sound of new orders on and off. While the browser does not play it yet, it counts as off, so that the
 * first press makes it heard and never mutes it.
 * @param label what the sound is for, if not new orders
 */
export function SoundButton({ label }: { label?: string }) {
  const { t } = useTranslation()
  const isOn = useIsAudible()
  const Icon = isOn ? Volume2 : VolumeX
  return (
    <IconButton
      label={label ?? t('sound.name')}
      word={t('sound.word')}
      aria-pressed={isOn}
      variant="outline"
      onClick={() => switchBell(!isOn)}
    >
      <Icon aria-hidden="true" className="size-5" />
    </IconButton>
  )
}

/**
 * Asks for the first touch, which browsers require before a page plays sound.
 * @param text why, if not for new orders
 */
export function SoundPrompt({ text }: { text?: string }) {
  const { t } = useTranslation()
  const isNeeded = useBell((state) => state.on && state.needsTouch)
  if (!isNeeded) return null
  return (
    <div className="flex items-center gap-x-4 gap-y-2 rounded-control bg-accent-soft px-4 py-2.5 max-sm:gap-x-2.5 max-sm:py-1 max-sm:pr-1 sm:flex-wrap">
      <BellRing aria-hidden="true" className="size-5 shrink-0 text-accent" />
      <p className="min-w-0 flex-1 text-[15px] sm:basis-60">
        <span className="sm:hidden">{t('sound.askShort')}</span>
        <span className="max-sm:hidden">{text ?? t('sound.ask')}</span>
      </p>
      {/* The sound is on already: the touch allows the browser to play it, and switching it on plays it once. */}
      <Button size="small" className="shrink-0" onClick={() => switchBell(true)}>
        {t('sound.turnOn')}
      </Button>
    </div>
  )
}
