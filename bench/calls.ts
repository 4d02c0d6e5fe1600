/** Function calls from one process of the bench to another: a child answers its parent's calls, and ends with it. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

// biome-ignore lint/suspicious/noConfusingVoidType: a call may return nothing
type Call = (argument: never) => Promise<object | number | string | void>
export type Calls = Record<string, Call>

type Request = { id: number; name: string; argument: unknown }
type Response = { id: number; result?: unknown; error?: string }

/** Answers these calls in the child process until the parent disconnects. */
export function answerCalls(calls: Calls): void {
  const respond = (response: Response) => process.send?.(response)
  process.on('message', ({ id, name, argument }: Request) => {
    const call = calls[name]
    if (!call) return void respond({ id, error: `no call ${name}` })
    call(argument as never).then(
      (result) => respond({ id, result }),
      (error: unknown) =>
        respond({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    )
  })
  process.on('disconnect', () => process.exit())
  // Notifies the parent that this process is ready.
  respond({ id: 0 })
}

export interface Child<C extends Calls> {
  pid: number
  call<N extends keyof C & string>(name: N, argument: Parameters<C[N]>[0]): Promise<Awaited<ReturnType<C[N]>>>
  close(): Promise<void>
}

/** Starts a file of the bench as a child process, and waits until it answers calls. */
export async function startChild<C extends Calls>(file: URL): Promise<Child<C>> {
  const child = fork(file)
  const pending = new Map<number, (response: Response) => void>()
  const exited = once(child, 'exit').then(() => {
    for (const [id, settle] of pending) settle({ id, error: `${file.pathname} has ended` })
  })
  child.on('message', (response: Response) => {
    pending.get(response.id)?.(response)
    pending.delete(response.id)
  })
  const responseTo = (id: number) =>
    new Promise<unknown>((resolve, reject) => {
      pending.set(id, ({ result, error }) => (error === undefined ? resolve(result) : reject(new Error(error))))
    })
  await responseTo(0)
  let lastId = 0
  return {
    pid: pidOf(child),
    call: (name, argument) => {
      lastId += 1
      const response = responseTo(lastId)
      child.send({ id: lastId, name, argument })
      return response as never
    },
    close: async () => {
      if (child.connected) child.disconnect()
      await exited
    },
  }
}

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('a process could not be started')
  return pid
}
