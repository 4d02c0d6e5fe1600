import { isIP } from 'node:net'
import * as z from 'zod/mini'
import { MAX_USERNAME } from '#shared/contracts/accounts.ts'
import { cleanUsername } from '#shared/domain/text.ts'
import { serversIn } from './db/primary/addresses.ts'
import type { Bucket } from './platform/files/index.ts'
import type { TlsFiles } from './platform/http/edge/tls.ts'
import type { WhatsappAccount } from './platform/whatsapp/account.ts'

const portNumber = z.coerce.number().check(z.int(), z.gte(0), z.lte(65535))
// A blank value counts as not set, for `NAME=` in an environment file.
const blankAsUnset = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.transform((value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value)),
    schema,
  )

const templateName = z.string().check(z.regex(/^[a-z0-9_]{1,512}$/, 'must be lower-case letters, digits and _'))

const bucketUrl = blankAsUnset(
  z.optional(
    z
      .string()
      .check(z.refine(isPlainUrl, "must be the bucket's address, like https://host/name, without a user or a query")),
  ),
)
const bucketRegion = blankAsUnset(
  z._default(z.string().check(z.regex(/^[a-z0-9-]{1,50}$/, 'must be like eu-central-1')), 'auto'),
)

const environment = z.object({
  PORT: blankAsUnset(z._default(portNumber, 3000)),
  HOST: blankAsUnset(z._default(z.string(), '0.0.0.0')),
  DATA_DIR: blankAsUnset(z.optional(z.string())),
  DATABASE_URL: blankAsUnset(
    z.optional(
      z
        .string()
        .check(
          z.refine(
            (url) => serversIn(url).length > 0,
            'must be an address like postgres://user:password@host/masa, or with several hosts: …@one:5432,two:5432/masa',
          ),
        ),
    ),
  ),
  PUBLIC_URL: blankAsUnset(
    z.optional(
      z.string().check(z.refine((url) => /^https?:$/.test(protocolOf(url)), 'must be an http:// or https:// address')),
    ),
  ),
  TRUST_PROXY: blankAsUnset(
    z.optional(
      z
        .string()
        .check(
          z.refine(isTrustProxyValue, "must be true, false, or the proxies' addresses, like 10.0.0.2, 172.16.0.0/12"),
        ),
    ),
  ),
  ALLOWED_HOSTS: blankAsUnset(
    z.optional(
      z
        .string()
        .check(
          z.refine(
            (list) => namesIn(list).every(isHostName),
            'must be names without http:// and port, like menu.example.ro, masa.example.ro',
          ),
        ),
    ),
  ),
  TLS_CERT: blankAsUnset(z.optional(z.string())),
  TLS_KEY: blankAsUnset(z.optional(z.string())),
  TIMEZONE: blankAsUnset(
    z._default(z.string().check(z.refine(isTimeZone, 'must be a time zone like Europe/Bucharest')), 'Europe/Bucharest'),
  ),
  // The same cleaning and limits as for other new usernames.
  OWNER_USERNAME: blankAsUnset(
    z.optional(
      z.string().check(
        z.overwrite((username) => cleanUsername(username, MAX_USERNAME)),
        z.maxLength(MAX_USERNAME, `must have at most ${MAX_USERNAME} characters`),
        z.minLength(1, 'must have characters that can be seen'),
      ),
    ),
  ),
  OWNER_PASSWORD: blankAsUnset(
    z.optional(
      z
        .string()
        .check(z.minLength(6, 'must have at least 6 characters'), z.maxLength(200, 'must have at most 200 characters')),
    ),
  ),
  GUEST_WRITES_PER_MINUTE: blankAsUnset(z._default(z.coerce.number().check(z.int(), z.gte(0)), 120)),
  BUCKET_URL: bucketUrl,
  BUCKET_REGION: bucketRegion,
  BUCKET_ACCESS_KEY_ID: blankAsUnset(z.optional(z.string())),
  BUCKET_SECRET_ACCESS_KEY: blankAsUnset(z.optional(z.string())),
  BACKUP_DIR: blankAsUnset(z.optional(z.string())),
  BACKUP_KEEP: blankAsUnset(
    z.optional(z.coerce.number().check(z.refine(isBackupCount, 'must be a whole number from 0 to 1000'))),
  ),
  BACKUP_BUCKET_URL: bucketUrl,
  BACKUP_BUCKET_REGION: bucketRegion,
  BACKUP_BUCKET_ACCESS_KEY_ID: blankAsUnset(z.optional(z.string())),
  BACKUP_BUCKET_SECRET_ACCESS_KEY: blankAsUnset(z.optional(z.string())),
  WHATSAPP_TOKEN: blankAsUnset(
    z.optional(z.string().check(z.regex(/^[\x21-\x7e]{1,2000}$/, 'must be one word, as Meta gives it'))),
  ),
  WHATSAPP_PHONE_NUMBER_ID: blankAsUnset(z.optional(z.string().check(z.regex(/^\d{1,30}$/, 'must be digits')))),
  WHATSAPP_TEMPLATE: blankAsUnset(z.optional(templateName)),
  WHATSAPP_TEMPLATE_MANY: blankAsUnset(z.optional(templateName)),
  WHATSAPP_LANGUAGE: blankAsUnset(
    z._default(
      z.string().check(z.regex(/^(en|ro)(_[A-Z]{2})?$/, 'must be en or ro, perhaps with a country: en_US')),
      'ro',
    ),
  ),
  WHATSAPP_API_URL: blankAsUnset(
    z._default(
      z.string().check(z.refine(isPlainUrl, 'must be an http:// or https:// address, without a user or a query')),
      'https://graph.facebook.com/v23.0',
    ),
  ),
  WHATSAPP_DAILY_LIMIT: blankAsUnset(
    z._default(z.coerce.number().check(z.refine(isDailyLimit, 'must be a whole number from 1 to 100000')), 200),
  ),
  METRICS_TOKEN: blankAsUnset(
    z.optional(z.string().check(z.regex(/^[\w.~+/-]{16,200}=*$/, 'must be 16 to 200 letters, digits and . _ ~ + / -'))),
  ),
  LOG_LEVEL: blankAsUnset(z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']), 'info')),
})

export interface BackupConfig {
  /** The folder of the backups; undefined for the one beside the data. */
  dir: string | undefined
  /** How many are kept; 0 if none is made by itself; undefined for the default. */
  keep: number | undefined
  /** The bucket that backups are copied to, if any. */
  bucket: Bucket | undefined
}

export interface Config {
  port: number
  host: string
  /** The data folder; undefined for the caller's default. */
  dataDir: string | undefined
  databaseUrl: string | undefined
  publicUrl: string | undefined
  /** The proxies whose forwarding headers are trusted: all, none, or these addresses. */
  trustProxy: boolean | string
  /** Further known host names of the server. */
  allowedHosts: readonly string[]
  /** The certificate for https; undefined for http. */
  tls: TlsFiles | undefined
  timeZone: string
  /** The owner to create at the start if there is no such user. */
  owner: { username: string; password: string } | undefined
  /** Per address and minute; 0 means no limit. */
  guestWritesPerMinute: number
  /** The bucket for pictures; undefined to store them in the data folder. */
  bucket: Bucket | undefined
  backup: BackupConfig
  /** The account that sends messages about new orders to the owner; undefined if none. */
  whatsapp: WhatsappAccount | undefined
  /** Required to read the metrics; undefined to serve them to programs on this machine only, and with `publicUrl` to nobody. */
  metricsToken: string | undefined
  logLevel: string
}

/** An environment variable with an invalid value; the message names it. */
export class BadEnvironment extends Error {}

/**
 * Reads and validates the environment.
 * @throws BadEnvironment naming every invalid variable
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = z.safeParse(environment, env, { error: () => 'cannot be used' })
  if (!parsed.success) {
    const errors = parsed.error.issues.map(
      ({ path, message }) =>
        `${path[0] ? `${String(path[0])}=${valueForMessage(String(path[0]), env)}` : ''}: ${message}`,
    )
    throw new BadEnvironment(errors.join('\n'))
  }
  const values = parsed.data
  if ((values.OWNER_USERNAME === undefined) !== (values.OWNER_PASSWORD === undefined)) {
    throw new BadEnvironment('OWNER_USERNAME and OWNER_PASSWORD: give both or neither')
  }
  if ((values.TLS_CERT === undefined) !== (values.TLS_KEY === undefined)) {
    throw new BadEnvironment('TLS_CERT and TLS_KEY: give both or neither')
  }
  const { WHATSAPP_TOKEN, WHATSAPP_PHONE_NUMBER_ID, WHATSAPP_TEMPLATE, WHATSAPP_TEMPLATE_MANY } = values
  const whatsapp = [WHATSAPP_TOKEN, WHATSAPP_PHONE_NUMBER_ID, WHATSAPP_TEMPLATE, WHATSAPP_TEMPLATE_MANY]
  const [token, phoneNumberId, template, templateMany] = whatsapp
  const hasWhatsapp =
    token !== undefined && phoneNumberId !== undefined && template !== undefined && templateMany !== undefined
  if (!hasWhatsapp && whatsapp.some((value) => value !== undefined)) {
    throw new BadEnvironment(
      'WHATSAPP_TOKEN, WHATSAPP_PHONE_NUMBER_ID, WHATSAPP_TEMPLATE and WHATSAPP_TEMPLATE_MANY: give all or none',
    )
  }
  const apiUrl = values.WHATSAPP_API_URL.replace(/\/+$/, '')
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    publicUrl: values.PUBLIC_URL && new URL(values.PUBLIC_URL).href.replace(/\/+$/, ''),
    trustProxy: parseTrustProxy(values.TRUST_PROXY),
    tls:
      values.TLS_CERT !== undefined && values.TLS_KEY !== undefined
        ? { cert: values.TLS_CERT, key: values.TLS_KEY }
        : undefined,
    allowedHosts: namesIn(values.ALLOWED_HOSTS ?? ''),
    timeZone: values.TIMEZONE,
    owner:
      values.OWNER_USERNAME !== undefined && values.OWNER_PASSWORD !== undefined
        ? { username: values.OWNER_USERNAME, password: values.OWNER_PASSWORD }
        : undefined,
    guestWritesPerMinute: values.GUEST_WRITES_PER_MINUTE,
    bucket: bucketOf('BUCKET', values),
    backup: { dir: values.BACKUP_DIR, keep: values.BACKUP_KEEP, bucket: bucketOf('BACKUP_BUCKET', values) },
    whatsapp: hasWhatsapp
      ? {
          ...{ apiUrl, token, phoneNumberId, template, templateMany, language: values.WHATSAPP_LANGUAGE },
          dailyLimit: values.WHATSAPP_DAILY_LIMIT,
        }
      : undefined,
    metricsToken: values.METRICS_TOKEN,
    logLevel: values.LOG_LEVEL,
  }
}

/** @throws BadEnvironment if only some of the bucket's variables are set */
function bucketOf(prefix: 'BUCKET' | 'BACKUP_BUCKET', values: z.infer<typeof environment>): Bucket | undefined {
  const [url, accessKeyId, secretAccessKey] = [
    values[`${prefix}_URL`],
    values[`${prefix}_ACCESS_KEY_ID`],
    values[`${prefix}_SECRET_ACCESS_KEY`],
  ]
  if (url !== undefined && accessKeyId !== undefined && secretAccessKey !== undefined)
    return { url: url.replace(/\/+$/, ''), region: values[`${prefix}_REGION`], accessKeyId, secretAccessKey }
  if (url === undefined && accessKeyId === undefined && secretAccessKey === undefined) return undefined
  throw new BadEnvironment(`${prefix}_URL, ${prefix}_ACCESS_KEY_ID and ${prefix}_SECRET_ACCESS_KEY: give all or none`)
}

function isBackupCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 1_000
}

function isDailyLimit(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 100_000
}

function isTrustProxyValue(value: string): boolean {
  return value === 'true' || value === 'false' || value.split(',').every((part) => isProxy(part.trim()))
}

// Fastify accepts an address, a range of addresses, or one of its names for ranges.
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  )
}

function namesIn(list: string): string[] {
  const names = list.split(',').map((name) => name.trim().toLowerCase())
  return names.filter((name) => name !== '')
}

function isHostName(name: string): boolean {
  return name.length <= 253 && /^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?$/.test(name)
}

function parseTrustProxy(value: string | undefined): boolean | string {
  if (value === undefined || value === 'false') return false
  return value === 'true' ? true : value
}

// Others may read the message, so it hides secrets, also a token that was set in the wrong variable.
function valueForMessage(name: string, env: Record<string, string | undefined>): string {
  return /PASSWORD|URL|SECRET|TOKEN|KEY|WHATSAPP_(PHONE|TEMPLATE)/.test(name) ? '…' : (env[name] ?? '')
}

function isPlainUrl(value: string): boolean {
  if (!/^https?:$/.test(protocolOf(value))) return false
  const { username, password, search, hash } = new URL(value)
  return username === '' && password === '' && search === '' && hash === ''
}

function protocolOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : ''
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}
