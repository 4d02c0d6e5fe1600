import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import pLimit from 'p-limit'
import { AppError } from '#server/platform/app-error.ts'
import { PICTURE_WIDTHS, type PictureWidth, PREVIEW_WIDTH } from '#shared/domain/pictures.ts'
import type { PictureStore } from './store.ts'

/** An S3-compatible bucket. */
export interface Bucket {
  /** Its address with its name, as host or path; without a slash at the end. */
  url: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** The time for one call with all its tries, and for one of them. */
const LIMITS_MS = { call: 10_000, oneTry: 4_000 }
const TRIES = 3
/** How many reads are under way at once: anybody may ask for a thousand pictures, whether they are there or not. */
const MAX_READS = 64
const PAUSE_MS = 200
const RETRY_AFTER_S = 5

/** All widths but the one that says that the others are there: it is written last and deleted first. */
const OTHER_WIDTHS = PICTURE_WIDTHS.filter((width) => width !== PREVIEW_WIDTH)

interface Answer {
  status: number
  body: Buffer
}

/**
 * Pictures in a bucket, as objects `<hash>/<width>.webp`. Calls are signed (AWS Signature Version 4), bounded in time
 * and repeated where the bucket was busy or did not answer: each may be done twice.
 */
export function bucketStore(bucket: Bucket, limits = LIMITS_MS): PictureStore {
  const { accessKeyId, secretAccessKey, region } = bucket
  const signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  const address = (hash: string, width: PictureWidth) => `${bucket.url}/${hash}/${width}.webp`
  const readInTurn = pLimit(MAX_READS)

  async function once(method: string, url: string, body: Buffer | undefined, whole: AbortSignal): Promise<Answer> {
    const headers = {
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
      ...(body && { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' }),
    }
    const signed = await signer.sign(url, { method, headers, body: body ? new Uint8Array(body) : null })
    const signal = AbortSignal.any([whole, AbortSignal.timeout(limits.oneTry)])
    const answer = await fetch(signed, { signal, redirect: 'error' })
    return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) }
  }

  /** @param expected the statuses that are answers; any other is the bucket's failure */
  async function call(method: string, url: string, expected: readonly number[], body?: Buffer): Promise<Answer> {
    const whole = AbortSignal.timeout(limits.call)
    for (let tried = 1; ; tried++) {
      const attempt = () => once(method, url, body, whole)
      // What an owner sends waits for no guest.
      const asked = method === 'GET' ? readInTurn(attempt) : attempt()
      const answer = await asked.catch((error: unknown) => error as Error)
      if (!(answer instanceof Error) && expected.includes(answer.status)) return answer
      const isFinal = !(answer instanceof Error) && answer.status < 500 && answer.status !== 429
      if (isFinal || tried === TRIES || whole.aborted) throw unavailable(method, answer)
      await setTimeout(PAUSE_MS * tried)
    }
  }

  return {
    has: async (hash) => (await call('HEAD', address(hash, PREVIEW_WIDTH), [200, 404])).status === 200,

    async put(hash, picture) {
      const write = async (width: PictureWidth) => {
        const bytes = picture.get(width)
        if (bytes) await call('PUT', address(hash, width), [200], bytes)
      }
      await allDone(OTHER_WIDTHS.map(write))
      await write(PREVIEW_WIDTH)
    },

    async get(hash, width) {
      const { status, body } = await call('GET', address(hash, width), [200, 404])
      return status === 200 ? body : undefined
    },

    async remove(hash) {
      const remove = (width: PictureWidth) => call('DELETE', address(hash, width), [200, 204, 404])
      await remove(PREVIEW_WIDTH)
      await allDone(OTHER_WIDTHS.map(remove))
    },
  }
}

// None may still be under way when this rejects: it would undo what the next call does.
async function allDone(calls: Promise<unknown>[]): Promise<void> {
  for (const done of await Promise.allSettled(calls)) if (done.status === 'rejected') throw done.reason
}

function unavailable(method: string, answer: Answer | Error): AppError {
  const refusal = new AppError('unavailable', {}, RETRY_AFTER_S)
  // For the log. Of what the bucket says only its code is taken: the rest may repeat what was sent.
  const code = answer instanceof Error ? answer.name : /<Code>(\w{1,50})<\/Code>/.exec(answer.body.toString())?.[1]
  const said = answer instanceof Error ? 'did not answer' : `answered ${answer.status}`
  refusal.cause = new Error(`the bucket ${said} to a ${method} (${code ?? 'no code'})`)
  return refusal
}
