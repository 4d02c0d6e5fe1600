import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const SOUND_MS = 1000
const { logProblem } = vi.hoisted(() => ({ logProblem: vi.fn() }))
vi.mock('../../lib/browser/environment.ts', async (original) => ({ ...(await original<object>()), logProblem }))

/** The plays that began: the time in milliseconds, the volume and the file. */
let plays: { at: number; volume: number; sound: string }[]
let blocked: boolean
/** Whether a play neither begins nor fails, as if the sound's bytes never arrived. */
let stuck: boolean
/** Whether loading the sound fails. */
let unloadable: boolean
let touches: EventTarget

class FakeAudio extends EventTarget {
  volume = 0.5
  currentTime = 0
  preload = ''
  error: object | null = null
  readonly #sound: string
  constructor(sound: string) {
    super()
    this.#sound = sound
    this.load()
  }
  load() {
    this.error = unloadable ? {} : null
    if (this.error) queueMicrotask(() => this.dispatchEvent(new Event('error')))
  }
  async play() {
    if (blocked) throw new DOMException('not allowed', 'NotAllowedError')
    if (stuck) await new Promise(() => {})
    if (this.error) throw new DOMException('no source', 'NotSupportedError')
    plays.push({ at: Date.now(), volume: this.volume, sound: this.#sound })
    setTimeout(() => this.dispatchEvent(new Event('ended')), SOUND_MS)
  }
}

const loggedProblems = () => logProblem.mock.calls.map(([problem]) => problem)
const loadBell = () => import('./screen-and-sound.tsx')

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ now: 0 })
  plays = []
  blocked = false
  stuck = false
  unloadable = false
  touches = new EventTarget()
  logProblem.mockReset()
  vi.stubGlobal('Audio', FakeAudio)
  vi.stubGlobal('addEventListener', touches.addEventListener.bind(touches))
  vi.stubGlobal('removeEventListener', touches.removeEventListener.bind(touches))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the bell', () => {
  it('plays its sound three times, 300 ms apart, at volume 1', async () => {
    const { ring } = await loadBell()
    void ring()
    await vi.advanceTimersByTimeAsync(20_000)
    const sound = '/notification-sound.mp3'
    expect(plays).toEqual([
      { at: 0, volume: 1, sound },
      { at: 1300, volume: 1, sound },
      { at: 2600, volume: 1, sound },
    ])
  })

  it('plays three more times if it rings again meanwhile', async () => {
    const { ring } = await loadBell()
    void ring()
    await vi.advanceTimersByTimeAsync(2700)
    void ring()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(plays).toHaveLength(6)
  })

  it('rings at the first touch if the browser blocked the sound', async () => {
    const { prepareBell, ring, useBell } = await loadBell()
    blocked = true
    prepareBell()
    expect(useBell.getState().needsTouch).toBe(true)
    await ring()
    expect(plays).toEqual([])
    expect(logProblem).toHaveBeenCalledTimes(1)
    blocked = false
    touches.dispatchEvent(new Event('click'))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(useBell.getState().needsTouch).toBe(false)
    expect(plays).toHaveLength(3)
    touches.dispatchEvent(new Event('click'))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(plays).toHaveLength(3)
  })

  it('logs an error if its sound could not be loaded, and loads it again', async () => {
    const { prepareBell, ring } = await loadBell()
    unloadable = true
    prepareBell()
    unloadable = false
    void ring()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(plays.map(({ at }) => at)).toEqual([0, 1300, 2600])
    expect(loggedProblems()).toEqual(['The notification sound could not be loaded'])
  })

  it.each(['unloadable', 'stuck'])('asks for a touch after a ring that failed (%s), and rings then', async (reason) => {
    const { ring, useBell } = await loadBell()
    useBell.setState({ needsTouch: false })
    unloadable = reason === 'unloadable'
    stuck = reason === 'stuck'
    void ring()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(loggedProblems()).toContain('The notification sound could not be played')
    expect(useBell.getState().needsTouch).toBe(true)
    unloadable = false
    stuck = false
    touches.dispatchEvent(new Event('keyup'))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(plays).toHaveLength(3)
  })

  it('does not ring at a touch after its page is left', async () => {
    const { stopBell, ring } = await loadBell()
    unloadable = true
    await ring()
    stopBell()
    unloadable = false
    await vi.advanceTimersByTimeAsync(20_000)
    blocked = true
    await ring()
    stopBell()
    blocked = false
    touches.dispatchEvent(new Event('click'))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(plays).toEqual([])
  })

  it('does not ring at a touch for a play that hung when its page was left', async () => {
    const { stopBell, ring } = await loadBell()
    stuck = true
    void ring()
    stopBell()
    stuck = false
    await vi.advanceTimersByTimeAsync(20_000)
    touches.dispatchEvent(new Event('click'))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(plays).toEqual([])
  })

  it('is silent when switched off, and plays once when switched on', async () => {
    const { ring, switchBell } = await loadBell()
    switchBell(false)
    await ring()
    expect(plays).toEqual([])
    switchBell(true)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(plays).toHaveLength(1)
  })
})
