import { describe, expect, it } from 'vitest'
import { en } from '../i18n/en/index.ts'
import { settingsChangeSchema } from './settings.ts'

function faults(input: unknown): string[] {
  const { success, error } = settingsChangeSchema.safeParse(input)
  return success ? [] : error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

describe("the owner's phone number", () => {
  it('says what is wrong with it', () => {
    expect(en.validation.phoneNumberRequired).toBe('Phone number is required')
    expect(en.validation.phoneNumberFormat).toBe('Phone number must be in format: 40XXXXXXXXX')
  })

  it.each(['0712345678', '4071234567', '407123456789', '+40712345678', '40 712345678', '40712345678\n'])(
    '%j is refused',
    (ownerPhoneNumber) => {
      expect(faults({ ownerPhoneNumber })).toEqual(['ownerPhoneNumber: validation.phoneNumberFormat'])
    },
  )

  it('is required where it is sent', () => {
    expect(faults({ ownerPhoneNumber: '' })[0]).toBe('ownerPhoneNumber: validation.phoneNumberRequired')
    expect(faults({ ownerPhoneNumber: null })).toEqual(['ownerPhoneNumber: validation.phoneNumberRequired'])
  })

  it('is 40 and 9 digits', () => {
    expect(faults({ ownerPhoneNumber: '40712345678' })).toEqual([])
  })
})

describe('a change of settings', () => {
  it('names what it changes, and only that', () => {
    expect(settingsChangeSchema.parse({})).toEqual({})
    expect(settingsChangeSchema.parse({ currency: 'eur', timeZone: 'UTC', id: 2 })).toEqual({ currency: 'eur' })
  })

  it.each([{ language: 'de' }, { currency: 'usd' }, { ordersPaused: 'yes' }, { whatsappNotificationsEnabled: null }])(
    '%j is refused',
    (change) => {
      expect(faults(change)).toEqual([expect.stringMatching(`^${Object.keys(change)[0]}: `)])
    },
  )

  it('empties what is optional', () => {
    expect(settingsChangeSchema.parse({ restaurantName: '', taxNumber: null })).toEqual({
      restaurantName: null,
      taxNumber: null,
    })
  })
})
