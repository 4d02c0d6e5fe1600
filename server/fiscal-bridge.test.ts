import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readFiscalAnswer } from '#shared/domain/fiscal/fiscal-text.ts'
import { fiscalMachine, startFiscalMasa } from './testing/fiscal-bridge.ts'
import type { DriverManner } from './testing/fiscal-driver.ts'

const TEXT = 'S^Pizza^3200^1000^buc^2^1\r\nP^1^3200\r\n'
const BAD = 'S^Pizza^3200^1000^buc^3^1\r\nP^1^3200\r\n'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function setUp(times?: Record<string, number>) {
  const masa = await startFiscalMasa()
  const machine = fiscalMachine(masa.url, times)
  ends.push(machine.end, masa.close)
  return { masa, machine, send: (name: string, text = TEXT) => masa.waiting.push({ name, text }) }
}

const says = (bridge: { output(): string }, words: string) => vi.waitFor(() => expect(bridge.output()).toContain(words))
const statesOf = (answers: string[]) => answers.map((answer) => readFiscalAnswer(answer).state)

describe('the bridge to the fiscal driver', () => {
  it('hands over one receipt after the other, byte for byte, and passes the answers on', async () => {
    const { masa, machine, send } = await setUp()
    send('r-1')
    send('r-2', BAD)
    send('r-3')
    const bridge = machine.start()
    await vi.waitFor(() => expect(masa.answers).toHaveLength(3))
    expect(masa.answers.map(({ name }) => name)).toEqual(['r-1', 'r-2', 'r-3'])
    expect(masa.answersOf('r-1')).toEqual(['BONOK=1\r\nNRBON=1\r\n'])
    expect(statesOf(masa.answersOf('r-2'))).toEqual(['refused'])
    expect(machine.driver.papers.map(({ name, paper }) => [name, paper.total])).toEqual([
      ['r-1', 3200],
      ['r-3', 3200],
    ])
    await says(bridge, 'no receipt waits')
    expect([readdirSync(machine.inbox), readdirSync(machine.outbox)]).toEqual([[], []])
  })

  it('passes on an answer in UTF-8, or in Windows-1250', async () => {
    const { masa, machine, send } = await setUp()
    machine.driver.manner = 'silent'
    machine.start()
    for (const [name, encoding] of [
      ['r-1', 'utf8'],
      ['r-2', 'latin1'],
    ] as const) {
      send(name)
      await vi.waitFor(() => expect(machine.driver.seen).toContain(name))
      // In Windows-1250, "ã" is the byte of "ă".
      const words = encoding === 'utf8' ? 'Lipsă hârtie' : 'Lips\xe3 h\xe2rtie'
      writeFileSync(path.join(machine.outbox, `${name}.txt`), `BONOK=0\r\nERRINFO=${words}\r\n`, encoding)
      await vi.waitFor(() =>
        expect(masa.answersOf(name).map(readFiscalAnswer)).toMatchObject([{ info: 'Lipsă hârtie' }]),
      )
    }
  })

  it.each<[DriverManner, string[]]>([
    ['late', ['printed']],
    ['twice', ['printed']],
    ['wrongly', ['unclear']],
    ['half', ['unclear']],
    ['half, then whole', ['unclear', 'printed']],
    ['silent', ['unclear']],
  ])('with a driver that answers %j, tells Masa %j, and hands nothing over again', async (manner, states) => {
    const { masa, machine, send } = await setUp({ answer: manner === 'silent' ? 400 : 10_000 })
    machine.driver.manner = manner
    send('r-1')
    machine.start()
    await vi.waitFor(() => expect(statesOf(masa.answersOf('r-1'))).toEqual(states))
    machine.driver.manner = 'at once'
    send('r-2')
    await vi.waitFor(() => expect(statesOf(masa.answersOf('r-2'))).toEqual(['printed']))
    expect(machine.driver.seen).toEqual(['r-1', 'r-2'])
    expect(statesOf(masa.answersOf('r-1'))).toEqual(states)
  })

  it('takes back what a driver that does not run has not taken, and passes on what answers late', async () => {
    const { masa, machine, send } = await setUp({ answer: 300 })
    machine.driver.manner = 'deaf'
    send('r-1')
    const bridge = machine.start()
    await says(bridge, 'The driver has not answered r-1. Does it run')
    await vi.waitFor(() => expect(masa.answersOf('r-1')).toEqual(['']))
    expect(readdirSync(machine.inbox)).toEqual([])
    writeFileSync(path.join(machine.outbox, 'r-1.txt'), 'BONOK=1\r\nNRBON=9\r\n')
    await vi.waitFor(() => expect(statesOf(masa.answersOf('r-1'))).toEqual(['unclear', 'printed']))
    await vi.waitFor(() => expect(readdirSync(machine.outbox)).toEqual([]))
  })

  it('tells Masa the answer when Masa is there again', async () => {
    const { masa, machine, send } = await setUp()
    machine.driver.manner = 'late'
    send('r-1')
    const bridge = machine.start()
    await says(bridge, 'r-1 is handed over')
    masa.status = 503
    await says(bridge, 'PROBLEM: Masa answered 503. The bridge goes on trying.')
    masa.status = undefined
    await vi.waitFor(() => expect(statesOf(masa.answersOf('r-1'))).toEqual(['printed']))
  })

  it('does not stop at an answer that Masa cannot read', async () => {
    const { masa, machine, send } = await setUp()
    machine.driver.manner = 'late'
    send('r-1')
    const bridge = machine.start()
    await says(bridge, 'r-1 is handed over')
    masa.status = 400
    await says(bridge, 'Masa answered 400')
    masa.status = undefined
    send('r-2')
    await vi.waitFor(() => expect(statesOf(masa.answersOf('r-2'))).toEqual(['printed']))
    expect([masa.answersOf('r-1'), machine.driver.seen]).toEqual([[], ['r-1', 'r-2']])
  })

  it.each([
    ['a path', '../../etc/passwd'],
    ['nothing', ''],
  ])('hands over no file whose name is %s', async (_, name) => {
    const { machine, send } = await setUp()
    send(name)
    await says(machine.start(), 'Masa sent what is no receipt')
    expect(machine.driver.seen).toEqual([])
  })

  it('hands no name over a second time', async () => {
    const { masa, machine, send } = await setUp()
    send('r-1')
    send('r-1')
    await says(machine.start(), 'Masa sent r-1 again')
    expect([machine.driver.seen, masa.answersOf('r-1').length]).toEqual([['r-1'], 1])
  })
})

