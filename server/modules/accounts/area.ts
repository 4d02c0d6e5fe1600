import { isDeepStrictEqual } from 'node:util'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#server/db/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { AreaBase, AreaWiring } from '#server/platform/area.ts'
import { isRecent } from '#server/platform/clock.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { route } from '#server/platform/http/route.ts'
import { attemptOf } from '#server/platform/idempotency.ts'
import { addressKey } from '#server/platform/limits/addresses.ts'
import { coalesce } from '#server/platform/limits/concurrency.ts'
import { throttle, throttleTokens } from '#server/platform/limits/throttle.ts'
import type { Hub } from '#server/platform/live/hub.ts'
import type { User } from '#shared/contracts/accounts.ts'
import * as contract from '#shared/contracts/accounts.ts'
import * as programContract from '#shared/contracts/programs.ts'
import { endLoginSession, extendSessions, oldestSignIn, rememberPassword, signInByLink } from './login-sessions.ts'
import { addProgram, revokeProgram } from './programs.ts'
import {
  DUTIES_TOPIC,
  findSessionUsers,
  findUserLinks,
  hasOwner,
  listUserRows,
  readPrograms,
  SIGNED_OUT_TOPIC,
} from './repo.ts'
import { createSignIns, type SignInResult } from './sign-in.ts'
import * as accounts from './users.ts'
import { clearSessionCookie, readDevice, sessionToken, setDeviceCookie, setSessionCookie } from './viewer.ts'

type Parts = AreaBase & { signIns: Database; hub: Hub; isSecure: boolean }

export function accountsArea(parts: Parts): AreaWiring {
  const { db, hub, clock, log, timeZone } = parts
  const signIns = createSignIns(parts.signIns, log)
  accountRoutes(parts, signIns)
  programRoutes(parts)
  return {
    topics: {
      [SIGNED_OUT_TOPIC]: (id) => hub.closeSignedOut(({ sessionId }) => sessionId !== id),
      [DUTIES_TOPIC]: (id) => hub.dropUsers(({ userId }) => userId === id),
    },
    timers: [
      {
        everyMs: 30_000,
        // Closes the sockets of sessions that ended and of users whose rights changed; extends the other sessions.
        async run() {
          const sessionIds = hub.serviceSessions()
          if (sessionIds.length === 0) return
          const now = clock.now()
          const since = await oldestSignIn(db, timeZone, now)
          const users = await findSessionUsers(db, sessionIds, now, since)
          hub.closeSignedOut(({ sessionId }) => users.has(sessionId))
          hub.dropUsers(({ sessionId, duties }) => {
            const user = users.get(sessionId)
            return user !== undefined && !isDeepStrictEqual(accounts.dutiesOf(user), duties)
          })
          await extendSessions(db, [...users.keys()], now)
        },
      },
    ],
    close: signIns.close,
  }
}

/** Sign-ins in 15 minutes from an address, or in a known browser, right passwords included. */
const MAX_SIGN_INS = 100

/** For how long after entering their password owners may change users without entering it again. */
const PASSWORD_FREE_MS = 15 * 60_000

