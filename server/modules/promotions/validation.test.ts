import { describe, expect, it } from 'vitest'
import { jpegOfSize, plainPicture } from '#server/testing/pictures.ts'
import { imagePart, LUNCH, promotionsFixture } from '#server/testing/promotions.ts'
import { MAX_IMAGE_BYTES } from '#shared/contracts/pictures.ts'

const { add, change, create, listAll } = promotionsFixture()

const MESSAGES = {
  title: 'Title is required',
  titleRo: 'Romanian title is required',
  description: 'Description is required',
  descriptionRo: 'Romanian description is required',
  date: 'Enter a date from 2000 to 2099',
  dates: 'Start date must be before or equal to end date',
  time: 'Invalid time format. Use HH:MM format',
  weekdays: 'Choose at least one day of the week',
  long: 'At most 120 characters',
  both: 'Both start and end hours must be provided when using time restrictions',
  hours: 'Start hour must be before end hour. For hours past midnight, add two promotions',
  size: 'Image size must be less than 5MB',
  type: 'Only JPG, PNG and WebP images are allowed',
}

describe('the validation of promotions', () => {
  const issuesOf = async (response: ReturnType<typeof create>) => {
    const { statusCode, ...rest } = await response
    expect(statusCode).toBe(400)
    const issues = rest
      .json()
      .issues.map(({ path, message }: Record<'path' | 'message', string>) => [path, message] as const)
    // No field has two messages.
    expect(issues).toHaveLength(new Map(issues).size)
    return Object.fromEntries(issues)
  }

  it('returns all errors at once, for missing and for empty fields', async () => {
    const missing = {
      ...{ title: MESSAGES.title, titleRo: MESSAGES.titleRo },
      ...{ description: MESSAGES.description, descriptionRo: MESSAGES.descriptionRo },
      ...{ startDate: MESSAGES.date, endDate: MESSAGES.date },
    }
    expect(await issuesOf(create({}))).toEqual(missing)
    const empty = Object.fromEntries(Object.keys(missing).map((field) => [field, ' ']))
    expect(await issuesOf(create(empty))).toEqual(missing)
    const { id } = await add('Existing')
    expect(await issuesOf(change(id, empty))).toEqual(missing)
  })

  it('returns errors about days and hours together with the others', async () => {
    const long = 'x'.repeat(300)
    const days = { title: '', titleRo: long, startDate: '2026-06-21', startHour: '16:00', endHour: '12:00' }
    const expected = { title: MESSAGES.title, titleRo: MESSAGES.long, endDate: MESSAGES.dates, endHour: MESSAGES.hours }
    expect(await issuesOf(create({ ...LUNCH, ...days }))).toEqual(expected)
    const { id } = await add('Existing')
    expect(await issuesOf(change(id, { ...days, endDate: '2026-06-20' }))).toEqual(expected)
  })

  it.each([
    ['startHour', MESSAGES.time, ['24:00', '12:60', '9:00', '12', 'noon', '12:00:00', 'x'.repeat(30)]],
    ['weekdays', MESSAGES.weekdays, ['', ' ', ',', '0', '8', '1,,2', '1,x', '1.5', '-1', 'Monday', '1'.repeat(5000)]],
    [
      'startDate',
      MESSAGES.date,
      ['2026-02-29', '2026-6-1', 'tomorrow', '1999-12-31', '3000-01-01', '2026-06-10T25:00:00Z'],
    ],
  ])('rejects values of %s that are none', async (field, message, values) => {
    for (const value of values) {
      const fields = { ...LUNCH, ...(field === 'startHour' && { endHour: '23:00' }), [field]: value }
      expect(await issuesOf(create(fields))).toMatchObject({ [field]: message })
    }
  })

  it('requires both hours or none', async () => {
    expect(await issuesOf(create({ ...LUNCH, startHour: '12:00' }))).toEqual({ endHour: MESSAGES.both })
    expect(await issuesOf(create({ ...LUNCH, endHour: '12:00' }))).toEqual({ startHour: MESSAGES.both })
    expect((await create({ ...LUNCH, startHour: '12:00', endHour: '12:00' })).statusCode).toBe(201)
  })

  it('rejects a change to no weekday, and to anything else than days of the week', async () => {
    const { id } = await add('Existing')
    for (const weekdays of [[], [0], [8], [1.5], ['1'], null, 1, {}, '']) {
      expect(await issuesOf(change(id, { weekdays }))).toEqual({ weekdays: MESSAGES.weekdays })
    }
  })

  it('returns one message per field, however many errors it has', async () => {
    const tooLong = 'x'.repeat(10_000)
    const fields = {
      title: tooLong,
      imageUrl: tooLong,
      startDate: '2026-06-30',
      endDate: '2026-02-30',
      startHour: tooLong,
      endHour: tooLong,
    }
    expect(await issuesOf(create({ ...LUNCH, ...fields }))).toMatchObject({
      ...{ title: MESSAGES.long, endDate: MESSAGES.date, startHour: MESSAGES.time, endHour: MESSAGES.time },
    })
    const days = { startDate: tooLong, endDate: tooLong }
    expect(await issuesOf(create({ ...LUNCH, ...days }))).toEqual({ startDate: MESSAGES.date, endDate: MESSAGES.date })
  })

  it('limits the length of texts', async () => {
    const longest = { title: 'x'.repeat(120), titleRo: 'ș'.repeat(120), description: 'x'.repeat(500) }
    expect((await create({ ...LUNCH, ...longest })).statusCode).toBe(201)
    const long = { title: 'x'.repeat(300), titleRo: 'ș'.repeat(121), descriptionRo: 'x'.repeat(501) }
    expect(await issuesOf(create({ ...LUNCH, ...long, imageUrl: 'x'.repeat(2001) }))).toMatchObject({
      title: 'At most 120 characters',
      titleRo: 'At most 120 characters',
      descriptionRo: 'At most 500 characters',
    })
  })

  it('has its own messages for pictures', async () => {
    expect((await create(LUNCH, { parts: [imagePart(await jpegOfSize(MAX_IMAGE_BYTES))] })).statusCode).toBe(201)
    const large = await create(LUNCH, { parts: [imagePart(await jpegOfSize(MAX_IMAGE_BYTES + 1))] })
    expect([large.statusCode, large.json()]).toMatchObject([
      413,
      { message: MESSAGES.size, code: 'promotion_image_too_large' },
    ])
    const gif = imagePart(await plainPicture('red').gif().toBuffer(), 'lunch.png', 'image/png')
    const { id, updatedAt } = await add('Existing')
    for (const response of [
      await create(LUNCH, { parts: [gif] }),
      await change(id, { title: 'New' }, { parts: [gif] }),
    ]) {
      expect([response.statusCode, response.json()]).toMatchObject([
        415,
        { message: MESSAGES.type, code: 'image_type' },
      ])
    }
    expect((await listAll()).at(-1)).toMatchObject({ title: 'Existing', updatedAt })
  })
})
