import { registerUser, SERVER, startSession } from '#server/modules/accounts/index.ts'
import type { Duty } from '#shared/domain/access.ts'
import type { TestServer } from './app.ts'

/** Creates a staff user with these duties. @returns the cookie of a login session */
async function staffCookie({ connection: { db }, clock }: TestServer, username: string, duties: Duty[]) {
  const account = { username, password: `secret-${username}`, isOwner: false, duties }
  const { id } = await registerUser(db, { ...account, by: 'owner', actor: SERVER }, clock.now())
  return `masa_session=${await startSession(db, id, clock.now())}`
}

/** Every kind of person who uses Masa, with their cookies; guests have none. */
export type People = Record<'guest' | 'staff' | 'kitchen' | 'floor' | 'both' | 'owner', string>

/** Signs in one person of each kind. */
export async function signInPeople(server: TestServer): Promise<People> {
  return {
    guest: '',
    staff: await staffCookie(server, 'staff', []),
    kitchen: await staffCookie(server, 'kitchen', ['kitchen']),
    floor: await staffCookie(server, 'floor', ['floor']),
    both: await staffCookie(server, 'both', ['kitchen', 'floor']),
    owner: server.owner,
  }
}
