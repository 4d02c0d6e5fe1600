import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { credentialsSchema } from '#shared/contracts/accounts.ts'
import { BadEnvironment, readConfig } from './config.ts'

function errorMessage(env: Record<string, string | undefined>): string {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof BadEnvironment) return error.message
    throw error
  }
  return 'accepted'
}

describe('readConfig', () => {
  const DEFAULTS = {
    port: 3000,
    host: '0.0.0.0',
    dataDir: undefined,
    databaseUrl: undefined,
    publicUrl: undefined,
    trustProxy: false,
    allowedHosts: [],
    tls: undefined,
    timeZone: 'Europe/Bucharest',
    owner: undefined,
    guestWritesPerMinute: 120,
    bucket: undefined,
    backup: { dir: undefined, keep: undefined },
    whatsapp: undefined,
    printersOnLoopback: false,
    webhooksOnLoopback: false,
    metricsToken: undefined,
    logLevel: 'info',
  }

  it('returns the defaults for an empty environment', () => {
    expect(readConfig({})).toEqual(DEFAULTS)
  })

  it.each(['', ' ', '\t'])('treats a variable with the value %j as not set', (value) => {
    const names = ['PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL', 'PUBLIC_URL', 'TRUST_PROXY', 'TIMEZONE']
    names.push('ALLOWED_HOSTS', 'TLS_CERT', 'TLS_KEY', 'METRICS_TOKEN', 'PRINTERS_ON_LOOPBACK')
    names.push('WEBHOOKS_ON_LOOPBACK')
    names.push('OWNER_USERNAME', 'OWNER_PASSWORD', 'GUEST_WRITES_PER_MINUTE', 'LOG_LEVEL')
    names.push('BUCKET_URL', 'BUCKET_REGION', 'BUCKET_ACCESS_KEY_ID', 'BUCKET_SECRET_ACCESS_KEY')
    names.push('BACKUP_DIR', 'BACKUP_KEEP')
    names.push('WHATSAPP_TOKEN', 'WHATSAPP_PHONE_NUMBER_ID', 'WHATSAPP_TEMPLATE', 'WHATSAPP_TEMPLATE_MANY')
    names.push('WHATSAPP_LANGUAGE', 'WHATSAPP_API_URL', 'WHATSAPP_DAILY_LIMIT')
    expect(readConfig(Object.fromEntries(names.map((name) => [name, value])))).toEqual(DEFAULTS)
  })

  it('reads every variable', () => {
    expect(
      readConfig({
        PORT: '8080',
        HOST: '127.0.0.1',
        DATA_DIR: '/srv/masa',
        DATABASE_URL: 'postgresql://masa:secret@db/masa',
        PUBLIC_URL: 'https://masa.example/',
        TRUST_PROXY: 'true',
        TLS_CERT: '/etc/masa/fullchain.pem',
        TLS_KEY: '/etc/masa/privkey.pem',
        ALLOWED_HOSTS: ' Menu.Example.ro,masa.example.,',
        TIMEZONE: 'Europe/Chisinau',
        OWNER_USERNAME: ' \u200BŞte\u00ADfan ',
        OWNER_PASSWORD: ' 123456 ',
        GUEST_WRITES_PER_MINUTE: '0',
        BUCKET_URL: 'https://s3.example/masa/',
        BUCKET_REGION: 'eu-central-1',
        BUCKET_ACCESS_KEY_ID: 'id',
        BUCKET_SECRET_ACCESS_KEY: 'key',
        BACKUP_DIR: '/mnt/backups',
        BACKUP_KEEP: '30',
        WHATSAPP_TOKEN: 'EAAtoken',
        WHATSAPP_PHONE_NUMBER_ID: '106540352242922',
        WHATSAPP_TEMPLATE: 'masa_order',
        WHATSAPP_TEMPLATE_MANY: 'masa_orders',
        WHATSAPP_LANGUAGE: 'en_US',
        WHATSAPP_API_URL: 'https://graph.example/v24.0/',
        WHATSAPP_DAILY_LIMIT: '50',
        PRINTERS_ON_LOOPBACK: 'true',
        WEBHOOKS_ON_LOOPBACK: 'true',
        METRICS_TOKEN: 'c2NyYXBlLW1hc2Et~./+==',
        LOG_LEVEL: 'warn',
        SOMETHING_ELSE: 'ignored',
      }),
    ).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataDir: '/srv/masa',
      databaseUrl: 'postgresql://masa:secret@db/masa',
      publicUrl: 'https://masa.example',
      trustProxy: true,
      allowedHosts: ['menu.example.ro', 'masa.example.'],
      tls: { cert: '/etc/masa/fullchain.pem', key: '/etc/masa/privkey.pem' },
      timeZone: 'Europe/Chisinau',
      owner: { username: 'Ștefan', password: ' 123456 ' },
      guestWritesPerMinute: 0,
      bucket: { url: 'https://s3.example/masa', region: 'eu-central-1', accessKeyId: 'id', secretAccessKey: 'key' },
      backup: { dir: '/mnt/backups', keep: 30 },
      whatsapp: {
        apiUrl: 'https://graph.example/v24.0',
        token: 'EAAtoken',
        phoneNumberId: '106540352242922',
        template: 'masa_order',
        templateMany: 'masa_orders',
        language: 'en_US',
        dailyLimit: 50,
      },
      printersOnLoopback: true,
      webhooksOnLoopback: true,
      metricsToken: 'c2NyYXBlLW1hc2Et~./+==',
      logLevel: 'warn',
    })
  })
})

