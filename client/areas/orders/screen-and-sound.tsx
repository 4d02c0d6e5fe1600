import { BellRing, MonitorSmartphone, Volume2, VolumeX } from 'lucide-react'
import { useEffect } from 'react'
import { create } from 'zustand'
import { logProblem } from '../../lib/browser/environment.ts'
import { createValue, storedWord } from '../../lib/browser/storage.ts'
import { IconButton, StripButton, type StripNotice, t } from '../../ui/index.ts'

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
export function SoundButton({ label, className }: { label?: string; className?: string }) {
  const isOn = useIsAudible()
  const Icon = isOn ? Volume2 : VolumeX
  return (
    <IconButton
      label={label ?? t('sound.name')}
      word={t('sound.word')}
      aria-pressed={isOn}
      variant="outline"
      onClick={() => switchBell(!isOn)}
      className={className}
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
  const isNeeded = useBell((state) => state.on && state.needsTouch)
  const isAway = isAskAway.use()
  if (!isNeeded || isAway) return undefined
  return {
    key: 'sound',
    tone: 'accent',
    icon: <BellRing />,
    text: (
      <>
        <span className="@min-[44rem]:hidden">{t('sound.askShort')}</span>
        <span className="@max-[44rem]:hidden">{text ?? t('sound.ask')}</span>
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

// Specified in docs/product/board.md#board-bell.
const SOUND = '/notification-sound.mp3'
const PLAYS_PER_RING = 3
const GAP_MS = 300
const VOLUME = 1
/** A play counts as ended after this time; one that has not begun by then is given up. */
const PLAY_TIMEOUT_MS = 2000

const storedChoice = storedWord('sound', ['off', 'on'] as const)

interface BellState {
  on: boolean
  /** Whether somebody has switched it on at this device; it is on by default. */
  isChosen: boolean
  /** Whether a touch is needed: browsers play no sound before the first one, nor after rings have failed. */
  needsTouch: boolean
}

/** Whether the sound is on, and whether the browser can play it. */
export const useBell = create<BellState>(() => ({
  on: storedChoice.read() !== 'off',
  isChosen: storedChoice.read() === 'on',
  needsTouch: !(navigator.userActivation?.hasBeenActive ?? false),
}))

// One element for all rings: iPads play only elements that were loaded during a touch.
let audio: HTMLAudioElement | undefined
let isRinging = false
let playsLeft = 0
let hasMissedRing = false
/** Whether the page that rings was left. */
let isStopped = false

/** Plays the notification sound three times, and three times more if called again meanwhile. */
export async function ring(plays = PLAYS_PER_RING): Promise<void> {
  isStopped = false
  if (!useBell.getState().on) return
  playsLeft = Math.max(playsLeft, plays)
  if (isRinging) return
  isRinging = true
  try {
    while (playsLeft > 0 && useBell.getState().on) {
      playsLeft -= 1
      await playOnce()
      if (playsLeft > 0) await wait(GAP_MS)
    }
    hasMissedRing = false
  } catch (error) {
    if (isStopped) return
    playsLeft = 0
    hasMissedRing = true
    // Whatever the reason: it says that the bell cannot ring. An unseen order rings again by itself.
    awaitTouch()
    logProblem('The notification sound could not be played', error)
  } finally {
    isRinging = false
  }
}

export function stopBell(): void {
  isStopped = true
  playsLeft = 0
  hasMissedRing = false
}

/** Switches the sound on or off, by a touch; switched on, it plays once. */
export function switchBell(on: boolean): void {
  storedChoice.write(on ? 'on' : 'off')
  useBell.setState(on ? { on, isChosen: true, needsTouch: false } : { on, isChosen: false })
  if (on) void ring(1)
  else hasMissedRing = false
}

/** Loads the sound before the first ring, and asks for a touch if the browser needs one. */
export function prepareBell(): void {
  audioElement()
  if (useBell.getState().needsTouch) awaitTouch()
}

function awaitTouch(): void {
  useBell.setState({ needsTouch: true })
  addEventListener('click', onTouch)
  addEventListener('keyup', onTouch)
}

function onTouch(): void {
  removeEventListener('click', onTouch)
  removeEventListener('keyup', onTouch)
  // Later, so that the button that is touched still knows that it was silent: the space bar clicks after its keyup.
  setTimeout(() => useBell.setState({ needsTouch: false }))
  // iPads require the sound to be loaded during a touch; a playing one is already loaded.
  if (!isRinging) audioElement().load()
  // Ring for the orders that arrived while the browser played no sound.
  if (hasMissedRing) void ring()
}

function audioElement(): HTMLAudioElement {
  if (!audio) {
    audio = new Audio(SOUND)
    audio.preload = 'auto'
    audio.addEventListener('error', () => logProblem('The notification sound could not be loaded', audio?.error))
  }
  return audio
}

async function playOnce(): Promise<void> {
  const sound = audioElement()
  // A sound that failed to load stays failed until it is loaded again.
  if (sound.error) sound.load()
  sound.volume = VOLUME
  sound.currentTime = 0
  const ended = new Promise<void>((resolve) => sound.addEventListener('ended', () => resolve(), { once: true }))
  const began = await Promise.race([sound.play().then(() => true), wait(PLAY_TIMEOUT_MS).then(() => false)])
  if (!began) {
    sound.load()
    throw new Error('The sound did not begin in time')
  }
  await Promise.race([ended, wait(PLAY_TIMEOUT_MS)])
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
