import * as z from 'zod/mini'
import type { BackupState } from '#shared/contracts/backups.ts'
import type { BeforeService, ServerCheck } from '#shared/contracts/before-service.ts'
import { SERVER_CHECKS } from '#shared/contracts/before-service.ts'
import type { CateringEvent } from '#shared/contracts/catering.ts'
import type { Hours } from '#shared/contracts/hours.ts'
import { type MenuItem, menuItemSchema } from '#shared/contracts/menu/menu.ts'
import { dishInputSchema } from '#shared/contracts/menu/menu-editing.ts'
import type { Order, PlacedOrder, Ticket } from '#shared/contracts/orders.ts'
import type { ListedReservation } from '#shared/contracts/reservations.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import type { SharedLine } from '#shared/contracts/shared-sessions.ts'
import type { Whatsapp } from '#shared/contracts/whatsapp.ts'
import { UNUSED_FIELDS } from '#shared/domain/menu/published-dish.ts'
import { ticketOnPaper } from '#shared/domain/printing/printing.fixture.ts'
import { DEFAULT_SETTINGS } from '#shared/domain/settings.ts'

/** The settings as a guest reads them. */
export const SETTINGS: Settings = { ...DEFAULT_SETTINGS, restaurantName: 'Masa', suggestions: false }

/** A restaurant without opening hours. */
export const ALWAYS_OPEN: Hours = {
  open: true,
  lastOrders: false,
  until: null,
  opensAt: null,
  today: [],
  reservations: false,
  pickup: { on: false, asap: false },
}

export const CLOSED: Hours = { ...ALWAYS_OPEN, open: false, opensAt: '2031-06-05T15:00:00.000Z' }

/** WhatsApp without an account. */
export const NOT_CONFIGURED: Whatsapp = { configured: false, state: 'ok', reason: null, lastAt: null, waiting: 0 }

/** A dish for tests; each test passes only the fields that matter to it. Optional fields are empty. */
export const sampleDish = (fields: Partial<MenuItem> = {}): MenuItem => ({
  ...z.parse(menuItemSchema, {
    ...UNUSED_FIELDS,
    ...z.parse(dishInputSchema, {
      name: 'Sour soup',
      nameRo: 'Ciorbă',
      description: 'With bread',
      descriptionRo: 'Cu pâine',
      price: 2850,
      category: 'Soups',
      categoryRo: 'Ciorbe',
    }),
    id: 7,
    soldOutUntil: null,
    position: 1,
    version: 1,
  }),
  ...fields,
})

/** What a dish's form sends: the dish without what the server adds to it. */
export function sentDish(dish: MenuItem) {
  const { id, nameIsFallback, soldOutUntil, position, version, ...stored } = dish
  const { hasOptions, fromPrice, requiredAllergenCodes, partsUndeclared, ...more } = stored
  const { unmet, portionsLeft, categoryServedHours, offer, ...sent } = more
  return sent
}

/** A line of a shared cart, of the sample dish. */
export const sampleSharedLine = (fields: Partial<SharedLine> = {}): SharedLine => ({
  ...{ id: 1, participantId: 'a-participant-of-the-table', guestName: 'Ana', menuItemId: 7 },
  ...{ name: 'Sour soup', nameRo: 'Ciorbă', price: 2850, isOrderable: true, quantity: 2, notes: null, options: [] },
  ...fields,
})

/** An order for tests; each test passes only the fields that matter to it. */
export function sampleOrder(fields: Partial<Order> = {}): Order {
  return {
    id: 1,
    customerName: 'Radu Ionescu',
    phoneNumber: '40723118402',
    email: null,
    diningOption: 'takeaway',
    tableId: null,
    tableNumber: null,
    tableLabel: null,
    movedFrom: null,
    notes: null,
    total: 5700,
    currency: 'lei',
    status: 'pending',
    version: 1,
    createdAt: '2026-11-20T17:42:00.000Z',
    pickupAt: null,
    asap: false,
    updatedAt: '2026-11-20T17:42:00.000Z',
    seenAt: null,
    items: [
      {
        id: 1,
        menuItemId: 7,
        quantity: 2,
        removedQuantity: 0,
        name: 'Sour soup',
        nameRo: 'Ciorbă',
        price: 2850,
        notes: null,
        guestName: null,
        options: [],
        rule: null,
        partOf: null,
        cooked: true,
        doneAt: null,
      },
    ],
    tickets: [],
    prints: [],
    ...fields,
  }
}

/** The server's response to a new order. */
export const placedOrder = (fields: Partial<PlacedOrder> = {}): PlacedOrder => ({
  ...sampleOrder(),
  orderToken: 'a-token-of-this-order',
  ...fields,
})

/** A catering event for tests; each test passes only the fields that matter to it. */
export const sampleEvent = (fields: Partial<CateringEvent> = {}): CateringEvent => ({
  id: 3,
  customerName: 'Ana Pop',
  customerEmail: 'ana@example.com',
  customerPhone: '40712345678',
  eventDate: '2026-12-12',
  numberOfGuests: 40,
  discount: 10,
  notes: 'Fără nuci',
  language: 'ro',
  status: 'pending',
  currency: 'lei',
  items: [
    {
      id: 1,
      menuItemId: 7,
      quantity: 40,
      name: 'Sour soup',
      nameRo: 'Ciorbă',
      priceAtTimeOfEvent: 2850,
      options: [],
      allergenCodes: [],
      allergensChecked: true,
      allergens: null,
    },
  ],
  total: 114_000,
  totalAfterDiscount: 102_600,
  validUntil: '2026-12-05',
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
  ...fields,
})

/** A guest's reservation, far from today, which nobody has seen. */
export const sampleReservation = (fields: Partial<ListedReservation> = {}): ListedReservation => ({
  ...{ id: 1, at: '2031-11-20T17:30:00.000Z', until: '2031-11-20T19:30:00.000Z', party: 4, name: 'Ioana' },
  ...{ phoneNumber: '40712345678', notes: null, language: 'ro', status: 'confirmed', tableIds: [47] },
  ...{ source: 'guest', seenAt: null, seatedAt: null, problem: null },
  ...{ createdAt: '2026-11-20T08:00:00.000Z', version: 1, before: { visits: 0, noShows: 0 } },
  ...fields,
})

/** Backups are made, but there is none yet. */
export const NO_BACKUP: BackupState = {
  ...{ lastAt: null, failed: false, reason: null, sameDisk: false, running: false, automatic: true, restoredAt: null },
}

/** What the server's checks find: nothing that needs attention, but for what `changed` says. */
export function serviceFacts(
  changed: Partial<Record<ServerCheck['name'], Partial<ServerCheck>>> = {},
  more: Partial<Omit<BeforeService, 'checks'>> = {},
): BeforeService {
  const checkOf = (name: ServerCheck['name']): ServerCheck => ({
    ...{ name, group: 'guests', state: 'ok', title: `Title of ${name}`, text: `Text of ${name}`, way: null },
    ...changed[name],
  })
  return {
    // Only a restored copy has that check.
    checks: SERVER_CHECKS.filter((name) => name !== 'restored' || changed.restored).map(checkOf),
    backup: NO_BACKUP,
    forgottenDay: null,
    ...more,
  }
}

/** A ticket for tests, with the given fields changed. */
export function sampleTicket(fields: Partial<Ticket> = {}): Ticket {
  return { ...ticketOnPaper({ at: '2026-11-20T17:42:00.000Z' }), id: 1, ...fields }
}
