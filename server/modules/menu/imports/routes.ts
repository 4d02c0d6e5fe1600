import { readFileSync } from 'node:fs'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { sampleMenu } from '#server/db/sample/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { AreaBase } from '#server/platform/area.ts'
import { languageOf } from '#server/platform/http/errors.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { route, sendCsv } from '#server/platform/http/route.ts'
import { translator } from '#server/platform/language.ts'
import type { Received } from '#shared/contracts/base/endpoint.ts'
import { dishInputSchema } from '#shared/contracts/menu/menu-editing.ts'
import * as contract from '#shared/contracts/menu/menu-imports.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import type { PublishedMenu } from '../published.ts'
import { writeCsv } from './csv.ts'
import {
  deleteSeveral,
  exportMenu,
  type ImportInput,
  lastImportOf,
  makeImport,
  type Source,
  undoLastImport,
} from './imports.ts'

/** The dishes of the demo as CSV without pictures, for owners who want a menu to start from. */
async function sampleMenuCsv(): Promise<Buffer> {
  const dishes = sampleMenu().map((dish) =>
    z.parse(dishInputSchema, { ...dish, imageUrl: '', allergensChecked: undefined }),
  )
  return Buffer.from(await writeCsv(dishes))
}

/** Three dishes that show the format of each column, ready to be imported (docs/product/menu.md#menu-csv). */
const CSV_TEMPLATE = readFileSync(new URL('./template.csv', import.meta.url), 'utf8')

type ReceivedImport = Received<typeof contract.importMenu>

export function menuImportRoutes({ app, db, clock, timeZone }: AreaBase, published: PublishedMenu): void {
  route(app, contract.csvTemplate, ({ reply }) => sendCsv(reply, 'menu-template.csv', CSV_TEMPLATE))

  route(app, contract.exportCsv, async ({ owner, reply }) => {
    const now = clock.now()
    const { day } = localTime(now, timeZone)
    return sendCsv(reply, `menu-${day}.csv`, await exportMenu(db, owner, now))
  })

  route(app, contract.importMenu, async ({ query, body, file, owner, request }) => {
    const source = await sourceOf(file?.bytes, body, query)
    return outcomeOf({ source, isPreview: query.dryRun === 'true', previewedMark: query.menu }, owner, request)
  })

  route(app, contract.importSample, async ({ owner, request }) => {
    const { currency } = await readSettings(db)
    const options = { takesUnknownIds: true, prices: 'minor', columns: {} } as const
    const source = { kind: 'csv', file: await sampleMenuCsv(), options, currency } as const
    return outcomeOf({ source, isPreview: false, previewedMark: undefined, needsEmptyMenu: true }, owner, request)
  })

  route(app, contract.changeDishes, ({ body: { ids, change, dryRun, menu }, owner, request }) => {
    const options = { isPreview: dryRun, previewedMark: menu }
    if (!('delete' in change)) return outcomeOf({ source: { kind: 'bulk', ids, change }, ...options }, owner, request)
    const deletion = deleteSeveral(db, { ids, ...options, owner, language: languageOf(request), now: clock.now() })
    return dryRun ? deletion : published.after(deletion)
  })

  route(app, contract.undoImport, async ({ query, owner, request }) => {
    await published.after(undoLastImport(db, { seen: query.at, owner, now: clock.now() }))
    return { message: translator(languageOf(request))('menuCsv.undone') }
  })

  route(app, contract.lastImport, () => lastImportOf(db, clock.now()))

  function outcomeOf(
    options: Pick<ImportInput, 'source' | 'isPreview' | 'previewedMark' | 'needsEmptyMenu'>,
    owner: Viewer,
    request: FastifyRequest,
  ): Promise<contract.MenuOutcome> {
    const outcome = makeImport(db, { ...options, owner, language: languageOf(request), now: clock.now() })
    return options.isPreview ? outcome : published.after(outcome)
  }

  /** @throws AppError `no_file` if there is neither a file nor a list */
  async function sourceOf(
    file: Buffer | undefined,
    { textList: text = '' }: ReceivedImport['body'],
    { unknownIds, prices, columns }: ReceivedImport['query'],
  ): Promise<Source> {
    if (!file && text.trim() === '') throw new AppError('no_file')
    const { currency } = await readSettings(db)
    if (!file) return { kind: 'list', text, currency }
    return { kind: 'csv', file, options: { takesUnknownIds: unknownIds === 'new', prices, columns }, currency }
  }
}
