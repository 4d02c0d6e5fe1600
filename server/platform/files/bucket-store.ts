import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import pLimit from 'p-limit'
import { AppError } from '#server/platform/app-error.ts'
import { PICTURE_WIDTHS, type PictureWidth, PREVIEW_WIDTH } from '#shared/domain/menu/pictures.ts'
import type { PictureStore } from './store.ts'

export interface Bucket {
  /** URL of the bucket, with its name in the host or in the path; without a slash at the end. */
  url: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Time limits of a request with all its attempts (`call`), and of one attempt (`oneTry`). */
const TIMEOUTS_MS = { call: 10_000, oneTry: 4_000 }
const MAX_ATTEMPTS = 3
/** Concurrent reads: anybody may request a thousand pictures, existing or not. */
const MAX_CONCURRENT_READS = 64
const RETRY_DELAY_MS = 200
const RETRY_AFTER_S = 5

/** The widths that are written before the preview and deleted after it: if that is there, all of them are. */
const OTHER_WIDTHS = PICTURE_WIDTHS.filter((width) => width !== PREVIEW_WIDTH)

interface BucketResponse {
  status: number
  body: Buffer
}

/**
 * Stores pictures in a bucket as objects `<hash>/<width>.webp`. Requests are signed (AWS Signature Version 4), have a
 * time limit and are retried if the bucket was busy or did not answer, so that a request may be executed twice.
 */
export function bucketStore(bucket: Bucket, timeouts = TIMEOUTS_MS): PictureStore {
  const { accessKeyId, secretAccessKey, region } = bucket
  const signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  const urlOf = (hash: string, width: PictureWidth) => `${bucket.url}/${hash}/${width}.webp`
  const limitReads = pLimit(MAX_CONCURRENT_READS)

  async function sendOnce(method: string, url: string, body: Buffer | undefined, callTimeout: AbortSignal) {
    const headers = {
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
      ...(body && { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' }),
    }
    const signed = await signer.sign(url, { method, headers, body: body ? new Uint8Array(body) : null })
    const signal = AbortSignal.any([callTimeout, AbortSignal.timeout(timeouts.oneTry)])
    const response = await fetch(signed, { signal, redirect: 'error' })
    return { status: response.status, body: Buffer.from(await response.arrayBuffer()) }
  }

  /** @param expected successful statuses; any other is a failure of the bucket */
  async function call(method: string, url: string, expected: readonly number[], body?: Buffer) {
    const callTimeout = AbortSignal.timeout(timeouts.call)
    for (let attempt = 1; ; attempt++) {
      const send = () => sendOnce(method, url, body, callTimeout)
      // An owner's uploads do not wait for guests' reads.
      const sent = method === 'GET' ? limitReads(send) : send()
      const response = await sent.catch((error: unknown) => error as Error)
      if (!(response instanceof Error) && expected.includes(response.status)) return response
      const isFinal = !(response instanceof Error) && response.status < 500 && response.status !== 429
      if (isFinal || attempt === MAX_ATTEMPTS || callTimeout.aborted) throw unavailable(method, response)
      await setTimeout(RETRY_DELAY_MS * attempt)
    }
  }

  return {
    has: async (hash) => (await call('HEAD', urlOf(hash, PREVIEW_WIDTH), [200, 404])).status === 200,

    async put(hash, picture) {
      const write = async (width: PictureWidth) => {
        const bytes = picture.get(width)
        if (bytes) await call('PUT', urlOf(hash, width), [200], bytes)
      }
      await settleAll(OTHER_WIDTHS.map(write))
      await write(PREVIEW_WIDTH)
    },

    async get(hash, width) {
      const { status, body } = await call('GET', urlOf(hash, width), [200, 404])
      return status === 200 ? body : undefined
    },

    async remove(hash) {
      const remove = (width: PictureWidth) => call('DELETE', urlOf(hash, width), [200, 204, 404])
      await remove(PREVIEW_WIDTH)
      await settleAll(OTHER_WIDTHS.map(remove))
    },
  }
}

// Waits for all requests even if one fails: one that is still running could undo the effect of the next operation.
async function settleAll(requests: Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(requests)) if (result.status === 'rejected') throw result.reason
}

function unavailable(method: string, response: BucketResponse | Error): AppError {
  const error = new AppError('unavailable', {}, RETRY_AFTER_S)
  // The log gets only the error code of the bucket's response: the rest may repeat the request.
  const code =
    response instanceof Error ? response.name : /<Code>(\w{1,50})<\/Code>/.exec(response.body.toString())?.[1]
  const outcome = response instanceof Error ? 'did not answer' : `answered ${response.status}`
  error.cause = new Error(`the bucket ${outcome} to a ${method} (${code ?? 'no code'})`)
  return error
}
