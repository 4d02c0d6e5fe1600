import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { BadEnvironment } from './config.ts'
import { StartError } from './db/embedded/index.ts'
import { failureKind, UnreachableDatabase, UnsuitableDatabase } from './db/index.ts'
import { NoBackup } from './modules/backups/index.ts'
import { InvalidCertificate } from './platform/http/server.ts'

const CLONE = fileURLToPath(new URL('..', import.meta.url))

/** The database cannot be used. The message is its name for the person who starts Masa. */
export class UnusableDatabase extends Error {
  constructor(name: string, cause: unknown) {
    super(name, { cause })
  }
}

/** Sentences that name what to change, or an unknown error's stack with the way back after an update. */
export function explain(error: unknown, clone = CLONE): string {
  if (error instanceof BadEnvironment || error instanceof InvalidCertificate || error instanceof StartError)
    return error.message
  if (error instanceof UnusableDatabase) return explainDatabase(error.message, error.cause, clone)
  const { code, syscall, path }: Partial<NodeJS.ErrnoException> = error instanceof Error ? error : {}
  if (code === 'EADDRINUSE')
    return `PORT=${process.env.PORT ?? 3000} is in use by another program. Set PORT to a free one.`
  if (syscall === 'getaddrinfo' || (syscall === 'listen' && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')))
    return `HOST=${process.env.HOST} is not an address of this machine. Set HOST to one, or leave it out to listen on all.`
  if (syscall === 'listen' && code === 'EACCES')
    return `PORT=${process.env.PORT ?? 3000} cannot be opened by this user. Set PORT to one above 1023.`
  if (code === 'EACCES' && path) return `${path} cannot be used by this user.`
  return `${error instanceof Error ? (error.stack ?? error.message) : String(error)}${wayBack(clone)}`
}

// scripts/update.mjs lets git store the version before an update under this reference.
function wayBack(clone: string): string {
  if (!existsSync(path.join(clone, '.git', 'refs', 'masa', 'before-update'))) return ''
  return '\nIf this began with the last update, this returns to the version before it: npm run update -- --back'
}

function explainDatabase(name: string, cause: unknown, clone: string): string {
  if (cause instanceof NoBackup)
    return (
      `${name} must be brought up to date, and the backup before that failed. ${cause.message} Nothing was changed. ` +
      'Remove the cause, or set BACKUP_KEEP=0 to go on without a backup.'
    )
  if (cause instanceof UnreachableDatabase) return `${name} cannot be reached: ${cause.message}`
  if (cause instanceof UnsuitableDatabase) return `${name} cannot be used. ${cause.message}`
  if (failureKind(cause) === 'unavailable') return `${name} does not answer: ${innermost(cause)}`
  return `${name} cannot be brought up to date. ${explain(cause, clone)}`
}

// The outer errors contain the failed statement with its parameters, which must not be printed.
function innermost(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : innermost(error.cause)
}
