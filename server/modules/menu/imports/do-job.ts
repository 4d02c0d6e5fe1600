import { translator } from '#server/platform/language.ts'
import { readWording } from '#shared/contracts/base/wording.ts'
import { type BadRow, CSV_COLUMNS, type MenuOutcome } from '#shared/contracts/menu/menu-imports.ts'
import type { Language } from '#shared/domain/language.ts'
import type { Job, MenuText, PlanResult, Results, Source } from './job.ts'
import { type MenuBefore, planChange, type StoredCategory } from './plan.ts'
import { requestBulkChange } from './requests/bulk-requests.ts'
import type { StoredDish } from './requests/cells.ts'
import { writeCsv } from './requests/csv.ts'
import { type ParsedCsv, parseCsv } from './requests/csv-requests.ts'
import { parsePriceList } from './requests/list-requests.ts'
import { NO_QUESTION } from './requests/price-question.ts'
import { type RowError, UNKNOWN_ID } from './requests/row-error.ts'

/** Executes a job on a whole menu. A worker thread calls it, because thousands of dishes would block the event loop. */
export function doJob(job: Job): Results[Job['task']] {
  const menu = parseMenu(job.menu)
  return job.task === 'export' ? writeCsv(menu.dishes) : plan(menu, job)
}

function parseMenu({ dishes, categories }: MenuText): MenuBefore {
  const storedCategories: StoredCategory[] = JSON.parse(categories)
  const positions = new Map(storedCategories.map(({ name }, i) => [name, i]))
  const position = ({ category }: StoredDish) => positions.get(category) ?? positions.size
  const storedDishes: StoredDish[] = JSON.parse(dishes)
  return { dishes: storedDishes.sort((a, b) => position(a) - position(b)), categories: storedCategories }
}

function plan(
  menu: MenuBefore,
  { menu: { mark }, source, isPreview, language }: Extract<Job, { task: 'plan' }>,
): PlanResult {
  const { requests, errors, unknownHeadings, question } = parseSource(source, menu)
  if (unknownHeadings.length > 0) return { refusal: { code: 'unknown_columns', columns: unknownHeadings } }
  const planned = planChange(menu, requests, source.kind === 'bulk' ? undefined : source.adultsOnly)
  const bad = badRows([...errors, ...planned.errors], language)
  if (bad.length > 0 && !isPreview) return { refusal: { code: 'bad_rows', bad } }
  const { outcome, newCategories, renamedCategories, newDishes, changedDishes } = planned
  const message = isPreview ? {} : { message: doneMessage(outcome, language) }
  const unknownIds = errors.filter(({ messageKey }) => messageKey === UNKNOWN_ID).length
  const response: MenuOutcome = { ...message, ...outcome, ...question, bad, unknownIds, menu: mark }
  return {
    response: JSON.stringify(response),
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

function parseSource(source: Source, menu: MenuBefore): ParsedCsv {
  const nothingUnknown = { unknownHeadings: [], question: NO_QUESTION }
  switch (source.kind) {
    case 'csv':
      return parseCsv(source.file, menu.dishes, source.options)
    case 'list':
      return { ...parsePriceList(source.text, menu, source.currency), ...nothingUnknown }
    case 'bulk':
      return { ...requestBulkChange(source.ids, source.change, menu.dishes), ...nothingUnknown }
  }
}

/** The errors as rows of the response, sorted by line and column, with translated messages. */
function badRows(errors: readonly RowError[], language: Language): BadRow[] {
  const t = translator(language)
  const positions = new Map<string, number>(CSV_COLUMNS.map((column, i) => [column, i]))
  const position = ({ column }: RowError) => positions.get(column) ?? -1
  return [...errors]
    .sort((a, b) => a.line - b.line || position(a) - position(b))
    .map(({ line, column, messageKey }) => {
      const { key, values } = readWording(messageKey)
      // dictionaries.test.ts checks that every key exists.
      return { line, column, message: t(key as 'menuCsv.price', values) }
    })
}

function doneMessage({ added, changed }: Pick<MenuOutcome, 'added' | 'changed'>, language: Language): string {
  const t = translator(language)
  if (changed.length === 0) return added === 0 ? t('menuCsv.nothing') : t('menuCsv.added', { count: added })
  if (added === 0) return t('menuCsv.changedAlone', { count: changed.length })
  return `${t('menuCsv.added', { count: added })}, ${t('menuCsv.changed', { count: changed.length })}`
}
