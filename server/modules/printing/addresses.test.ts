import dns from 'node:dns/promises'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isAllowed, resolveAllowed } from '#server/platform/outside.ts'
import { TestPrinter } from '#server/testing/printer.ts'
import { neighbours, searchNetwork } from './service.ts'

const printer = new TestPrinter()
beforeAll(() => printer.open())
afterAll(() => printer.close())

const network = (address: string, netmask: string, more = {}) => ({
  lan: [{ address, netmask, family: 'IPv4', mac: '', internal: false, cidr: null, ...more } as const],
})

describe('a search for printers', () => {
  it('asks all others of the server’s own network, and of a large one those around it', () => {
    const small = neighbours(network('192.168.1.20', '255.255.255.248'))
    expect(small).toEqual(['17', '18', '19', '21', '22'].map((last) => `192.168.1.${last}`))
    const large = neighbours(network('10.3.7.9', '255.0.0.0'))
    expect([large.length, large[0], large.at(-1)]).toEqual([253, '10.3.7.1', '10.3.7.254'])
    expect(neighbours(network('127.0.0.1', '255.0.0.0', { internal: true }))).toEqual([])
    expect(neighbours(network('169.254.3.4', '255.255.0.0'))).toEqual([])
    expect(neighbours(network('10.0.0.1', '255.255.255.255'))).toEqual([])
  })

  it('finds what answers as a printer, and sends nothing but status requests', async () => {
    expect(await searchNetwork(['127.0.0.1', '127.0.0.2'], printer.port)).toEqual(['127.0.0.1'])
    printer.isGarbage = true
    expect(await searchNetwork(['127.0.0.1'], printer.port)).toEqual([])
    expect(printer.documentBytes).toBe(0)
  })

  it('goes on with the addresses that are left in its last second', async () => {
    printer.isGarbage = false
    const clock = vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(1500.5)
    expect(await searchNetwork(['127.0.0.1'], printer.port)).toEqual(['127.0.0.1'])
    clock.mockRestore()
  })
})

it.each([
  ['192.168.1.40', false, true],
  ['127.0.0.1', false, false],
  ['127.0.0.1', true, true],
  ['::ffff:127.0.0.1', false, false],
  ['::1', false, false],
  ['0.0.0.0', true, false],
  ['169.254.169.254', true, false],
  ['255.255.255.255', true, false],
  ['fe80::1', true, false],
  ['ff02::1', true, false],
  ['fd00::40', false, true],
  // IPv4 addresses as NAT64, also a network's own, 6to4, Teredo, translators and old stacks spell them.
  ['64:ff9b::127.0.0.1', false, false],
  ['64:ff9b::7f00:1', true, true],
  ['64:ff9b::a9fe:a9fe', true, false],
  ['64:ff9b::100.100.100.200', true, false],
  ['64:ff9b::192.168.1.40', false, true],
  ['64:ff9b:0:0:0:0:8.8.8.8', false, true],
  ['64:ff9b:1::127.0.0.1', false, false],
  ['64:ff9b:1:a9fe:a9:fe00::', true, false],
  ['2002:7f00:1::', false, false],
  ['2002:a9fe:a9fe::1', true, false],
  ['2001:0:4136:e378:8000:63bf:80ff:fffe', false, false],
  ['2001:db8::1', false, true],
  ['::127.0.0.1', false, false],
  ['::7f00:1', true, false],
  ['::169.254.169.254', true, false],
  ['::ffff:169.254.169.254', true, false],
  ['::ffff:0:127.0.0.1', false, false],
  ['fec0::1', true, false],
  ['feff::1', true, false],
  ['::1', true, true],
])('the address %s, with loopback %s, is allowed: %s', (ip, onLoopback, expected) =>
  expect(isAllowed(ip, onLoopback)).toBe(expected),
)

describe('the machine itself', () => {
  const v6 = {
    address: 'fd00::20',
    netmask: 'ffff::',
    family: 'IPv6',
    mac: '',
    internal: false,
    scopeid: 0,
    cidr: null,
  } as const
  const own = { lan: [...network('192.168.1.20', '255.255.255.0').lan, v6] }

  it.each([
    ['192.168.1.20', false],
    ['::ffff:192.168.1.20', false],
    ['::ffff:c0a8:114', false],
    ['64:ff9b::192.168.1.20', false],
    ['fd00::20', false],
    ['fd00:0:0:0:0:0:0:20', false],
    ['192.168.1.21', true],
    ['fd00::21', true],
  ])('at %s is no printer unless the setting says so', (ip, isAnother) => {
    expect([isAllowed(ip, false, own), isAllowed(ip, true, own)]).toEqual([isAnother, true])
  })

  it('is known by all of its present addresses', () => {
    for (const { address } of Object.values(networkInterfaces()).flatMap((found) => found ?? []))
      expect(isAllowed(address, false)).toBe(false)
  })
})

it('a name that is not found in five seconds is given up', async () => {
  vi.spyOn(dns, 'lookup').mockReturnValue(new Promise(() => {}) as never)
  expect(await resolveAllowed('silent.example', false)).toBeUndefined()
  vi.restoreAllMocks()
})

it.each(['localhost', '127.1', '2130706433', '0.0.0.0'])('the name %s does not lead to this machine', async (name) => {
  expect(await resolveAllowed(name, false)).toBeUndefined()
})
