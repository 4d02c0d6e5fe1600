import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { TestContext } from 'vitest'
import { launchProcess, type RunningServer } from './process.ts'
import { seedSmallRestaurant } from './small-restaurant.ts'
import { migratedStorage, type ServerStorage } from './storage.ts'

export const FIRST_OWNER = { OWNER_USERNAME: 'boss', OWNER_PASSWORD: 'secret-boss' }

export type Dish = { id: number; price: number }

/** Starts servers and creates their storages for one test, and removes both when it ends. */
export function servers({ onTestFinished }: TestContext) {
  const launched: ChildProcess[] = []
  const storages: ServerStorage[] = []
  onTestFinished(async () => {
    for (const server of launched) {
      server.kill('SIGKILL')
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
    }
    for (const storage of storages) await storage.remove()
  })

  function start(env: Record<string, string> = {}, bundle?: string): Promise<RunningServer> {
    const fullEnv = { PORT: '0', GUEST_WRITES_PER_MINUTE: '0', ...FIRST_OWNER, ...env }
    const { process, serving } = launchProcess(fullEnv, [], bundle)
    launched.push(process)
    return serving
  }

  async function newServerStorage(): Promise<ServerStorage> {
    const storage = await migratedStorage()
    storages.push(storage)
    return storage
  }

  /** Starts a server with a dish. */
  async function serve(): Promise<{ storage: ServerStorage; server: RunningServer; dish: Dish }> {
    const storage = await newServerStorage()
    const server = await start(storage.env)
    const [dish] = (await seedSmallRestaurant(storage.url())).dishes
    if (!dish) throw new Error('nothing to order')
    return { storage, server, dish }
  }

  return { start, newServerStorage, serve }
}