describe('readConfig, rejecting an invalid value,', () => {
  it.each([
    ['PORT', 'http'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', 'proxy.example'],
    ['TRUST_PROXY', '10.0.0.2,'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['ALLOWED_HOSTS', 'http://menu.example.ro'],
    ['ALLOWED_HOSTS', 'menu.example.ro:3000'],
    ['ALLOWED_HOSTS', 'menu.example.ro masa.example'],
    ['TIMEZONE', 'Bucharest'],
    ['TIMEZONE', 'Europe/Bucuresti'],
    ['TIMEZONE', '+02:00'],
    ['TIMEZONE', '+0200'],
    ['TIMEZONE', '-05'],
    ['OWNER_USERNAME', 'a'.repeat(51)],
    ['GUEST_WRITES_PER_MINUTE', 'many'],
    ['GUEST_WRITES_PER_MINUTE', '-1'],
    ['GUEST_WRITES_PER_MINUTE', '0.5'],
    ['BUCKET_REGION', 'Frankfurt am Main'],
    ['BACKUP_KEEP', '-1'],
    ['BACKUP_KEEP', '1.5'],
    ['LOG_LEVEL', 'loud'],
    ['WHATSAPP_LANGUAGE', 'de'],
    ['WHATSAPP_LANGUAGE', 'ro-RO'],
    ['WHATSAPP_DAILY_LIMIT', '0'],
    ['WHATSAPP_DAILY_LIMIT', '1.5'],
    ['WHATSAPP_DAILY_LIMIT', '100001'],
    ['WHATSAPP_DAILY_LIMIT', 'many'],
  ])('names variable and value in the error: %s=%s', (name, value) => {
    expect(errorMessage({ [name]: value }).startsWith(`${name}=${value}: `)).toBe(true)
  })

  it.each([
    ['PUBLIC_URL', 'masa.example'],
    ['PUBLIC_URL', 'ftp://masa.example'],
    ['PUBLIC_URL', 'https://:80'],
    ['BUCKET_URL', 's3://hidden-word'],
    ['BUCKET_URL', 'https://id:hidden-word@s3.example/masa'],
    ['BUCKET_URL', 'https://s3.example/masa?key=hidden-word'],
    ['BUCKET_URL', 'https://s3.example/masa#hidden-word'],
    ['WHATSAPP_TOKEN', 'hidden-word hidden-word'],
    ['WHATSAPP_TOKEN', 'hidden-word\n'],
    ['WHATSAPP_TOKEN', 'hidden-wordț'],
    ['WHATSAPP_PHONE_NUMBER_ID', '+40 712 345 678'],
    // The token was set in the wrong variable.
    ['WHATSAPP_PHONE_NUMBER_ID', 'EAAhidden-word'],
    ['WHATSAPP_TEMPLATE', 'EAAhidden-word'],
    ['WHATSAPP_TEMPLATE_MANY', 'a'.repeat(513)],
    ['WHATSAPP_API_URL', 'ftp://hidden-word'],
    ['WHATSAPP_API_URL', 'https://id:hidden-word@graph.example'],
    ['DATABASE_URL', 'mysql://masa:hidden-word@db/masa'],
    ['DATABASE_URL', 'masa:hidden-word@db'],
    ['DATABASE_URL', 'postgres://masa:hidden-word@db:port/masa'],
    ['METRICS_TOKEN', 'hidden-word'],
    ['METRICS_TOKEN', 'hidden-word hidden-word'],
    ['METRICS_TOKEN', 'hidden-word'.repeat(20)],
    ['DATABASE_URL', 'postgres://masa:hidden-word@one:5432,two:port/masa'],
    ['OWNER_PASSWORD', '12345'],
    ['OWNER_PASSWORD', 'hidden-word'.repeat(20)],
  ])('hides in the error a value that may be a secret: %s', (name, value) => {
    const message = errorMessage({ OWNER_USERNAME: 'ana', [name]: value })
    expect(message).toMatch(new RegExp(`^${name}=…: must .+`))
    expect(message).not.toContain(value)
    expect(message).not.toContain('hidden-word')
  })

  it('reports all invalid values, one per line', () => {
    expect(errorMessage({ PORT: 'x', TIMEZONE: 'y', LOG_LEVEL: 'z' }).split('\n')).toEqual([
      expect.stringMatching(/^PORT=x: /),
      expect.stringMatching(/^TIMEZONE=y: /),
      expect.stringMatching(/^LOG_LEVEL=z: /),
    ])
  })

  it.each([{ OWNER_USERNAME: 'ana' }, { OWNER_PASSWORD: '123456' }, { OWNER_USERNAME: 'ana', OWNER_PASSWORD: '' }])(
    'requires username and password of the owner, or neither: %j',
    (env) => {
      expect(errorMessage(env)).toBe('OWNER_USERNAME and OWNER_PASSWORD: give both or neither')
    },
  )
})

it.each([{ TLS_CERT: '/cert.pem' }, { TLS_KEY: '/key.pem' }])(
  'readConfig rejects a certificate without a key, and a key without a certificate: %j',
  (env) => {
    expect(errorMessage(env)).toBe('TLS_CERT and TLS_KEY: give both or neither')
  },
)

const BUCKET = {
  BUCKET_URL: 'https://s3.example/masa',
  BUCKET_ACCESS_KEY_ID: 'hidden-id',
  BUCKET_SECRET_ACCESS_KEY: 'hidden-key',
}
it.each(Object.keys(BUCKET))('readConfig rejects a bucket without %s, and does not print its keys', (name) => {
  for (const value of [undefined, '']) {
    expect(errorMessage({ ...BUCKET, [name]: value })).toBe(
      'BUCKET_URL, BUCKET_ACCESS_KEY_ID and BUCKET_SECRET_ACCESS_KEY: give all or none',
    )
  }
  expect(readConfig(BUCKET).bucket?.region).toBe('auto')
})

const WHATSAPP = {
  WHATSAPP_TOKEN: 'hidden-token',
  WHATSAPP_PHONE_NUMBER_ID: '106540352242922',
  WHATSAPP_TEMPLATE: 'masa_order',
  WHATSAPP_TEMPLATE_MANY: 'masa_orders',
}
it.each(Object.keys(WHATSAPP))(
  'readConfig rejects a WhatsApp account without %s, and does not print its token',
  (name) => {
    for (const value of [undefined, '']) {
      expect(errorMessage({ ...WHATSAPP, [name]: value })).toBe(
        'WHATSAPP_TOKEN, WHATSAPP_PHONE_NUMBER_ID, WHATSAPP_TEMPLATE and WHATSAPP_TEMPLATE_MANY: give all or none',
      )
    }
    const { language, apiUrl, dailyLimit } = readConfig(WHATSAPP).whatsapp ?? {}
    expect([language, apiUrl, dailyLimit]).toEqual(['ro', 'https://graph.facebook.com/v23.0', 200])
  },
)

describe('readConfig, given a valid value,', () => {
  it.each([
    ['true', true],
    ['false', false],
    ['10.0.0.2', '10.0.0.2'],
    ['10.0.0.2, 172.16.0.0/12', '10.0.0.2, 172.16.0.0/12'],
    ['loopback, ::1, fd00::/8', 'loopback, ::1, fd00::/8'],
  ])('accepts TRUST_PROXY=%s as Fastify does', (value, trustProxy) => {
    expect(readConfig({ TRUST_PROXY: value }).trustProxy).toBe(trustProxy)
    expect(() => fastify({ trustProxy })).not.toThrow()
  })

  it.each(['0', '1', '3000', '65535'])('accepts PORT=%s', (port) => {
    expect(readConfig({ PORT: port }).port).toBe(Number(port))
  })

  it('accepts an owner whose name and password have the maximum length for signing in', () => {
    const owner = { username: 'a'.repeat(50), password: 'x'.repeat(200) }
    expect(readConfig({ OWNER_USERNAME: owner.username, OWNER_PASSWORD: owner.password }).owner).toEqual(owner)
    expect(credentialsSchema.parse(owner)).toEqual(owner)
  })
})
