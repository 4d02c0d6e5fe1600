import { BellRing, MonitorSmartphone, Volume2, VolumeX } from 'lucide-react'
import { useEffect } from 'react'
import { create } from 'zustand'
import { createValue } from '../../lib/browser/create-value.ts'
import { storedWord } from '../../lib/browser/storage.ts'
import { IconButton, StripButton, type StripNotice, useTranslation } from '../../ui/index.ts'
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
      <Icon className="size-5" />
    </IconButton>
  )
}

/** Put away until the page is loaded again. */
const isAskAway = createValue(false)

/**
 * Asks for the first touch, which browsers require before a page plays sound.
 * @param text why, if not for new orders
 */
export function useSoundNotice(text?: string): StripNotice | undefined {
  const { t } = useTranslation()
  const isNeeded = useBell((state) => state.on && state.needsTouch)
  const isAway = isAskAway.use()
  if (!isNeeded || isAway) return undefined
  return {
    key: 'sound',
    tone: 'accent',
    icon: <BellRing />,
    text: (
      <>
        <span className="sm:hidden">{t('sound.askShort')}</span>
        <span className="max-sm:hidden">{text ?? t('sound.ask')}</span>
      </>
    ),
    // The sound is on already: the touch allows the browser to play it, and switching it on plays it once.
    action: (
      <StripButton variant="outline" onClick={() => switchBell(true)}>
        {t('sound.turnOn')}
      </StripButton>
    ),
    onDismiss: () => isAskAway.set(true),
  }
}

const storedAdvice = storedWord('screen-advice', ['read'] as const)

interface ScreenAwake {
  /** `unsupported`: by this browser, or without https. `refused`: by the device, for example with a low battery. */
  state: 'requesting' | 'awake' | 'unsupported' | 'refused'
  isAdviceRead: boolean
}

/** Whether the screen of this device stays on. */
export const useScreenAwake = create<ScreenAwake>(() => ({ state: 'requesting', isAdviceRead: false }))

export function dismissScreenAdvice(): void {
  storedAdvice.write('read')
  useScreenAwake.setState({ isAdviceRead: true })
}

/** If the page cannot keep the screen on, advises once on each device how to do so (docs/product/board.md#board-awake). */
export function useScreenNotice(): StripNotice | undefined {
  const { t } = useTranslation()
  const { state, isAdviceRead } = useScreenAwake()
  if (state === 'requesting' || state === 'awake' || isAdviceRead) return undefined
  return {
    key: 'screen',
    tone: 'quiet',
    icon: <MonitorSmartphone />,
    text: t('orders.awake.title'),
    details: t('orders.awake.how'),
    onDismiss: dismissScreenAdvice,
  }
}

/** Keeps the screen on while the component is mounted, and records in `useScreenAwake` whether that works. */
export function useScreenWakeLock(): void {
  useEffect(() => {
    useScreenAwake.setState({ state: 'requesting', isAdviceRead: storedAdvice.read() === 'read' })
    let lock: WakeLockSentinel | undefined
    let isUnmounted = false
    const requestLock = async () => {
      if (!isVisible()) return
      try {
        // `wakeLock` is absent on plain http. The browser releases the lock whenever the page is hidden.
        const newLock = await (navigator.wakeLock as WakeLock | undefined)?.request('screen')
        if (isUnmounted) return void newLock?.release()
        void lock?.release()
        lock = newLock
        useScreenAwake.setState({ state: newLock ? 'awake' : 'unsupported' })
        // The device may release it as well, for example with a low battery.
        if (newLock) {
          newLock.onrelease = () => {
            if (!isUnmounted && lock === newLock && isVisible()) useScreenAwake.setState({ state: 'refused' })
          }
        }
      } catch {
        if (!isUnmounted) useScreenAwake.setState({ state: 'refused' })
      }
    }
    void requestLock()
    document.addEventListener('visibilitychange', requestLock)
    return () => {
      isUnmounted = true
      document.removeEventListener('visibilitychange', requestLock)
      void lock?.release()
    }
  }, [])
}

const isVisible = () => document.visibilityState !== 'hidden'
