import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { type Database, inTransaction, lock, type Tx } from '#server/db/index.ts'
import { noteInJournal } from '#server/modules/journal/index.ts'
import { claimForPrinter, lockOrders, mayPrint } from '#server/modules/orders/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { AppError, inputError, required } from '#server/platform/app-error.ts'
import { atMost } from '#server/platform/change.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { bounded } from '#server/platform/limits/concurrency.ts'
import { type Interfaces, isAllowed } from '#server/platform/outside.ts'
import { newToken, tokenHash } from '#server/platform/token.ts'
import type { PrinterChange, PrinterInput } from '#shared/contracts/printers.ts'
import { OWNER_RIGHTS, type Rights } from '#shared/domain/access.ts'
import { MAX_PRINTERS } from '#shared/domain/printing/printers.ts'
import { announcePrinting, jobView } from './jobs.ts'
import { PRINTER_TIMEOUTS, PrinterLine } from './line.ts'
import type { JobRow, PrinterRow } from './repo.ts'
import * as repo from './repo.ts'
import { stateOf } from './state.ts'

export interface PrinterContext {
  by: Viewer
  now: Date
  /** Whether printers may have this machine's own addresses. */
  onLoopback: boolean
}

/** What modules above printing ask for, in the transaction of a change. */
export interface PrintingFollowers {
  /** Before the fiscal device is removed. */
  requireNoneUnderWay(tx: Tx): Promise<void>
}

type Waiting = { waiting: number; since: Date } | undefined

type ListedPrinter = ReturnType<typeof printerView>

function printerView(row: PrinterRow, now: Date, waiting: Waiting, jobs: readonly JobRow[]) {
  return {
    ...row,
    state: stateOf(row, now),
    waiting: waiting?.waiting ?? 0,
    waitingSince: waiting?.since ?? null,
    jobs: jobs.map((job) => jobView(job)),
  }
}

/** Returns the printers, and the jobs whose paper must be looked for. @param user sees those that they may print */
export async function listPrinters(db: Database, now: Date, user: Rights = OWNER_RIGHTS) {
  const printers = await repo.readPrinters(db)
  if (printers.length === 0) return []
  const [waiting, undecided] = await Promise.all([repo.countWaitingJobs(db, now), repo.listUndecided(db)])
  const shown = undecided.filter((job) => mayPrint(user, job.kind))
  const jobs = Map.groupBy(shown, ({ printerId }) => printerId)
  return printers.map((row) => printerView(row, now, waiting.get(row.id), jobs.get(row.id) ?? []))
}

/** @throws InputError for an address that no printer may have, or a fallback or station that does not exist */
async function check(
  tx: Tx,
  { address, fallbackId, stations }: Partial<PrinterInput>,
  onLoopback: boolean,
  self?: number,
): Promise<void> {
  if (address && isIP(address) !== 0 && !isAllowed(address, onLoopback))
    throw inputError('address', 'validation.printerAddress')
  const fallback = fallbackId ? await repo.findPrinter(tx, fallbackId) : undefined
  if (fallbackId && (fallbackId === self || !fallback || fallback.kind === 'fiscal'))
    throw inputError('fallbackId', 'validation.wrong')
  if (!stations || stations.length === 0) return
  const known = (await readSettings(tx)).stations.map(({ id }) => id)
  if (!stations.every((id) => known.includes(id))) throw inputError('stations', 'validation.wrong')
}

/** A fiscal device prints receipts alone. */
const OF_DEVICE = { stations: [], documents: [], fallbackId: null } satisfies Partial<PrinterInput>

export async function addPrinter(tx: Tx, input: PrinterInput, context: PrinterContext) {
  await atMost(tx, 'printers', MAX_PRINTERS)
  const isFiscal = input.kind === 'fiscal'
  if (isFiscal && (await repo.findDevice(tx)))
    throw new AppError('too_many_printers', {}, undefined, 'one_fiscal_device')
  const added = isFiscal ? { ...input, ...OF_DEVICE } : input
  await check(tx, added, context.onLoopback)
  const row = await repo.insertPrinter(tx, added)
  await noteInJournal(tx, context.by, 'printer_added', { printer: row.name }, context.now)
  await announcePrinting(tx)
  return printerView(row, context.now, undefined, [])
}

/** The number on a test page can be read back for so long. */
const NUMBER_VALID_MS = 60 * 60_000

