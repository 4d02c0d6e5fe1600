import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { startFiscalDriver } from './fiscal-driver.ts'

const BRIDGE = fileURLToPath(new URL('../../deploy/masa-fiscal.mjs', import.meta.url))

/** Masa's two calls for the bridge: each receipt is given once, and each answer is kept. */
export async function startFiscalMasa(token = 'secret') {
  const masa = {
    waiting: [] as { name: string; text: string }[],
    handed: [] as string[],
    answers: [] as { name: string; text: string }[],
    /** Answered to everything, instead of the calls. */
    status: undefined as number | undefined,
    url: '',
    answersOf: (name: string) => masa.answers.filter((answer) => answer.name === name).map((answer) => answer.text),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request)) as { name: string; text: string }
    const call = request.url?.startsWith(`/api/printing/${token}/`) ? path.basename(request.url) : 'unknown'
    const end = (status: number, sent?: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(sent && JSON.stringify(sent))
    if (masa.status !== undefined) return end(masa.status)
    if (call === 'next') {
      const next = masa.waiting.shift()
      if (!next) return end(204)
      masa.handed.push(next.name)
      return end(200, next)
    }
    if (call !== 'answer' || !masa.handed.includes(body.name)) return end(404, { code: 'not_found' })
    masa.answers.push(body)
    return end(204)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  masa.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return masa
}

export interface RunningBridge {
  process: ChildProcess
  output(): string
  exited: Promise<number | string | null>
}

/** A machine with a driver, its folders and the bridge's configuration, whose bridge can be started again and again. */
export function fiscalMachine(url: string, times: Record<string, number> = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'masa-fiscal-'))
  const [inbox, outbox] = ['Bonuri', 'Raspuns'].map((name) => path.join(folder, name)) as [string, string]
  for (const one of [inbox, outbox]) mkdirSync(one)
  const configPath = path.join(folder, 'masa-fiscal.json')
  const fast = { poll: 20, look: 20, answer: 10_000, trouble: 50, ...times }
  const config = { url, token: 'secret', inbox, outbox, times: fast }
  const configure = (changed: object) => writeFileSync(configPath, JSON.stringify({ ...config, ...changed }))
  configure({})
  const driver = startFiscalDriver(inbox, outbox)
  const running = new Set<RunningBridge>()

  /** @param preload code that the bridge's process runs first */
  function start(preload = ''): RunningBridge {
    const first = preload && ['--import', `data:text/javascript,${encodeURIComponent(preload)}`]
    const child = spawn(process.execPath, [...first, BRIDGE, configPath], { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk
      })
    const exited = once(child, 'close').then(([code, signal]) => code ?? signal)
    const bridge = { process: child, output: () => output, exited }
    running.add(bridge)
    void exited.then(() => running.delete(bridge))
    return bridge
  }

  return {
    ...{ folder, inbox, outbox, configPath, configure, driver, start },
    steps: () => (existsSync(`${configPath}.steps`) ? readFileSync(`${configPath}.steps`, 'utf8') : ''),
    async end() {
      const all = [...running]
      for (const bridge of all) bridge.process.kill('SIGKILL')
      await Promise.all(all.map(({ exited }) => exited))
      driver.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
