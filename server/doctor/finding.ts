export type Subject =
  | 'settings'
  | 'database'
  | 'disk'
  | 'clock'
  | 'port'
  | 'bucket'
  | 'whatsapp'
  | 'printers'
  | 'backups'

/** One line of the doctor's report. */
export interface DoctorFinding {
  level: 'ok' | 'warning' | 'error'
  subject: Subject
  text: string
  /** What to do; undefined for `ok`. */
  remedy?: string
}

export function findingsOf(subject: Subject) {
  return {
    ok: (text: string): DoctorFinding => ({ level: 'ok', subject, text }),
    warning: (text: string, remedy: string): DoctorFinding => ({ level: 'warning', subject, text, remedy }),
    error: (text: string, remedy: string): DoctorFinding => ({ level: 'error', subject, text, remedy }),
  }
}

export const LEVEL_OF = { ok: 'ok', unused: 'ok', unknown: 'warning', look: 'warning', wrong: 'error' } as const

const LEVEL_WIDTH = 'warning'.length
const SUBJECT_WIDTH = 'settings'.length

export function findingLine({ level, subject, text, remedy }: DoctorFinding): string {
  const sentences = remedy === undefined ? text : `${text} → ${remedy}`
  return `${level.padEnd(LEVEL_WIDTH)}  ${subject.padEnd(SUBJECT_WIDTH)}  ${sentences.replaceAll(/\s*\n\s*/g, ' ')}`
}

/** A size for people, such as `12.3 GB`. */
export function sizeText(bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB']
  let value = bytes / 1e3
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}
