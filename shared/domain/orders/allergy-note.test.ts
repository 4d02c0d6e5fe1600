import { describe, expect, it } from 'vitest'
import { warnsOfAllergy } from './allergy-note.ts'

describe('warnsOfAllergy', () => {
  it.each([
    'alergie la nuci',
    'Alergică la lactate!',
    'ALERGII: arahide',
    'am alergie',
    'copil cu intoleranță la lactoză',
    'boală celiacă',
    'șoc anafilactic la pește',
    'nut allergy',
    'ALLERGIC to shellfish',
    'no gluten (coeliac)',
    'I carry an EpiPen',
    'fără nuci,alergie',
  ])('warns: %s', (note) => expect(warnsOfAllergy(note)).toBe(true))

  it.each([null, '', 'fără lămâie', 'bine făcut', 'energic', 'unul fără sare', 'no salt'])('is silent: %s', (note) =>
    expect(warnsOfAllergy(note)).toBe(false),
  )
})
