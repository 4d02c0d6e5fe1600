import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** Ways in which the bucket fails a request. */
export type Mishap =
  /** Answers with this status and does nothing. */
  | { status: number }
  /** Executes the request and closes the connection without a response. */
  | 'lost'
  /** Closes the connection in the middle of the response's body. */
  | 'truncated'
  /** Never answers. */
  | 'silent'

export interface TestBucket {
  url: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  objects: Map<string, Buffer>
  /** Every request, as `GET <key>`. */
  requests: string[]
  /** How many objects one answer lists. */
  pageSize: number
  /** Returns how to fail a request; undefined to answer it. */
  mishap: (method: string, key: string) => Mishap | undefined
  close(): Promise<void>
}

/**
 * Starts an S3-compatible bucket in memory. It verifies signatures (Signature Version 4) with its own implementation,
 * so that the server's signer is not tested against itself.
 */
export async function openBucket(): Promise<TestBucket> {
  const server = createServer((request, reply) => void serve(bucket, request, reply))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bucket: TestBucket = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/masa-pictures`,
    region: 'eu-central-1',
    accessKeyId: 'AKIDTEST',
    secretAccessKey: 'sec/ret+of=the-test',
    objects: new Map(),
    requests: [],
    pageSize: 1000,
    mishap: () => undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return bucket
}

async function serve(bucket: TestBucket, request: IncomingMessage, reply: ServerResponse): Promise<void> {
  const { method = '', url = '' } = request
  const body = await buffer(request).catch(() => undefined)
  if (!body) return
  const key = url.replace(/^\/masa-pictures\/?/, '')
  bucket.requests.push(`${method} ${key}`)
  const mishap = bucket.mishap(method, key)
  if (mishap === 'silent') return
  if (typeof mishap === 'object') return refuse(reply, mishap.status, 'SlowDown')
  const error = signatureError(bucket, request, body)
  if (error) return refuse(reply, 403, error)
  if (mishap === 'lost') reply.destroy()
  if (method === 'GET' && key.startsWith('?')) return list(bucket, new URLSearchParams(key), reply)
  const object = bucket.objects.get(key)
  if (method === 'PUT') bucket.objects.set(key, body)
  if (method === 'DELETE') bucket.objects.delete(key)
  if (method === 'PUT') reply.writeHead(200).end()
  else if (method === 'DELETE') reply.writeHead(204).end()
  else if (!object) refuse(reply, 404, 'NoSuchKey')
  else {
    reply.writeHead(200, { 'content-length': object.length })
    if (mishap === 'truncated') reply.write(object.subarray(0, object.length / 2), () => reply.destroy())
    else reply.end(method === 'HEAD' ? undefined : object)
  }
}

// ListObjectsV2
function list({ objects, pageSize }: TestBucket, query: URLSearchParams, reply: ServerResponse): void {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? ''
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
  const page = keys.slice(0, pageSize)
  const contents = page.map(
    (key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length ?? 0}</Size></Contents>`,
  )
  const next = keys.length > pageSize ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  reply
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(`<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`)
}

function refuse(reply: ServerResponse, status: number, code: string): void {
  reply.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex')
const hmac = (key: Buffer | string, data: string) => createHmac('sha256', key).update(data).digest()
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/

function signatureError(bucket: TestBucket, { method, url = '', headers }: IncomingMessage, body: Buffer) {
  const [, id, day = '', region = '', names = '', signature] = AUTHORIZATION.exec(headers.authorization ?? '') ?? []
  const at = String(headers['x-amz-date'])
  const [path = '', query = ''] = url.split('?')
  if (id !== bucket.accessKeyId) return 'InvalidAccessKeyId'
  if (region !== bucket.region) return 'AuthorizationHeaderMalformed'
  const moment = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!at.startsWith(day) || !(Math.abs(Date.now() - moment) < 15 * 60_000)) return 'RequestTimeTooSkewed'
  if (headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const signed = names.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name))) return 'AccessDenied'
  const canonical = [
    ...[method, path, query],
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    ...['', names, sha256(body)],
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const dayKey = hmac(`AWS4${bucket.secretAccessKey}`, day)
  const signingKey = hmac(hmac(hmac(dayKey, region), 's3'), 'aws4_request')
  const expected = hmac(signingKey, `AWS4-HMAC-SHA256\n${at}\n${scope}\n${sha256(canonical)}`).toString('hex')
  return signature === expected ? undefined : 'SignatureDoesNotMatch'
}
