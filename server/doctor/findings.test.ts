import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findingLine, findingsOf, sizeText } from './finding.ts'
import { examineClock, examineDisk } from './machine.ts'
import { examineBackupFolder, examineBackups, examinePrinters } from './outside.ts'
import { examineChosenAddress, examineSettings } from './settings.ts'

const NOW = new Date('2026-11-21T18:00:00.000Z')
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
const levelsOf = (findings: { level: string; text: string }[]) => findings.map(({ level, text }) => `${level}: ${text}`)

it('a finding is one line, with what to do', () => {
  const { ok, error } = findingsOf('disk')
  expect(findingLine(ok('Fine.'))).toBe('ok       disk      Fine.')
  expect(findingLine(error('Bad.\n  In two lines.', 'Repair it.'))).toBe(
    'error    disk      Bad. In two lines. → Repair it.',
  )
  expect([sizeText(400_000), sizeText(12_300_000), sizeText(5.25e9), sizeText(4e15)]).toEqual([
    ...['400 kB', '12 MB', '5.3 GB', '4000 TB'],
  ])
})

describe('the clock', () => {
  const state = (clockAheadMs: number, newestOrderAt: Date | null = at(-60)) => ({ clockAheadMs, newestOrderAt })

  it.each([
    ['agrees with the database', state(1_999), 0, ['ok']],
    ['agrees, in a database without orders', state(0, null), 0, ['ok']],
    ['is compared with nothing while there is no database', undefined, 0, ['ok']],
    ['differs by seconds', state(-2_001), 0, ['warning']],
    ['differs by more than a minute', state(61_000), 0, ['error']],
    ['was set back before the newest order', state(0, at(61)), 0, ['error']],
    ['has an order of this moment', state(0, at(5)), 0, ['ok']],
    ['jumped while the doctor ran', state(0), -3_000, ['warning']],
  ] as const)('%s', (_, given, jump, levels) => {
    expect(examineClock(NOW, given, jump).map(({ level }) => level)).toEqual(levels)
  })

  it('was never set', () => {
    expect(examineClock(new Date(0), undefined, 0)).toMatchObject([
      { level: 'error', text: expect.stringContaining('1970') },
    ])
  })
})

it('printers on the network are named if they are not ready, and not mentioned if there are none', () => {
  const [bar, grill] = [
    { name: 'Bar', state: 'paper' },
    { name: 'Grill', state: 'ready' },
  ]
  expect(examinePrinters([])).toEqual([])
  expect(examinePrinters([grill])).toMatchObject([{ level: 'ok' }])
  expect(examinePrinters([bar, grill])).toMatchObject([
    { level: 'warning', text: expect.stringContaining('Bar (paper).') },
  ])
})

describe('the disk', () => {
  it('is examined without leaving anything in the folder', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'masa-doctor-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    expect(levelsOf(await examineDisk(folder))[0]).toContain(folder)
    expect(await readdir(folder)).toEqual([])
  })

  it('that is not there is an error', async () => {
    expect(levelsOf(await examineDisk('/no/such/folder'))).toEqual(['error: /no/such/folder cannot be used: ENOENT.'])
  })

  it.runIf(process.platform === 'linux')('that cannot be written is an error', async () => {
    expect(levelsOf(await examineDisk('/proc')).at(-1)).toMatch(/^error: \/proc cannot be written \(E\w+\)\.$/)
  })
})

describe('the backups', () => {
  const good = { lastAt: at(-3600), failedAt: null, failure: null }
  it.each([
    ['of this day are good', good, false, ['ok']],
    ['of yesterday at the same hour and later are good', { ...good, lastAt: at(-29 * 3600) }, false, ['ok']],
    ['on the disk of the data need attention', good, true, ['ok', 'warning']],
    ['older than a day and some hours are an error', { ...good, lastAt: at(-31 * 3600) }, false, ['error']],
    ['that failed last are an error', { ...good, failedAt: at(-60), failure: 'disk_full' }, false, ['error']],
    ['that were never made need attention', { ...good, lastAt: null }, false, ['warning']],
    ['unknown to the database need attention', undefined, true, ['warning']],
  ] as const)('%s', (_, outcome, isSameDisk, levels) => {
    const findings = examineBackups(outcome, NOW, { isAutomatic: true, isSameDisk })
    expect(findings.map(({ level }) => level)).toEqual(levels)
  })

  it('need a folder that can be written, or created', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'masa-doctor-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const file = path.join(folder, 'file')
    await writeFile(file, '')
    expect(await examineBackupFolder(folder)).toEqual([])
    expect(await examineBackupFolder(path.join(folder, 'new', 'backups'))).toEqual([])
    const refusal = [`error: Backups cannot be written to ${file}: ${file} is not a folder.`]
    expect(levelsOf(await examineBackupFolder(file))).toEqual(refusal)
    expect(levelsOf(await examineBackupFolder(path.join(file, 'x')))[0]).toContain(`${file} is not a folder`)
    expect(await readdir(folder)).toEqual(['file'])
  })

  it.runIf(process.platform === 'linux')('on a disk that takes nothing are an error', async () => {
    expect(levelsOf(await examineBackupFolder('/proc'))).toEqual([
      expect.stringMatching(/^error: Backups cannot be written to \/proc \(E\w+\)\.$/),
    ])
  })

  it('that are not made by themselves are fine, unless one has failed', () => {
    const levelsIf = (outcome: Parameters<typeof examineBackups>[0]) =>
      examineBackups(outcome, NOW, { isAutomatic: false, isSameDisk: true }).map(({ level }) => level)
    expect(levelsIf({ ...good, lastAt: null })).toEqual(['ok'])
    expect(levelsIf({ ...good, lastAt: at(-31 * 3600) })).toEqual(['ok', 'warning'])
    expect(levelsIf({ ...good, lastAt: null, failedAt: at(-60) })).toContain('error')
  })
})

