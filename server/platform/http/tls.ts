import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext, Server as TlsServer } from 'node:tls'

/** The paths of a certificate chain and of its key, both in PEM. */
export interface TlsFiles {
  cert: string
  key: string
}

/** An unusable certificate or key; the message names the setting to change. */
export class InvalidCertificate extends Error {}

/** Reads and checks the certificate with which the server answers https. @throws InvalidCertificate */
export function readCertificate(files: TlsFiles): { cert: Buffer; key: Buffer } {
  const cert = readNamed('TLS_CERT', files.cert)
  const key = readNamed('TLS_KEY', files.key)
  const certificate = orInvalid(`TLS_CERT: ${files.cert} is no certificate in PEM`, () => new X509Certificate(cert))
  const secret = orInvalid(`TLS_KEY: ${files.key} is no key in PEM without a password`, () => createPrivateKey(key))
  if (!certificate.checkPrivateKey(secret))
    throw new InvalidCertificate('TLS_CERT and TLS_KEY: the key is not the certificate’s')
  orInvalid('TLS_CERT and TLS_KEY: the certificate is too weak, or not for a server', () =>
    createSecureContext({ cert, key }),
  )
  return { cert, key }
}

/** Replaces the certificate of a running server by a renewed one, or keeps the one before. @throws InvalidCertificate */
export function renewCertificate(server: unknown, files: TlsFiles | undefined): void {
  if (files && server instanceof TlsServer) server.setSecureContext(readCertificate(files))
}

function readNamed(name: string, file: string): Buffer {
  return orInvalid(`${name}: ${file} cannot be read`, () => readFileSync(file))
}

function orInvalid<Result>(message: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw new InvalidCertificate(message, { cause: error })
  }
}
