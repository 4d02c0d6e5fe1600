import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readWording } from '../contracts/base/wording.ts'
import { ERRORS } from '../contracts/errors.ts'
import { customerFields } from '../contracts/orders.ts'
import { joinSession } from '../contracts/shared-sessions.ts'
import { inLanguage, type WordPairs } from './pairs.ts'
import { dashboard } from './words/dashboard.ts'
import { deferred } from './words/deferred.ts'
import { firstView } from './words/first-view.ts'
import { fiscal } from './words/fiscal.ts'
import { DICTIONARIES } from './words/index.ts'
import { overlays } from './words/overlays.ts'
import { reserveWords } from './words/reserve.ts'
import { service } from './words/service.ts'

/** Returns the texts of a dictionary, each with its full key. */
function flatten(words: object, prefix = ''): [key: string, text: unknown][] {
  return Object.entries(words).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? flatten(value, `${prefix}${name}.`) : [[prefix + name, value]],
  )
}

/** Returns the keys of parts of the words. */
const keysOf = (...parts: WordPairs[]) => parts.flatMap((part) => flatten(inLanguage(part, 'en'))).map(([key]) => key)

const english = new Map(flatten(DICTIONARIES.en))
const romanian = new Map(flatten(DICTIONARIES.ro))
const both = [...romanian].map(([key, text]) => [key, String(english.get(key)), String(text)] as const)

/** Returns the distinct placeholders of a text. Ignores {{count}} in the `one` form, which may omit it. */
function placeholders(key: string, text: string): string[] {
  const names = [...new Set(text.match(/\{\{?[^{}]*\}?\}/g))].sort()
  return key.endsWith('_one') ? names.filter((name) => name !== '{{count}}') : names
}

/** Texts that are the same in both languages: names, units, signs, and texts specified in Romanian only. */
const SAME_IN_BOTH = [
  'printers.kindNames.star',
  'printers.kindChoices.star',
  'printers.port',
  'beforeService.server.name',
  'orders.total',
  'calendar.calendar',
  'cart.total',
  'customers.segment',
  'customers.segments.vip',
  'menuEditor.price.major.eur_one',
  'menuEditor.price.major.lei_one',
  'menuEditor.price.minor.eur_one',
  'menuEditor.price.minor.lei_one',
  'menu.adultsOnly',
  'orderStatus.more',
  'menu.allergens.gluten',
  'menu.allergens.lupin',
  'menu.nutrition.grams',
  'menu.nutrition.energy',
  'menu.nutrition.notAvailable',
  'menu.tags.gluten',
  'menu.tags.italian',
  'menu.tags.premium',
  'menu.tags.special',
  'menu.tags.vegan',
  'menu.tags.vegetarian',
  'firstSteps.later.prices',
  'menu.zoom.percent',
  'menuImports.columns.id',
  'orders.hours',
  'orders.minutes',
  'orders.newOrder',
  'orders.newOrderDescription',
  'orders.sms.line',
  'orders.sms.total',
  'payments.exact',
  'printing.atStation',
  'printing.paper.copy',
  'printing.print',
  'settings.payments.kinds.card',
  // Specified in Romanian only.
  'promotionEditor.active',
  'promotionEditor.inactive',
  'settings.eur',
  'settings.lei',
  'settings.tabs.restaurant',
  'settings.tabs.whatsapp',
  'users.programs.token',
  'checkout.privacyContact',
  'checks.whatsapp.name',
]

/** Texts in which no noun follows the number: "and 20 more", "20 added". */
const COUNTED_WITHOUT_NOUN = ['menuImports.lastAdded_other', 'menuImports.lastChanged_other', 'floor.occupied_other']

/** Placeholders that stand for words, sums, moments or names, not for a number of things. */
const NOT_COUNTS = new Set(
  (
    'age amount at before controller day dish events first free from guest id is length moment name names now numbers ' +
    'percent period reason size table time tip title total until username who'
  ).split(' '),
)

/** Words after a number that are no nouns: a unit ("15 min"), or the rest of the sentence ("2 of 5"). */
const NOT_NOUNS = new Set('and d din done g gata h in kcal kJ left min more ms of ready to z și'.split(' '))