describe('the bridge says in words', () => {
  it('that a folder is missing, asks for nothing meanwhile, and goes on when it is there', async () => {
    const { masa, machine, send } = await setUp()
    rmSync(machine.outbox, { recursive: true })
    send('r-1')
    const bridge = machine.start()
    await says(bridge, `PROBLEM: The folder ${machine.outbox} is missing.`)
    expect(masa.handed).toEqual([])
    mkdirSync(machine.outbox)
    await vi.waitFor(() => expect(statesOf(masa.answersOf('r-1'))).toEqual(['printed']))
    expect(bridge.output().match(/is missing/g)).toHaveLength(1)
  })

  it('that the token was revoked, and that Masa cannot be reached', async () => {
    const { masa, machine } = await setUp()
    machine.configure({ token: 'old' })
    const bridge = machine.start()
    await says(bridge, 'PROBLEM: Masa does not know the token')
    masa.close()
    await says(bridge, `PROBLEM: Masa cannot be reached at ${masa.url} (ECONNREFUSED).`)
  })

  it('that it already runs', async () => {
    const { machine } = await setUp()
    const first = machine.start()
    await says(first, 'no receipt waits')
    const second = machine.start()
    expect(await second.exited).toBe(1)
    expect(second.output()).toContain('PROBLEM: The bridge already runs with')
  })

  it.each<[string, string, string]>([
    [
      'a path with single backslashes',
      String.raw`{"inbox": "C:\FiscalNet\Bonuri"}`,
      String.raw`In paths write / or \\`,
    ],
    ['what is missing', '{"url": "https://masa.example", "inbox": "a"}', 'lacks token, outbox'],
  ])('that its configuration has %s', async (_, written, words) => {
    const { machine } = await setUp()
    writeFileSync(machine.configPath, written)
    const bridge = machine.start()
    expect(await bridge.exited).toBe(1)
    expect(bridge.output()).toContain(words)
  })

  it('that its steps are damaged', async () => {
    const { machine } = await setUp()
    writeFileSync(`${machine.configPath}.steps`, '{"now"')
    const bridge = machine.start()
    expect(await bridge.exited).toBe(1)
    expect(bridge.output()).toContain('Look in Masa for unclear receipts')
  })
})

