import { useTranslation } from 'react-i18next'
import type { MenuOutcome } from '#shared/contracts/menu/menu-imports.ts'
import { EntryList, Row } from './entry-list.tsx'

interface AdultsOnlyProps {
  dishes: MenuOutcome['adultsOnly']
  /** The lines of the dishes that are not to be marked. */
  unmarked: ReadonlySet<number>
  onChange: (unmarked: ReadonlySet<number>) => void
  rowTitle: (line: number) => string
}

/** The new dishes that will be marked as 18+; the owner unticks those without alcohol (docs/product/menu.md#menu-adults). */
export function AdultsOnly({ dishes, unmarked, onChange, rowTitle }: AdultsOnlyProps) {
  const { t } = useTranslation()
  const toggle = (line: number, isMarked: boolean) => {
    const next = new Set(unmarked)
    if (isMarked) next.delete(line)
    else next.add(line)
    onChange(next)
  }
  return (
    <EntryList title={t('menuImports.adultsOnly')} note={t('menuImports.adultsOnlyNote')} entries={dishes}>
      {({ line, name }) => (
        <Row key={line}>
          <label className="-my-2.5 flex min-h-12 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-accent"
              checked={!unmarked.has(line)}
              onChange={({ target }) => toggle(line, target.checked)}
            />
            <span className="min-w-0 flex-1 break-words font-semibold">{name}</span>
            <span className="shrink-0 text-sm text-muted">{rowTitle(line)}</span>
          </label>
        </Row>
      )}
    </EntryList>
  )
}
