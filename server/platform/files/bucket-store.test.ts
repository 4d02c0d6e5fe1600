import { AwsV4Signer } from 'aws4fetch'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryStore } from '#server/testing/pictures.ts'
import { openBucket, type TestBucket } from '#server/testing/storage.ts'
import { PICTURE_WIDTHS } from '#shared/domain/menu/pictures.ts'
import { bucketStore } from './bucket-store.ts'
import { cachedInMemory, type Encoded, type PictureStore } from './store.ts'

describe('bucket store', () => {
  const HASH = 'a'.repeat(32)
  const PICTURE: Encoded = new Map(PICTURE_WIDTHS.map((width) => [width, Buffer.alloc(width * 10, `w${width}`)]))

  let bucket: TestBucket
  let store: PictureStore
  beforeAll(async () => {
    bucket = await openBucket()
    store = bucketStore(bucket, { call: 15_000, oneTry: 400 })
  })
  afterAll(() => bucket.close())
  beforeEach(() => {
    bucket.objects.clear()
    bucket.requests = []
    bucket.mishap = () => undefined
  })

  const errorOf = (operation: Promise<unknown>) =>
    operation.then(
      () => undefined,
      (error: { code: string; retryAfter: number; cause: Error }) => error,
    )

  // The example "GET Object" of "Signature Calculations for the Authorization Header" in the documentation of S3.
  it('aws4fetch signs the published example of Signature Version 4 correctly', async () => {
    const signer = new AwsV4Signer({
      url: 'https://examplebucket.s3.amazonaws.com/test.txt',
      headers: {
        range: 'bytes=0-9',
        'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      },
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      service: 's3',
      region: 'us-east-1',
      datetime: '20130524T000000Z',
      allHeaders: true,
    })
    expect(await signer.signature()).toBe('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41')
  })

  describe('bucketStore', () => {
    it('stores, returns and removes a picture in all its widths', async () => {
      expect([await store.has(HASH), await store.get(HASH, 640)]).toEqual([false, undefined])
      await store.put(HASH, PICTURE)
      expect([...bucket.objects.keys()].sort()).toEqual(PICTURE_WIDTHS.map((width) => `${HASH}/${width}.webp`).sort())
      expect(await store.has(HASH)).toBe(true)
      for (const width of PICTURE_WIDTHS) expect(await store.get(HASH, width)).toEqual(PICTURE.get(width))
      await store.remove(HASH)
      await store.remove(HASH)
      expect([bucket.objects.size, await store.has(HASH)]).toEqual([0, false])
    })

    it('reports a picture as stored only while all its widths are stored', async () => {
      bucket.mishap = (method, key) => (method === 'PUT' && key.endsWith('/1280.webp') ? { status: 503 } : undefined)
      expect((await errorOf(store.put(HASH, PICTURE)))?.code).toBe('unavailable')
      expect([bucket.objects.size, await store.has(HASH)]).toEqual([3, false])
      bucket.mishap = () => undefined
      await store.put(HASH, PICTURE)
      bucket.mishap = (method, key) => (method === 'DELETE' && key.endsWith('/160.webp') ? { status: 503 } : undefined)
      expect((await errorOf(store.remove(HASH)))?.code).toBe('unavailable')
      expect(await store.has(HASH)).toBe(false)
    })

    it.each([
      ['busy', { status: 503 }],
      ['silent', 'silent'],
      ['disconnected after it carried out the request', 'lost'],
      ['disconnected in the middle of a response', 'truncated'],
    ] as const)('retries when the bucket is %s for a moment', async (_, mishap) => {
      const failed = new Set<string>()
      bucket.mishap = (method, key) => {
        if (failed.has(`${method} ${key}`)) return undefined
        failed.add(`${method} ${key}`)
        return mishap
      }
      await store.put(HASH, PICTURE)
      expect(await store.get(HASH, 640)).toEqual(PICTURE.get(640))
      await store.remove(HASH)
      expect(bucket.objects.size).toBe(0)
    })

    it.each([
      ['busy', { status: 503 }, /answered 503 to a GET \(SlowDown\)/],
      ['silent', 'silent', /did not answer to a GET/],
      ['disconnected', 'truncated', /did not answer to a GET/],
    ] as const)('fails with unavailable after three attempts while the bucket is %s', async (_, mishap, message) => {
      await store.put(HASH, PICTURE)
      bucket.requests = []
      bucket.mishap = () => mishap
      const error = await errorOf(store.get(HASH, 640))
      expect([error?.code, error?.retryAfter, error?.cause.message]).toEqual([
        'unavailable',
        5,
        expect.stringMatching(message),
      ])
      expect(bucket.requests).toHaveLength(3)
    })

    it('fails with unavailable when the timeout of all attempts together has passed', async () => {
      bucket.mishap = () => 'silent'
      const shortStore = bucketStore(bucket, { call: 300, oneTry: 15_000 })
      expect((await errorOf(shortStore.get(HASH, 640)))?.code).toBe('unavailable')
      expect(bucket.requests).toHaveLength(1)
    })

    it('limits concurrent reads to 64, applies the timeout to waiting ones, and does not delay writes', async () => {
      const hashes = Array.from({ length: 200 }, (_, n) => String(n).padStart(32, '0'))
      const readAll = (target: PictureStore) => Promise.all(hashes.map((hash) => errorOf(target.get(hash, 640))))
      bucket.mishap = (method) => (method === 'GET' ? 'silent' : undefined)
      const limitedStore = bucketStore(bucket, { call: 2_000, oneTry: 15_000 })
      const reading = readAll(limitedStore)
      const reads = () => bucket.requests.filter((request) => request.startsWith('GET'))
      await vi.waitFor(() => expect(reads()).toHaveLength(64))
      await limitedStore.put(HASH, PICTURE)
      expect(reads()).toHaveLength(64)
      expect((await reading).map((error) => error?.code)).toEqual(Array(200).fill('unavailable'))
      bucket.mishap = () => undefined
      bucket.requests = []
      // With a long timeout, so that a slow response on a busy machine is not requested twice.
      const longStore = bucketStore(bucket, { call: 15_000, oneTry: 15_000 })
      expect(await readAll(longStore)).toEqual(Array(200).fill(undefined))
      expect(bucket.requests).toHaveLength(200)
    })

    it.each([
      ['secret', { secretAccessKey: 'another' }, 'SignatureDoesNotMatch'],
      ['key', { accessKeyId: 'another' }, 'InvalidAccessKeyId'],
      ['region', { region: 'mars-1' }, 'AuthorizationHeaderMalformed'],
    ])('fails without a retry and with the reason for a wrong %s', async (_, wrong, code) => {
      const misconfigured = bucketStore({ ...bucket, ...wrong })
      const error = await errorOf(misconfigured.get(HASH, 640))
      expect([error?.code, error?.cause.message]).toEqual(['unavailable', `the bucket answered 403 to a GET (${code})`])
      expect(bucket.requests).toHaveLength(1)
      expect((await errorOf(misconfigured.put(HASH, PICTURE)))?.code).toBe('unavailable')
      expect(bucket.objects.size).toBe(0)
    })
  })

  describe('cachedInMemory', () => {
    const all = async (hashes: string[]) => hashes

    it('fetches a picture once for concurrent and later reads', async () => {
      await store.put(HASH, PICTURE)
      bucket.requests = []
      const cached = cachedInMemory(store, all)
      await Promise.all(Array.from({ length: 50 }, () => cached.get(HASH, 640)))
      expect(await cached.get(HASH, 640)).toEqual(PICTURE.get(640))
      expect(bucket.requests).toEqual([`GET ${HASH}/640.webp`])
    })

    it('does not cache that a picture is missing, and drops a removed one', async () => {
      const cached = cachedInMemory(store, all)
      expect(await cached.get(HASH, 640)).toBeUndefined()
      await cached.put(HASH, PICTURE)
      expect(await cached.get(HASH, 640)).toEqual(PICTURE.get(640))
      await cached.remove(HASH)
      expect(await cached.get(HASH, 640)).toBeUndefined()
    })

    it('does not cache a failure', async () => {
      await store.put(HASH, PICTURE)
      const cached = cachedInMemory(store, all)
      bucket.mishap = () => ({ status: 403 })
      await errorOf(cached.get(HASH, 640))
      bucket.mishap = () => undefined
      expect(await cached.get(HASH, 640)).toEqual(PICTURE.get(640))
    })

    it('caches at most the given number of bytes, and drops the least recently read picture first', async () => {
      await store.put(HASH, PICTURE)
      const cached = cachedInMemory(store, all, 10_000)
      const read = async (...widths: (typeof PICTURE_WIDTHS)[number][]) => {
        bucket.requests = []
        for (const width of widths) await cached.get(HASH, width)
        return bucket.requests.length
      }
      expect(await read(160, 320, 160)).toBe(2)
      // 1,600 + 3,200 + 6,400 bytes are too many: width 320 is dropped, which was read before 160.
      expect(await read(640)).toBe(1)
      expect(await read(160, 640)).toBe(0)
      expect(await read(320)).toBe(1)
      // Larger than the whole cache.
      expect(await read(1280, 1280)).toBe(2)
    })
  })
})

describe('cachedInMemory asks only for known pictures', () => {
  const HASH = 'a'.repeat(32)
  const hashes = (count: number) => Array.from({ length: count }, (_, n) => n.toString(16).padStart(32, '0'))

  /** A store that holds one picture, which the restaurant knows while `known` has it. */
  async function open() {
    const stored = memoryStore()
    await stored.put(HASH, new Map(PICTURE_WIDTHS.map((width) => [width, Buffer.from(`${width}`)])))
    const known = new Set([HASH])
    const lookups: string[][] = []
    const read: string[] = []
    const counted = {
      ...stored,
      get: (hash: string, width: 160 | 320 | 640 | 1280) => {
        read.push(`${hash}/${width}`)
        return stored.get(hash, width)
      },
    }
    const store = cachedInMemory(counted, async (requested) => {
      lookups.push(requested)
      return requested.filter((hash) => known.has(hash))
    })
    return { store, known, lookups, read }
  }

  it('names that are not known never reach the store, and concurrent ones share a lookup', async () => {
    const { store, lookups, read } = await open()
    expect(await Promise.all(hashes(500).map((hash) => store.get(hash, 640)))).toEqual(Array(500).fill(undefined))
    expect(read).toEqual([])
    // The first one is looked up at once, the others together after it.
    expect(lookups.map((requested) => requested.length)).toEqual([1, 499])
  })

  it('a picture that becomes known is found, and one that is removed is looked up again', async () => {
    const { store, known, lookups } = await open()
    known.clear()
    expect(await store.get(HASH, 640)).toBeUndefined()
    known.add(HASH)
    expect(await store.get(HASH, 640)).toEqual(Buffer.from('640'))
    await store.remove(HASH)
    expect(await store.get(HASH, 640)).toBeUndefined()
    expect(lookups).toHaveLength(3)
  })
})
