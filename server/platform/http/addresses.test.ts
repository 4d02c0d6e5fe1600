import { createServer } from 'node:https'
import { type AddressInfo, isIPv6 } from 'node:net'
import type { NetworkInterfaceInfo } from 'node:os'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recordingLog } from '#server/testing/log.ts'
import { addressKey, addressKeys } from '../limits/addresses.ts'
import type { Log } from '../log.ts'
import { headersByHost, knownHosts, networkAddresses } from './addresses.ts'

describe('address', () => {
  const group = fc.integer({ min: 0, max: 0xffff })
  const network = fc.tuple(
    group.filter((first) => first > 0),
    group,
    group,
    group,
  )
  const host = fc.tuple(group, group, group, group)
  const octet = fc.integer({ min: 0, max: 255 })
  const zone = fc.constantFrom('', '%eth0', '%25', '%1')

  /** An IPv6 address in one of its spellings. @param style bits: 1 leading zeros, 2 shortened with ::, 4 upper case */
  function spell(groups: readonly number[], style: number, zone = ''): string {
    const hex = groups.map((part) => part.toString(16).padStart(style & 1 ? 4 : 1, '0')).join(':')
    const short = style & 2 ? new URL(`http://[${hex}]`).hostname.slice(1, -1) : hex
    return (style & 4 ? short.toUpperCase() : short) + zone
  }

  describe('addressKeys', () => {
    it.each([
      ['192.0.2.1', [['192.0.2.1', 1]]],
      ['::ffff:192.0.2.1', [['192.0.2.1', 1]]],
      ['not an address', [['unknown', 1]]],
      [
        '2001:db8:1:2ff::9',
        [
          ['2001:db8:1:2ff::', 1],
          ['2001:db8:1:200::/56', 4],
          ['2001:db8:1::/48', 16],
        ],
      ],
    ])('counts %j under %j', (ip, keys) => {
      expect(addressKeys(ip).map(({ key, times }) => [key, times])).toEqual(keys)
    })

    it('returns three different keys for an IPv6 address, and the same keys for its first key', () => {
      fc.assert(
        fc.property(network, host, fc.nat(7), zone, (net, own, style, zoneId) => {
          const keys = addressKeys(spell([...net, ...own], style, zoneId))
          expect(new Set(keys.map(({ key }) => key)).size).toBe(3)
          expect(addressKeys(keys[0].key)).toEqual(keys)
        }),
      )
    })
  })

  describe('addressKey', () => {
    it.each([
      ['192.168.1.20', '192.168.1.20'],
      ['0.0.0.0', '0.0.0.0'],
      ['::ffff:1.2.3.4', '1.2.3.4'],
      ['::FFFF:1.2.3.4', '1.2.3.4'],
      ['::ffff:0102:0304', '1.2.3.4'],
      ['0:0:0:0:0:ffff:1.2.3.4', '1.2.3.4'],
      ['::ffff:1.2.3.4%eth0', '1.2.3.4'],
      ['2001:db8:0:1::1', '2001:db8:0:1::'],
      ['2001:DB8::1:ffff:ffff:ffff:ffff', '2001:db8:0:1::'],
      ['2001:db8:0:2::1', '2001:db8:0:2::'],
      ['fe80::1%eth0', 'fe80::'],
      ['fe80::2', 'fe80::'],
      ['::1', '::'],
      ['1.2.3.4:5678', '1.2.3.4'],
      ['[2001:db8::1]:443', '2001:db8::'],
      ['[2001:db8::1]', '2001:db8::'],
      ['[::ffff:1.2.3.4]:443', '1.2.3.4'],
      ['', 'unknown'],
      ['unix', 'unknown'],
      ['1.2.3', 'unknown'],
      ['1.2.3:4', 'unknown'],
      ['1.2.3.4:', 'unknown'],
      ['1.2.3.4:x', 'unknown'],
      ['[1.2.3.4]:80', '1.2.3.4'],
      ['::ffff:1.2.3.999', 'unknown'],
      ['not an address', 'unknown'],
    ])('returns for %j the key %j', (ip, key) => {
      expect(addressKey(ip)).toBe(key)
    })

    it('returns the same key for all addresses of a /64 in any spelling, and another one for the next network', () => {
      fc.assert(
        fc.property(network, host, host, fc.nat(7), fc.nat(7), zone, (net, one, other, style, style2, zoneId) => {
          const key = addressKey(spell([...net, ...one], style, zoneId))
          expect(addressKey(spell([...net, ...other], style2))).toBe(key)
          expect(isIPv6(key)).toBe(true)
          const [a, b, c, d] = net
          expect(addressKey(spell([a, b, c, d ^ 1, ...one], style))).not.toBe(key)
        }),
      )
    })

    it('returns the IPv4 address of an IPv4-mapped IPv6 address', () => {
      fc.assert(
        fc.property(octet, octet, octet, octet, fc.nat(7), zone, (a, b, c, d, style, zoneId) => {
          const v4 = [a, b, c, d].join('.')
          expect(addressKey(v4)).toBe(v4)
          expect(addressKey(`::ffff:${v4}${zoneId}`)).toBe(v4)
          expect(addressKey(spell([0, 0, 0, 0, 0, 0xffff, a * 256 + b, c * 256 + d], style, zoneId))).toBe(v4)
        }),
      )
    })

    it('ignores a port', () => {
      fc.assert(
        fc.property(fc.ipV4(), fc.ipV6(), fc.integer({ min: 0, max: 65_535 }), (v4, v6, port) => {
          expect(addressKey(`${v4}:${port}`)).toBe(v4)
          expect(addressKey(`[${v6}]:${port}`)).toBe(addressKey(v6))
        }),
      )
    })

    it('returns a short key for any text, and is idempotent', () => {
      const anything = fc.oneof(
        fc.string({ maxLength: 5000 }),
        fc.ipV4(),
        fc.ipV6(),
        fc.tuple(fc.ipV6(), fc.string()).map(([ip, zoneId]) => `${ip}%${zoneId}`),
      )
      fc.assert(
        fc.property(anything, (ip) => {
          const key = addressKey(ip)
          expect(key.length).toBeLessThanOrEqual(45)
          expect(addressKey(key)).toBe(key)
        }),
      )
    })
  })
})

