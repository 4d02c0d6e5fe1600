import { randomUUID } from 'node:crypto'
import {
  type Database,
  isLocked,
  MOVE_LOCK,
  moveSentence,
  readMoveState,
  UnreachableDatabase,
} from '#server/db/index.ts'
import type { CurrentPlace, PlaceNow } from '#server/platform/area.ts'
import type { PictureStore } from '#server/platform/files/store.ts'
import type { Log } from '#server/platform/log.ts'
import type { Manifest } from './archive/parts.ts'
import type { DatabaseSnapshot } from './archive/snapshot-repo.ts'
import { readPicture, storePictures } from './places/pictures.ts'
import { endArrival, type MoveSource, noteArrival, type OtherUser, openMoveSource } from './repo.ts'
import { firstDifference } from './restore.ts'
import { openRestoreDatabase, type PlaceState, type RestoreDatabase } from './restore-repo.ts'

interface End {
  /** As `DATABASE_URL`. */
  url: string
  /** For people, without a password. */
  name: string
}

export interface MoveParts {
  from: End
  to: End
  /** Where the new place looks for pictures, if not where the old one does. */
  pictures?: { from: PictureStore; to: PictureStore }
  /** Aborts the move. Once the old place is about to be marked, it ends by itself. */
  interrupted: AbortSignal
  /** Called when writes are refused, and when the rows are in the new place. */
  onStep(step: 'frozen' | 'copied', tables: number): void
}

export interface Moved {
  rows: number
  pictures: number
  missingPictures: number
}

/** The move was refused or has failed; the message says why, and what holds now, in sentences without a password. */
export class MoveRefused extends Error {}

/** A step of the move failed; the cause says why. */
export class MoveFailure extends Error {
  /** The place in which it has failed. */
  readonly end: 'from' | 'to'
  /** Whether the old place may have been marked as moved already. */
  readonly mayBeMarked: boolean

  constructor(end: 'from' | 'to', mayBeMarked: boolean, cause: unknown) {
    super('the move failed', { cause })
    this.end = end
    this.mayBeMarked = mayBeMarked
  }
}

/**
 * Moves the restaurant to an empty place. Until the old place is marked, it takes writes again as soon as this ends,
 * however it ends; from then on it refuses them (docs/decisions/035-moving.md).
 * @returns what was moved; undefined if an earlier move only had to be ended
 * @throws MoveRefused, MoveFailure
 */
export async function moveRestaurant(parts: MoveParts): Promise<Moved | undefined> {
  const source = await at('from', () => reached(openMoveSource(parts.from.url)))
  const progress: Progress = { target: undefined, snapshot: undefined, isMarking: false }
  const interrupt = () => {
    if (progress.isMarking) return
    for (const part of [progress.snapshot, progress.target, source]) void part?.close()
  }
  parts.interrupted.addEventListener('abort', interrupt)
  try {
    return await moveFrom(source, parts, progress)
  } catch (error) {
    if (parts.interrupted.aborted && !progress.isMarking) throw new MoveRefused(`The move was interrupted. ${GOES_ON}`)
    throw error
  } finally {
    parts.interrupted.removeEventListener('abort', interrupt)
    for (const part of [progress.snapshot, progress.target, source]) await part?.close()
  }
}

/** Takes back that a place was moved away. @returns where it was moved to */
export async function reopenPlace({ url, name }: End): Promise<string> {
  const source = await openMoveSource(url)
  try {
    const state = await source.state()
    if (state?.phase !== 'moved') throw new MoveRefused(`${name} was not moved away. Nothing was changed.`)
    const other = await source.lock()
    if (other) throw new MoveRefused(OTHER_USERS[other](name))
    await source.reopen()
    return state.place
  } finally {
    await source.close()
  }
}

interface Progress {
  target: RestoreDatabase | undefined
  snapshot: DatabaseSnapshot | undefined
  /** Whether the old place is being marked, or was. */
  isMarking: boolean
}

