import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get as getPlain } from 'node:http'
import { get } from 'node:https'
import os from 'node:os'
import path from 'node:path'
import { connect as connectTls, Server as TlsServer } from 'node:tls'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { testServer } from '#server/testing/app.ts'
import { listenUrl } from '#server/testing/phone.ts'
import { readCertificate } from './server.ts'

const fixture = (name: string) => path.join(import.meta.dirname, '../../testing/fixtures/certificates', name)
const server = testServer({ tls: { cert: fixture('first.cert.pem'), key: fixture('first.key.pem') } })

/** The common name of the certificate that a new connection receives. */
async function certificateName(): Promise<string> {
  const { port } = new URL(await listenUrl(server.app))
  const socket = connectTls({ host: '127.0.0.1', port: Number(port), rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const { CN } = socket.getPeerCertificate().subject
  socket.destroy()
  return String(CN)
}

describe('a server with a certificate', () => {
  it('answers https, and nothing else', async () => {
    const { port } = new URL(await listenUrl(server.app))
    const sent = get({ host: '127.0.0.1', port, path: '/healthz', rejectUnauthorized: false, agent: false })
    const [response] = await once(sent, 'response')
    response.resume()
    expect(response.statusCode).toBe(200)
    await expect(once(getPlain({ host: '127.0.0.1', port, agent: false }), 'response')).rejects.toThrow()
  })

  it('uses a renewed certificate for new connections', async () => {
    expect(await certificateName()).toBe('first.masa.test')
    const renewed = readCertificate({ cert: fixture('second.cert.pem'), key: fixture('second.key.pem') })
    if (server.app.server instanceof TlsServer) server.app.server.setSecureContext(renewed)
    expect(await certificateName()).toBe('second.masa.test')
  })
})

describe('an unusable certificate', () => {
  let folder: string
  const inFolder = (name: string) => path.join(folder, name)
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'masa-tls-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    for (const part of ['cert', 'key']) copyFileSync(fixture(`first.${part}.pem`), inFolder(`${part}.pem`))
  })
  const read = () => readCertificate({ cert: inFolder('cert.pem'), key: inFolder('key.pem') })

  it.each<[string, () => void]>([
    ['TLS_CERT: /cert.pem cannot be read', () => rmSync(inFolder('cert.pem'))],
    ['TLS_KEY: /key.pem cannot be read', () => rmSync(inFolder('key.pem'))],
    ['TLS_CERT: /cert.pem is no certificate in PEM', () => writeFileSync(inFolder('cert.pem'), 'x')],
    ['TLS_KEY: /key.pem is no key in PEM', () => copyFileSync(fixture('first.cert.pem'), inFolder('key.pem'))],
    ['the key is not the certificate’s', () => copyFileSync(fixture('second.key.pem'), inFolder('key.pem'))],
  ])('is named: %s', (message, damage) => {
    expect(read).not.toThrow()
    damage()
    expect(() => {
      try {
        read()
      } catch (error) {
        throw new Error(String(error).replaceAll(folder, ''))
      }
    }).toThrow(message)
  })

  it('never has the content of the key in its error', () => {
    writeFileSync(inFolder('cert.pem'), readFileSync(inFolder('key.pem')))
    expect(read).toThrow(/^(?!.*PRIVATE)/)
  })
})
