import { describe, expect, it } from 'vitest'
import { DICTIONARIES } from '../i18n/words/index.ts'
import { credentialsSchema, ROLES, registrationSchema } from './accounts.ts'

const messages = DICTIONARIES.en.validation

function issuesOf(schema: typeof credentialsSchema | typeof registrationSchema, input: unknown): string[] {
  const { success, error } = schema.safeParse(input)
  return success ? [] : error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

describe('signing in', () => {
  it.each([
    [{ username: 'ana', password: '' }, 'password: validation.passwordRequired'],
    [{ username: 'ana' }, 'password: validation.passwordRequired'],
    [{ username: 'ana', password: 123456 }, 'password: validation.passwordRequired'],
    [{ username: '', password: 'x' }, 'username: validation.usernameRequired'],
    [{ username: '   ', password: 'x' }, 'username: validation.usernameRequired'],
    [{ password: 'x' }, 'username: validation.usernameRequired'],
    [{ username: 'a\0b', password: 'x' }, 'username: validation.unprintable'],
  ])('rejects %j with %s', (input, issue) => {
    expect(issuesOf(credentialsSchema, input)).toEqual([issue])
  })

  it('requires both fields, and reports both as missing', () => {
    expect(issuesOf(credentialsSchema, {})).toEqual([
      'username: validation.usernameRequired',
      'password: validation.passwordRequired',
    ])
  })

  it('accepts passwords of 1 to 200 characters', () => {
    expect(issuesOf(credentialsSchema, { username: 'ana', password: 'x' })).toEqual([])
    expect(issuesOf(credentialsSchema, { username: 'ana', password: 'x'.repeat(200) })).toEqual([])
    expect(issuesOf(credentialsSchema, { username: 'ana', password: 'x'.repeat(201) })).toHaveLength(1)
  })

  it('trims the username and leaves the password unchanged', () => {
    expect(credentialsSchema.parse({ username: ' ana ', password: ' parolă ' })).toEqual({
      username: 'ana',
      password: ' parolă ',
    })
  })
})

describe('registering', () => {
  const good = { username: 'ana', password: '123456' }

  it('has the specified messages for username and password', () => {
    expect(messages.usernameRequired).toBe('Username is required')
    expect(messages.passwordLength).toBe('Password must be at least 6 characters')
  })

  it.each([
    [{ ...good, username: '' }, 'username: validation.usernameRequired'],
    [{ ...good, username: undefined }, 'username: validation.usernameRequired'],
    [{ ...good, username: 'an\ta\u0007' }, 'username: validation.unprintable'],
    [{ ...good, password: '12345' }, 'password: validation.passwordLength'],
    [{ ...good, password: '' }, 'password: validation.passwordLength'],
    [{ ...good, password: undefined }, 'password: validation.passwordLength'],
  ])('rejects %j with %s', (input, issue) => {
    expect(issuesOf(registrationSchema, input)).toEqual([issue])
  })

  it('accepts usernames of 1 to 50 characters and passwords of 6 to 200', () => {
    expect(issuesOf(registrationSchema, { username: 'a', password: '123456' })).toEqual([])
    expect(issuesOf(registrationSchema, { username: 'a'.repeat(50), password: 'x'.repeat(200) })).toEqual([])
    expect(issuesOf(registrationSchema, { ...good, username: 'a'.repeat(51) })).toHaveLength(1)
    expect(issuesOf(registrationSchema, { ...good, password: 'x'.repeat(201) })).toHaveLength(1)
  })

  it('has isOwner false by default', () => {
    expect(registrationSchema.parse(good).isOwner).toBe(false)
    expect(registrationSchema.parse({ ...good, isOwner: true }).isOwner).toBe(true)
  })

  it.each(['true', 1, null])('rejects isOwner %j', (isOwner) => {
    expect(issuesOf(registrationSchema, { ...good, isOwner })).toEqual([expect.stringMatching(/^isOwner: /)])
  })

  it('ignores unknown fields', () => {
    expect(registrationSchema.parse({ ...good, role: 'owner', id: 1 })).toEqual({ ...good, isOwner: false })
  })

  it('assigns one of two roles, owner or staff', () => {
    expect(ROLES).toEqual(['owner', 'staff'])
  })
})
