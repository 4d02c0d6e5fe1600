import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RunningServer, startProcess } from '#server/testing/process.ts'
import { openProxy } from '#server/testing/proxy.ts'
import { seedSmallRestaurant } from '#server/testing/small-restaurant.ts'
import { temporaryFolder } from '#server/testing/temporary-database.ts'
import type { Scene } from '../guest.ts'
import { STORM_ENV, signInRepeatedly } from '../owner.ts'
import type { Random } from '../random.ts'
import { sharedStorage } from '../table-end.ts'

type Env = Record<string, string>

interface Evening {
  /** Additions to the environment of both instances. */
  env?: Env
  patienceMs: number
  /** Starts the two; by default at the same time and undisturbed. */
  start?: (env: Env) => Promise<RunningServer[]>
}

/** Two instances on one database behind a proxy, with a restaurant in it. */
interface TwoServers {
  /** For guests of the proxy, who pause for at most 0.3 s, so that a board's list has room for all that it missed. */
  scene: Omit<Scene, 'isOver'>
  /** The owner's. */
  cookie: string
  storage: Awaited<ReturnType<typeof sharedStorage>>
  servers: readonly RunningServer[]
  /** What is closed at the end, the last first. */
  closers: (() => unknown)[]
  /** Starts an instance again, on its port. */
  startAgain(index: number): Promise<void>
  /** Kills one instance after another, so often and as long as the storm goes on. @returns which */
  killSome(random: Random, kills: number, goesOn: () => boolean): Promise<string[]>
}

/** Opens two instances, lets something happen to them, and closes everything. */
export async function onTwoServers<Outcome>(
  { env: more = {}, patienceMs, start = startBoth }: Evening,
  happen: (both: TwoServers) => Promise<Outcome>,
): Promise<Outcome> {
  const storage = await sharedStorage()
  const dataDir = await temporaryFolder()
  const env = { ...STORM_ENV, TRUST_PROXY: 'loopback', ...more, ...storage.env, DATA_DIR: dataDir }
  const closers: (() => unknown)[] = []
  try {
    const servers = await start(env)
    closers.push(() => Promise.all(servers.map((server) => server.end('SIGKILL'))))
    const { url, close } = await openProxy(servers.map((server) => server.url))
    closers.push(close)
    const stock = await seedSmallRestaurant(storage.url())
    const scene = { url, stock, timeoutMs: 15_000, patienceMs, maxPauseMs: 300 }
    const startAgain = async (index: number) => {
      servers[index] = await startProcess({ ...env, PORT: String(servers[index]?.port) })
    }
    const killSome = async (random: Random, kills: number, goesOn: () => boolean) => {
      const blows: string[] = []
      while (blows.length < kills || goesOn()) {
        await sleep(1_000 + random.below(2_500))
        if (blows.length >= kills) continue
        const index = random.below(servers.length)
        blows.push(`instance ${index}`)
        await servers[index]?.end('SIGKILL')
        await startAgain(index)
      }
      return blows
    }
    const cookie = await signInRepeatedly(scene)
    return await happen({ scene, cookie, storage, servers, closers, startAgain, killSome })
  } finally {
    for (const close of closers.reverse()) await close()
    await storage.remove()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const startBoth = (env: Env) => Promise.all([startProcess(env), startProcess(env)])
