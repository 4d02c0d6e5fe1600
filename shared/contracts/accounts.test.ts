import { describe, expect, it } from 'vitest'
import { en } from '../i18n/en/index.ts'
import { credentialsSchema, ROLES, registrationSchema } from './accounts.ts'

const words = en.validation

function faults(schema: typeof credentialsSchema | typeof registrationSchema, input: unknown): string[] {
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
  ])('%j is refused by %s', (input, fault) => {
    expect(faults(credentialsSchema, input)).toEqual([fault])
  })

  it('needs both, and says so of both', () => {
    expect(faults(credentialsSchema, {})).toEqual([
      'username: validation.usernameRequired',
      'password: validation.passwordRequired',
    ])
  })

  it('takes a password of any length that somebody may have', () => {
    expect(faults(credentialsSchema, { username: 'ana', password: 'x' })).toEqual([])
    expect(faults(credentialsSchema, { username: 'ana', password: 'x'.repeat(200) })).toEqual([])
    expect(faults(credentialsSchema, { username: 'ana', password: 'x'.repeat(201) })).toHaveLength(1)
  })

  it('leaves a password as it was typed, and trims a username', () => {
    expect(credentialsSchema.parse({ username: ' ana ', password: ' parolă ' })).toEqual({
      username: 'ana',
      password: ' parolă ',
    })
  })
})

describe('registering', () => {
  const good = { username: 'ana', password: '123456' }

  it('says what is wrong with username and password', () => {
    expect(words.usernameRequired).toBe('Username is required')
    expect(words.passwordLength).toBe('Password must be at least 6 characters')
  })

  it.each([
    [{ ...good, username: '' }, 'username: validation.usernameRequired'],
    [{ ...good, username: undefined }, 'username: validation.usernameRequired'],
    [{ ...good, username: 'an\ta\u0007' }, 'username: validation.unprintable'],
    [{ ...good, password: '12345' }, 'password: validation.passwordLength'],
    [{ ...good, password: '' }, 'password: validation.passwordLength'],
    [{ ...good, password: undefined }, 'password: validation.passwordLength'],
  ])('%j is refused by %s', (input, fault) => {
    expect(faults(registrationSchema, input)).toEqual([fault])
  })

  it('takes usernames of 1 to 50 characters and passwords of 6 to 200', () => {
    expect(faults(registrationSchema, { username: 'a', password: '123456' })).toEqual([])
    expect(faults(registrationSchema, { username: 'a'.repeat(50), password: 'x'.repeat(200) })).toEqual([])
    expect(faults(registrationSchema, { ...good, username: 'a'.repeat(51) })).toHaveLength(1)
    expect(faults(registrationSchema, { ...good, password: 'x'.repeat(201) })).toHaveLength(1)
  })

  it('makes no owner unless asked to', () => {
    expect(registrationSchema.parse(good).isOwner).toBe(false)
    expect(registrationSchema.parse({ ...good, isOwner: true }).isOwner).toBe(true)
  })

  it.each(['true', 1, null])('does not take isOwner %j for a yes', (isOwner) => {
    expect(faults(registrationSchema, { ...good, isOwner })).toEqual([expect.stringMatching(/^isOwner: /)])
  })

  it('loses unknown fields', () => {
    expect(registrationSchema.parse({ ...good, role: 'owner', id: 1 })).toEqual({ ...good, isOwner: false })
  })

  it('knows two roles', () => {
    expect(ROLES).toEqual(['owner', 'staff'])
  })
})
