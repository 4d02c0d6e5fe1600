import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/platform/app-error.ts'
import type { AreaParts } from '#server/platform/area.ts'
import { addressKey } from '#server/platform/http/edge/address.ts'
import { route } from '#server/platform/http/route.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { readTogether } from '#server/platform/limits/read-together.ts'
import { throttle } from '#server/platform/limits/throttle.ts'
import type { User } from '#shared/contracts/accounts.ts'
import * as contract from '#shared/contracts/accounts.ts'
import { deviceFor, forgetSession, sendDevice, sendSession, sessionToken } from './cookies.ts'
import { endLoginSession } from './login-sessions.ts'
import { hasOwner, listUserRows } from './repo.ts'
import { keyOf, registerUser, userView } from './service.ts'
import type { SignedInNow, SignInDesk } from './sign-in.ts'
import { changeRole, createAccount, listedUserView, removeAccount, setPassword } from './users.ts'

/** For how long after signing in the password is not asked for again. */
const JUST_SIGNED_IN_MS = 15 * 60_000

export function accountRoutes({ app, db, clock, isSecure }: AreaParts, desk: SignInDesk): void {
  const throttleRegistering = throttle(app, 20, 15 * 60_000)

  function sendSignIn(request: FastifyRequest, reply: FastifyReply, { user, token }: SignedInNow): User {
    sendSession(request, reply, token, isSecure)
    sendDevice(request, reply, user.usernameKey, isSecure)
    return userView(user)
  }

  const fromOf = (request: FastifyRequest) => ({ address: addressKey(request.ip), earlier: sessionToken(request) })

  /**
   * Asks owners for their own password before changes of users, unless they have just signed in: a tablet
   * that was left open, or a stolen cookie, is not enough (docs/product.md#accounts-own-password).
   */
  async function requirePassword(owner: Viewer, request: FastifyRequest, password: string | undefined): Promise<void> {
    const now = clock.now()
    const { username, address, signedInAt } = owner
    if (now.getTime() - signedInAt.getTime() < JUST_SIGNED_IN_MS) return
    if (password === undefined) throw new AppError('wrong_password')
    const device = deviceFor(request, keyOf(username))
    await desk.check({ username, password, address, device }, now).catch((error: unknown) => {
      // A 401 would say that nobody is signed in.
      throw error instanceof AppError && error.code === 'invalid_credentials' ? new AppError('wrong_password') : error
    })
  }

  route(app, contract.getCurrentUser, async ({ request }) => {
    const viewer = await request.viewer()
    if (!viewer) throw new AppError('unauthorized')
    return userView({ id: viewer.userId, username: viewer.username, isOwner: viewer.isOwner })
  })

  const isThereAnOwner = readTogether(() => hasOwner(db))
  route(app, contract.getSetup, async () => ({ needsOwner: !(await isThereAnOwner()) }))

  route(app, contract.login, async ({ body, request, reply }) => {
    const device = deviceFor(request, keyOf(body.username))
    return sendSignIn(request, reply, await desk.signIn({ ...body, ...fromOf(request), device }, clock.now()))
  })

  route(app, contract.register, async ({ body, request, reply }) => {
    const viewer = await request.viewer()
    if (viewer?.isOwner) {
      if (body.isOwner) await requirePassword(viewer, request, body.currentPassword)
      return userView(await registerUser(db, { ...body, by: 'owner', actor: viewer }, clock.now()))
    }
    await throttleRegistering(request)
    const from = fromOf(request)
    const actor = { username: body.username, address: from.address }
    return sendSignIn(request, reply, await desk.register({ ...body, by: 'self', actor }, from, clock.now()))
  })

  route(app, contract.logout, async ({ request, reply }) => {
    const viewer = await request.viewer()
    if (viewer) await endLoginSession(db, viewer.sessionId)
    forgetSession(reply)
    return undefined
  })

  route(app, contract.listUsers, async () => (await listUserRows(db)).map(listedUserView))

  route(app, contract.createUser, async ({ body, owner, request }) => {
    if (body.role === 'owner') await requirePassword(owner, request, body.currentPassword)
    return listedUserView(await createAccount(db, body, owner, clock.now()))
  })

  route(app, contract.changeUser, async ({ params, body, owner, request }) => {
    await requirePassword(owner, request, body.currentPassword)
    return listedUserView(await changeRole(db, params.id, body.role, owner, clock.now()))
  })

  route(app, contract.resetPassword, async ({ params, body, owner, request }) => {
    await requirePassword(owner, request, body.currentPassword)
    const { password } = body
    await setPassword(db, { id: params.id, password, asking: owner.sessionId }, owner, clock.now())
    return undefined
  })

  route(app, contract.removeUser, async ({ params, body, owner, request }) => {
    await requirePassword(owner, request, body.currentPassword)
    await removeAccount(db, params.id, owner, clock.now())
    return undefined
  })
}
