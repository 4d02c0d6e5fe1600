import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { NetworkInterfaceInfo } from 'node:os'
import { expect, it } from 'vitest'
import { networkAddresses } from './network.ts'

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
