import { describe, expect, it } from 'vitest'
import { DICTIONARIES } from '../i18n/words/index.ts'
import { settingsChangeSchema } from './settings.ts'

function issuesOf(input: unknown): string[] {
  const { success, error } = settingsChangeSchema.safeParse(input)
  return success ? [] : error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

describe("the owner's phone number", () => {
  it('has the specified messages', () => {
    expect(DICTIONARIES.en.validation.phoneNumberRequired).toBe('Phone number is required')
    expect(DICTIONARIES.en.validation.phoneNumberFormat).toBe('Phone number must be in format: 40XXXXXXXXX')
  })

  it.each(['0712345678', '4071234567', '407123456789', '+40712345678', '40 712345678', '40712345678\n'])(
    'cannot be %j',
    (ownerPhoneNumber) => {
      expect(issuesOf({ ownerPhoneNumber })).toEqual(['ownerPhoneNumber: validation.phoneNumberFormat'])
    },
  )

  it('cannot be cleared', () => {
    expect(issuesOf({ ownerPhoneNumber: '' })[0]).toBe('ownerPhoneNumber: validation.phoneNumberRequired')
    expect(issuesOf({ ownerPhoneNumber: null })).toEqual(['ownerPhoneNumber: validation.phoneNumberRequired'])
  })

  it('consists of 40 and 9 digits', () => {
    expect(issuesOf({ ownerPhoneNumber: '40712345678' })).toEqual([])
  })
})

describe('a change of settings', () => {
  it('is parsed to only the sent settings, without unknown ones', () => {
    expect(settingsChangeSchema.parse({})).toEqual({})
    expect(settingsChangeSchema.parse({ currency: 'eur', timeZone: 'UTC', id: 2 })).toEqual({ currency: 'eur' })
  })

  it.each([{ language: 'de' }, { currency: 'usd' }, { ordersPaused: 'yes' }, { whatsappNotificationsEnabled: null }])(
    'is rejected if it is %j',
    (change) => {
      expect(issuesOf(change)).toEqual([expect.stringMatching(`^${Object.keys(change)[0]}: `)])
    },
  )

  it('sets optional texts to null if they are empty', () => {
    expect(settingsChangeSchema.parse({ restaurantName: '', taxNumber: null })).toEqual({
      restaurantName: null,
      taxNumber: null,
    })
  })
})
