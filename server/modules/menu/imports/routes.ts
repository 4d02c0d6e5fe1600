import { readFileSync } from 'node:fs'
import type { FastifyRequest } from 'fastify'
import { readSettings } from '#server/modules/settings/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { AreaBase } from '#server/platform/area.ts'
import { languageOf } from '#server/platform/http/errors.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { route, sendCsv } from '#server/platform/http/route.ts'
import * as contract from '#shared/contracts/menu/menu-imports.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { translator } from '#shared/i18n/words/index.ts'
import type { PublishedMenu } from '../published.ts'
import { exportMenu, type ImportInput, lastImportOf, makeImport, undoLastImport } from './imports.ts'
import { bulkSource, fileSource, listSource, sampleSource } from './sources.ts'

/** Three dishes that show the format of each column, ready to be imported (docs/product/menu.md#menu-csv). */
const CSV_TEMPLATE = readFileSync(new URL('./template.csv', import.meta.url), 'utf8')

export function menuImportRoutes({ app, db, clock, timeZone }: AreaBase, published: PublishedMenu): void {
  route(app, contract.csvTemplate, ({ reply }) => sendCsv(reply, 'menu-template.csv', CSV_TEMPLATE))

  route(app, contract.exportCsv, async ({ owner, reply }) => {
    const now = clock.now()
    const { day } = localTime(now, timeZone)
    return sendCsv(reply, `menu-${day}.csv`, await exportMenu(db, owner, now))
  })

  route(app, contract.importMenu, async ({ query, body: { textList = '' }, file, owner, request }) => {
    if (!file && textList.trim() === '') throw new AppError('no_file')
    const { unknownIds, ids, prices, columns, encoding, dryRun, menu, bad } = query
    const { currency } = await readSettings(db)
    const options = { takesUnknownIds: unknownIds === 'new', ids, prices, columns, encoding }
    const source = file ? fileSource(file.bytes, options, currency) : listSource(textList, currency)
    const skipsBad = bad === 'skip'
    return outcomeOf({ source, isPreview: dryRun === 'true', previewedMark: menu, skipsBad }, owner, request)
  })

  route(app, contract.importSample, ({ owner, request }) =>
    outcomeOf(
      { source: sampleSource, isPreview: false, previewedMark: undefined, needsEmptyMenu: true },
      owner,
      request,
    ),
  )

  route(app, contract.changeDishes, ({ body: { ids, change, dryRun, menu }, owner, request }) =>
    outcomeOf({ source: bulkSource(ids, change), isPreview: dryRun, previewedMark: menu }, owner, request),
  )

  route(app, contract.undoImport, async ({ query, owner, request }) => {
    await published.after(undoLastImport(db, { seen: query.at, owner, now: clock.now() }))
    return { message: translator(languageOf(request))('menuCsv.undone') }
  })

  route(app, contract.lastImport, () => lastImportOf(db, clock.now()))

  function outcomeOf(
    options: Pick<ImportInput, 'source' | 'isPreview' | 'previewedMark' | 'needsEmptyMenu' | 'skipsBad'>,
    owner: Viewer,
    request: FastifyRequest,
  ): Promise<contract.MenuOutcome> {
    const outcome = makeImport(db, { ...options, owner, language: languageOf(request), now: clock.now() })
    return options.isPreview ? outcome : published.after(outcome)
  }
}
