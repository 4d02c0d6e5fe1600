import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { BadEnvironment, type Config, readConfig } from '../config.ts'
import { hostsWithoutTls } from '../db/index.ts'
import { isLoopback } from '../platform/http/addresses.ts'
import { InvalidCertificate, openTls } from '../platform/http/tls.ts'
import { type DoctorFinding, findingsOf } from './finding.ts'

const { ok, warning, error } = findingsOf('settings')
const DAY_MS = 24 * 60 * 60_000
/** Let's Encrypt's programs renew a certificate 30 days before its end. */
const CERTIFICATE_WARNING_DAYS = 14

/** Reads the settings; `config` is undefined if one of them is invalid. */
export function examineSettings(env: NodeJS.ProcessEnv, now: Date): { config?: Config; findings: DoctorFinding[] } {
  try {
    const config = readConfig(env)
    const findings = [...examineAddress(config), ...examineCertificate(config, now), ...examineEncryption(config)]
    return { config, findings: findings.length > 0 ? findings : [ok('All settings are valid.')] }
  } catch (cause) {
    if (!(cause instanceof BadEnvironment)) throw cause
    const remedy = 'Correct it; docs/running.md lists all settings.'
    return { findings: cause.message.split('\n').map((line) => error(line, remedy)) }
  }
}

/** The address for guests that an owner has chosen in the dashboard, which counts while PUBLIC_URL is not set. */
export function examineChosenAddress(config: Config, publicAddress: string | null): DoctorFinding[] {
  if (publicAddress === null) return []
  const name = 'The setting "Address of your menu"'
  if (config.publicUrl) return [ok(`${name} is ${publicAddress}; PUBLIC_URL is used in its place.`)]
  return [ok(`${name} is ${publicAddress}.`), ...examineProxy(name, publicAddress, config)]
}

function examineProxy(name: string, address: string | undefined, { tls, trustProxy }: Config): DoctorFinding[] {
  if (!address?.startsWith('https://') || tls !== undefined || trustProxy !== false) return []
  return [
    warning(
      `${name} begins with https://, so a proxy answers, but TRUST_PROXY is not set: all guests count as one address.`,
      'Set TRUST_PROXY=loopback, or to the address of the proxy.',
    ),
  ]
}

function examineAddress(config: Config): DoctorFinding[] {
  const { trustProxy, host } = config
  const findings = examineProxy('PUBLIC_URL', config.publicUrl, config)
  if (trustProxy === true && !isLoopback(host))
    findings.push(
      warning(
        'TRUST_PROXY=true while HOST lets everybody reach the port: anybody can forge their address.',
        'Set TRUST_PROXY to the address of the proxy, or HOST=127.0.0.1.',
      ),
    )
  return findings
}

/** Connections to other machines that anybody between them can read. */
function examineEncryption({ databaseUrl, bucket }: Config): DoctorFinding[] {
  const findings = examineDatabaseUrl(databaseUrl)
  if (bucket?.url.startsWith('http://') && !isLoopback(new URL(bucket.url).hostname))
    findings.push(
      warning(
        'BUCKET_URL begins with http://: whoever listens on the network can read and change what is stored there.',
        'Use its https:// address.',
      ),
    )
  return findings
}

function examineDatabaseUrl(databaseUrl = ''): DoctorFinding[] {
  try {
    return hostsWithoutTls(databaseUrl).map((host) =>
      warning(
        `The connection to the database on ${host} is not encrypted: whoever listens on the network can read and change it.`,
        'Add ?sslmode=verify-full to DATABASE_URL, or connect the machines by a VPN (docs/operating.md, "A PostgreSQL server of your own").',
      ),
    )
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    return [
      error(`A file that DATABASE_URL names cannot be read: ${reason}.`, 'Give its path, and let this user read it.'),
    ]
  }
}

function examineCertificate({ tls, publicUrl }: Config, now: Date): DoctorFinding[] {
  if (!tls) return []
  try {
    openTls(tls, pino({ level: 'silent' }))
  } catch (cause) {
    if (!(cause instanceof InvalidCertificate)) throw cause
    return [error(`${cause.message}.`, 'Give the paths of a certificate and its key that this user can read.')]
  }
  const certificate = new X509Certificate(readFileSync(tls.cert))
  const days = Math.floor((Date.parse(certificate.validTo) - now.getTime()) / DAY_MS)
  const renew = 'Renew it; Masa reads the new files within half a minute.'
  if (days < 0) return [error(`The certificate in TLS_CERT ended on ${certificate.validTo}.`, renew)]
  if (days < CERTIFICATE_WARNING_DAYS)
    return [warning(`The certificate in TLS_CERT ends on ${certificate.validTo}.`, renew)]
  const name = publicUrl && new URL(publicUrl).hostname
  if (name !== undefined && certificate.checkHost(name) === undefined)
    return [warning(`The certificate in TLS_CERT is not for ${name}.`, 'Request one for the name in PUBLIC_URL.')]
  return []
}
