import type { FastifyReply, FastifyRequest } from 'fastify'
import { readSettings } from '#server/modules/settings/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Area, AreaParts } from '#server/platform/area.ts'
import { languageOf } from '#server/platform/http/errors.ts'
import { logOf } from '#server/platform/http/request.ts'
import { route } from '#server/platform/http/route.ts'
import { throttle } from '#server/platform/limits/throttle.ts'
import * as contract from '#shared/contracts/before-service.ts'
import { readFacts } from './facts.ts'
import { createPhoneWord, PHONE_PAGE_POLICY, phonePage, redeemPhoneWord } from './phone.ts'

/** Before service: the checks before opening that the server can make. */
export const checksArea: Area = (parts) => {
  checksRoutes(parts)
  return {}
}

/** Per address: enough for a whole team behind one Wi-Fi, too few for guessing. */
const MAX_TRIES_PER_MINUTE = 30
const MINUTE_MS = 60_000

function checksRoutes(parts: AreaParts): void {
  const { app, db, clock } = parts
  const throttlePhones = throttle(app, MAX_TRIES_PER_MINUTE, MINUTE_MS)

  route(app, contract.getBeforeService, ({ owner, request }) => readFacts({ ...parts, log: logOf(request) }, owner))

  route(app, contract.startPhoneCheck, () => createPhoneWord(db, clock.now()))

  route(app, contract.phoneReached, async ({ params, request, reply }) => {
    await throttlePhones(request)
    try {
      // A HEAD request, such as for a link preview, is not a phone that shows the page: it does not use up the word.
      if (request.method === 'HEAD') throw new AppError('word_over')
      await redeemPhoneWord(db, params.word, clock.now())
    } catch (error) {
      if (error instanceof AppError && error.code === 'word_over' && acceptsHtml(request))
        return sendPage(request, reply, error.status)
      throw error
    }
    return sendPage(request, reply, 200)
  })

  async function sendPage(request: FastifyRequest, reply: FastifyReply, status: number): Promise<FastifyReply> {
    const { restaurantName } = await readSettings(db)
    const page = phonePage({ language: languageOf(request), name: restaurantName, isReached: status === 200 })
    return reply
      .code(status)
      .header('content-security-policy', PHONE_PAGE_POLICY)
      .type('text/html; charset=utf-8')
      .send(page)
  }
}

/** Whether the client is a browser that shows the response to a person. */
function acceptsHtml({ headers }: FastifyRequest): boolean {
  return /\btext\/html\b/.test(headers.accept ?? '')
}