describe('the settings', () => {
  const levels = (env: Record<string, string>) => examineSettings(env, NOW).findings.map(({ level }) => level)

  it('that are not set are fine', () => {
    expect(levels({})).toEqual(['ok'])
  })

  it('that are invalid are an error each, and nothing else can be examined', () => {
    const { config, findings } = examineSettings({ PORT: 'x', TIMEZONE: 'y', OWNER_PASSWORD: 'abc' }, NOW)
    expect(config).toBeUndefined()
    expect(findings.map(({ level }) => level)).toEqual(['error', 'error', 'error'])
    expect(JSON.stringify(findings)).not.toContain('abc')
  })

  it('include the address that an owner has chosen, unless PUBLIC_URL is set', () => {
    const chosen = (env: Record<string, string>, address: string | null) => {
      const { config } = examineSettings(env, NOW)
      if (!config) throw new Error('the settings are invalid')
      return levelsOf(examineChosenAddress(config, address))
    }
    const named = 'ok: The setting "Address of your menu" is'
    expect(chosen({}, null)).toEqual([])
    expect(chosen({}, 'http://192.168.1.20:3000')).toEqual([`${named} http://192.168.1.20:3000.`])
    expect(chosen({ TRUST_PROXY: 'loopback' }, 'https://a.example')).toEqual([`${named} https://a.example.`])
    expect(chosen({}, 'https://a.example')[1]).toMatch(/^warning: .*TRUST_PROXY is not set/)
    expect(chosen({ PUBLIC_URL: 'http://b.example' }, 'https://a.example')).toEqual([
      `${named} https://a.example; PUBLIC_URL is used in its place.`,
    ])
  })

  describe('without encryption between machines', () => {
    const keys = (prefix: string) => ({ [`${prefix}_ACCESS_KEY_ID`]: 'id', [`${prefix}_SECRET_ACCESS_KEY`]: 'word-1' })
    const warningsOf = (env: Record<string, string>) =>
      examineSettings(env, NOW).findings.flatMap(({ level, text }) => (level === 'warning' ? [text] : []))

    it.each([
      ['the bucket', { BUCKET_URL: 'http://s3.example/masa', ...keys('BUCKET') }, 'BUCKET_URL'],
      ['a database elsewhere', { DATABASE_URL: 'postgres://masa:word-2@db.example/masa' }, 'db.example'],
      [
        'a database of a private network',
        { DATABASE_URL: 'postgres://masa@10.0.0.1/masa?sslmode=disable' },
        '10.0.0.1',
      ],
      ['one of several', { DATABASE_URL: 'postgres://masa@127.0.0.1:5432,10.0.0.2:5432/masa' }, '10.0.0.2'],
      [
        'a database named by a parameter',
        { DATABASE_URL: 'postgres://masa@localhost/masa?host=db.example' },
        'db.example',
      ],
    ])('need attention: %s', (_, env, name) => {
      const warnings = warningsOf(env)
      expect(warnings).toEqual([expect.stringContaining(name)])
      expect(warnings[0]).not.toMatch(/word-|127\.0\.0\.1/)
    })

    it.each([
      ['https', { BUCKET_URL: 'https://s3.example/masa', ...keys('BUCKET') }],
      ['a bucket on this machine', { BUCKET_URL: 'http://[::1]:9000/masa', ...keys('BUCKET') }],
      ['a database on this machine', { DATABASE_URL: 'postgres://masa@localhost/masa' }],
      ['a database on this machine by IPv6', { DATABASE_URL: 'postgres://masa@[::1]:5432/masa' }],
      ['a socket of the system', { DATABASE_URL: 'postgres://masa@/masa?host=/var/run/postgresql' }],
      ['TLS', { DATABASE_URL: 'postgres://masa@10.0.0.1:5432,db.example/masa?sslmode=verify-full' }],
      ['TLS without a look at the certificate', { DATABASE_URL: 'postgres://masa@10.0.0.1/masa?sslmode=no-verify' }],
    ])('are fine with %s', (_, env) => {
      expect(warningsOf(env)).toEqual([])
    })
  })

  it('that name a certificate which cannot be read are an error', () => {
    const { findings } = examineSettings({ DATABASE_URL: 'postgres://masa@db/masa?sslrootcert=/no/such.pem' }, NOW)
    expect(levelsOf(findings)).toEqual([expect.stringMatching(/^error: .*\/no\/such\.pem/)])
  })

  it('that contradict each other need attention', () => {
    expect(levels({ PUBLIC_URL: 'https://menu.example' })).toEqual(['warning'])
    expect(levels({ PUBLIC_URL: 'https://menu.example', TRUST_PROXY: 'loopback' })).toEqual(['ok'])
    expect(levels({ TRUST_PROXY: 'true' })).toEqual(['warning'])
    expect(levels({ TRUST_PROXY: 'true', HOST: '127.0.0.1' })).toEqual(['ok'])
    expect(levels({ TLS_CERT: '/no/such.pem', TLS_KEY: '/no/such.pem' })).toEqual(['error'])
  })
})