/** Words before a number that is a name: "Table 5 is free". */
const NUMBERED = /(?:table|promotion|report|step|dish|masa|mesei|promoția|raportul|pasul|preparatul|locul|number) $/i

describe('the dictionaries', () => {
  it('have the same keys, in the same order', () => {
    expect(both.length).toBeGreaterThan(300)
    expect([...romanian.keys()]).toEqual([...english.keys()])
  })

  it('have the same placeholders in each text', () => {
    const differing = both.filter(
      ([key, text, translated]) => String(placeholders(key, text)) !== String(placeholders(key, translated)),
    )
    expect(differing).toEqual([])
  })

  it('have a text for every key', () => {
    for (const dictionary of [english, romanian]) {
      const empty = [...dictionary].filter(
        ([, text]) => typeof text !== 'string' || text.trim() !== text || text === '',
      )
      expect(empty).toEqual([])
    }
  })

  it('use composed comma-below letters in Romanian', () => {
    const legacy = both.flatMap(([key, ...texts]) =>
      texts.filter((text) => /[şţŞŢ]/.test(text) || text !== text.normalize('NFC')).map((text) => [key, text]),
    )
    expect(legacy).toEqual([])
  })

  it('use the quotation marks of each language, and no straight ones', () => {
    const wrong = both.filter(([, text, translated]) => /["„]/.test(text) || /["“]/.test(translated))
    expect(wrong).toEqual([])
  })

  it('have “de” in Romanian between a number from 20 on and its noun', () => {
    const counted = [...romanian].filter(
      ([key, text]) => key.endsWith('_other') && /\{\{count(, number)?\}\}/.test(String(text)),
    )
    expect(counted.length).toBeGreaterThan(3)
    const withoutDe = counted.filter(([, text]) => !/\{\{count(, number)?\}\} de /.test(String(text)))
    expect(withoutDe.map(([key]) => key)).toEqual(COUNTED_WITHOUT_NOUN)
  })

  it('have a form for each kind of count where a noun follows the number', () => {
    const counted = [...english, ...romanian].filter(([key, value]) => {
      const text = String(value)
      const hasForms = /_(?:one|few|other)$/.test(key)
      return [...text.matchAll(/\{\{(\w+)(?:, number)?\}\}\s(?=(\p{L}+))/gu)].some(
        ({ index, 1: name = '', 2: next = '' }) =>
          !(hasForms && name === 'count') &&
          !NOT_COUNTS.has(name) &&
          !NOT_NOUNS.has(next) &&
          !NUMBERED.test(text.slice(0, index)),
      )
    })
    expect(counted).toEqual([])
  })

  it('have no “de” in Romanian between one and its noun', () => {
    const withDe = [...romanian].filter(
      ([key, text]) => key.endsWith('_one') && /\{\{count(, number)?\}\} de /.test(String(text)),
    )
    expect(withDe).toEqual([])
  })

  it('speak of several things only with a number above one', () => {
    const several = both.filter(
      ([key, ...texts]) =>
        !/_(?:one|few|other)$/.test(key) &&
        /\{\{count/.test(texts.join()) &&
        /several|mai multor|mai multe/.test(texts.join()),
    )
    expect(several).toEqual([])
  })

  it('name no setting of the environment and no file to an owner', () => {
    const pages = new Set(keysOf(dashboard, service))
    const technical = both.filter(
      ([key, ...texts]) => pages.has(key) && /[A-Z]{2,}_[A-Z]{2,}|docs\//.test(texts.join()),
    )
    expect(technical).toEqual([])
  })

  it('speak to owners of online storage, never of a bucket', () => {
    const pages = new Set(keysOf(dashboard, service))
    const technical = both.filter(([key, ...texts]) => pages.has(key) && /bucket/i.test(texts.join()))
    expect(technical).toEqual([])
  })

  it('use one word for each thing in Romanian', () => {
    const texts = [dashboard, service]
      .flatMap((part) => flatten(inLanguage(part, 'ro')))
      .map(([, text]) => text)
      .join('\n')
    for (const word of ['Generare', 'Anterioare', 'într-un preparat', 'Pe locul', 'la personal', 'Servită'])
      expect(texts).not.toContain(word)
    expect(romanian.get('orders.undo')).toBe('Reveniți')
    expect(romanian.get('allergens.done')).toBe('Am ales')
  })

  it('translate every text except the listed ones', () => {
    const same = both.filter(([, text, translated]) => text === translated).map(([key]) => key)
    expect(same.sort()).toEqual([...SAME_IN_BOTH].sort())
  })

  it('have both forms of English', () => {
    const stems = new Set(
      [...english.keys()].flatMap((key) => /^(.*)_(?:zero|one|two|few|many|other)$/.exec(key)?.[1] ?? []),
    )
    expect(stems.size).toBeGreaterThan(3)
    for (const stem of stems) {
      expect([...english.keys()].filter((key) => new RegExp(`^${stem}_[a-z]+$`).test(key))).toEqual(
        ['one', 'other'].map((form) => `${stem}_${form}`),
      )
    }
  })

  it('have a message for each error code of the server', () => {
    const codes = Object.keys(ERRORS)
    expect(codes.length).toBeGreaterThan(15)
    expect(codes.filter((code) => !english.has(`errors.${code}`) || !romanian.has(`errors.${code}`))).toEqual([])
  })

  it('have a text for every message key of the contracts', () => {
    const folder = new URL('../contracts/', import.meta.url)
    const sources = readdirSync(fileURLToPath(folder), { encoding: 'utf8', recursive: true })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    const keys = new Set(
      sources.flatMap((text) => text.match(/(?<=')(?:validation\.\w+|\w+(?:Required|Invalid))(?=')/g) ?? []),
    )
    expect([...keys]).toEqual(expect.arrayContaining(['nameRequired', 'emailInvalid', 'validation.unprintable']))
    expect([...keys].filter((key) => !english.has(key))).toEqual([])
  })
})

describe('the parts of the dictionaries', () => {
  const ofGuests = new Set(keysOf(firstView, overlays, deferred))
  const pages = new Set(keysOf(firstView, overlays, deferred, dashboard, service, fiscal, reserveWords))

  it.each([
    ['customerName', customerFields.customerName],
    ['phoneNumber', customerFields.phoneNumber],
    ['email', customerFields.email],
    ['notes', customerFields.notes],
    ['the name at a table', joinSession.body.shape.name],
  ])('include the messages for an invalid %s in those of guests’ forms', (_, field) => {
    const wrong = [undefined, '', 'a', 'no address', '\u0007'.repeat(20), 'long'.repeat(1000)]
    const messages = wrong.flatMap((input) => field.safeParse(input).error?.issues ?? []).map(({ message }) => message)
    expect(messages).not.toEqual([])
    const keys = messages.map((message) => readWording(message).key)
    expect(keys.filter((key) => !ofGuests.has(key) && !ofGuests.has(`${key}_other`))).toEqual([])
  })

  it('include every key that pages use, except messages that the server sends in responses', () => {
    const folder = new URL('../../client/', import.meta.url)
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.(test|fixture))\.tsx?$/.test(name))
      .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    const keysInSources = new Set(sources.flatMap((text) => text.match(/(?<=['"`])\w+(?:\.\w+)+(?=['"`])/g) ?? []))
    const usedKeys = [...keysInSources].filter((key) => english.has(key))
    expect(usedKeys).toEqual(expect.arrayContaining(['errors.internal', 'offline.youAre', 'menu.title']))
    expect(usedKeys.filter((key) => !pages.has(key))).toEqual([])
  })
})

describe('the specified texts', () => {
  it.each([
    'nameRequired',
    'phoneRequired',
    'emailInvalid',
    'cart.validation.nameRequired',
    'cart.orderError',
    'cart.orderErrorDescription',
    'errors.sessionCreation',
    'errors.connection',
    'errors.connectionDescription',
    'errors.websocket',
    'errors.orderCreation',
    'errors.orderCompletion',
    'errors.orderCompletionDescription',
    'userCreateError',
  ])('include one for the key %s in both languages', (key) => {
    expect(english.get(key)).toEqual(expect.any(String))
    expect(romanian.get(key)).toEqual(expect.any(String))
  })

  it.each([
    ['nameRequired', 'Name must be at least 2 characters'],
    ['phoneRequired', 'Please enter a valid phone number'],
    ['emailInvalid', 'Please enter a valid email address'],
    ['validation.usernameRequired', 'Username is required'],
    ['validation.passwordLength', 'Password must be at least 6 characters'],
    ['validation.phoneNumberRequired', 'Phone number is required'],
    ['validation.phoneNumberFormat', 'Phone number must be in format: 40XXXXXXXXX'],
    ['errors.no_table_selected', 'No table selected'],
    ['errors.delivery_unavailable', 'Delivery is not available yet'],
    ['errors.invalid_credentials', 'Invalid username or password'],
    ['errors.username_taken', 'Username already exists'],
    ['errors.sessionCreation', 'Failed to join the session'],
    ['errors.owner_exists', 'Only an owner can create another owner'],
    ['auth.headline', 'Restaurant CRM'],
    ['auth.tagline', 'Manage your restaurant and connect with customers efficiently'],
    ['auth.welcome', 'Welcome'],
    ['auth.description', 'Sign in to your account or create a new one'],
    ['auth.login', 'Login'],
    ['auth.register', 'Register'],
    ['auth.isOwner', 'Is Owner (Admin privileges)'],
    ['auth.loggingIn', 'Logging in...'],
    ['auth.creatingAccount', 'Creating account...'],
    ['auth.loginSuccessful', 'Login successful'],
    ['auth.welcomeBack', 'Welcome back, {{username}}'],
    ['auth.registrationSuccessful', 'Registration successful'],
    ['auth.loggedOut', 'Logged out'],
    ['landing.viewMenu', 'View Menu'],
    ['notFound.title', '404 Page Not Found'],
    ['orders.updated', 'Order Updated'],
    ['orders.newOrder', 'Comandă nouă!'],
    ['orders.newOrderDescription', 'Comanda #{{id}} a fost primită.'],
    ['orders.item', 'Item #{{id}}'],
    ['orders.updateFailed', 'Failed to update order status'],
    ['validation.promotionTitle', 'Title is required'],
    ['validation.promotionTitleRo', 'Romanian title is required'],
    ['validation.promotionDescription', 'Description is required'],
    ['validation.promotionDescriptionRo', 'Romanian description is required'],
    ['validation.promotionDates', 'Start date must be before or equal to end date'],
    ['validation.promotionTime', 'Invalid time format. Use HH:MM format'],
    ['validation.promotionHoursBoth', 'Both start and end hours must be provided when using time restrictions'],
    ['validation.promotionHours', 'Start hour must be before end hour. For hours past midnight, add two promotions'],
    ['errors.promotion_image_too_large', 'Image size must be less than 5MB'],
    ['promotionEditor.active', 'Activă'],
    ['promotionEditor.inactive', 'Inactivă'],
    ['promotionEditor.moveFailed', 'Failed to move promotion'],
    ['promotionEditor.updateFailed', 'Failed to update promotion'],
    ['promotionEditor.toggleFailed', 'Failed to toggle promotion'],
    ['promotionEditor.deleteFailed', 'Failed to delete promotion'],
    ['settings.updateFailed', 'Failed to update settings. Please try again.'],
    ['live.connectionLost', 'Connection lost. Trying to reconnect...'],
    ['sharedTable.connectionLost', 'Connection lost. Trying to reconnect...'],
    ['cart.orderError', 'Error placing order. Please try again.'],
    ['cart.validation.nameRequired', 'Name must be at least 2 characters'],
    ['checkout.payTakeaway', 'Order with obligation to pay · {{total}}'],
  ])('have for the key %s the English text %j', (key, text) => {
    expect(english.get(key)).toBe(text)
  })

  it('name the two currencies Lei and Euro', () => {
    expect([english.get('settings.lei'), english.get('settings.eur')]).toEqual(['Lei', 'Euro'])
  })

  it('have the legally required label of the order button in Romanian', () => {
    expect(romanian.get('checkout.payTakeaway')).toBe('Comandă cu obligație de plată · {{total}}')
  })

  it('are Romanian in both languages if they are specified in Romanian only', () => {
    expect(romanian.get('orders.newOrder')).toBe(english.get('orders.newOrder'))
    expect(romanian.get('orders.newOrderDescription')).toBe(english.get('orders.newOrderDescription'))
  })
})
