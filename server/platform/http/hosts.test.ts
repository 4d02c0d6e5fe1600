import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recordingLog } from '#server/testing/log.ts'
import type { Log } from '../log.ts'
import { headersByHost, knownHosts } from './hosts.ts'

const NOW = new Date('2026-11-21T18:00:00.000Z')

function hostsOf({
  publicUrl = 'https://menu.conac.ro:8443/x' as string | undefined,
  allowed = ['masa.example'],
} = {}) {
  const { log, logged } = recordingLog()
  const hosts = knownHosts({ publicUrl, allowed, machine: 'Bar-PC.office.example' }, log as Log)
  return { hosts, logged, lines: () => logged().split('\n').filter(Boolean).length }
}

describe('knownHosts', () => {
  it.each([
    ['127.0.0.1'],
    ['192.168.1.20:3000'],
    ['[::1]'],
    ['[FE80::1]:3000'],
    ['localhost'],
    ['LocalHost:80'],
    ['localhost.'],
    ['localhost.:3000'],
    ['bar-pc'],
    ['BAR-PC.local:3000'],
    ['bar-pc.lan'],
    ['bar-pc.home'],
    ['bar-pc.home.arpa.'],
    ['bar-pc.fritz.box'],
    ['bar-pc.office.example'],
    ['menu.conac.ro'],
    ['Menu.Conac.ro.:8443'],
    ['masa.example'],
  ])('accepts %s', (host) => {
    expect(hostsOf().hosts.isKnown(host)).toBe(true)
  })

  it.each([
    [''],
    ['evil.example'],
    ['localhost.evil.example'],
    ['127.0.0.1.evil.example'],
    ['evil.example:127.0.0.1'],
    ['1.2.3'],
    ['999.1.1.1'],
    ['[localhost]'],
    ['[::1'],
    ['::1'],
    ['[::1]x'],
    ['localhost, evil.example'],
    ['localhost:3000:1'],
    ['localhost:x'],
    ['localhost@evil.example'],
    ['localhost/'],
    ['localhost '],
    ['menu.conac.ro..'],
    ['sub.masa.example'],
    ['conac.ro'],
    ['other.local'],
    ['bar-pc.evil.example'],
  ])('rejects %j', (host) => {
    expect(hostsOf().hosts.isKnown(host)).toBe(false)
  })

  it('accepts the host of the public address until the address changes', () => {
    const { hosts } = hostsOf({ publicUrl: undefined, allowed: [] })
    const known = () => ['a.example', 'b.example'].map((host) => hosts.isKnown(host))
    expect(known()).toEqual([false, false])
    hosts.setPublicAddress('https://a.example:8443')
    expect(known()).toEqual([true, false])
    expect([hosts.wouldBeKnown('a.example', 'http://b.example'), hosts.wouldBeKnown('a.example', null)]).toEqual([
      false,
      false,
    ])
    expect(hosts.wouldBeKnown('10.0.0.1', null)).toBe(true)
    hosts.setPublicAddress('http://b.example')
    expect(known()).toEqual([false, true])
    hosts.setPublicAddress(null)
    expect(known()).toEqual([false, false])
  })

  it('rejects any other text, and never throws', () => {
    const { hosts } = hostsOf()
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (host) => !hosts.isKnown(host)))
  })
})

describe('logging a rejected host name', () => {
  it('logs a name once, with the complete setting that allows it', () => {
    const { hosts, logged, lines } = hostsOf()
    for (const host of ['Menu.Example.ro', 'menu.example.ro:81']) hosts.logRejected(host, NOW)
    expect(lines()).toBe(1)
    expect(logged()).toContain('ALLOWED_HOSTS=masa.example,menu.example.ro')
  })

  it('does not log text that is not a host name', () => {
    const { hosts, lines } = hostsOf()
    for (const host of ['', 'a b', '\u001b[2J', 'x'.repeat(300)]) hosts.logRejected(host, NOW)
    expect(lines()).toBe(0)
  })

  it('logs at most 50 names per hour', () => {
    const { hosts, lines } = hostsOf()
    for (let i = 0; i < 1000; i++) hosts.logRejected(`x${i}.example`, NOW)
    expect(lines()).toBe(50)
    hosts.logRejected('x0.example', new Date(NOW.getTime() + 60 * 60_000 + 1))
    expect(lines()).toBe(51)
  })
})

describe('headersByHost', () => {
  const BASE = { 'content-security-policy': "default-src 'self';connect-src 'self';object-src 'none'" }
  const headersOf = (publicUrl: string | undefined, host: string) => {
    const { hosts } = hostsOf({ publicUrl })
    return headersByHost(BASE, hosts, publicUrl).of(host)?.page
  }

  it.each([
    ['localhost:3000', "connect-src 'self' ws://localhost:3000 wss://localhost:3000;"],
    ['192.168.1.20', "connect-src 'self' ws://192.168.1.20 wss://192.168.1.20;"],
    ['[::1]:3000', "connect-src 'self';"],
  ])('allows pages of host %s to connect only to its own sockets', (host, policy) => {
    expect(headersOf(undefined, host)?.['content-security-policy']).toContain(policy)
  })

  it('returns nothing for an unknown host, even if it was known before', () => {
    const { hosts } = hostsOf({ publicUrl: undefined })
    const headers = headersByHost(BASE, hosts, undefined)
    hosts.setPublicAddress('https://a.example')
    expect(headers.of('a.example')).toBeDefined()
    hosts.setPublicAddress(null)
    expect(headers.of('a.example')).toBeUndefined()
    expect(headers.unknown.page).toEqual(BASE)
  })

  it('requires https only for the host of a public https address', () => {
    const hsts = (publicUrl: string | undefined, host: string) =>
      headersOf(publicUrl, host)?.['strict-transport-security']
    expect(hsts('https://menu.conac.ro', 'menu.conac.ro')).toBe('max-age=31536000')
    expect(hsts('https://menu.conac.ro', 'Menu.conac.ro')).toBe('max-age=31536000')
    expect(hsts('https://menu.conac.ro', 'localhost:3000')).toBeUndefined()
    expect(hsts('http://menu.conac.ro', 'menu.conac.ro')).toBeUndefined()
    expect(hsts(undefined, 'localhost')).toBeUndefined()
  })
})
