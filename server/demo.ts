import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DUTIES, OWNER_RIGHTS } from '#shared/domain/access.ts'
import { choicePrice } from '#shared/domain/menu/options.ts'
import { linesTotal } from '#shared/domain/money.ts'
import { PLACEHOLDER_PHONE } from '#shared/domain/orders/order.ts'
import { addDays, localTime, momentOf } from '#shared/domain/time/local-time.ts'
import { type Database, inTransaction, lockInAnyOrder, type Tx } from './db/index.ts'
import * as samples from './db/sample/index.ts'
import { ensureOwner, ensureStaff, readablePassword } from './modules/accounts/index.ts'
import { addEvent } from './modules/catering/index.ts'
import { dishesToday } from './modules/menu/index.ts'
import { applyChange, placeInTransaction } from './modules/orders/index.ts'
import { readOpenDay, storeDay } from './modules/payments/index.ts'
import { markPictureUsed } from './modules/pictures/index.ts'
import type { PictureStore } from './platform/files/store.ts'

export interface Credentials {
  username: string
  password: string
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

export interface Demo {
  owner: Credentials
  /** The password of a user for each duty, named after it; without one, no staff is created. */
  staffPassword?: string | undefined
  pictures: PictureStore
  timeZone: string
  now: Date
}

/**
 * Creates the sample restaurant in an empty database: owner, staff, menu with pictures, tables, promotions, weeks of past
 * orders, this evening's reservations, orders and catering events, the last two by the same rules as real ones. If it is interrupted,
 * only the users and some pictures remain, and the next start creates the rest.
 */
export async function loadDemo(db: Database, { owner, staffPassword, pictures, timeZone, now }: Demo): Promise<void> {
  await ensureOwner(db, owner.username, owner.password, now)
  if (!(await samples.isEmpty(db))) return
  if (staffPassword !== undefined) {
    for (const duty of DUTIES) await ensureStaff(db, { username: duty, password: staffPassword, duties: [duty] }, now)
  }
  // Outside the transaction, which should not wait for the pictures; pictures without a dish are not visible.
  await samples.storeSamplePictures(pictures, (hash) => markPictureUsed(db, hash, now))
  await inTransaction(db, async (tx) => {
    const loaded = await samples.loadSample(tx, { timeZone, now })
    if (!loaded) return
    lockInAnyOrder(tx)
    if (loaded.owner) await closeSampleDays(tx, loaded.owner, { timeZone, now })
    for (const sample of samples.sampleRestaurant().orders) await placeSampleOrder(tx, sample, loaded, now)
    await samples.writeDemoSettings(tx)
    await samples.writeSampleReservations(tx, loaded, { timeZone, now })
    for (const sample of samples.sampleRestaurant().events) await addSampleEvent(tx, sample, loaded, { timeZone, now })
  })
}

/** Lets guests order at whatever hour somebody tries the demo: see `openAtNight`. */
export const keepDemoOpen = (db: Database, moment: Pick<Demo, 'timeZone' | 'now'>): Promise<void> =>
  inTransaction(db, (tx) => samples.openAtNight(tx, moment))

/** How many evenings of the sample's history were paid and closed. */
const PAID_EVENINGS = 14
/** The cash that stays in the till, and how much more or less than expected was counted, in turn; in minor units. */
const [LEFT, DIFFERENCES] = [30_000, [0, 0, -1200, 0, 500, 0, 0]]

/** Records the payments of the last evenings, each closed at midnight by the same rules as real ones, and of today. */
async function closeSampleDays(
  tx: Tx,
  { userId, username }: NonNullable<samples.LoadedSample['owner']>,
  { timeZone, now }: { timeZone: string; now: Date },
): Promise<void> {
  const by = {
    ...OWNER_RIGHTS,
    ...{ userId, username, sessionId: 0, signedInAt: now, confirmedAt: now, address: '127.0.0.1' },
  }
  const midnight = (daysAgo: number) =>
    momentOf({ day: addDays(localTime(now, timeZone).day, -daysAgo), time: '00:00' }, timeZone)
  for (let evening = PAID_EVENINGS; evening > 0; evening--) {
    const [from, to] = [midnight(evening), midnight(evening - 1)]
    await samples.writeSamplePayments(tx, { from, to, by })
    const { expected, lastEntry: seen } = await readOpenDay(tx, to, timeZone)
    if (seen === null) continue
    const counted = expected + (DIFFERENCES[evening % DIFFERENCES.length] ?? 0)
    const body = { counted, left: Math.min(LEFT, counted), seen, note: null }
    await storeDay(tx, body, { by, now: to, timeZone })
  }
  await samples.writeSamplePayments(tx, { from: midnight(0), to: now, by })
}

async function placeSampleOrder(
  tx: Tx,
  sample: samples.SampleOrder,
  loaded: samples.LoadedSample,
  now: Date,
): Promise<void> {
  const { dishIds, tableIds } = loaded
  const at = new Date(now.getTime() - sample.minutesAgo * MINUTE_MS)
  const ids = sample.lines.map(([nameRo]) => dishIds.get(nameRo) ?? 0)
  const dishes = await dishesToday(tx, ids, at)
  const isTakeaway = sample.diningOption === 'takeaway'
  const lines = sample.lines.map(([nameRo, quantity, notes = null, named = []]) => {
    const dish = dishes.get(dishIds.get(nameRo) ?? 0)
    const own = dish?.groups ?? []
    const options = own.flatMap((group) =>
      group.options.filter((one) => named.includes(one.nameRo)).map(({ id }) => id),
    )
    const fee = isTakeaway ? (dish?.takeawayFee?.amount ?? 0) : 0
    const price = (dish?.price ?? 0) + choicePrice(own, options) + fee
    return { item: { menuItemId: dish?.id ?? 0, quantity, notes, options }, price, quantity }
  })
  const input = {
    items: lines.map(({ item }) => item),
    total: linesTotal(lines),
    tableId: (sample.table && tableIds.get(sample.table)) ?? null,
    diningOption: sample.diningOption,
    customerName: sample.guest?.name ?? `Masa ${sample.table}`,
    phoneNumber: sample.guest?.phone ?? PLACEHOLDER_PHONE,
    email: sample.guest?.email ?? null,
    notes: sample.notes ?? null,
  }
  const sender = { seesHidden: true, isGuest: false, isTest: false, timeZone: 'Europe/Bucharest' }
  const { id } = await placeInTransaction(tx, { ...input, ...sender }, at)
  if (sample.status !== 'pending') await applyChange(tx, { id, status: sample.status, by: null, now: at })
}

async function addSampleEvent(
  tx: Tx,
  { daysAgo, inDays, dishes, notes, ...sample }: samples.SampleEvent,
  { dishIds }: samples.LoadedSample,
  { timeZone, now }: { timeZone: string; now: Date },
): Promise<void> {
  const items = dishes.map(([nameRo, quantity]) => ({ menuItemId: dishIds.get(nameRo) ?? 0, quantity }))
  const eventDate = addDays(localTime(now, timeZone).day, inDays)
  const at = new Date(now.getTime() - daysAgo * DAY_MS)
  const input = { ...sample, notes: notes ?? null, eventDate, items }
  await addEvent(tx, input, timeZone, at)
}

const DEMO_OWNER = 'owner'
const passwordFileOf = (dataDir: string, whose: 'owner' | 'staff' = 'owner') => path.join(dataDir, `${whose}-password`)

/** The demo owner's credentials. The password is made once and stored, so that starts print it. */
export function demoOwnerCredentials(dataDir: string): Credentials {
  return { username: DEMO_OWNER, password: storedOrNewPassword(passwordFileOf(dataDir)) }
}

/** The password of the demo's staff, stored like the owner's. */
export const demoStaffPassword = (dataDir: string): string => storedOrNewPassword(passwordFileOf(dataDir, 'staff'))

function storedOrNewPassword(file: string): string {
  const storedPassword = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (storedPassword) return storedPassword
  const password = readablePassword()
  writePassword(file, password)
  return password
}

/** Replaces the stored password of the demo owner, so that starts print the new one. */
export function writeDemoPassword(dataDir: string, { username, password }: Credentials): void {
  const file = passwordFileOf(dataDir)
  if (username.toLowerCase() === DEMO_OWNER && existsSync(file)) writePassword(file, password)
}

function writePassword(file: string, password: string): void {
  // Renamed when complete, so that a power cut never leaves a partial file.
  writeFileSync(`${file}.new`, `${password}\n`, { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
}
