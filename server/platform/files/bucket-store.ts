import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import pLimit from 'p-limit'
import { AppError } from '#server/platform/app-error.ts'
import { PICTURE_WIDTHS, type PictureWidth, PREVIEW_WIDTH } from '#shared/domain/menu/pictures.ts'
import type { PictureStore } from './store.ts'

/** An S3-compatible bucket. */
export interface Bucket {
  /** URL of the bucket, with its name in the host or in the path; without a slash at the end. */
  url: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Time limits of a call with all its attempts, and of one attempt. */
const TIMEOUTS_MS = { call: 10_000, oneTry: 4_000 }
const MAX_ATTEMPTS = 3
/** Concurrent reads: anybody may request a thousand pictures, existing or not. */
const MAX_CONCURRENT_READS = 64
const RETRY_DELAY_MS = 200
const RETRY_AFTER_S = 5

/** All widths except the one whose presence means that the picture is complete: it is written last and deleted first. */
const OTHER_WIDTHS = PICTURE_WIDTHS.filter((width) => width !== PREVIEW_WIDTH)

interface Answer {
  status: number
  body: Buffer
}

/**
 * Stores pictures in a bucket as objects `<hash>/<width>.webp`. Calls are signed (AWS Signature Version 4), have a time
 * limit and are retried if the bucket was busy or did not answer, so that a call may be executed twice.
 */
export function bucketStore(bucket: Bucket, timeouts = TIMEOUTS_MS): PictureStore {
  const { accessKeyId, secretAccessKey, region } = bucket
  const signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  const urlOf = (hash: string, width: PictureWidth) => `${bucket.url}/${hash}/${width}.webp`
  const readInTurn = pLimit(MAX_CONCURRENT_READS)

  async function sendOnce(
    method: string,
    url: string,
    body: Buffer | undefined,
    callTimeout: AbortSignal,
  ): Promise<Answer> {
    const headers = {
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
      ...(body && { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' }),
    }
    const signed = await signer.sign(url, { method, headers, body: body ? new Uint8Array(body) : null })
    const signal = AbortSignal.any([callTimeout, AbortSignal.timeout(timeouts.oneTry)])
    const answer = await fetch(signed, { signal, redirect: 'error' })
    return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) }
  }

  /** @param expected successful statuses; any other is a failure of the bucket */
  async function call(method: string, url: string, expected: readonly number[], body?: Buffer): Promise<Answer> {
    const callTimeout = AbortSignal.timeout(timeouts.call)
    for (let attempt = 1; ; attempt++) {
      const send = () => sendOnce(method, url, body, callTimeout)
      // An owner's uploads do not wait for guests' reads.
      const sent = method === 'GET' ? readInTurn(send) : send()
      const answer = await sent.catch((error: unknown) => error as Error)
      if (!(answer instanceof Error) && expected.includes(answer.status)) return answer
      const isFinal = !(answer instanceof Error) && answer.status < 500 && answer.status !== 429
      if (isFinal || attempt === MAX_ATTEMPTS || callTimeout.aborted) throw unavailable(method, answer)
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

// Waits for all calls even if one fails: a call that is still running could undo the effect of the next operation.
async function settleAll(calls: Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(calls)) if (result.status === 'rejected') throw result.reason
}

function unavailable(method: string, answer: Answer | Error): AppError {
  const refusal = new AppError('unavailable', {}, RETRY_AFTER_S)
  // For the log. Of the bucket's answer only the error code is logged: the rest may repeat the request.
  const code = answer instanceof Error ? answer.name : /<Code>(\w{1,50})<\/Code>/.exec(answer.body.toString())?.[1]
  const outcome = answer instanceof Error ? 'did not answer' : `answered ${answer.status}`
  refusal.cause = new Error(`the bucket ${outcome} to a ${method} (${code ?? 'no code'})`)
  return refusal
}
