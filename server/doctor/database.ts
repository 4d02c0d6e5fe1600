import { type DatabaseState, examineDatabase, UnreachableDatabase, UnsuitableDatabase } from '../db/index.ts'
import { explain, UnusableDatabase } from '../explain.ts'
import { type DoctorFinding, findingsOf, sizeText } from './finding.ts'

const { ok, warning, error } = findingsOf('database')

/** Examines a database; `state` is undefined if it cannot be used. */
export async function examine(
  name: string,
  url: string,
): Promise<{ state?: DatabaseState; findings: DoctorFinding[] }> {
  try {
    const state = await examineDatabase(url)
    return { state, findings: findingsFor(name, state) }
  } catch (cause) {
    return { findings: [failureOf(name, cause)] }
  }
}

export function failureOf(name: string, cause: unknown): DoctorFinding {
  const known = cause instanceof UnreachableDatabase || cause instanceof UnsuitableDatabase
  const text = explain(known ? new UnusableDatabase(name, cause) : cause)
  return error(
    text,
    cause instanceof UnreachableDatabase
      ? 'Check that PostgreSQL runs, its address, user and password, and its pg_hba.conf.'
      : 'Do what the sentence says; docs/running.md describes the database.',
  )
}

function findingsFor(name: string, state: DatabaseState): DoctorFinding[] {
  const { version, bytes, migrations, isStandby, hasSearchIndex } = state
  const pending = migrations.known - migrations.applied
  const update =
    migrations.applied === 0
      ? 'no restaurant yet, the first start makes one'
      : pending === 0
        ? `up to date (${migrations.applied} migrations)`
        : `${pending} of ${migrations.known} migrations come with the next start`
  const findings = [ok(`${name} answers: PostgreSQL ${version}, ${sizeText(bytes)}, ${update}.`)]
  if (isStandby)
    findings.push(error(`${name} is a standby and refuses writes.`, 'Name the primary in DATABASE_URL, or promote it.'))
  if (!hasSearchIndex && migrations.applied > 0)
    findings.push(
      warning(
        'Searches have no index, because the extension pg_trgm is missing: they are slow with a long history.',
        'See docs/operating.md, "A PostgreSQL server of your own".',
      ),
    )
  return findings
}
