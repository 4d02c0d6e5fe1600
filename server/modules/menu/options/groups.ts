import { isDeepStrictEqual } from 'node:util'
import { type Database, inLocked, inTransaction, lock, type Tx } from '#server/db/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { AppError, inputError, required } from '#server/platform/app-error.ts'
import { refuseStale } from '#server/platform/change.ts'
import type { OptionGroup, OptionGroupInput } from '#shared/contracts/menu/options.ts'
import { isSoldOutAt, MAX_DISH_GROUPS, MAX_GROUPS, MAX_OPTIONS } from '#shared/domain/menu/options.ts'
import { foldText } from '#shared/domain/text.ts'
import { nextBusinessDayStart } from '#shared/domain/time/business-day.ts'
import { dishById } from '../repo.ts'
import type { GroupRow } from './repo.ts'
import * as repo from './repo.ts'

/* Adding, changing and deleting groups of options (docs/product/options.md#options-groups). */

/** Returns the public form of a group at a moment. */
export function groupView({ options, ...group }: GroupRow, now: Date): GroupRow {
  return {
    ...group,
    options: options.map((option) => ({
      ...option,
      soldOutUntil: isSoldOutAt(option, now) ? new Date(option.soldOutUntil ?? 0).toISOString() : null,
    })),
  }
}

/** Returns a group as owners see it. */
async function ownersGroup(tx: Tx, id: number, now: Date): Promise<OptionGroup> {
  const uses = await repo.readUses(tx)
  const usedBy = uses.filter(({ optionGroupIds }) => optionGroupIds.includes(id)).map((dish) => dish.id)
  return { ...groupView(await lockedGroup(tx, id), now), usedBy }
}

async function lockedGroup(tx: Tx, id: number): Promise<GroupRow> {
  return required((await repo.readGroups(tx, [id]))[0])
}

type NewGroup = OptionGroupInput & { dishId: number | null }

export async function addGroup(tx: Tx, { dishId, ...values }: NewGroup, now: Date): Promise<OptionGroup> {
  await lock(tx, 'menu')
  return ownersGroup(tx, await insertWithOptions(tx, dishId, values), now)
}

async function insertWithOptions(tx: Tx, dishId: number | null, input: OptionGroupInput): Promise<number> {
  const { options, ...group } = withBothNames(input)
  const { groups } = await repo.countOptions(tx)
  if (groups >= MAX_GROUPS) throw new AppError('options_full')
  if (dishId === null) await refuseNamesake(tx, group.name)
  else {
    const uses = await repo.readUses(tx)
    if (!(await dishById(tx, dishId))) throw new AppError('not_found')
    const own = uses.find((dish) => dish.id === dishId)
    if ((own?.optionGroupIds.length ?? 0) >= MAX_DISH_GROUPS) throw new AppError('options_full')
  }
  await refuseUnknownDishes(tx, options)
  const id = await repo.insertGroup(tx, { ...group, dishId })
  await repo.writeOptions(
    tx,
    id,
    options.map(({ id: _, ...option }) => option),
  )
  if (dishId !== null) await repo.prependGroup(tx, dishId, id)
  await checkOptions(tx)
  return id
}

/** Replaces a missing English name by the Romanian one; an option that names a dish has no names of its own. */
function withBothNames<Input extends OptionGroupInput>(input: Input): Input {
  const options = input.options.map((option) => {
    if (option.menuItemId !== null) return { ...option, name: '', nameRo: '', allergenCodes: [] }
    return { ...option, name: option.name || option.nameRo }
  })
  return { ...input, name: input.name || input.nameRo, options }
}

/** Refuses a name that another group has, ignoring case and diacritics. */
async function refuseNamesake(tx: Tx, name: string, exceptId?: number): Promise<void> {
  const folded = foldText(name)
  const others = (await repo.readGroups(tx)).filter(({ id, dishId }) => dishId === null && id !== exceptId)
  if (others.some((other) => foldText(other.name) === folded)) throw new AppError('group_exists')
}

async function checkOptions(tx: Tx): Promise<void> {
  if ((await repo.countOptions(tx)).options > MAX_OPTIONS) throw new AppError('options_full')
  await refuseNesting(tx)
}

/** Refuses options that name a dish that does not exist. */
async function refuseUnknownDishes(tx: Tx, options: OptionGroupInput['options']): Promise<void> {
  for (const [index, { menuItemId }] of options.entries()) {
    if (menuItemId !== null && !(await dishById(tx, menuItemId)))
      throw inputError(`options.${index}`, 'validation.dish')
  }
}

/** Refuses options that name a dish with required choices of its own. */
export async function refuseNesting(tx: Tx): Promise<void> {
  if (await repo.hasNestedOptions(tx)) throw new AppError('option_nesting')
}

interface GroupSave {
  id: number
  /** The version that the caller saw; undefined to skip the comparison. */
  expectedVersion: number | undefined
  input: OptionGroupInput
  now: Date
}

