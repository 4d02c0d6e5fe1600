/** Calls between processes of the bench: a child process answers its parent's calls, and ends with it. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

// biome-ignore lint/suspicious/noConfusingVoidType: a call may return nothing
type Call = (argument: never) => Promise<object | number | string | void>
export type Calls = Record<string, Call>

type Question = { id: number; name: string; argument: unknown }
type Reply = { id: number; result?: unknown; error?: string }

/** In the child process: answers these calls until the parent disconnects. */
export function answerCalls(calls: Calls): void {
  const reply = (message: Reply) => process.send?.(message)
  process.on('message', ({ id, name, argument }: Question) => {
    const call = calls[name]
    if (!call) return void reply({ id, error: `no call ${name}` })
    call(argument as never).then(
      (result) => reply({ id, result }),
      (error: unknown) => reply({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    )
  })
  process.on('disconnect', () => process.exit())
  reply({ id: 0 })
}

export interface Child<C extends Calls> {
  pid: number
  call<N extends keyof C & string>(name: N, argument: Parameters<C[N]>[0]): Promise<Awaited<ReturnType<C[N]>>>
  close(): Promise<void>
}

/** Starts a file of the bench as a child process. */
export async function startChild<C extends Calls>(file: URL): Promise<Child<C>> {
  const child = fork(file)
  const waiting = new Map<number, (reply: Reply) => void>()
  const exited = once(child, 'exit').then(() => {
    for (const [id, answer] of waiting) answer({ id, error: `${file.pathname} has ended` })
  })
  child.on('message', (reply: Reply) => {
    waiting.get(reply.id)?.(reply)
    waiting.delete(reply.id)
  })
  const ask = (id: number) =>
    new Promise<unknown>((resolve, reject) => {
      waiting.set(id, ({ result, error }) => (error === undefined ? resolve(result) : reject(new Error(error))))
    })
  await ask(0)
  let last = 0
  return {
    pid: pidOf(child),
    call: (name, argument) => {
      last += 1
      const answered = ask(last)
      child.send({ id: last, name, argument })
      return answered as never
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
