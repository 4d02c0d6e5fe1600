import { isIP } from 'node:net'
import * as z from 'zod/mini'
import { MAX_USERNAME } from '#shared/contracts/accounts.ts'
import { cleanUsername } from '#shared/domain/text.ts'
import { isDatabaseUrl } from './db/server.ts'
import type { Bucket } from './platform/files/bucket-store.ts'

const matching = (pattern: RegExp, message: string) => z.string().check(z.regex(pattern, message))
const fulfilling = (isValid: (value: string) => boolean, message: string) =>
  z.string().check(z.refine(isValid, message))
const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number()
    .check(
      z.refine(
        (value) => Number.isInteger(value) && value >= min && value <= max,
        `must be a whole number from ${min} to ${max}`,
      ),
    )

const text = z.optional(z.string())
const templateName = matching(/^[a-z0-9_]{1,512}$/, 'must be lower-case letters, digits and _')
const bucketUrl = fulfilling(
  isPlainUrl,
  "must be the bucket's address, like https://host/name, without a user or a query",
)
const bucketRegion = matching(/^[a-z0-9-]{1,50}$/, 'must be like eu-central-1')

const environment = z.object({
  PORT: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(65535)), 3000),
  HOST: z._default(z.string(), '0.0.0.0'),
  DATA_DIR: text,
  DATABASE_URL: z.optional(
    fulfilling(isDatabaseUrl, 'must be the address of one server, like postgres://user:password@host/masa'),
  ),
  PUBLIC_URL: z.optional(
    fulfilling((url) => /^https?:$/.test(protocolOf(url)), 'must be an http:// or https:// address'),
  ),
  TRUST_PROXY: z.optional(
    fulfilling(isTrustProxyValue, "must be true, false, or the proxies' addresses, like 10.0.0.2, 172.16.0.0/12"),
  ),
  ALLOWED_HOSTS: z.optional(
    fulfilling(
      (list) => namesIn(list).every(isHostName),
      'must be names without http:// and port, like menu.example.ro, masa.example.ro',
    ),
  ),
  TLS_CERT: text,
  TLS_KEY: text,
  TIMEZONE: z._default(fulfilling(isTimeZone, 'must be a time zone like Europe/Bucharest'), 'Europe/Bucharest'),
  // The same cleaning and limits as for other new usernames.
  OWNER_USERNAME: z.optional(
    z.string().check(
      z.overwrite((username) => cleanUsername(username, MAX_USERNAME)),
      z.maxLength(MAX_USERNAME, `must have at most ${MAX_USERNAME} characters`),
      z.minLength(1, 'must have characters that can be seen'),
    ),
  ),
  OWNER_PASSWORD: z.optional(
    z
      .string()
      .check(z.minLength(6, 'must have at least 6 characters'), z.maxLength(200, 'must have at most 200 characters')),
  ),
  GUEST_WRITES_PER_MINUTE: z._default(z.coerce.number().check(z.int(), z.gte(0)), 120),
  BUCKET_URL: z.optional(bucketUrl),
  BUCKET_REGION: z._default(bucketRegion, 'auto'),
  BUCKET_ACCESS_KEY_ID: text,
  BUCKET_SECRET_ACCESS_KEY: text,
  BACKUP_DIR: text,
  BACKUP_KEEP: z.optional(wholeNumber(0, 1_000)),
  WHATSAPP_TOKEN: z.optional(matching(/^[\x21-\x7e]{1,2000}$/, 'must be one word, as Meta gives it')),
  WHATSAPP_PHONE_NUMBER_ID: z.optional(matching(/^\d{1,30}$/, 'must be digits')),
  WHATSAPP_TEMPLATE: z.optional(templateName),
  WHATSAPP_TEMPLATE_MANY: z.optional(templateName),
  WHATSAPP_LANGUAGE: z._default(
    matching(/^(en|ro)(_[A-Z]{2})?$/, 'must be en or ro, perhaps with a country: en_US'),
    'ro',
  ),
  WHATSAPP_API_URL: z._default(
    fulfilling(isPlainUrl, 'must be an http:// or https:// address, without a user or a query'),
    'https://graph.facebook.com/v23.0',
  ),
  WHATSAPP_DAILY_LIMIT: z._default(wholeNumber(1, 100_000), 200),
  PRINTERS_ON_LOOPBACK: z._default(z.enum(['true', 'false'], 'must be true or false'), 'false'),
  WEBHOOKS_ON_LOOPBACK: z._default(z.enum(['true', 'false'], 'must be true or false'), 'false'),
  METRICS_TOKEN: z.optional(matching(/^[\w.~+/-]{16,200}=*$/, 'must be 16 to 200 letters, digits and . _ ~ + / -')),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']), 'info'),
})
type Values = z.infer<typeof environment>

