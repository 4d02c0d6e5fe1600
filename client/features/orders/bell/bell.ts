import { create } from 'zustand'
import { logProblem } from '../../../lib/browser/log.ts'
import { storedWord } from '../../../lib/browser/storage.ts'

// What is promised in docs/product.md#board-bell.
const SOUND = '/notification-sound.mp3'
const TIMES = 3
const GAP_MS = 300
const VOLUME = 1
/** After this a sound counts as ended; one that has not begun by then is given up. */
const LONGEST_MS = 2000
/** How often a failed ring is tried again. */
const RETRIES = 5
const RETRY_AFTER_MS = 2000

const choice = storedWord('sound', ['off'] as const)

interface BellState {
  on: boolean
  /** Browsers play nothing before a page was touched once; after that this is false. */
  untouched: boolean
}

/** Whether new orders are heard. */
export const useBell = create<BellState>(() => ({
  on: choice.read() !== 'off',
  untouched: !(navigator.userActivation?.hasBeenActive ?? false),
}))

// One for all rings: iPads let a page play only the elements that a touch has readied.
let audio: HTMLAudioElement | undefined
let ringing = false
let left = 0
let missed = false
/** The page that rings was left. */
let isLeft = false
let failures = 0
let retry: ReturnType<typeof setTimeout> | undefined

/** Plays the notification sound three times, and three times more for orders that come meanwhile. */
export async function ring(times = TIMES): Promise<void> {
  failures = 0
  isLeft = false
  await tryToRing(times)
}

async function tryToRing(times: number): Promise<void> {
  if (!useBell.getState().on) return
  left = Math.max(left, times)
  if (ringing) return
  ringing = true
  clearTimeout(retry)
  try {
    while (left > 0 && useBell.getState().on) {
      left -= 1
      await playOnce()
      if (left > 0) await wait(GAP_MS)
    }
    missed = false
  } catch (error) {
    if (isLeft) return
    left = 0
    missed = true
    const isForbidden = error instanceof DOMException && error.name === 'NotAllowedError'
    failures += 1
    // After the last try, too, the page asks for a touch: a bell that cannot ring must not look like one that can.
    if (isForbidden || failures > RETRIES) awaitTouch()
    else retry = setTimeout(() => void tryToRing(TIMES), RETRY_AFTER_MS)
    logProblem('The notification sound could not be played', error)
  } finally {
    ringing = false
  }
}

/** Rings no more, and not later either for what was missed. */
export function quietBell(): void {
  isLeft = true
  left = 0
  missed = false
  clearTimeout(retry)
}

/** Switches the sound; switched on, it is heard once. */
export function switchBell(on: boolean): void {
  choice.write(on ? undefined : 'off')
  useBell.setState({ on })
  if (on) void ring(1)
  else missed = false
}

/** Loads the sound before the first ring needs it, and asks for a touch where the browser needs one. */
export function readyBell(): void {
  prepared()
  if (useBell.getState().untouched) awaitTouch()
}

function awaitTouch(): void {
  useBell.setState({ untouched: true })
  addEventListener('click', touched)
  addEventListener('keyup', touched)
}

function touched(): void {
  removeEventListener('click', touched)
  removeEventListener('keyup', touched)
  useBell.setState({ untouched: false })
  // On iPads a sound must be loaded within a touch; one that is playing is ready already.
  if (!ringing) prepared().load()
  // Rings for the orders that came while the bell was mute.
  if (missed) void ring()
}

function prepared(): HTMLAudioElement {
  if (!audio) {
    audio = new Audio(SOUND)
    audio.preload = 'auto'
    audio.addEventListener('error', () => logProblem('The notification sound could not be loaded', audio?.error))
  }
  return audio
}

async function playOnce(): Promise<void> {
  const sound = prepared()
  // A sound that failed to load stays failed until it is loaded again.
  if (sound.error) sound.load()
  sound.volume = VOLUME
  sound.currentTime = 0
  const ended = new Promise<void>((resolve) => sound.addEventListener('ended', () => resolve(), { once: true }))
  const began = await Promise.race([sound.play().then(() => true), wait(LONGEST_MS).then(() => false)])
  if (!began) {
    sound.load()
    throw new Error('The sound did not begin in time')
  }
  await Promise.race([ended, wait(LONGEST_MS)])
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