export async function saveGroup(db: Database, { id, expectedVersion, input, now }: GroupSave): Promise<OptionGroup> {
  const { options, ...group } = withBothNames(input)
  const keptIds = new Set(options.flatMap((option) => option.id ?? []))
  const saved = await inLocked(db, 'menu', async (tx) => {
    const before = await lockedGroup(tx, id)
    if (isRepeated({ ...group, options }, before)) return { group: await ownersGroup(tx, id, now), gone: [] }
    const details = async () => ({ optionGroup: await ownersGroup(tx, id, now) })
    await refuseStale(expectedVersion, before, 'options_changed', details)
    const known = new Set(before.options.map((option) => option.id))
    const strange = options.findIndex((option) => option.id !== undefined && !known.has(option.id))
    if (strange >= 0 || keptIds.size < options.filter((option) => option.id !== undefined).length) {
      throw inputError(`options.${Math.max(strange, 0)}.id`, 'validation.option')
    }
    if (before.dishId === null) await refuseNamesake(tx, group.name, id)
    await refuseUnknownDishes(tx, options)
    await repo.updateGroup(tx, id, group)
    await repo.writeOptions(tx, id, options)
    await checkOptions(tx)
    const gone = before.options.map((option) => option.id).filter((optionId) => !keptIds.has(optionId))
    return { group: await ownersGroup(tx, id, now), gone }
  })
  await detachFromLines(db, saved.gone)
  return saved.group
}

/** Whether a group is already as it was sent; a new option, which was sent without id, has one meanwhile. */
function isRepeated({ options, ...group }: OptionGroupInput, before: GroupRow): boolean {
  const stored = withBothNames(before)
  const storedOptions = stored.options.map((option, i) => ({ ...option, ...options[i] }))
  return isDeepStrictEqual(
    [{ ...stored, ...group, options: storedOptions }, options.length],
    [stored, stored.options.length],
  )
}

export async function copyGroup(tx: Tx, groupId: number, now: Date): Promise<OptionGroup> {
  await lock(tx, 'menu')
  const { name, nameRo, without, min, max, options } = await lockedGroup(tx, groupId)
  const taken = new Set((await repo.readGroups(tx)).map((group) => foldText(group.name)))
  let number = 2
  while (taken.has(foldText(`${name} (${number})`))) number++
  const suffixed = (text: string) => text && `${text} (${number})`
  const copies = options.map(({ id: _, soldOutUntil: __, ...option }) => option)
  const copy = { name: suffixed(name), nameRo: suffixed(nameRo), without, min, max, options: copies }
  return ownersGroup(tx, await insertWithOptions(tx, null, copy), now)
}

/** Deletes a group and removes it from its dishes. */
export async function removeGroup(db: Database, id: number, now: Date): Promise<void> {
  const gone = await inLocked(db, 'menu', async (tx) => {
    const { options } = await lockedGroup(tx, id)
    await repo.deleteGroup(tx, id, now)
    return options.map((option) => option.id)
  })
  await detachFromLines(db, gone)
}

/** The number of order lines that are detached from deleted options in one transaction. */
const LINES_BATCH_SIZE = 50_000

/**
 * Clears the ids of deleted options in past orders, in short transactions, because no index covers options in years of
 * orders. If the server stops meanwhile, ids of missing options remain, which has no other effect.
 */
async function detachFromLines(db: Database, optionIds: readonly number[]): Promise<void> {
  if (optionIds.length === 0) return
  for (let upTo = await repo.lastLineId(db); upTo > 0; upTo -= LINES_BATCH_SIZE) {
    await inTransaction(db, (tx) => repo.detachOptions(tx, optionIds, upTo - LINES_BATCH_SIZE, upTo))
  }
}

interface OptionMark {
  id: number
  optionId: number
  soldOut: boolean
  timeZone: string
  now: Date
}

export function markOptionSoldOut(db: Database, { id, optionId, soldOut, timeZone, now }: OptionMark) {
  return inLocked(db, 'menu', async (tx) => {
    const option = required((await lockedGroup(tx, id)).options.find((one) => one.id === optionId))
    if (option.menuItemId !== null) throw inputError('optionId', 'validation.optionOfDish')
    const { businessDayStart } = await readSettings(tx)
    const until = soldOut ? nextBusinessDayStart(now, businessDayStart, timeZone) : null
    if (until?.getTime() !== (option.soldOutUntil ? Date.parse(option.soldOutUntil) : undefined)) {
      await repo.writeOptionSoldOut(tx, id, optionId, until)
    }
    return ownersGroup(tx, id, now)
  })
}

/** Returns the groups of a dish after a change: the chosen ones, and its own ones, which it keeps. */
export async function checkedGroupIds(
  tx: Tx,
  chosen: readonly number[],
  dish: { id: number; optionGroupIds: readonly number[] } | undefined,
): Promise<number[]> {
  const groups = new Map((await repo.readGroups(tx)).map((group) => [group.id, group]))
  const ids = [...new Set(chosen)]
  const isWrong = (id: number) => {
    const group = groups.get(id)
    return !group || (group.dishId !== null && group.dishId !== dish?.id)
  }
  if (ids.some(isWrong)) throw inputError('optionGroupIds', 'validation.optionGroup')
  const own = (dish?.optionGroupIds ?? []).filter((id) => groups.get(id)?.dishId === dish?.id && !ids.includes(id))
  const all = [...own, ...ids]
  if (all.length > MAX_DISH_GROUPS) throw new AppError('options_full')
  return all
}