/** The settings from the environment (docs/running.md lists all); undefined for those that are not set. */
export type Config = ReturnType<typeof readConfig>

/** An environment variable with an invalid value; the message names it. */
export class BadEnvironment extends Error {}

/** Reads and validates the environment. @throws BadEnvironment naming every invalid variable */
export function readConfig(env: Record<string, string | undefined>) {
  // A blank value counts as not set, for `NAME=` in an environment file.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ''))
  const { data: values, error } = z.safeParse(environment, given, { error: () => 'cannot be used' })
  if (!values) {
    const errors = error.issues.map(
      ({ path: [name], message }) =>
        `${name ? `${String(name)}=${valueForMessage(String(name), env)}` : ''}: ${message}`,
    )
    throw new BadEnvironment(errors.join('\n'))
  }
  const owner = group(values, 'OWNER_USERNAME', 'OWNER_PASSWORD')
  const tls = group(values, 'TLS_CERT', 'TLS_KEY')
  const whatsapp = group(
    values,
    'WHATSAPP_TOKEN',
    'WHATSAPP_PHONE_NUMBER_ID',
    'WHATSAPP_TEMPLATE',
    'WHATSAPP_TEMPLATE_MANY',
  )
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    publicUrl: values.PUBLIC_URL && withoutSlash(new URL(values.PUBLIC_URL).href),
    /** The proxies whose forwarding headers are trusted: all, none, or these addresses. */
    trustProxy: parseTrustProxy(values.TRUST_PROXY),
    tls: tls && { cert: tls.TLS_CERT, key: tls.TLS_KEY },
    allowedHosts: namesIn(values.ALLOWED_HOSTS ?? ''),
    timeZone: values.TIMEZONE,
    owner: owner && { username: owner.OWNER_USERNAME, password: owner.OWNER_PASSWORD },
    /** The limit for each address; 0 means no limit. */
    guestWritesPerMinute: values.GUEST_WRITES_PER_MINUTE,
    bucket: bucketOf(values),
    /** `keep`: 0 disables automatic backups; undefined selects the default. */
    backup: { dir: values.BACKUP_DIR, keep: values.BACKUP_KEEP },
    whatsapp: whatsapp && {
      apiUrl: withoutSlash(values.WHATSAPP_API_URL),
      token: whatsapp.WHATSAPP_TOKEN,
      phoneNumberId: whatsapp.WHATSAPP_PHONE_NUMBER_ID,
      template: whatsapp.WHATSAPP_TEMPLATE,
      templateMany: whatsapp.WHATSAPP_TEMPLATE_MANY,
      language: values.WHATSAPP_LANGUAGE,
      dailyLimit: values.WHATSAPP_DAILY_LIMIT,
    },
    printersOnLoopback: values.PRINTERS_ON_LOOPBACK === 'true',
    webhooksOnLoopback: values.WEBHOOKS_ON_LOOPBACK === 'true',
    /** If it is not set, only callers on this machine may read the metrics, and nobody if `publicUrl` is set. */
    metricsToken: values.METRICS_TOKEN,
    logLevel: values.LOG_LEVEL as string,
  }
}

/** Values that mean something only together. @throws BadEnvironment if only some are set */
function group<Name extends keyof Values>(values: Values, ...names: Name[]) {
  const missing = names.filter((name) => values[name] === undefined)
  if (missing.length === names.length) return undefined
  if (missing.length === 0) return values as { [N in Name]: NonNullable<Values[N]> }
  const listed = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  throw new BadEnvironment(`${listed}: ${names.length === 2 ? 'give both or neither' : 'give all or none'}`)
}

function bucketOf(values: Values): Bucket | undefined {
  const given = group(values, 'BUCKET_URL', 'BUCKET_ACCESS_KEY_ID', 'BUCKET_SECRET_ACCESS_KEY')
  return (
    given && {
      url: withoutSlash(given.BUCKET_URL),
      region: values.BUCKET_REGION,
      accessKeyId: given.BUCKET_ACCESS_KEY_ID,
      secretAccessKey: given.BUCKET_SECRET_ACCESS_KEY,
    }
  )
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '')

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
  // Engines take an offset too, which PostgreSQL reads with the opposite sign, and which knows no summer.
  if (/^[+-]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}
