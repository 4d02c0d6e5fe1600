import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import { noteRefusedSignIn } from '#server/modules/journal/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { addressKeys, type LimitKey } from '#server/platform/limits/addresses.ts'
import type { Log } from '#server/platform/log.ts'
import { type SignInSource, signInAs } from './login-sessions.ts'
import { inPasswordQueue, isPassword } from './passwords.ts'
import type { SignInAttempt, UserRow } from './repo.ts'
import * as repo from './repo.ts'
import { type Registration, registerUser } from './users.ts'

const MINUTE_MS = 60_000
/** The longest time for which a limit counts a failure. */
const MAX_FAILURE_AGE_MS = 60 * MINUTE_MS

/** The most failures with some values within a time. */
type SignInLimit = { counted: Partial<SignInAttempt>; max: number; withinMs: number }

/**
 * The limits that apply to an attempt (docs/product/accounts.md#accounts-throttling). A browser that has signed in as this
 * user before is counted on its own; without `device`, failures in unknown browsers count.
 */
function limitsOf({ usernameKey, device }: SignInAttempt, keys: readonly LimitKey[]): SignInLimit[] {
  const quarterHour = { withinMs: 15 * MINUTE_MS }
  if (device !== null) return [{ counted: { device, usernameKey }, max: 10, ...quarterHour }]
  return [
    ...keys.flatMap(({ key, times }) => [
      { counted: { networks: [key], usernameKey }, max: 10 * times, ...quarterHour },
      { counted: { networks: [key] }, max: 50 * times, ...quarterHour },
    ]),
    { counted: { usernameKey }, max: 100, withinMs: MAX_FAILURE_AGE_MS },
  ]
}

interface SignInRequest extends SignInSource {
  /** The key of the user who signs in, by `usernameKeyOf`. */
  usernameKey: string
  password: string
  device: string | null
  /** The request's id, for the log. */
  reqId: string
}

export interface SignInResult {
  user: UserRow
  /** Token of the new session, for the cookie. */
  token: string
}

/** Signs in and registers users (docs/decisions/022-sign-in-apart.md). @param db a pool that nothing else uses */
export function createSignIns(db: Database, log: Log) {
  const pendingEntries = new Set<Promise<void>>()

  function attempt<Result>(
    { usernameKey, password, address, device, reqId }: Omit<SignInRequest, 'earlierToken'>,
    now: Date,
    work: (tx: Tx, user: UserRow) => Promise<Result>,
  ): Promise<Result> {
    return inPasswordQueue(device === null ? 'strangers' : 'known', async () => {
      const id = await countAsFailed(addressKeys(address), { usernameKey, device }, now)
      const user = await repo.findUser(db, usernameKey)
      if (!(await isPassword(password, user?.passwordHash)) || !user) {
        recordRefused(user, { address, reqId }, now)
        throw new AppError('invalid_credentials')
      }
      return inTransaction(db, async (tx) => {
        await repo.deleteAttempt(tx, id)
        return work(tx, user)
      })
    })
  }

  // Runs before the password is checked, one attempt after another: of a hundred concurrent guesses, ninety are
  // refused.
  function countAsFailed(keys: readonly LimitKey[], by: Omit<SignInAttempt, 'networks'>, now: Date): Promise<number> {
    const attempt = { ...by, networks: keys.map(({ key }) => key) }
    return inTransaction(db, async (tx) => {
      await repo.lockAttempts(tx, attempt)
      const waits = limitsOf(attempt, keys).map(async ({ counted, max, withinMs }) => {
        const oldest = await repo.findNthNewestFailure(tx, counted, max, now, withinMs)
        return oldest ? oldest.getTime() + withinMs - now.getTime() : 0
      })
      const waitMs = Math.max(...(await Promise.all(waits)))
      if (waitMs > 0) throw new AppError('too_many_requests', {}, Math.ceil(waitMs / 1000))
      return repo.insertAttempt(tx, attempt, now)
    })
  }

  // The write is not awaited: a slower response would reveal which usernames exist.
  function recordRefused(
    user: UserRow | undefined,
    { address, reqId }: Pick<SignInRequest, 'address' | 'reqId'>,
    now: Date,
  ): void {
    if (!user) return
    const entry: Promise<void> = noteRefusedSignIn(db, { username: user.username, address }, now)
      .catch((error: unknown) => log.error({ err: error, reqId }, 'a refused sign-in could not be recorded'))
      .finally(() => pendingEntries.delete(entry))
    pendingEntries.add(entry)
  }

  return {
    /** @throws AppError `invalid_credentials`; `too_many_requests` after too many failures; BusyError */
    signIn: (request: SignInRequest, now: Date): Promise<SignInResult> =>
      attempt(request, now, async (tx, user) => ({ user, token: await signInAs(tx, user, request, now) })),

    /** Checks a password with the same limits, counts and errors as `signIn`, but starts no session. */
    check: (request: Omit<SignInRequest, 'earlierToken'>, now: Date): Promise<void> =>
      attempt(request, now, async () => {}),

    /** Creates a user and signs them in. */
    async register(registration: Registration, source: SignInSource, now: Date): Promise<SignInResult> {
      const user = await registerUser(db, registration, now)
      const token = await inTransaction(db, (tx) => signInAs(tx, user, source, now))
      return { user, token }
    },

    /** Waits until the pending journal entries are written. */
    async close(): Promise<void> {
      await Promise.all(pendingEntries)
    },
  }
}
