import { create } from 'zustand'
import { logProblem } from '../../lib/log.ts'
import { storedWord } from '../../lib/storage.ts'

// What is promised in docs/product.md#board-bell.
const SOUND = '/notification-sound.mp3'
const TIMES = 3
const GAP_MS = 300
const VOLUME = 1
/** A sound that never says it ended is taken for over by then; one that has not begun by then is given up. */
const LONGEST_MS = 2000
/** A ring that failed is tried again so often, each time after a while. */
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
let failures = 0
let retry: ReturnType<typeof setTimeout> | undefined

/** Plays the notification sound three times; for all that comes meanwhile, three times more. */
export async function ring(times = TIMES): Promise<void> {
  failures = 0
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
    left = 0
    missed = true
    const isForbidden = error instanceof DOMException && error.name === 'NotAllowedError'
    failures += 1
    // Beyond the last try the page asks for a touch, too: a bell that cannot ring must not look like one that can.
    if (isForbidden || failures > RETRIES) awaitTouch()
    else retry = setTimeout(() => void tryToRing(TIMES), RETRY_AFTER_MS)
    logProblem('The notification sound could not be played', error)
  } finally {
    ringing = false
  }
}

/** Switches the sound; switched on, it is heard once. */
export function switchBell(on: boolean): void {
  choice.write(on ? undefined : 'off')
  useBell.setState({ on })
  if (on) void ring(1)
  else missed = false
}

/** Loads the sound, so that the first ring does not wait for it, and asks for a touch where there was none. */
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
  // Loading it within the touch is what readies it on iPads; one that plays already is ready.
  if (!ringing) prepared().load()
  // What came unheard is heard now.
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
  // One that could not be loaded stays so until it is loaded anew.
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
