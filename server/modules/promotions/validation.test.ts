import { describe, expect, it } from 'vitest'
import { jpegOfSize, plainPicture } from '#server/testing/photos.ts'
import { MAX_IMAGE_BYTES } from '#shared/contracts/pictures.ts'
import { imagePart, LUNCH, promotionsFixture } from './fixtures/promotions.ts'

const { add, change, create, listAll } = promotionsFixture()

const MESSAGES = {
  en: {
    title: 'Title is required',
    titleRo: 'Romanian title is required',
    description: 'Description is required',
    descriptionRo: 'Romanian description is required',
    date: 'Enter a date',
    dates: 'Start date must be before or equal to end date',
    time: 'Invalid time format. Use HH:MM format',
    weekdays: 'Choose at least one day of the week',
    long: 'At most 120 characters',
    both: 'Both start and end hours must be provided when using time restrictions',
    hours: 'Start hour must be before end hour',
    size: 'Image size must be less than 5MB',
    type: 'Only JPG, PNG and WebP images are allowed',
  },
  ro: {
    title: 'Titlul este obligatoriu',
    titleRo: 'Titlul în română este obligatoriu',
    description: 'Descrierea este obligatorie',
    descriptionRo: 'Descrierea în română este obligatorie',
    date: 'Introduceți o dată',
    dates: 'Data de început trebuie să fie înainte de data de sfârșit sau aceeași zi',
    time: 'Ora nu are formatul corect. Folosiți formatul HH:MM',
    weekdays: 'Alegeți cel puțin o zi a săptămânii',
    long: 'Cel mult 120 de caractere',
    both: 'Dacă limitați orele, indicați atât ora de început, cât și ora de sfârșit',
    hours: 'Ora de început trebuie să fie înainte de ora de sfârșit',
    size: 'Imaginea trebuie să aibă cel mult 5 MB',
    type: 'Se acceptă doar imagini JPG, PNG și WebP',
  },
}

describe.each(['en', 'ro'] as const)('the validation of promotions (%s)', (language) => {
  const messages = MESSAGES[language]
  const headers = { 'accept-language': language }
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
      ...{ title: messages.title, titleRo: messages.titleRo },
      ...{ description: messages.description, descriptionRo: messages.descriptionRo },
      ...{ startDate: messages.date, endDate: messages.date },
    }
    expect(await issuesOf(create({}, { headers }))).toEqual(missing)
    const empty = Object.fromEntries(Object.keys(missing).map((field) => [field, ' ']))
    expect(await issuesOf(create(empty, { headers }))).toEqual(missing)
    const { id } = await add('Existing')
    expect(await issuesOf(change(id, empty, { headers }))).toEqual(missing)
  })

  it('returns errors about days and hours together with the others', async () => {
    const long = 'x'.repeat(300)
    const days = { title: '', titleRo: long, startDate: '2026-06-21', startHour: '16:00', endHour: '12:00' }
    const expected = { title: messages.title, titleRo: messages.long, endDate: messages.dates, endHour: messages.hours }
    expect(await issuesOf(create({ ...LUNCH, ...days }, { headers }))).toEqual(expected)
    const { id } = await add('Existing')
    expect(await issuesOf(change(id, { ...days, endDate: '2026-06-20' }, { headers }))).toEqual(expected)
  })

  it.each(['24:00', '12:60', '9:00', '12', 'noon', '12:00:00', 'x'.repeat(30)])(
    'rejects the hour %s',
    async (startHour) => {
      expect(await issuesOf(create({ ...LUNCH, startHour, endHour: '23:00' }, { headers }))).toEqual({
        startHour: messages.time,
      })
    },
  )

  it('requires both hours or none', async () => {
    expect(await issuesOf(create({ ...LUNCH, startHour: '12:00' }, { headers }))).toEqual({ endHour: messages.both })
    expect(await issuesOf(create({ ...LUNCH, endHour: '12:00' }, { headers }))).toEqual({ startHour: messages.both })
    expect((await create({ ...LUNCH, startHour: '12:00', endHour: '12:00' })).statusCode).toBe(201)
  })

  it.each(['', ' ', ',', '0', '8', '1,,2', '1,x', '1.5', '-1', '11', 'Monday', '1'.repeat(5000)])(
    'rejects the weekdays %j',
    async (weekdays) => {
      expect(await issuesOf(create({ ...LUNCH, weekdays }, { headers }))).toEqual({ weekdays: messages.weekdays })
    },
  )

  it('rejects a change to no weekday, and to anything else than days of the week', async () => {
    const { id } = await add('Existing')
    for (const weekdays of [[], [0], [8], [1.5], ['1'], null, 1, {}, '']) {
      expect(await issuesOf(change(id, { weekdays }, { headers }))).toEqual({ weekdays: messages.weekdays })
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
    expect(await issuesOf(create({ ...LUNCH, ...fields }, { headers }))).toMatchObject({
      ...{ title: messages.long, endDate: messages.date, startHour: messages.time, endHour: messages.time },
    })
    const days = { startDate: tooLong, endDate: tooLong }
    expect(await issuesOf(create({ ...LUNCH, ...days }, { headers }))).toEqual({
      startDate: messages.date,
      endDate: messages.date,
    })
  })

  it.each(['2026-02-29', '2026-6-1', 'tomorrow', '0000-01-01', '1999-12-31', '3000-01-01', '2026-06-10T25:00:00Z'])(
    'rejects the date %s',
    async (startDate) => {
      expect(await issuesOf(create({ ...LUNCH, startDate }, { headers }))).toMatchObject({ startDate: messages.date })
    },
  )

  it('limits the length of texts', async () => {
    const longest = { title: 'x'.repeat(120), titleRo: 'ș'.repeat(120), description: 'x'.repeat(500) }
    expect((await create({ ...LUNCH, ...longest })).statusCode).toBe(201)
    const long = { title: 'x'.repeat(300), titleRo: 'ș'.repeat(121), descriptionRo: 'x'.repeat(501) }
    expect(await issuesOf(create({ ...LUNCH, ...long, imageUrl: 'x'.repeat(2001) }, { headers }))).toMatchObject(
      language === 'en'
        ? {
            title: 'At most 120 characters',
            titleRo: 'At most 120 characters',
            descriptionRo: 'At most 500 characters',
          }
        : { title: 'Cel mult 120 de caractere', descriptionRo: 'Cel mult 500 de caractere' },
    )
  })

  it('has its own messages for pictures', async () => {
    expect((await create(LUNCH, { parts: [imagePart(await jpegOfSize(MAX_IMAGE_BYTES))] })).statusCode).toBe(201)
    const large = await create(LUNCH, { parts: [imagePart(await jpegOfSize(MAX_IMAGE_BYTES + 1))], headers })
    expect([large.statusCode, large.json()]).toMatchObject([
      413,
      { message: messages.size, code: 'promotion_image_too_large' },
    ])
    const gif = imagePart(await plainPicture('red').gif().toBuffer(), 'lunch.png', 'image/png')
    const { id, updatedAt } = await add('Existing')
    for (const response of [
      await create(LUNCH, { parts: [gif], headers }),
      await change(id, { title: 'New' }, { parts: [gif], headers }),
    ]) {
      expect([response.statusCode, response.json()]).toMatchObject([
        415,
        { message: messages.type, code: 'image_type' },
      ])
    }
    expect((await listAll()).at(-1)).toMatchObject({ title: 'Existing', updatedAt })
  })
})