describe('network', () => {
  const ip = (address: string, family: 'IPv4' | 'IPv6' = 'IPv4') =>
    ({ address, family, internal: address.startsWith('127.') || address === '::1' }) as NetworkInterfaceInfo

  const INTERFACES = {
    lo: [ip('127.0.0.1'), ip('::1', 'IPv6')],
    ppp0: [ip('82.77.1.2')],
    wan: [ip('172.32.0.1'), ip('192.169.0.1')],
    eth0: [ip('fe80::1', 'IPv6'), ip('10.0.0.7')],
    wlan0: [ip('192.168.1.20'), ip('172.16.0.4')],
    down: undefined,
  }
  const serverAt = (address: AddressInfo | string | null) => ({ address: () => address })
  const listening = (address: string) => serverAt({ address, port: 3100, family: 'IPv4' })

  it.each(['0.0.0.0', '::'])(
    'networkAddresses returns every IPv4 address of the machine, private ones first, if the server listens on %s',
    (host) => {
      expect(networkAddresses(listening(host), INTERFACES)).toEqual([
        'http://10.0.0.7:3100',
        'http://192.168.1.20:3100',
        'http://172.16.0.4:3100',
        'http://82.77.1.2:3100',
        'http://172.32.0.1:3100',
        'http://192.169.0.1:3100',
      ])
    },
  )

  it.each([
    ['192.168.1.20', ['http://192.168.1.20:3100']],
    ['127.0.0.1', []],
    ['::1', []],
  ])('networkAddresses returns for a server that listens on %s %j', (host, expected) => {
    expect(networkAddresses(listening(host), INTERFACES)).toEqual(expected)
  })

  it('networkAddresses returns nothing for a server that does not listen on a port', () => {
    expect([
      networkAddresses(serverAt(null), INTERFACES),
      networkAddresses(serverAt('/run/masa.sock'), INTERFACES),
    ]).toEqual([[], []])
  })

  it('networkAddresses returns https URLs for an https server', () => {
    const server = Object.assign(createServer(), { address: () => listening('0.0.0.0').address() })
    expect(networkAddresses(server, { eth0: INTERFACES.eth0 })).toEqual(['https://10.0.0.7:3100'])
  })
})

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
  it('requires https only for the host of a public https address', () => {
    const hsts = (publicUrl: string | undefined, host: string) =>
      headersByHost({}, publicUrl)(host).page['strict-transport-security']
    expect(hsts('https://menu.conac.ro', 'menu.conac.ro')).toBe('max-age=31536000')
    expect(hsts('https://menu.conac.ro', 'Menu.conac.ro')).toBe('max-age=31536000')
    expect(hsts('https://menu.conac.ro:443', 'menu.conac.ro:443')).toBe('max-age=31536000')
    expect(hsts('https://menu.conac.ro', 'menu.conac.ro:8443')).toBeUndefined()
    expect(hsts('https://menu.conac.ro', 'localhost:3000')).toBeUndefined()
    expect(hsts('http://menu.conac.ro', 'menu.conac.ro')).toBeUndefined()
    expect(hsts(undefined, 'localhost')).toBeUndefined()
  })
})
