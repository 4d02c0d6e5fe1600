import * as z from 'zod/mini'
import { mapValues } from '../domain/objects.ts'
import { id, isoMoment, minorAmount } from './base/fields.ts'
import { CSV_ENCODINGS } from './menu/menu-imports.ts'

/** What the device may lack a group or a code for. */
const GROUPS = ['rate', 'none', 'deposit', 'tip', 'method'] as const
export type LackingGroup = (typeof GROUPS)[number]

/** What fiscal receipts need before they are switched on. */
export const FISCAL_MISSING = ['payments', 'currency', 'rounding', 'device', ...GROUPS] as const

/** The codes and HTTP statuses of all errors. Pages show their messages, `errors.<code>` in the dictionaries. */
export const ERRORS = {
  ...{
    invalid_input: 400,
    malformed_body: 400,
    delivery_unavailable: 400,
    no_table_selected: 400,
    party_too_large: 400,
  },
  ...{ notes_too_long: 400, options_invalid: 400, pickup_off: 400, day_not_over: 400, same_customer: 400 },
  ...{ fiscal_missing: 400, bad_rows: 400, unknown_columns: 400, asks_ids: 400, asks_encoding: 400, no_file: 400 },
  ...{ unauthorized: 401, invalid_credentials: 401, metrics_token: 401 },
  ...{ forbidden: 403, foreign_origin: 403, metrics_local: 403, owner_exists: 403, wrong_password: 403 },
  ...{ registration_off: 403, scope: 403, owners_link: 403, not_your_payment: 403, not_your_line: 403 },
  ...{ not_found: 404, table_not_found: 404, order_not_yours: 404, link_over: 404, sign_in_link_over: 404 },
  ...{ call_over: 404, session_not_found: 404 },
  ...{ username_taken: 409, table_number_taken: 409, table_in_use: 409, table_taken: 409, table_key: 409 },
  ...{ last_owner: 409, order_changed: 409, order_closed: 409, too_many_changes: 409, event_decided: 409 },
  ...{ last_line: 409, part_of_order_line: 409, not_cooked: 409, too_late: 409, claimed: 409, calls_off: 409 },
  ...{ taken: 409, printed: 409, nothing_to_print: 409, decided: 409, wrong_number: 409, printer_off: 409 },
  ...{
    too_many_printers: 409,
    too_many_programs: 409,
    too_many_webhooks: 409,
    webhook_off: 409,
    open_orders: 409,
    mixed_currencies: 409,
    bill_too_long: 409,
    payments_off: 409,
  },
  ...{ due_changed: 409, unpaid: 409, house_limit: 409, already_reversed: 409, reversal_over: 409, day_open: 409 },
  ...{ day_changed: 409, nothing_to_close: 409, whatsapp_not_configured: 409, whatsapp_no_number: 409 },
  ...{ customers_order: 409, category_exists: 409, category_name_taken: 409, category_in_use: 409 },
  ...{ place_changed: 409, backup_running: 409, dish_changed: 409, group_exists: 409, options_changed: 409 },
  ...{ settings_changed: 409, restored_copy: 409 },
  ...{ reservations_off: 409, no_table: 409, table_reserved: 409, reservation_over: 409, reservation_changed: 409 },
  ...{ ask_house: 409, too_many_rules: 409, rule_changed: 409, fiscal_open: 409 },
  ...{ option_nesting: 409, options_full: 409, menu_changed: 409, menu_not_empty: 409, import_not_undoable: 409 },
  ...{ key_reused: 409, price_changed: 409, item_unavailable: 409, orders_paused: 409, closed: 409, slot_gone: 409 },
  ...{ session_over: 409, session_closed: 409, session_full: 409, not_everybody_ready: 409, cart_full: 409 },
  ...{ image_too_large: 413, promotion_image_too_large: 413, image_pixels: 413, csv_too_large: 413, too_large: 413 },
  ...{ image_type: 415, image_broken: 415, image_heic: 415, image_avif: 415, unsupported_media_type: 415 },
  ...{ csv_workbook: 415, csv_pdf: 415, csv_picture: 415 },
  unknown_host: 421,
  ...{ too_many_requests: 429, too_many_frames: 429, call_again_later: 429 },
  internal: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof ERRORS

/** Has somebody changed an entry meanwhile, a conflict shows it as it is: the field, and the name of its schema. */
export const CHANGED_ENTRIES = {
  ...{ order: 'Order', item: 'MenuItem', optionGroup: 'OptionGroup', rule: 'PriceRule' },
  ...{ reservation: 'Reservation', settings: 'Settings' },
} as const

/** The body of every response that is not a success. */
export const errorBodySchema = z.object({
  message: z.string(),
  code: z.optional(z.string()),
  /** The id of the request, as in the header X-Request-Id and in the server's log. */
  requestId: z.optional(z.string()),
  /** Every issue of the input, with the path of its field (`items.0.quantity`). */
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** With `price_changed`: today's total and prices, in minor units. */
  total: z.optional(minorAmount),
  prices: z.optional(z.array(z.object({ menuItemId: id, price: minorAmount }))),
  /** With `price_changed`: today's prices of the chosen options, in minor units. */
  options: z.optional(z.array(z.object({ id, price: minorAmount }))),
  /** With `price_changed`: the ordered dishes that a rule lowers now, if any; `prices` and `options` are without it. */
  offers: z.optional(z.array(z.object({ menuItemId: id, percent: z.int(), roundTo: z.int() }))),
  /**
   * With `item_unavailable`: the dishes that cannot be ordered; the name is absent if the dish is deleted. With a
   * `reason`, the dish can be ordered, but not with these options.
   */
  unavailable: z.optional(
    z.array(
      z.object({
        menuItemId: id,
        name: z.optional(z.string()),
        optionId: z.optional(id),
        /** The English name of a group of options. */
        group: z.optional(z.string()),
        /** `not_served`: not at this hour. `portions`: fewer are left than were ordered. */
        reason: z.optional(z.enum(['required', 'too_many', 'sold_out', 'gone', 'not_served', 'portions'])),
        /** With `portions`: the number that is left. */
        left: z.optional(z.int()),
      }),
    ),
  ),
  /** With `closed`: when orders are taken again; null if not within 14 days. */
  opensAt: z.optional(z.nullable(isoMoment)),
  /** With `slot_gone`: the three times with room that are nearest to it. */
  nearest: z.optional(z.array(isoMoment)),
  /** With `due_changed` and `unpaid`: the due of the orders in minor units; negative: to be given back. */
  due: z.optional(z.int()),
  /** With `already_reversed`: the amount of the payment that can still be taken back. */
  left: z.optional(z.object({ amount: minorAmount, tip: minorAmount })),
  /** With `fiscal_missing`: all that fiscal receipts need and lack; `name` is that of a VAT rate or a payment method. */
  missing: z.optional(z.array(z.object({ what: z.enum(FISCAL_MISSING), name: z.string() }))),
  /** With `house_limit`: the highest amount. */
  limit: z.optional(minorAmount),
  /** With `day_changed`: the last entry. */
  lastEntry: z.optional(z.nullable(id)),
  /** With `table_taken` for a reservation: the table's number. */
  tableNumber: z.optional(z.int()),
  /** With `taken`: the name of the user who took the call. */
  takenBy: z.optional(z.string()),
  /** Not parsed, so that guests' pages need not load these schemas. */
  ...mapValues(CHANGED_ENTRIES, () => z.optional(z.unknown())),
  /** With `bad_rows`: every row that cannot be imported. */
  bad: z.optional(z.array(z.object({ line: z.int(), column: z.string(), message: z.string() }))),
  /** With `unknown_columns`: the headings of a CSV that must be settled first. */
  columns: z.optional(z.array(z.string())),
  /** With `asks_ids`: a few of the dishes whose ids have other names in the file. */
  renamed: z.optional(z.array(z.object({ line: z.int(), id, name: z.string(), newName: z.string() }))),
  /** With `asks_encoding`: the ways to read the file, and a few of its words in each. */
  encodings: z.optional(z.array(z.object({ encoding: z.enum(CSV_ENCODINGS), examples: z.array(z.string()) }))),
})

export type ErrorBody = z.infer<typeof errorBodySchema>
export type ErrorDetails = Omit<ErrorBody, 'message' | 'code' | 'requestId'>
