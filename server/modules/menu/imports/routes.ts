import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { sampleMenu } from '#server/db/sample/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { AreaParts } from '#server/platform/area.ts'
import { languageOf } from '#server/platform/http/errors.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { route, sendCsv, sendStored } from '#server/platform/http/route.ts'
import { translator } from '#server/platform/language.ts'
import type { Received } from '#shared/contracts/base/endpoint.ts'
import { dishInputSchema } from '#shared/contracts/menu/menu-editing.ts'
import * as contract from '#shared/contracts/menu/menu-imports.ts'
import { changeDishes } from '#shared/contracts/menu/menu-imports.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import type { PublishedMenu } from '../published.ts'
import { writeCsv } from './csv.ts'
import { deleteSeveral, exportMenu, type ImportInput, lastImportOf, makeImport, undoLastImport } from './imports.ts'
import type { Source } from './job.ts'

/** The dishes of the demo as CSV, without pictures, for owners who want to begin with something to change. */
function sampleMenuCsv(): Buffer {
  const dishes = sampleMenu().map((dish) =>
    z.parse(dishInputSchema, { ...dish, imageUrl: '', allergensChecked: undefined }),
  )
  return Buffer.from(writeCsv(dishes))
}

/** Three dishes that show the format of each column. */
const EXAMPLES: z.input<typeof dishInputSchema>[] = [
  {
    name: 'Tripe soup',
    nameRo: 'Ciorbă de burtă',
    description: 'With sour cream, garlic and hot pepper',
    descriptionRo: 'Cu smântână, usturoi și ardei iute',
    price: 2850,
    category: 'Soups',
    categoryRo: 'Ciorbe',
    tags: ['special'],
    allergenCodes: ['milk', 'eggs', 'celery'],
    nutritionalValues: {
      calories: 320,
      protein: 18,
      carbs: 9.5,
      fat: 22,
      fiber: 1.2,
      saturates: 11,
      sugars: 3.4,
      salt: 2.1,
    },
    ingredients: 'Beef tripe 30 %, water, sour cream 12 %, egg yolk, celery, carrot, garlic, vinegar, salt',
    ingredientsRo: 'Burtă de vită 30 %, apă, smântână 12 %, gălbenuș de ou, țelină, morcov, usturoi, oțet, sare',
  },
  {
    name: 'Grilled vegetables',
    nameRo: 'Legume la grătar',
    price: 2400,
    category: 'Side dishes',
    categoryRo: 'Garnituri',
    tags: ['vegan', 'healthy'],
    allergens: 'May contain traces of mustard',
  },
  {
    name: 'Lemonade',
    nameRo: 'Limonadă',
    description: 'Half a litre, with mint',
    descriptionRo: 'Jumătate de litru, cu mentă',
    price: 1700,
    category: 'Soft drinks',
    categoryRo: 'Băuturi răcoritoare',
    tags: ['fresh'],
  },
]

/** The text of an example CSV, which can be imported without changes (docs/product/menu.md#menu-csv). */
export function csvTemplateText(): string {
  return writeCsv(EXAMPLES.map((example) => z.parse(dishInputSchema, example)))
}

type ReceivedImport = Received<typeof contract.importMenu>

export function menuImportRoutes({ app, db, clock, timeZone }: AreaParts, published: PublishedMenu): void {
  route(app, contract.csvTemplate, ({ reply }) => sendCsv(reply, 'menu-template.csv', csvTemplateText()))

  route(app, contract.exportCsv, async ({ owner, reply }) => {
    const now = clock.now()
    const { day } = localTime(now, timeZone)
    return sendCsv(reply, `menu-${day}.csv`, await exportMenu(db, owner, now))
  })

  route(app, contract.importMenu, async ({ query, body, file, owner, request, reply }) => {
    const source = await sourceOf(file?.bytes, body, query)
    return sendOutcome({ source, isPreview: query.dryRun === 'true', previewedMark: query.menu }, owner, request, reply)
  })

  route(app, contract.importSample, async ({ owner, request, reply }) => {
    const { currency } = await readSettings(db)
    const csvOptions = { takesUnknownIds: true, prices: 'minor', currency, columns: {} } as const
    const source = { kind: 'csv', file: sampleMenuCsv(), options: csvOptions, adultsOnly: new Set<number>() } as const
    const options = { source, isPreview: false, previewedMark: undefined, needsEmptyMenu: true }
    return sendOutcome(options, owner, request, reply)
  })

  route(app, changeDishes, async ({ body: { ids, change, dryRun, menu }, owner, request, reply }) => {
    const options = { isPreview: dryRun, previewedMark: menu }
    if (!('delete' in change))
      return sendOutcome({ source: { kind: 'bulk', ids, change }, ...options }, owner, request, reply)
    const deletion = deleteSeveral(db, { ids, ...options, owner, language: languageOf(request), now: clock.now() })
    return dryRun ? deletion : published.after(deletion)
  })

  route(app, contract.undoImport, async ({ query, owner, request }) => {
    await published.after(undoLastImport(db, { seen: query.at, owner, now: clock.now() }))
    return { message: translator(languageOf(request))('menuCsv.undone') }
  })

  route(app, contract.lastImport, () => lastImportOf(db, clock.now()))

  async function sendOutcome(
    options: Pick<ImportInput, 'source' | 'isPreview' | 'previewedMark' | 'needsEmptyMenu'>,
    owner: Viewer,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const response = makeImport(db, { ...options, owner, language: languageOf(request), now: clock.now() })
    return sendStored(reply, 200, await (options.isPreview ? response : published.after(response)))
  }

  /** @throws AppError `no_file` if there is neither a file nor a list */
  async function sourceOf(
    file: Buffer | undefined,
    { textList: text = '', adultsOnly: lines }: ReceivedImport['body'],
    { unknownIds, prices, columns }: ReceivedImport['query'],
  ): Promise<Source> {
    const adultsOnly = new Set(lines)
    if (!file && text.trim() === '') throw new AppError('no_file')
    const { currency } = await readSettings(db)
    const options = { takesUnknownIds: unknownIds === 'new', prices, currency, columns }
    if (file) return { kind: 'csv', file, options, adultsOnly }
    return { kind: 'list', text, currency, adultsOnly }
  }
}
