import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const SOUND_MS = 1000
const { logProblem } = vi.hoisted(() => ({ logProblem: vi.fn() }))
vi.mock('../../../lib/browser/log.ts', () => ({ logProblem }))

/** When each play began, in milliseconds, and how loud. */
let plays: { at: number; volume: number; sound: string }[]
let blocked: boolean
/** A play that neither begins nor fails, as where the sound's bytes never come. */
let stuck: boolean
/** Whether loading the sound succeeds or fails. */
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

/** The problems that were logged. */
const told = () => logProblem.mock.calls.map(([problem]) => problem)
const loadBell = () => import('./bell.ts')

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

  it('rings three times more for what comes while it rings', async () => {
    const { ring } = await loadBell()
    void ring()
    await vi.advanceTimersByTimeAsync(2700)
    void ring()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(plays).toHaveLength(6)
  })

  it('rings at the first touch for what a browser kept silent', async () => {
    const { readyBell, ring, useBell } = await loadBell()
    blocked = true
    readyBell()
    expect(useBell.getState().untouched).toBe(true)
    await ring()
    expect(plays).toEqual([])
    expect(logProblem).toHaveBeenCalledTimes(1)
    blocked = false
    touches.dispatchEvent(new Event('click'))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(useBell.getState().untouched).toBe(false)
    expect(plays).toHaveLength(3)
    touches.dispatchEvent(new Event('click'))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(plays).toHaveLength(3)
  })

  it('only logs that its sound could not be loaded, and loads it anew', async () => {
    const { readyBell, ring } = await loadBell()
    unloadable = true
    readyBell()
    unloadable = false
    void ring()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(plays.map(({ at }) => at)).toEqual([0, 1300, 2600])
    expect(told()).toEqual(['The notification sound could not be loaded'])
  })

  it('gives a play up that does not begin, and rings a little later', async () => {
    const { ring } = await loadBell()
    stuck = true
    void ring()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(logProblem).toHaveBeenCalledTimes(1)
    stuck = false
    await vi.advanceTimersByTimeAsync(20_000)
    expect(plays.map(({ at }) => at)).toEqual([4000, 5300, 6600])
  })

  it('does not ring twice for what rang before the next try', async () => {
    const { ring } = await loadBell()
    unloadable = true
    await ring()
    unloadable = false
    void ring()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(plays).toHaveLength(3)
  })

  it('asks for a touch once several tries have failed, and rings then for what was missed', async () => {
    const { ring, useBell } = await loadBell()
    useBell.setState({ untouched: false })
    unloadable = true
    void ring()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(told().filter((problem) => problem === 'The notification sound could not be played')).toHaveLength(6)
    expect(useBell.getState().untouched).toBe(true)
    unloadable = false
    touches.dispatchEvent(new Event('keyup'))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(plays).toHaveLength(3)
  })

  it('neither tries again nor rings at a touch once its page is left', async () => {
    const { quietBell, ring } = await loadBell()
    unloadable = true
    await ring()
    quietBell()
    unloadable = false
    await vi.advanceTimersByTimeAsync(20_000)
    blocked = true
    await ring()
    quietBell()
    blocked = false
    touches.dispatchEvent(new Event('click'))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(plays).toEqual([])
  })

  it('does not come back where its page is left while it begins', async () => {
    const { quietBell, ring } = await loadBell()
    stuck = true
    void ring()
    quietBell()
    stuck = false
    await vi.advanceTimersByTimeAsync(20_000)
    touches.dispatchEvent(new Event('click'))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(plays).toEqual([])
  })

  it('is silent when switched off, and is heard once when switched on', async () => {
    const { ring, switchBell } = await loadBell()
    switchBell(false)
    await ring()
    expect(plays).toEqual([])
    switchBell(true)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(plays).toHaveLength(1)
  })
})