/** Lets the n-th call of what changes a disk or leaves the machine, counted from 1, and all after it, end in `blow`. */
const atCall = (n: number, blow: string) => `
  import fs from 'node:fs'
  let calls = 0
  const counted = (name, work) => (...given) => {
    if (++calls >= ${n}) { ${blow} }
    return work(...given)
  }
  for (const name of ['openSync', 'writeFileSync', 'fsyncSync', 'closeSync', 'renameSync', 'rmSync', 'readFileSync'])
    fs[name] = counted(name, fs[name])
  globalThis.fetch = counted('fetch', fetch)
`
const KILL = `process.kill(process.pid, 'SIGKILL')`
const FULL = `if (['writeFileSync', 'fsyncSync', 'renameSync'].includes(name) || given[1] === 'w')
  throw Object.assign(new Error('full'), { code: 'ENOSPC' })`
const isFew = (count: number) => count < 8
/** More calls than one receipt has. */
const CALLS = 60
const AT_ONCE = 6

describe('whatever happens to the bridge at any of its steps', () => {
  /** Whether what Masa heard is true of the paper; what it never hears of becomes unclear there by itself. */
  function check({ masa, machine }: Awaited<ReturnType<typeof setUp>>, n: number): string {
    const { seen, papers } = machine.driver
    const states = statesOf(masa.answersOf('r-1'))
    expect([n, seen.length]).toEqual([n, expect.toSatisfy((times: number) => times <= 1)])
    if (states.includes('printed')) expect([n, papers.length]).toEqual([n, 1])
    if (states.includes('refused')) expect([n, seen.length]).toEqual([n, 0])
    return states.at(-1) ?? (masa.handed.length > 0 ? 'unheard' : 'waits')
  }

  async function each(one: (n: number) => Promise<string>) {
    const counts: Record<string, number> = {}
    const left = Array.from({ length: CALLS }, (_, i) => i + 1)
    const work = async () => {
      for (let n = left.shift(); n !== undefined; n = left.shift()) {
        const outcome = await one(n)
        counts[outcome] = (counts[outcome] ?? 0) + 1
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    return counts
  }

  it.each<DriverManner>(['at once', 'late'])(
    'a kill with a driver that answers %j: handed over once, and heard',
    async (manner) => {
      const counts = await each(async (n) => {
        const all = await setUp({ answer: 8000 })
        all.machine.driver.manner = manner
        all.send('r-1')
        const killed = all.machine.start(atCall(n, KILL))
        const isOver = vi.waitFor(() => expect(killed.output()).toMatch(/is handed over[\s\S]*no receipt waits/))
        await Promise.race([killed.exited, isOver])
        killed.process.kill('SIGKILL')
        await killed.exited
        await says(all.machine.start(), 'no receipt waits')
        // A receipt that waited still may have been taken just before.
        if (all.masa.answers.length === 0) await new Promise((resolve) => setTimeout(resolve, 200))
        expect([n, existsSync(`${all.machine.configPath}.steps`) && all.machine.steps()]).toEqual([
          n,
          expect.not.stringContaining('"handing"'),
        ])
        const outcome = check(all, n)
        await all.machine.end()
        return outcome
      })
      // Unheard is what was killed before it was on the disk, and unclear what was killed just before the driver had it.
      expect(Object.keys(counts).sort()).toEqual(['printed', 'refused', 'unclear', 'unheard'])
      expect([counts.unheard, counts.unclear]).toEqual([expect.toSatisfy(isFew), expect.toSatisfy(isFew)])
    },
  )

  it('a rename that is done, and reported as failed: the answer counts', async () => {
    const { masa, machine, send } = await setUp()
    send('r-1')
    const isDone = `if (name === 'renameSync' && given[1].endsWith('r-1.txt')) { work(...given); throw new Error('i/o') }`
    machine.start(atCall(1, isDone))
    await vi.waitFor(() => expect(statesOf(masa.answersOf('r-1'))).toEqual(['printed']))
  })

  it('a disk that is full from then on: handed over once or not at all, and heard', async () => {
    const counts = await each(async (n) => {
      const all = await setUp({ answer: 2000 })
      all.send('r-1')
      const bridge = all.machine.start(atCall(n, FULL))
      await vi.waitFor(() => expect(all.masa.answers, bridge.output()).not.toEqual([]))
      const outcome = check(all, n)
      if (outcome === 'refused') expect(bridge.output()).toContain('the disk is full')
      await all.machine.end()
      return outcome
    })
    expect(counts).toEqual({ printed: expect.any(Number), refused: expect.any(Number) })
  })
})
