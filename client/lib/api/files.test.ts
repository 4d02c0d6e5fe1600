import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#shared/contracts/base/endpoint.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { FakeUploadRequest } from '../../testing/fake-upload-request.ts'
import { i18n } from '../../ui/translation.ts'
import { uploadFile } from './files.ts'
import { NoAnswerError, RequestError } from './request-error.ts'

const send = endpoint('POST', '/api/things/:id/picture', 'owner', {
  summary: 'For these tests.',
  params: z.object({ id: z.string() }),
  query: z.object({ dryRun: z.optional(z.string()) }),
  body: z.object({ note: z.optional(z.string()) }),
  upload: { file: 'image', maxBytes: 100, tooLarge: 'too_large' },
  response: z.object({ done: z.boolean() }),
})
const file = new File(['abc'], 'soup.png')
const options = { params: { id: 'a/b' }, file }

beforeEach(() => {
  // Files of one worker share the language.
  i18n.changeLanguage('en')
  fakeApi.reset()
  vi.stubGlobal('XMLHttpRequest', FakeUploadRequest)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('uploadFile', () => {
  it('sends file, fields and language to the address of the endpoint, and reports progress', async () => {
    fakeApi.answers(send, { done: true })
    const onProgress = vi.fn()
    const response = await uploadFile(send, {
      ...options,
      query: { dryRun: 'true' },
      fields: { note: 'ș' },
      headers: { 'Idempotency-Key': 'k' },
      onProgress,
    })
    expect(response).toEqual({ done: true })
    const [call] = fakeApi.callsOf(send)
    expect(call).toMatchObject({ path: '/api/things/a%2Fb/picture', query: { dryRun: 'true' }, body: { note: 'ș' } })
    expect(call?.body).toMatchObject({ image: expect.objectContaining({ name: 'soup.png' }) })
    expect(call?.headers.get('accept-language')).toBe('en')
    expect(call?.headers.get('idempotency-key')).toBe('k')
    expect(call?.headers.has('content-type')).toBe(false)
    expect(onProgress.mock.calls).toEqual([[0.5], [1]])
  })

  it('throws a RequestError if the server rejects the file, as callApi does', async () => {
    fakeApi.refuses(send, 413, { message: 'Image size should be less than 5MB', code: 'image_too_large' })
    const error = await uploadFile(send, options).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(RequestError)
    expect(error).toMatchObject({
      status: 413,
      code: 'image_too_large',
      serverMessage: 'Image size should be less than 5MB',
    })
  })

  it.each([
    ['the network fails', () => fakeApi.isOutOfReach(send)],
    ['the success status is not the declared one', () => fakeApi.refuses(send, 202, {})],
  ])('throws a NoAnswerError when %s', async (_, prepare) => {
    prepare()
    await expect(uploadFile(send, options)).rejects.toBeInstanceOf(NoAnswerError)
  })

  it('rejects when its signal aborts, before or during the upload', async () => {
    fakeApi.holds(send, { done: true })
    const controller = new AbortController()
    const sending = uploadFile(send, { ...options, signal: controller.signal })
    controller.abort(new Error('changed my mind'))
    await expect(sending).rejects.toThrow('changed my mind')
    await expect(uploadFile(send, { ...options, signal: controller.signal })).rejects.toThrow('changed my mind')
    expect(fakeApi.callsOf(send)).toHaveLength(1)
  })

  it('gives up after a minute without progress', async () => {
    vi.useFakeTimers()
    fakeApi.holds(send, { done: true })
    const waiting = expect(uploadFile(send, options)).rejects.toBeInstanceOf(NoAnswerError)
    await vi.advanceTimersByTimeAsync(60_000)
    await waiting
  })
})
