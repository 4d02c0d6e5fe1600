import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/platform/app-error.ts'
import type { AreaParts } from '#server/platform/area.ts'
import { addressKey } from '#server/platform/http/address.ts'
import { route } from '#server/platform/http/route.ts'
import { throttle } from '#server/platform/throttle.ts'
import * as contract from '#shared/contracts/accounts.ts'
import { deviceFor, forgetSession, sendDevice, sendSession } from './cookies.ts'
import { hasOwner, listUserRows, type UserRow } from './repo.ts'
import { checkCredentials, keyOf, registerUser, userView } from './service.ts'
import { endLoginSession, signInAs } from './sessions.ts'
import { changeRole, createAccount, listedUserView, removeAccount, setPassword } from './users.ts'

export function accountRoutes({ app, db, clock, isSecure }: AreaParts): void {
  const throttleRegistering = throttle(app, 20, 15 * 60_000)

  async function signIn(user: UserRow, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const token = await signInAs(db, user, clock.now())
    // The browser's earlier session ends: a session never passes to another user.
    const before = await request.viewer()
    if (before) await endLoginSession(db, before.sessionId)
    sendSession(request, reply, token, isSecure)
    sendDevice(request, reply, user.usernameKey, isSecure)
  }

  route(app, contract.getCurrentUser, async ({ request }) => {
    const viewer = await request.viewer()
    if (!viewer) throw new AppError('unauthorized')
    return userView({ id: viewer.userId, username: viewer.username, isOwner: viewer.isOwner })
  })

  route(app, contract.getSetup, async () => ({ needsOwner: !(await hasOwner(db)) }))

  route(app, contract.login, async ({ body, request, reply }) => {
    const device = deviceFor(request, keyOf(body.username))
    const user = await checkCredentials(db, { ...body, address: addressKey(request.ip), device }, clock.now())
    await signIn(user, request, reply)
    return userView(user)
  })

  route(app, contract.register, async ({ body, request, reply }) => {
    const viewer = await request.viewer()
    const byOwner = viewer?.isOwner ?? false
    if (!byOwner) await throttleRegistering(request)
    const user = await registerUser(db, { ...body, by: byOwner ? 'owner' : 'self' }, clock.now())
    if (!byOwner) await signIn(user, request, reply)
    return userView(user)
  })

  route(app, contract.logout, async ({ request, reply }) => {
    const viewer = await request.viewer()
    if (viewer) await endLoginSession(db, viewer.sessionId)
    forgetSession(reply)
    return undefined
  })

  route(app, contract.listUsers, async () => (await listUserRows(db)).map(listedUserView))

  route(app, contract.createUser, async ({ body }) => listedUserView(await createAccount(db, body, clock.now())))

  route(app, contract.changeUser, async ({ params, body }) =>
    listedUserView(await changeRole(db, params.id, body.role)),
  )

  route(app, contract.resetPassword, async ({ params, body, request }) => {
    const viewer = await request.viewer()
    await setPassword(db, params.id, body.password, viewer?.sessionId ?? null)
    return undefined
  })

  route(app, contract.removeUser, async ({ params }) => {
    await removeAccount(db, params.id)
    return undefined
  })
}
