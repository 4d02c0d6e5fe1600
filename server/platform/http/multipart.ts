import type { Socket } from 'node:net'
import { finished } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#shared/contracts/endpoint.ts'
import { AppError } from '../app-error.ts'
import { drainWithin } from './closing/draining.ts'

/** The one file of a multipart body. */
export interface UploadedFile {
  /** As its sender called it; nothing may be concluded from it. */
  name: string
  bytes: Buffer
}

type Upload = NonNullable<Endpoint['upload']>

/** All text fields of a body together, in bytes. */
const MAX_TEXT_BYTES = 4 * 1024 * 1024
const MAX_FIELDS = 30
/** How many uploads of one call are read and worked on at once: each keeps its file in memory. */
const AT_ONCE = 8

/** How long a file may take to arrive: 5 MB over the poorest line that is still one (250 kbit/s). */
const MAX_MS = 3 * 60_000
/** How much of a refused body is heard out, so that its sender learns why; it may take as long as a file again. */
const REFUSED = { maxBytes: 64 * 1024 * 1024, maxMs: MAX_MS }

/** A file on a fast line would otherwise be read in one go, some 30 ms in which nobody else is heard. */
const LET_OTHERS_AFTER = 256 * 1024

const uploading = new WeakSet<Socket>()
const files = new WeakMap<FastifyRequest, UploadedFile>()

/** Whether an owner's file, refused or not, is arriving on a socket: it may take longer than a request otherwise may. */
export function isUploading(socket: Socket): boolean {
  return uploading.has(socket)
}

/** The file that came with a request. */
export function fileOf(request: FastifyRequest): UploadedFile | undefined {
  return files.get(request)
}

/**
 * Makes the routes of a scope read multipart bodies and no others (415), after their access was checked. The file is at
 * most `maxBytes` long (else `tooLarge`); the text fields become the body that the contract judges.
 */
export async function readMultipart(scope: FastifyInstance, upload: Upload): Promise<void> {
  scope.removeAllContentTypeParsers()
  await scope.register(multipart, {
    // The name of the field decides, not what the sender says of the part: any other file is a text that is too long.
    isPartAFile: (field) => field === upload.file,
    limits: {
      files: 1,
      fields: MAX_FIELDS,
      parts: MAX_FIELDS + 1,
      fieldSize: MAX_TEXT_BYTES,
      headerPairs: 20,
      // `readFile` counts, because it stops at once: the plugin would read to the end of the part.
      fileSize: Number.POSITIVE_INFINITY,
    },
  })
  let inProgress = 0
  scope.addHook('preValidation', async (request, reply) => {
    if (!request.isMultipart()) throw new AppError('unsupported_media_type')
    if (inProgress >= AT_ONCE) throw new AppError('unavailable')
    inProgress++
    finished(reply.raw, () => inProgress--)
    const { socket } = request.raw
    const tooLong = setTimeout(() => socket.destroy(), MAX_MS)
    uploading.add(socket)
    finished(request.raw, () => uploading.delete(socket))
    try {
      request.body = await readParts(request, upload)
    } catch (error) {
      // What still comes is not read by anybody else, and the sender reads the answer only when all has gone.
      drainWithin(request.raw, REFUSED)
      request.raw.unpipe().resume()
      throw asRefusal(error)
    } finally {
      clearTimeout(tooLong)
    }
  })
}

async function readParts(request: FastifyRequest, upload: Upload): Promise<Record<string, unknown>> {
  const fields = new Map<string, unknown>()
  let textBytes = 0
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const bytes = await readFile(part.file, upload)
      // A form whose file was not chosen sends one without name and content.
      if (part.filename || bytes.length > 0) files.set(request, { name: part.filename, bytes })
    } else {
      textBytes += Buffer.byteLength(String(part.value))
      if (part.valueTruncated || textBytes > MAX_TEXT_BYTES) throw new AppError('too_large')
      fields.set(part.fieldname, part.value)
    }
  }
  return Object.fromEntries(fields)
}

async function readFile(file: AsyncIterable<Buffer>, { maxBytes, tooLarge }: Upload): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  let sinceOthers = 0
  for await (const chunk of file) {
    size += chunk.length
    sinceOthers += chunk.length
    if (size > maxBytes) throw new AppError(tooLarge)
    chunks.push(chunk)
    if (sinceOthers > LET_OTHERS_AFTER) {
      await setImmediate()
      sinceOthers = 0
    }
  }
  return Buffer.concat(chunks)
}

// Below the plugin errors carry no status.
function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { statusCode } = error as { statusCode?: number }
  return new AppError(statusCode === 413 ? 'too_large' : 'malformed_body')
}
