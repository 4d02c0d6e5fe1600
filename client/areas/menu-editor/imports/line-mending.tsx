import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BadRow } from '#shared/contracts/menu/menu-imports.ts'
import { cx } from '../../../ui/cx.ts'
import { Field, TextInput } from '../../../ui/inputs/field.tsx'
import { Button } from '../../../ui/parts/button.tsx'
import { EntryList, Row } from './outcome-preview.tsx'

/** The lines of a pasted text, as the server counts them. */
export function linesIn(text: string): string[] {
  return text.split(/\r\n|\n|\r/)
}

const IN_BRACKETS = /^\s*[([].*[)\]]\s*$/

/**
 * The text with other lines; an empty one is left out, with the description in brackets below it. The numbers of the
 * other lines stay.
 * @param replacements the new texts by the line's number, from 1
 */
export function replaceLines(text: string, replacements: ReadonlyMap<number, string>): string {
  const lines = linesIn(text)
  for (const [line, replacement] of replacements) {
    lines[line - 1] = replacement
    if (replacement.trim() !== '') continue
    for (let next = line; IN_BRACKETS.test(lines[next] ?? ''); next++) lines[next] = ''
  }
  return lines.join('\n')
}

interface LineMendingProps {
  text: string
  bad: readonly BadRow[]
  /** Previews the corrected text. */
  onMend: (text: string) => void
}

/** The lines of a pasted list that could not be read: each is corrected or left out where it is shown. */
export function LineMending({ text, bad, onMend }: LineMendingProps) {
  const { t } = useTranslation()
  /** The new texts by line; null for a line to leave out. */
  const [replacements, setReplacements] = useState<ReadonlyMap<number, string | null>>(new Map())
  const lines = linesIn(text)
  const numbers = [...new Set(bad.map(({ line }) => line))]
  const messageOf = (line: number) =>
    bad
      .filter((row) => row.line === line)
      .map(({ message }) => message)
      .join('. ')
  const replace = (line: number, replacement: string | null | undefined) => {
    const next = new Map(replacements)
    if (replacement === undefined) next.delete(line)
    else next.set(line, replacement)
    setReplacements(next)
  }
  const mend = (all: ReadonlyMap<number, string | null>) =>
    onMend(replaceLines(text, new Map([...all].map(([line, replacement]) => [line, replacement ?? '']))))
  if (bad.length === 0) return null
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        mend(replacements)
      }}
    >
      <EntryList title={t('menuImports.bad')} entries={numbers}>
        {(line) => {
          const isSkipped = replacements.get(line) === null
          const original = lines[line - 1] ?? ''
          return (
            <Row key={line}>
              <Field label={t('menuImports.line', { line })} error={isSkipped ? undefined : messageOf(line)}>
                {(control) => (
                  <div className="flex flex-wrap gap-2">
                    <TextInput
                      {...control}
                      autoComplete="off"
                      spellCheck={false}
                      readOnly={isSkipped}
                      value={replacements.get(line) ?? original}
                      onChange={({ target }) => replace(line, target.value)}
                      className={cx('min-w-0 flex-1 basis-60', isSkipped && 'text-muted! line-through')}
                    />
                    <Button
                      variant="outline"
                      aria-pressed={isSkipped}
                      aria-label={t('menuImports.skipLine', { line })}
                      onClick={() => replace(line, isSkipped ? undefined : null)}
                      className="shrink-0"
                    >
                      {t(isSkipped ? 'menuImports.skipped' : 'menuImports.skip')}
                    </Button>
                  </div>
                )}
              </Field>
            </Row>
          )
        }}
      </EntryList>
      <div className="mt-3 flex flex-wrap gap-2.5">
        <Button type="submit">{t('menuImports.checkAgain')}</Button>
        <Button variant="outline" onClick={() => mend(new Map(numbers.map((line) => [line, null])))}>
          {t('menuImports.skipAll', { count: numbers.length })}
        </Button>
      </div>
    </form>
  )
}
