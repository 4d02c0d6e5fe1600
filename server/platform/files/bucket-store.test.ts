import { AwsV4Signer } from 'aws4fetch'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openBucket, type TestBucket } from '#server/testing/bucket.ts'
import { PICTURE_WIDTHS } from '#shared/domain/pictures.ts'
import { bucketStore } from './bucket-store.ts'
import { inMemory } from './in-memory.ts'
import type { Encoded, PictureStore } from './store.ts'

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
  bucket.asked = []
  bucket.mishap = () => undefined
})

const refusal = (calling: Promise<unknown>) =>
  calling.then(
    () => undefined,
    (error: { code: string; retryAfter: number; cause: Error }) => error,
  )

// The example of the vendor's documentation: "GET Object" of "Signature Calculations for the Authorization Header".
it('the signer signs the published example as published', async () => {
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

describe('a picture in a bucket', () => {
  it('is there in all its widths, then gone', async () => {
    expect([await store.has(HASH), await store.get(HASH, 640)]).toEqual([false, undefined])
    await store.put(HASH, PICTURE)
    expect([...bucket.objects.keys()].sort()).toEqual(PICTURE_WIDTHS.map((width) => `${HASH}/${width}.webp`).sort())
    expect(await store.has(HASH)).toBe(true)
    for (const width of PICTURE_WIDTHS) expect(await store.get(HASH, width)).toEqual(PICTURE.get(width))
    await store.remove(HASH)
    await store.remove(HASH)
    expect([bucket.objects.size, await store.has(HASH)]).toEqual([0, false])
  })

  it('is not there before it is whole, nor while it goes', async () => {
    bucket.mishap = (method, key) => (method === 'PUT' && key.endsWith('/1280.webp') ? { status: 503 } : undefined)
    expect((await refusal(store.put(HASH, PICTURE)))?.code).toBe('unavailable')
    expect([bucket.objects.size, await store.has(HASH)]).toEqual([3, false])
    bucket.mishap = () => undefined
    await store.put(HASH, PICTURE)
    bucket.mishap = (method, key) => (method === 'DELETE' && key.endsWith('/160.webp') ? { status: 503 } : undefined)
    expect((await refusal(store.remove(HASH)))?.code).toBe('unavailable')
    expect(await store.has(HASH)).toBe(false)
  })

  it.each([
    ['busy', { status: 503 }],
    ['silent', 'silent'],
    ['cut off after it did what was asked', 'lost'],
    ['cut off in the middle of an answer', 'truncated'],
  ] as const)('survives that the bucket is %s for a moment', async (_, mishap) => {
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
    ['cut off', 'truncated', /did not answer to a GET/],
  ] as const)('is out of reach while the bucket stays %s: said soon, after three tries', async (_, mishap, said) => {
    await store.put(HASH, PICTURE)
    bucket.asked = []
    bucket.mishap = () => mishap
    const error = await refusal(store.get(HASH, 640))
    expect([error?.code, error?.retryAfter, error?.cause.message]).toEqual([
      'unavailable',
      5,
      expect.stringMatching(said),
    ])
    expect(bucket.asked).toHaveLength(3)
  })

  it('is given up when the time for all tries is over', async () => {
    bucket.mishap = () => 'silent'
    const impatient = bucketStore(bucket, { call: 300, oneTry: 15_000 })
    expect((await refusal(impatient.get(HASH, 640)))?.code).toBe('unavailable')
    expect(bucket.asked).toHaveLength(1)
  })

  it('is read 64 times at once; the others wait no longer than for a call, and what an owner sends not at all', async () => {
    const hashes = Array.from({ length: 200 }, (_, n) => String(n).padStart(32, '0'))
    const all = (from: PictureStore) => Promise.all(hashes.map((hash) => refusal(from.get(hash, 640))))
    bucket.mishap = (method) => (method === 'GET' ? 'silent' : undefined)
    const patient = bucketStore(bucket, { call: 2_000, oneTry: 15_000 })
    const reading = all(patient)
    const reads = () => bucket.asked.filter((asked) => asked.startsWith('GET'))
    await vi.waitFor(() => expect(reads()).toHaveLength(64))
    await patient.put(HASH, PICTURE)
    expect(reads()).toHaveLength(64)
    expect((await reading).map((error) => error?.code)).toEqual(Array(200).fill('unavailable'))
    bucket.mishap = () => undefined
    bucket.asked = []
    // Patient again: what a loaded machine answers late must not be asked for twice.
    const mostPatient = bucketStore(bucket, { call: 15_000, oneTry: 15_000 })
    expect(await all(mostPatient)).toEqual(Array(200).fill(undefined))
    expect(bucket.asked).toHaveLength(200)
  })

  it.each([
    ['secret', { secretAccessKey: 'another' }, 'SignatureDoesNotMatch'],
    ['key', { accessKeyId: 'another' }, 'InvalidAccessKeyId'],
    ['region', { region: 'mars-1' }, 'AuthorizationHeaderMalformed'],
  ])('is out of reach with a wrong %s, at once and by its reason', async (_, wrong, code) => {
    const stranger = bucketStore({ ...bucket, ...wrong })
    const error = await refusal(stranger.get(HASH, 640))
    expect([error?.code, error?.cause.message]).toEqual(['unavailable', `the bucket answered 403 to a GET (${code})`])
    expect(bucket.asked).toHaveLength(1)
    expect((await refusal(stranger.put(HASH, PICTURE)))?.code).toBe('unavailable')
    expect(bucket.objects.size).toBe(0)
  })
})

describe('in memory', () => {
  it('a picture is fetched once, however many ask at once and later', async () => {
    await store.put(HASH, PICTURE)
    bucket.asked = []
    const cached = inMemory(store)
    await Promise.all(Array.from({ length: 50 }, () => cached.get(HASH, 640)))
    expect(await cached.get(HASH, 640)).toEqual(PICTURE.get(640))
    expect(bucket.asked).toEqual([`GET ${HASH}/640.webp`])
  })

  it('what was not there is asked for again, and what was removed is gone', async () => {
    const cached = inMemory(store)
    expect(await cached.get(HASH, 640)).toBeUndefined()
    await cached.put(HASH, PICTURE)
    expect(await cached.get(HASH, 640)).toEqual(PICTURE.get(640))
    await cached.remove(HASH)
    expect(await cached.get(HASH, 640)).toBeUndefined()
  })

  it('a failure is not remembered', async () => {
    await store.put(HASH, PICTURE)
    const cached = inMemory(store)
    bucket.mishap = () => ({ status: 403 })
    await refusal(cached.get(HASH, 640))
    bucket.mishap = () => undefined
    expect(await cached.get(HASH, 640)).toEqual(PICTURE.get(640))
  })

  it('no more is kept than agreed, the longest unread going first', async () => {
    await store.put(HASH, PICTURE)
    const cached = inMemory(store, 10_000)
    const read = async (...widths: (typeof PICTURE_WIDTHS)[number][]) => {
      bucket.asked = []
      for (const width of widths) await cached.get(HASH, width)
      return bucket.asked.length
    }
    expect(await read(160, 320, 160)).toBe(2)
    // 1,600 + 3,200 + 6,400 bytes are too many: 320 goes, which was read before 160.
    expect(await read(640)).toBe(1)
    expect(await read(160, 640)).toBe(0)
    expect(await read(320)).toBe(1)
    // Larger than all that may be kept.
    expect(await read(1280, 1280)).toBe(2)
  })
})
