import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { Bucket } from '#server/platform/files/bucket-store.ts'
import type { BackupFailure } from '#shared/contracts/backups.ts'
import { type BackupStore, backupTime, KEY, PICTURES_FOLDER, pictureName, picturesIn } from './place.ts'

const MAX_ATTEMPTS = 3
const RETRY_DELAY_MS = 500
const CALL_TIMEOUT_MS = 20_000
/** For the transfer of a whole backup. */
const TRANSFER_TIMEOUT_MS = 60 * 60_000
const ERASED_FOLDER = 'erased'
/** Requests for erased keys at a time. */
const AT_ONCE = 8
const EMPTY_SHA256 = createHash('sha256').update('').digest('hex')

export interface BucketPlace extends BackupStore {
  /** Stores a file of at most 5 GB under a name. The bucket checks its hash. */
  add(name: string, file: string): Promise<void>
}

/** The largest file that S3 takes in one request, and with it most providers. */
const MAX_FILE_BYTES = 5 * 1024 ** 3

/** The bucket cannot be reached, or refuses; the message says which, without secrets. */
export class BucketFailure extends Error {
  readonly reason: Extract<BackupFailure, 'bucket_unreachable' | 'bucket_refused' | 'too_large'>

  constructor(reason: BucketFailure['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/** A bucket of backups, with the same names as in a folder; an erased key is an object without content. */
export function backupBucket(bucket: Bucket): BucketPlace {
  const { accessKeyId, secretAccessKey, region } = bucket
  const signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })

  async function call(
    method: string,
    path: string,
    expected: readonly number[],
    {
      sha256 = EMPTY_SHA256,
      content,
      timeoutMs = CALL_TIMEOUT_MS,
    }: { sha256?: string; content?: string | Buffer; timeoutMs?: number } = {},
  ): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await (async () => {
        const headers = { 'x-amz-content-sha256': sha256 }
        const signed = await signer.sign(`${bucket.url}${path}`, { method, headers })
        // The content is added after signing: the signer would read all of a file into memory.
        const body = typeof content === 'string' ? await openAsBlob(content) : content && new Uint8Array(content)
        return fetch(signed.url, {
          ...{ method, headers: signed.headers, body: body ?? null, redirect: 'error' },
          signal: AbortSignal.timeout(timeoutMs),
        })
      })().catch((error: unknown) => error as Error)
      if (!(outcome instanceof Error) && expected.includes(outcome.status)) return outcome
      const isFinal = !(outcome instanceof Error) && !isPassing(outcome.status)
      if (isFinal || attempt === MAX_ATTEMPTS) throw await failureOf(method, outcome)
      if (!(outcome instanceof Error)) await outcome.body?.cancel()
      await setTimeout(RETRY_DELAY_MS * attempt)
    }
  }

  async function list(prefix: string): Promise<{ key: string; bytes: number }[]> {
    const found: { key: string; bytes: number }[] = []
    for (let token: string | undefined; ; ) {
      const query = [
        ...(token === undefined ? [] : [`continuation-token=${encodeURIComponent(token)}`]),
        'list-type=2',
        `prefix=${encodeURIComponent(prefix)}`,
      ].join('&')
      const xml = await (await call('GET', `?${query}`, [200])).text()
      for (const [, object = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const key = /<Key>([^<]*)<\/Key>/.exec(object)?.[1] ?? ''
        found.push({ key, bytes: Number(/<Size>(\d+)<\/Size>/.exec(object)?.[1] ?? 0) })
      }
      token = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(xml)?.[1]?.replaceAll('&amp;', '&')
      if (token === undefined) return found
    }
  }

  const pictureKey = (hash: string) => `${PICTURES_FOLDER}/${pictureName(hash)}`
  const listPictures = async () =>
    picturesIn((await list(`${PICTURES_FOLDER}/`)).map(({ key }) => key.slice(PICTURES_FOLDER.length + 1)))
  const erasedKey = (restaurant: string, key: string) => `${ERASED_FOLDER}/${restaurant}/${key}`
  const isStored = async (key: string) => {
    const response = await call('HEAD', `/${key}`, [200, 404])
    return response.status === 200
  }
  const remove = async (key: string) => {
    await (await call('DELETE', `/${key}`, [200, 204, 404])).body?.cancel()
  }

  return {
    async list() {
      const objects = await list('masa-')
      return objects.filter(({ key }) => backupTime(key)).map(({ key, bytes }) => ({ name: key, bytes }))
    },

    async add(name, file) {
      const { size } = await stat(file)
      if (size > MAX_FILE_BYTES)
        throw new BucketFailure(
          'too_large',
          `${name} has ${(size / 1024 ** 3).toFixed(1)} GB, and a bucket takes at most 5 GB in one request.`,
        )
      const sha256 = await hashOf(file)
      await (
        await call('PUT', `/${name}`, [200], { sha256, content: file, timeoutMs: TRANSFER_TIMEOUT_MS })
      ).body?.cancel()
    },

    async read(name) {
      const response = await call('GET', `/${name}`, [200, 404], { timeoutMs: TRANSFER_TIMEOUT_MS })
      if (response.status === 404 || !response.body) {
        await response.body?.cancel()
        throw Object.assign(new Error(`There is no ${name} in the bucket.`), { code: 'ENOENT' })
      }
      const stream = Readable.fromWeb(response.body as ReadableStream)
      return { stream, bytes: Number(response.headers.get('content-length')) }
    },

    remove,
    listPictures,

    async lacking(hashes) {
      const stored = new Set(await listPictures())
      return hashes.filter((hash) => !stored.has(hash))
    },

    async picture(hash) {
      const response = await call('GET', `/${pictureKey(hash)}`, [200, 404])
      const body = Buffer.from(await response.arrayBuffer())
      return response.status === 200 ? body : undefined
    },

    async addPicture(hash, packed) {
      const sha256 = createHash('sha256').update(packed).digest('hex')
      await (await call('PUT', `/${pictureKey(hash)}`, [200], { sha256, content: packed })).body?.cancel()
    },

    removePicture: (hash) => remove(pictureKey(hash)),

    // The mark is a noted key. While that is there, the bucket is the one that was listed.
    async readErased(restaurant, mark) {
      if (mark !== undefined && (await isStored(erasedKey(restaurant, mark))))
        return { keys: new Set(), isWhole: false, mark }
      const objects = await list(`${ERASED_FOLDER}/${restaurant}/`)
      const keys = objects.map(({ key }) => key.split('/')[2] ?? '').filter((key) => KEY.test(key))
      return { keys: new Set(keys), isWhole: true, mark: keys[0] }
    },

    async noteErased(restaurant, keys) {
      await atOnce(keys, async (key) => {
        await (await call('PUT', `/${erasedKey(restaurant, key)}`, [200])).body?.cancel()
      })
      return keys[0]
    },

    dropErased: (restaurant, keys) => atOnce([...keys], (key) => remove(erasedKey(restaurant, key))),
  }
}

/** A few at a time. After a failure nothing more is begun. */
async function atOnce(keys: readonly string[], work: (key: string) => Promise<void>): Promise<void> {
  for (let i = 0; i < keys.length; i += AT_ONCE) await Promise.all(keys.slice(i, i + AT_ONCE).map(work))
}

/** Whether the bucket is only busy, or has a fault of its own. */
const isPassing = (status: number) => status >= 500 || status === 429

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

async function failureOf(method: string, outcome: Response | Error): Promise<BucketFailure> {
  if (outcome instanceof Error)
    return new BucketFailure('bucket_unreachable', `The bucket did not answer to a ${method} (${outcome.name}).`)
  // Only the error's code: the rest of the answer may repeat the request.
  const code = /<Code>(\w{1,50})<\/Code>/.exec(await outcome.text().catch(() => ''))?.[1] ?? 'no code'
  const reason =
    outcome.status === 413 || code === 'EntityTooLarge'
      ? 'too_large'
      : isPassing(outcome.status)
        ? 'bucket_unreachable'
        : 'bucket_refused'
  return new BucketFailure(reason, `The bucket answered ${outcome.status} to a ${method} (${code}).`)
}
