import type { Socket } from 'node:net'
import { finished } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#shared/contracts/base/endpoint.ts'
import { AppError } from '../app-error.ts'

export interface UploadedFile {
  /** File name given by the client; untrusted. */
  name: string
  bytes: Buffer
}

type Upload = NonNullable<Endpoint['upload']>

/** Total size of all text fields of a body, in bytes. */
const MAX_TEXT_BYTES = 4 * 1024 * 1024
const MAX_FIELDS = 30
/** Concurrent uploads per endpoint, from reading the body to the response: each holds its file in memory. */
const MAX_CONCURRENT_UPLOADS = 8

/** How long an upload may take: 5 MB over the slowest usable connection (250 kbit/s). */
const UPLOAD_TIMEOUT_MS = 3 * 60_000
const uploading = new WeakSet<Socket>()
const files = new WeakMap<FastifyRequest, UploadedFile>()

/** Whether a socket is receiving an upload, accepted or rejected. Uploads may exceed the timeout of other requests. */
export function isUploading(socket: Socket): boolean {
  return uploading.has(socket)
}

/** The uploaded file of a request; undefined if it has none. */
export function fileOf(request: FastifyRequest): UploadedFile | undefined {
  return files.get(request)
}

/**
 * Makes the routes of a scope read multipart bodies, in `preValidation`, after `onRequest` has checked the access; any
 * other content type gets 415. A file of more than `maxBytes` is rejected with `tooLarge`. The text fields
 * become the body that the contract validates.
 */
export async function registerMultipart(scope: FastifyInstance, upload: Upload): Promise<void> {
  scope.removeAllContentTypeParsers()
  await scope.register(multipart, {
    // A part is a file only by its field name, whatever its headers. A file in any other field is parsed as a text
    // field, which the contract ignores.
    isPartAFile: (field) => field === upload.file,
    limits: {
      files: 1,
      fields: MAX_FIELDS,
      parts: MAX_FIELDS + 1,
      fieldSize: MAX_TEXT_BYTES,
      headerPairs: 20,
      fileSize: upload.maxBytes,
    },
  })
  let inProgress = 0
  scope.addHook('preValidation', async (request, reply) => {
    if (!request.isMultipart()) throw new AppError('unsupported_media_type')
    if (inProgress >= MAX_CONCURRENT_UPLOADS) throw new AppError('unavailable')
    inProgress++
    finished(reply.raw, () => inProgress--)
    const { socket } = request.raw
    const timeout = setTimeout(() => socket.destroy(), UPLOAD_TIMEOUT_MS)
    uploading.add(socket)
    finished(request.raw, () => uploading.delete(socket))
    try {
      request.body = await readParts(request)
    } catch (error) {
      // Most clients read the response only after they have sent everything.
      request.raw.unpipe().resume()
      throw multipartError(error, upload)
    } finally {
      clearTimeout(timeout)
    }
  })
}

async function readParts(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields = new Map<string, unknown>()
  let textBytes = 0
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer()
      // A form without a chosen file sends an empty part without a file name.
      if (part.filename || bytes.length > 0) files.set(request, { name: part.filename, bytes })
    } else {
      textBytes += Buffer.byteLength(String(part.value))
      if (part.valueTruncated || textBytes > MAX_TEXT_BYTES) throw new AppError('too_large')
      fields.set(part.fieldname, part.value)
    }
  }
  return Object.fromEntries(fields)
}

// Errors of busboy, the plugin's parser, have no status code: they become malformed_body.
function multipartError(error: unknown, { tooLarge }: Upload): AppError {
  if (error instanceof AppError) return error
  const { statusCode, code } = error as { statusCode?: number; code?: string }
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new AppError(tooLarge)
  return new AppError(statusCode === 413 ? 'too_large' : 'malformed_body')
}
