import { access, constants, rm, statfs, writeFile } from 'node:fs/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { createServer } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { stateOf } from '#shared/domain/checks/findings.ts'
import { diskFinding } from '#shared/domain/checks/judge.ts'
import type { Config } from '../config.ts'
import type { DatabaseState } from '../db/index.ts'
import { explain } from '../explain.ts'
import { errorCode } from '../platform/files/store.ts'
import { type DoctorFinding, findingsOf, LEVEL_OF, sizeText } from './finding.ts'

const disk = findingsOf('disk')
const clock = findingsOf('clock')
const port = findingsOf('port')

export async function examineDisk(folder: string): Promise<DoctorFinding[]> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    const [free, total] = [bavail * bsize, blocks * bsize]
    const space = `${sizeText(free)} of ${sizeText(total)} are free on the disk of ${folder}.`
    const makeSpace = 'Free some space, or move the folder to a larger disk: without space, no order can be written.'
    const state = stateOf('disk', diskFinding({ free, total }))
    return [disk[LEVEL_OF[state]](space, makeSpace), ...(await examineWriting(folder))]
  } catch (cause) {
    return [
      disk.error(
        `${folder} cannot be used: ${errorCode(cause) ?? String(cause)}.`,
        'Is a disk not mounted? Else set DATA_DIR.',
      ),
    ]
  }
}

async function examineWriting(folder: string): Promise<DoctorFinding[]> {
  const failure = await tryWriting(folder)
  if (failure === undefined) return []
  const remedy = 'Let the user that Masa runs as own the folder, and run the doctor as that user.'
  return [disk.error(`${folder} cannot be written (${failure}).`, remedy)]
}

/** Writes a file in a folder and removes it. @returns why that failed, as a code */
export async function tryWriting(folder: string): Promise<string | undefined> {
  const file = path.join(folder, `.doctor-${process.pid}`)
  try {
    await access(folder, constants.W_OK)
    await writeFile(file, 'masa', { flag: 'wx', flush: true })
    return undefined
  } catch (cause) {
    return errorCode(cause) ?? String(cause)
  } finally {
    await rm(file, { force: true }).catch(() => {})
  }
}

/** How far two clocks may be apart: times of orders come from both. */
const CLOCK_TOLERANCE_MS = 2_000
const CLOCK_ERROR_MS = 60_000
/** Before this, a clock was never set. */
const EARLIEST = Date.UTC(2025, 0, 1)
const SYNCHRONIZE = 'Let the system set its clock by the network (NTP, for example systemd-timesyncd or chrony).'

/** Examines the clock against the database's, against the newest order, and against the time since `began`. */
export function examineClock(
  now: Date,
  state: Pick<DatabaseState, 'clockAheadMs' | 'newestOrderAt'> | undefined,
  jumpMs: number,
): DoctorFinding[] {
  const findings: DoctorFinding[] = []
  const time = now.toISOString()
  if (now.getTime() < EARLIEST) findings.push(clock.error(`The clock says ${time}, which is long past.`, SYNCHRONIZE))
  if (Math.abs(jumpMs) > CLOCK_TOLERANCE_MS)
    findings.push(clock.warning(`The clock jumped by ${seconds(jumpMs)} within these seconds.`, SYNCHRONIZE))
  if (state) {
    const { clockAheadMs, newestOrderAt } = state
    const apart = `The database's clock is ${seconds(Math.abs(clockAheadMs))} ${clockAheadMs > 0 ? 'ahead of' : 'behind'} this machine's.`
    if (Math.abs(clockAheadMs) > CLOCK_ERROR_MS) findings.push(clock.error(apart, SYNCHRONIZE))
    else if (Math.abs(clockAheadMs) > CLOCK_TOLERANCE_MS) findings.push(clock.warning(apart, SYNCHRONIZE))
    if (newestOrderAt && newestOrderAt.getTime() - now.getTime() > CLOCK_ERROR_MS)
      findings.push(
        clock.error(
          `The newest order is of ${newestOrderAt.toISOString()}, but the clock says ${time}: it was set back.`,
          SYNCHRONIZE,
        ),
      )
  }
  if (findings.length > 0) return findings
  return [clock.ok(`It is ${time}${state ? ', and the database agrees' : ''}.`)]
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

const ANSWER_TIMEOUT_MS = 15_000

export async function examinePort(config: Pick<Config, 'port' | 'host' | 'tls'>): Promise<DoctorFinding> {
  if (config.port === 0) return port.ok('The system chooses a free port at each start.')
  const problem = await tryPort(config)
  if (problem === undefined) return port.ok(`Port ${config.port} is free; no Masa is running on it.`)
  if (problem.code !== 'EADDRINUSE') return port.error(explain(problem), 'Do what the sentence says.')
  if (!(await answers(config, '/healthz')))
    return port.error(
      `Port ${config.port} is in use, and what answers there is not Masa.`,
      'End that program, or set PORT to a free one.',
    )
  if (await answers(config, '/readyz')) return port.ok(`Masa is running on port ${config.port}, and it is ready.`)
  return port.error(
    `Masa is running on port ${config.port}, but does not reach its database.`,
    'See the lines about the database and the log of Masa.',
  )
}

function tryPort({ port, host }: Pick<Config, 'port' | 'host'>): Promise<NodeJS.ErrnoException | undefined> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', resolve)
    server.listen({ port, host }, () => server.close(() => resolve(undefined)))
  })
}

async function answers({ port, host, tls }: Pick<Config, 'port' | 'host' | 'tls'>, probe: string): Promise<boolean> {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return new Promise((resolve) => {
    const receive = async (response: IncomingMessage) => {
      const body = await text(response).catch(() => '')
      resolve(response.statusCode === 200 && body === '{"ok":true}')
    }
    const options = { host: name, port, path: probe, timeout: ANSWER_TIMEOUT_MS, agent: false }
    // The certificate is for another name than this address; only the answer counts.
    const request = tls ? https.get({ ...options, rejectUnauthorized: false }, receive) : http.get(options, receive)
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(false))
  })
}