async function moveFrom(source: MoveSource, parts: MoveParts, progress: Progress): Promise<Moved | undefined> {
  const { from, to } = parts
  const former = await at('from', () => source.state())
  progress.isMarking = former !== undefined
  const target = await at('to', () => reached(openRestoreDatabase(to.url)), progress.isMarking)
  progress.target = target
  if (former) {
    const arrived = await at('to', () => readMoveState(target.tx().$client), true)
    const isOtherEnd = former.phase === 'moved' && arrived?.phase === 'arriving' && arrived.moveKey === former.moveKey
    if (!isOtherEnd) throw new MoveRefused(moveSentence(former))
    await at('to', () => endArrival(target.tx()), true)
    return undefined
  }
  if (!(await at('from', () => source.isUpToDate())))
    throw new MoveRefused(`${from.name} is not of this version of Masa. Start Masa there once, then move it.`)
  const place = await at('to', () => target.look())
  if (place !== 'empty') throw new MoveRefused(REFUSALS[place](to.name))
  const other = await at('from', () => source.lock())
  if (other) throw new MoveRefused(OTHER_USERS[other](from.name))
  if (!(await at('from', () => source.freeze())))
    throw new MoveRefused(`${from.name} is written to without end. ${GOES_ON}`)

  progress.snapshot = await at('from', () => source.snapshot())
  const { snapshot } = progress
  parts.onStep('frozen', snapshot.facts.tables.length)
  const expected = await copyRows(snapshot, target)
  const different = await at('to', () => firstDifference(target, expected))
  if (different !== undefined)
    throw new MoveRefused(`${different} does not have the same counts and sums in both places. ${GOES_ON}`)
  const sequences = await at('from', () => snapshot.sequences())
  const moveKey = randomUUID()
  await at('to', async () => {
    await target.bringUpToDate(sequences, 0)
    await noteArrival(target.tx(), { phase: 'arriving', place: from.name, moveKey })
  })
  const hashes = await at('from', () => snapshot.pictures())
  const { pictures } = parts
  const missing = pictures
    ? await at('to', () => storePictures(hashes, pictures.to, (hash) => readPicture(pictures.from, hash)))
    : []
  await at('to', () => target.commit())
  parts.onStep('copied', snapshot.facts.tables.length)

  parts.interrupted.throwIfAborted()
  progress.isMarking = true
  await at('from', () => source.mark({ phase: 'moved', place: to.name, moveKey }), true)
  await at('to', () => endArrival(target.tx()), true)
  const rows = Object.values(expected).reduce((sum, table) => sum + Number(table.rows), 0)
  return { rows, pictures: hashes.length - missing.length, missingPictures: missing.length }
}

/** Copies all rows. @returns counts and sums as they are in the old place */
async function copyRows(snapshot: DatabaseSnapshot, target: RestoreDatabase): Promise<Manifest['tables']> {
  await at('to', () => target.createTables(snapshot.facts.migrations.last))
  const sums: Manifest['tables'] = {}
  for (const table of snapshot.facts.tables) {
    const counted = snapshot.sums(table)
    // Reported below, after the rows.
    counted.catch(() => {})
    const rows = snapshot.copy(table)[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    for (;;) {
      const { done, value } = await at('from', () => rows.next())
      if (done) break
      await at('to', () => target.load(table, value))
    }
    sums[table.name] = await at('from', () => counted)
  }
  return sums
}

async function reached<Open>(opening: Promise<Open>): Promise<Open> {
  return opening.catch((error: unknown) => {
    throw new UnreachableDatabase(error)
  })
}

/** Runs a step and notes at which end it has failed. */
async function at<Result>(end: 'from' | 'to', step: () => Promise<Result>, mayBeMarked = false): Promise<Result> {
  try {
    return await step()
  } catch (error) {
    throw new MoveFailure(end, mayBeMarked, error)
  }
}

const GOES_ON = 'Nothing was moved, and the old place takes orders again.'
const UNCHANGED = 'Nothing was changed.'
const REFUSALS: Record<Exclude<PlaceState, 'empty'>, (name: string) => string> = {
  full: (name) => `${name} is not empty. A restaurant is moved into an empty place only. ${UNCHANGED}`,
  busy: (name) => `Masa is just starting on ${name}, or a restore or another move is running there. ${UNCHANGED}`,
  connected: (name) =>
    `Another program is connected to ${name}. Stop Masa there, and whatever else uses it. ${UNCHANGED}`,
}
const OTHER_USERS: Record<OtherUser, (name: string) => string> = {
  move: (name) => `Another move of ${name} is running. ${UNCHANGED}`,
  backup: (name) => `A backup of ${name} is being made. Wait until it has ended, then move it. ${UNCHANGED}`,
  start: (name) => `Masa is just starting on ${name}. Move it when it has started. ${UNCHANGED}`,
}

/** Follows whether the restaurant is being moved away, or was. `check` reads it again. */
export function watchPlace(db: Database, log: Log): CurrentPlace & { check(): Promise<void> } {
  let state: PlaceNow = { phase: 'here' }

  // In this order: a move that ends in between has marked the place before it lets go of the lock.
  async function read(): Promise<PlaceNow> {
    const isMoving = await isLocked(db.$client, MOVE_LOCK)
    const moveState = await readMoveState(db.$client)
    if (moveState?.phase === 'moved') return { phase: 'moved', to: moveState.place }
    return { phase: isMoving ? 'moving' : 'here' }
  }

  return {
    state: () => state,
    isWritable: () => state.phase === 'here',
    async check() {
      const before = state.phase
      state = await read()
      if (state.phase !== before) log.warn(state, SENTENCES[state.phase])
    },
  }
}

const SENTENCES: Record<PlaceNow['phase'], string> = {
  moving: 'the restaurant is being moved to another place: writes are answered with 503',
  moved: 'the restaurant was moved to another place: writes are answered with 503, stop this Masa',
  here: 'the restaurant is here: writes are taken again',
}