/** Changes a printer. At a new address it may be another printer, which has to answer first. */
export async function editPrinter(
  db: Database,
  id: number,
  { number, ...sent }: PrinterChange,
  context: PrinterContext,
): Promise<ListedPrinter> {
  const { by, now, onLoopback } = context
  await inTransaction(db, async (tx) => {
    const before = required(await repo.findPrinter(tx, id))
    const isFiscal = before.kind === 'fiscal'
    const change = isFiscal ? { ...sent, ...OF_DEVICE } : sent
    await check(tx, change, onLoopback, id)
    if (change.profile !== undefined && (change.profile !== null) !== isFiscal)
      throw inputError('profile', 'validation.wrong')
    if (isFiscal && change.isActive === false) await requireOff(tx, 'isActive')
    if (change.address !== undefined && (change.address === null) !== (before.kind !== 'network'))
      throw inputError('address', 'validation.printerAddress')
    if (change.answers === false && before.answers) {
      const test = await repo.findLastTest(tx, id, new Date(now.getTime() - NUMBER_VALID_MS))
      if (!test || test.number !== number) throw new AppError('wrong_number')
    }
    const { address = before.address, port = before.port } = change
    const isMoved = address !== before.address || port !== before.port
    const reset = isMoved && { answers: true, state: 'offline' as const }
    const changed = { ...change, ...reset }
    if (Object.keys(changed).length === 0) return
    const after = await repo.updatePrinter(tx, id, changed)
    await noteInJournal(tx, by, 'printer_changed', { printer: after?.name ?? before.name }, now)
    await announcePrinting(tx)
  })
  return oneOf(db, id, now)
}

async function oneOf(db: Database, id: number, now: Date): Promise<ListedPrinter> {
  return required((await listPrinters(db, now)).find((one) => one.id === id))
}

/** Requires that fiscal receipts are off, and stay so until the transaction ends. */
async function requireOff(tx: Tx, field: string): Promise<void> {
  await lock(tx, 'fiscal')
  if ((await readSettings(tx)).fiscal) throw inputError(field, 'validation.fiscalOn')
}

/**
 * Removes a printer and its jobs; the tickets that were claimed for it can be printed by others.
 * @throws AppError `not_found`; `fiscal_open` for a device while something is under way; InputError while it is needed
 */
export function removePrinter(
  db: Database,
  id: number,
  { by, now, requireNoneUnderWay }: PrinterContext & PrintingFollowers,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    for (const { orderId, ticketId } of await repo.listClaimed(tx, id)) {
      const [order] = await lockOrders(tx, [orderId])
      if (order) await claimForPrinter(tx, order, ticketId, false)
    }
    if ((await repo.findDevice(tx))?.id === id) {
      await requireOff(tx, 'fiscal')
      await requireNoneUnderWay(tx)
    }
    const removed = required(await repo.deletePrinterRow(tx, id))
    await noteInJournal(tx, by, 'printer_removed', { printer: removed.name }, now)
    await announcePrinting(tx)
  })
}

/** 24 bytes are encoded as 32 characters. */
const TOKEN_BYTES = 24

/** Renews the token of a printer. @throws AppError `not_found`, also for a printer that does not ask by itself */
export function renewToken(db: Database, id: number, { by, now }: PrinterContext): Promise<{ token: string }> {
  return inTransaction(db, async (tx) => {
    const printer = await repo.findPrinter(tx, id)
    if (!printer || printer.kind === 'network') throw new AppError('not_found')
    const token = newToken(TOKEN_BYTES)
    await repo.updatePrinter(tx, id, { tokenHash: tokenHash(token), seenAt: null })
    await noteInJournal(tx, by, 'printer_token', { printer: printer.name }, now)
    await announcePrinting(tx)
    return { token }
  })
}

const PORT = 9100
const SEARCH_MS = 2_000
/** Larger networks are searched only in the server's neighbourhood. */
const MAX_HOSTS = 254
const AT_ONCE = 128

const numberOf = (ip: string) => ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
const textOf = (ip: number) => [24, 16, 8, 0].map((shift) => (ip >>> shift) & 255).join('.')

/** Lists the other IPv4 addresses of the server's own networks: of each, at most the 256 around the server. */
export function neighbours(interfaces: Interfaces = networkInterfaces()): string[] {
  const own = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && isAllowed(address, true))
  const all = own.flatMap(({ address, netmask }) => {
    const mask = Math.max(numberOf(netmask), numberOf('255.255.255.0'))
    const first = (numberOf(address) & mask) >>> 0
    const hosts = Math.min(2 ** 32 - mask - 2, MAX_HOSTS)
    return Array.from({ length: Math.max(hosts, 0) }, (_, i) => textOf(first + 1 + i))
  })
  return [...new Set(all)].filter((ip) => !own.some(({ address }) => address === ip))
}

/** Finds the addresses that answer as a printer. Only status requests are sent. */
export async function searchNetwork(addresses: readonly string[], port = PORT): Promise<string[]> {
  const until = performance.now() + SEARCH_MS
  const found: string[] = []
  const atMost = bounded(AT_ONCE, addresses.length)
  const look = async (ip: string) => {
    const left = until - performance.now()
    if (left <= 0) return
    const line = await PrinterLine.open(ip, port, {
      ...PRINTER_TIMEOUTS,
      connect: Math.ceil(Math.min(left, SEARCH_MS / 2)),
      status: SEARCH_MS / 4,
    })
    if (!line) return
    const state = await line.status()
    void line.close()
    if (state !== 'silent' && state !== 'offline') found.push(ip)
  }
  await Promise.all(addresses.map((ip) => atMost(() => look(ip))))
  return found.sort((a, b) => numberOf(a) - numberOf(b))
}
