import { words } from '#server/platform/language.ts'
import { type BadRow, CSV_COLUMNS, type MenuOutcome } from '#shared/contracts/menu-imports.ts'
import { readWording } from '#shared/contracts/wording.ts'
import type { Language } from '#shared/domain/language.ts'
import type { Job, MenuText, Planned, Results, Source } from './job.ts'
import { type KnownCategory, type MenuBefore, planChange, type RequestedDish } from './plan.ts'
import { requestBulkChange } from './requests/bulk-requests.ts'
import type { KnownDish } from './requests/cells.ts'
import { writeCsv } from './requests/csv.ts'
import { parseCsv } from './requests/csv-requests.ts'
import { type Fault, UNKNOWN_ID } from './requests/fault.ts'
import { parsePriceList } from './requests/list-requests.ts'

/** Does work on a whole menu: with thousands of dishes more than may keep the guests waiting, so a worker calls this. */
export function doJob(job: Job): Results[Job['task']] {
  const menu = readMenuText(job.menu)
  return job.task === 'export' ? writeCsv(menu.dishes) : plan(menu, job)
}

function readMenuText({ dishes, categories }: MenuText): MenuBefore {
  const known: KnownCategory[] = JSON.parse(categories)
  const places = new Map(known.map(({ name }, place) => [name, place]))
  const place = ({ category }: KnownDish) => places.get(category) ?? places.size
  const all: KnownDish[] = JSON.parse(dishes)
  return { dishes: all.sort((a, b) => place(a) - place(b)), categories: known }
}

function plan(
  menu: MenuBefore,
  { menu: { mark }, source, isPreview, language }: Extract<Job, { task: 'plan' }>,
): Planned {
  const { wishes, faults } = wishesOf(source, menu)
  const planned = planChange(menu, wishes)
  const bad = badRows([...faults, ...planned.faults], language)
  if (bad.length > 0 && !isPreview) return { bad }
  const { outcome, newCategories, renamedCategories, newDishes, changedDishes } = planned
  const message = isPreview ? {} : { message: doneMessage(outcome, language) }
  const unknownIds = faults.filter(({ wording }) => wording === UNKNOWN_ID).length
  const answer: MenuOutcome = { ...message, ...outcome, bad, unknownIds, menu: mark }
  return {
    answer: JSON.stringify(answer),
    changes: {
      added: outcome.added,
      changed: outcome.changed.length,
      newCategories: JSON.stringify(newCategories),
      renamedCategories: JSON.stringify(renamedCategories),
      newDishes: JSON.stringify(newDishes),
      changedDishes: JSON.stringify(changedDishes),
    },
  }
}

function wishesOf(source: Source, menu: MenuBefore): { wishes: RequestedDish[]; faults: Fault[] } {
  switch (source.kind) {
    case 'csv':
      return parseCsv(source.file, menu.dishes, source.takesUnknownIds)
    case 'list':
      return parsePriceList(source.text, menu, source.currency)
    case 'bulk':
      return requestBulkChange(source.ids, source.change, menu.dishes)
  }
}

/** By line, and within it in the order of the columns. */
function badRows(faults: readonly Fault[], language: Language): BadRow[] {
  const t = words(language)
  const places = new Map<string, number>(CSV_COLUMNS.map((column, place) => [column, place]))
  const place = ({ column }: Fault) => places.get(column) ?? -1
  return [...faults]
    .sort((a, b) => a.line - b.line || place(a) - place(b))
    .map(({ line, column, wording }) => {
      const { key, values } = readWording(wording)
      // Which keys exist is checked where the dictionaries are.
      return { line, column, message: t(key as 'menuCsv.price', values) }
    })
}

function doneMessage({ added, changed }: Pick<MenuOutcome, 'added' | 'changed'>, language: Language): string {
  const t = words(language)
  if (changed.length === 0) return added === 0 ? t('menuCsv.nothing') : t('menuCsv.added', { count: added })
  if (added === 0) return t('menuCsv.changedAlone', { count: changed.length })
  return `${t('menuCsv.added', { count: added })}, ${t('menuCsv.changed', { count: changed.length })}`
}
