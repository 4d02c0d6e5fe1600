import { execFile, execFileSync } from 'node:child_process'
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createDatabase, dropDatabase } from './databases.ts'
import { temporaryFolder } from './temporary-database.ts'

/** Ways in which the bucket fails a request. */
type Mishap =
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
  /** Returns how to fail a request; undefined to answer it. */
  mishap: (method: string, key: string) => Mishap | undefined
  close(): Promise<void>
}

/** An S3-compatible bucket in memory, which verifies signatures by an implementation of its own. */
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

/** Whether servers in tests run the embedded database; otherwise each has a database on TEST_DATABASE_SERVER. */
export const onEmbedded = process.env.TEST_DATABASE_SERVER === undefined

/** The environment variable with the path of the migrated data folder, for vitest's workers. */
export const MIGRATED_FOLDER = 'TEST_MIGRATED_FOLDER'

/** The storage of a server that a test starts. */
export interface ServerStorage {
  /** Environment variables that make a server use this storage. */
  env: { DATA_DIR: string; DATABASE_URL: string }
  /** The database's URL; that of an embedded one exists only while it runs. */
  url(): string
  remove(): Promise<void>
}

/** Creates empty storage: a folder for an embedded database, or a database on the server of TEST_DATABASE_SERVER. */
export async function newStorage(): Promise<ServerStorage> {
  const DATA_DIR = await temporaryFolder()
  const removeFolder = async () => {
    // Erasures are recorded in the folder of the backups beside it.
    for (const folder of [DATA_DIR, `${DATA_DIR}-backups`])
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 })
  }
  const server = process.env.TEST_DATABASE_SERVER
  if (!server) return { env: { DATA_DIR, DATABASE_URL: '' }, url: () => embeddedUrl(DATA_DIR), remove: removeFolder }
  const name = `masa_storage_${randomBytes(6).toString('hex')}`
  const DATABASE_URL = await createDatabase(server, name)
  return {
    env: { DATA_DIR, DATABASE_URL },
    url: () => DATABASE_URL,
    remove: async () => {
      await dropDatabase(server, name)
      await removeFolder()
    },
  }
}

/** A copy of the run's migrated folder; empty on another server, or outside vitest. */
export async function migratedStorage(): Promise<ServerStorage> {
  const storage = await newStorage()
  const migrated = process.env[MIGRATED_FOLDER]
  if (onEmbedded && migrated) await copyFolder(migrated, storage.env.DATA_DIR)
  return storage
}

/** Copies the content of a folder with its owners: PostgreSQL's 1,500 files then need no new owner at the start. */
async function copyFolder(from: string, to: string): Promise<void> {
  // Node's own copy takes twice the processor time, and makes all files belong to Node's user.
  await promisify(execFile)('cp', ['-a', `${from}/.`, to])
}

/** The process id of the PostgreSQL that runs on a data folder. */
export function postgresOf(dataDir: string): number {
  return Number(pidFile(dataDir)[0])
}

export function embeddedUrl(dataDir: string): string {
  const password = readFileSync(path.join(dataDir, 'postgres.password'), 'utf8').trim()
  return `postgres://masa:${password}@127.0.0.1:${pidFile(dataDir)[3]}/masa`
}

function pidFile(dataDir: string): string[] {
  return readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
}

/** Whether this machine lets a test mount a small disk in memory. */
export function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const folder = mkdtempSync(path.join(os.tmpdir(), 'masa-mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder])
    return true
  } catch {
    return false
  } finally {
    rmdirSync(folder)
  }
}
