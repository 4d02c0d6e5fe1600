import { mayPrint, ORDER_TOPIC, ORDERS_TOPIC } from '#server/modules/orders/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { AreaBase, AreaWiring } from '#server/platform/area.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { route } from '#server/platform/http/route.ts'
import { respondOnce } from '#server/platform/idempotency.ts'
import { coalesce } from '#server/platform/limits/concurrency.ts'
import { gaugesOf } from '#server/platform/metrics.ts'
import * as contract from '#shared/contracts/printers.ts'
import { createDispatcher, type Printing } from './dispatcher.ts'
import { askForDocument, askForTest, decide, dropWaiting } from './jobs.ts'
import { PRINTING_TOPIC } from './repo.ts'
import {
  addPrinter,
  editPrinter,
  listPrinters,
  neighbours,
  type PrintingFollowers,
  removePrinter,
  renewToken,
  searchNetwork,
} from './service.ts'
import { createStarPrinters } from './star.ts'
import type { DeviceOf } from './state.ts'

type Parts = AreaBase & Printing & { deviceOf: DeviceOf; followers: PrintingFollowers }

/** How often a printer that has nothing to do is asked how it is. */
const LOOK_INTERVAL_MS = 60_000

export function printingArea(parts: Parts): AreaWiring {
  printerRoutes(parts)
  const { db, clock } = parts
  const star = createStarPrinters(parts)
  devicesRoutes(parts, star)
  const dispatcher = createDispatcher(parts)
  const help = {
    masa_printers_not_ready: 'Printers on the network that are not ready.',
    masa_print_jobs_waiting: 'Documents that are due and not on paper.',
    masa_print_jobs_undecided: 'Documents that may not have printed.',
  }
  const metrics = gaugesOf(parts.log, help, async () => {
    const printers = await listPrinters(db, clock.now())
    const sum = (ofOne: (printer: (typeof printers)[number]) => number) =>
      printers.reduce((all, one) => all + ofOne(one), 0)
    return {
      masa_printers_not_ready: sum(({ state }) => Number(state !== 'ready' && state !== 'off')),
      masa_print_jobs_waiting: sum(({ waiting }) => waiting),
      masa_print_jobs_undecided: sum(({ jobs }) => jobs.length),
    }
  })
  return {
    start: dispatcher.reload,
    metrics,
    topics: {
      [PRINTING_TOPIC]: dispatcher.printersChanged,
      [ORDER_TOPIC]: dispatcher.mayHaveWork,
      [ORDERS_TOPIC]: dispatcher.mayHaveWork,
    },
    onMissed: dispatcher.printersChanged,
    timers: [
      { everyMs: parts.timeouts.sweep, run: () => Promise.all([dispatcher.sweep(), star.sweep()]) },
      { everyMs: LOOK_INTERVAL_MS, run: dispatcher.look },
    ],
    close: dispatcher.close,
  }
}

function printerRoutes({ app, db, clock, outside, onLoopback, followers }: Parts): void {
  const context = (by: Viewer) => ({ by, now: clock.now(), onLoopback })

  route(app, contract.getPrinters, ({ user }) => listPrinters(db, clock.now(), user))
  route(app, contract.createPrinter, ({ body, owner, attempt }) =>
    respondOnce(db, { attempt, now: clock.now() }, (tx) => addPrinter(tx, body, context(owner))),
  )
  route(app, contract.changePrinter, ({ params, body, owner }) => editPrinter(db, params.id, body, context(owner)))
  route(app, contract.deletePrinter, ({ params, owner }) =>
    removePrinter(db, params.id, { ...context(owner), ...followers }),
  )
  route(app, contract.renewPrinterToken, ({ params, owner }) => renewToken(db, params.id, context(owner)))
  route(app, contract.printTestPage, async ({ params, body, owner }) => {
    await outside.require()
    return askForTest(db, params.id, body.answers, context(owner))
  })
  route(app, contract.requestPrint, async ({ params, body, user, attempt }) => {
    await outside.require()
    if (!mayPrint(user, body.document)) throw new AppError('forbidden')
    return respondOnce(db, { attempt, now: clock.now() }, (tx) => askForDocument(tx, params.id, body, context(user)))
  })
  route(app, contract.decideJob, ({ params, body, user }) => decide(db, params.id, body.decision, context(user)))
  route(app, contract.dropWaitingJobs, ({ params, user }) => dropWaiting(db, params.id, context(user)))
  // However many owners ask, one search runs at a time.
  const search = coalesce(() => searchNetwork(neighbours()))
  route(app, contract.searchPrinters, async () => {
    await outside.require()
    return (await search()).map((address) => ({ address }))
  })
}

/** What printers send by themselves. */
function devicesRoutes({ app, deviceOf }: Parts, star: ReturnType<typeof createStarPrinters>): void {
  route(app, contract.pollForJob, async ({ params, body, request }) => {
    const job = await star.poll(await deviceOf('star', request, params.token), body)
    if (!job) return { jobReady: false }
    return { jobReady: true, mediaTypes: [job.type], jobToken: job.jobToken, deleteMethod: 'DELETE' as const }
  })
  route(app, contract.fetchJob, async ({ params, query, request, reply }) => {
    const printer = await deviceOf('star', request, params.token)
    // A HEAD request would begin what it does not fetch.
    if (request.method === 'HEAD') throw new AppError('not_found')
    const { type, document } = await star.fetch(printer, query.token)
    return reply.type(type).send(document)
  })
  route(app, contract.confirmJob, async ({ params, query, request }) => {
    await star.confirm(await deviceOf('star', request, params.token), query.token, query.code)
    return {}
  })
}
