import type { ReactNode } from 'react'
import { type CheckName, type CheckState, type Finding, stateOf } from '#shared/domain/checks/findings.ts'
import type { TextKey } from '#shared/i18n/translate.ts'
import { Button, useTranslation } from '../../ui/index.ts'

/** One row of the screen: what was found, and buttons to fix it. */
export interface Check extends CheckRow {
  state: CheckState
  /** Names the sentence: `beforeService.<check>.<finding>`. */
  finding: string
}
export interface CheckRow {
  /** What stands in the sentence. */
  values?: Record<string, string | number | undefined>
  /** In place of the sentence. */
  text?: ReactNode
  remedy?: ReactNode
  /** Whether screen readers announce a change of the text, because it may change by itself. */
  isReadAloud?: boolean
}

export function found<Name extends CheckName>(name: Name, finding: Finding<Name>, row: CheckRow): Check {
  return { state: stateOf(name, finding), finding, ...row }
}

/** The row for what the server has not told. */
export const NO_ANSWER: Check = { state: 'unknown', finding: 'noAnswer' }

/** A button that fixes or repeats a check. */
export function Remedy({ label, ...props }: { label: TextKey; onClick: () => void; pending?: boolean }) {
  const { t } = useTranslation()
  return (
    <Button size="small" variant="outline" {...props}>
      {t(label)}
    </Button>
  )
}