function accountRoutes({ app, db, clock, isSecure }: Parts, signIns: ReturnType<typeof createSignIns>): void {
  const throttleRegistering = throttle(20, 15 * 60_000)
  const requireLink = throttleTokens((hashes: string[]) => findUserLinks(db, hashes), 'sign_in_link_over')

  function sendSignIn(request: FastifyRequest, reply: FastifyReply, { user, token }: SignInResult): User {
    setSessionCookie(request, reply, token, isSecure)
    setDeviceCookie(request, reply, user.usernameKey, isSecure)
    return accounts.userView(user)
  }

  const sourceOf = (request: FastifyRequest) => ({
    address: addressKey(request.ip),
    earlierToken: sessionToken(request),
  })

  /**
   * Requires the owner's own password for changes of users, unless the owner has just entered it: an unattended tablet
   * or a stolen cookie is not enough (docs/product/accounts.md#accounts-own-password).
   */
  async function requirePassword(owner: Viewer, request: FastifyRequest, password: string | undefined): Promise<void> {
    if (isRecent(owner.confirmedAt, clock.now(), PASSWORD_FREE_MS)) return
    if (password === undefined) throw new AppError('wrong_password')
    await request.confirmPassword(owner, password)
    await rememberPassword(db, owner.sessionId, clock.now())
  }

  app.decorateRequest('confirmPassword', async function ({ username, address }, password) {
    const usernameKey = accounts.usernameKeyOf(username)
    const device = readDevice(this, usernameKey)
    await signIns
      .check({ usernameKey, password, address, device, reqId: this.id }, clock.now())
      .catch((error: unknown) => {
        // A 401 would mean that nobody is signed in.
        throw error instanceof AppError && error.code === 'invalid_credentials' ? new AppError('wrong_password') : error
      })
  })

  route(app, contract.getCurrentUser, async ({ user: { userId, username, isOwner, duties } }) =>
    accounts.userView({ id: userId, username, isOwner, duties: [...duties] }),
  )

  const hasAnyOwner = coalesce(() => hasOwner(db))
  route(app, contract.getSetup, async () => {
    const needsOwner = !(await hasAnyOwner())
    return { needsOwner, registration: needsOwner || (await readSettings(db)).registration }
  })

  // A flood from one address, refused by the database or with right passwords, does not fill the queue.
  const throttleSignIns = throttle(MAX_SIGN_INS, 15 * 60_000)
  route(app, contract.login, async ({ body: { username, password }, request, reply }) => {
    const usernameKey = accounts.usernameKeyOf(username)
    const device = readDevice(request, usernameKey)
    await throttleSignIns(request, device)
    const attempt = { usernameKey, password, ...sourceOf(request), device, reqId: request.id }
    return sendSignIn(request, reply, await signIns.signIn(attempt, clock.now()))
  })

  route(app, contract.loginByLink, async ({ body, request, reply }) => {
    await requireLink(request, body.word)
    return sendSignIn(request, reply, await signInByLink(db, body.word, sourceOf(request), clock.now()))
  })

  route(app, contract.register, async ({ body, request, reply }) => {
    const viewer = await request.viewer()
    if (viewer?.isOwner) {
      if (body.isOwner) await requirePassword(viewer, request, body.currentPassword)
      return accounts.userView(await accounts.registerUser(db, { ...body, by: 'owner', actor: viewer }, clock.now()))
    }
    await throttleRegistering(request)
    if (!(await readSettings(db)).registration && (await hasAnyOwner())) throw new AppError('registration_off')
    const source = sourceOf(request)
    const actor = { username: body.username, address: source.address }
    return sendSignIn(request, reply, await signIns.register({ ...body, by: 'self', actor }, source, clock.now()))
  })

  route(app, contract.logout, async ({ request, reply }) => {
    const viewer = await request.viewer()
    if (viewer) await endLoginSession(db, viewer.sessionId)
    clearSessionCookie(reply)
  })

  route(app, contract.listUsers, async () => (await listUserRows(db)).map(accounts.listedUserView))

  route(app, contract.createUser, async ({ body, owner, request }) => {
    const { currentPassword, ...account } = body
    if (body.role === 'owner' || body.duties?.length) await requirePassword(owner, request, currentPassword)
    // Nothing of a password is stored under the key.
    const attempt = attemptOf(contract.createUser, request, { ...account, password: undefined })
    return accounts.createAccount(db, { ...account, attempt }, owner, clock.now())
  })

  route(app, contract.changeUser, async ({ params, body, owner, request }) => {
    await requirePassword(owner, request, body.currentPassword)
    return accounts.listedUserView(await accounts.changeRights(db, { id: params.id, ...body }, owner, clock.now()))
  })

  route(app, contract.resetPassword, async ({ params, body, owner, request }) => {
    await requirePassword(owner, request, body.currentPassword)
    const { password } = body
    await accounts.setPassword(db, { id: params.id, password, ownSessionId: owner.sessionId }, owner, clock.now())
  })

  route(app, contract.createUserLink, async ({ params, body, owner, request }) => {
    await requirePassword(owner, request, body.currentPassword)
    const word = await accounts.makeUserLink(db, params.id, owner, clock.now())
    // After the #, the word reaches neither a server's log nor a preview of the link.
    return { link: `/auth#link=${word}` }
  })

  route(app, contract.removeUser, async ({ params, body, owner, request }) => {
    await requirePassword(owner, request, body.currentPassword)
    await accounts.removeAccount(db, params.id, owner, clock.now())
  })
}

function programRoutes({ app, db, clock }: AreaBase): void {
  route(app, programContract.listPrograms, () => readPrograms(db))
  route(app, programContract.createProgram, ({ body, owner }) => addProgram(db, body, owner, clock.now()))
  route(app, programContract.removeProgram, ({ params, owner }) => revokeProgram(db, params.id, owner, clock.now()))
}
