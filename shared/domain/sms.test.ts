import { describe, expect, it } from 'vitest'
import { isReachable, smsLink } from './sms.ts'

describe('contacting a customer', () => {
  it('opens a message to the international number with its words', () => {
    expect(smsLink('40723118402', 'Comanda #12: 2× Ciorbă & pâine\nTotal 57.00 LEI')).toBe(
      'sms:+40723118402?body=Comanda%20%2312%3A%202%C3%97%20Ciorb%C4%83%20%26%20p%C3%A2ine%0ATotal%2057.00%20LEI',
    )
  })

  it('leaves a number that cannot be read as it was typed', () => {
    expect(smsLink('12 34 (ask)', '')).toBe('sms:1234?body=')
  })

  it('is not offered for the number that is nobody’s', () => {
    expect(isReachable('0000000000')).toBe(false)
    expect(isReachable('40723118402')).toBe(true)
  })
})
