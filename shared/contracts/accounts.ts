import * as z from 'zod/mini'
import { DUTIES } from '../domain/access.ts'
import { cleanUsername } from '../domain/text.ts'
import { endpoint } from './base/endpoint.ts'
import { givenPassword, id, idParams, isoMoment, mapped, text } from './base/fields.ts'
import { wording } from './base/wording.ts'

export const ROLES = ['owner', 'staff'] as const
export type Role = (typeof ROLES)[number]

export const userSchema = z.object({
  id,
  username: z.string(),
  isOwner: z.boolean(),
  role: z.enum(ROLES),
  /** The duties of the user; an owner has all. */
  duties: z.array(z.enum(DUTIES)),
})
export type User = z.infer<typeof userSchema>

export const MAX_USERNAME = 50
const username = text(MAX_USERNAME, 1, 'validation.usernameRequired')
const newUsername = username.check(z.overwrite((name) => cleanUsername(name, MAX_USERNAME)))
// Hashing takes time: the upper limit keeps a long password from blocking the processor.
const newPassword = z
  .string('validation.passwordLength')
  .check(z.minLength(6, 'validation.passwordLength'), z.maxLength(200, { error: wording }))

export const credentialsSchema = z.object({ username, password: givenPassword })

/** The owner's own password, if they have not entered it within 15 minutes; 403 `wrong_password` without it. */
const currentPassword = z.optional(z.string().check(z.maxLength(200, { error: wording })))

export const registrationSchema = z.object({
  username: newUsername,
  password: newPassword,
  isOwner: z._default(z.boolean(), false),
  currentPassword,
})

export const getCurrentUser = endpoint('GET', '/api/user', 'signedIn', {
  summary: 'The signed-in user with the duties they have; an owner has all.',
  response: userSchema,
})

export const login = endpoint('POST', '/api/login', 'public', {
  summary: 'Signs in and starts a new session.',
  body: credentialsSchema,
  response: userSchema,
})

export const register = endpoint('POST', '/api/register', 'public', {
  summary: 'Creates a user and signs in; an owner who registers somebody stays signed in.',
  body: registrationSchema,
  status: 201,
  response: userSchema,
})

export const loginByLink = endpoint('POST', '/api/login/link', 'public', {
  summary: 'Signs in with the word of a link, once within ten minutes.',
  body: z.object({ word: z.string().check(z.maxLength(100, { error: wording })) }),
  response: userSchema,
})

export const logout = endpoint('POST', '/api/logout', 'public', { summary: 'Ends the session.', status: 204 })

export const getSetup = endpoint('GET', '/api/setup', 'public', {
  summary: 'Whether the first owner must still be created, and whether anybody may register.',
  response: z.object({ needsOwner: z.boolean(), registration: z.optional(z.boolean()) }),
})

/** A user as the owner sees them in the settings. */
export const listedUserSchema = z.extend(userSchema, {
  /** True if the user registered, false if an owner created the account. */
  selfRegistered: z.boolean(),
  createdAt: isoMoment,
  lastSignInAt: z.nullable(isoMoment),
})
export type ListedUser = z.infer<typeof listedUserSchema>

/** An owner's duties are ignored: owners have all. */
const dutiesOfStaff = mapped(z.array(z.enum(DUTIES)).check(z.maxLength(10)), (sent) =>
  DUTIES.filter((duty) => sent.includes(duty)),
)

export const newUserSchema = z.object({
  ...{ username: newUsername, password: newPassword, role: z._default(z.enum(ROLES), 'staff') },
  ...{ duties: z.optional(dutiesOfStaff), currentPassword },
})

export const newPasswordSchema = z.object({ password: newPassword, currentPassword })

export const listUsers = endpoint('GET', '/api/users', 'owner', {
  summary: 'All users, by name.',
  response: z.array(listedUserSchema),
})

export const createUser = endpoint('POST', '/api/users', 'owner', {
  summary:
    'Creates a user; staff may be given duties. An Idempotency-Key makes it safe to repeat; the password of the first request counts.',
  stored: 'other',
  body: newUserSchema,
  status: 201,
  response: listedUserSchema,
})

export const changeUser = endpoint('PATCH', '/api/users/:id', 'owner', {
  summary: "Changes a user's role, duties, or both; the last owner cannot become staff.",
  params: idParams,
  body: z
    .object({ role: z.optional(z.enum(ROLES)), duties: z.optional(dutiesOfStaff), currentPassword })
    .check(z.refine(({ role, duties }) => role !== undefined || duties !== undefined, 'validation.roleOrDuties')),
  response: listedUserSchema,
})

export const resetPassword = endpoint('POST', '/api/users/:id/password', 'owner', {
  summary: "Sets a user's password and ends their sessions, except the caller's.",
  params: idParams,
  body: newPasswordSchema,
  status: 204,
})

export const createUserLink = endpoint('POST', '/api/users/:id/link', 'owner', {
  summary: 'Creates a link that signs a user who is staff in once, within ten minutes; an earlier one becomes invalid.',
  params: idParams,
  body: z.object({ currentPassword }),
  status: 201,
  response: z.object({ link: z.string() }),
})

export const removeUser = endpoint('DELETE', '/api/users/:id', 'owner', {
  summary: 'Removes a user; the last owner cannot be removed.',
  params: idParams,
  body: z.object({ currentPassword }),
  status: 204,
})
