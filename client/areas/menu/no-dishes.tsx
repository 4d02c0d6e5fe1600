import { SearchX, Soup } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, EmptyState, t } from '../../ui/index.ts'

interface NoDishesProps {
  /** Whether the menu has no dish yet; otherwise none matches the search. */
  isMenuEmpty: boolean
  /** What to do about an empty menu. */
  description: string
  action?: ReactNode
  onShowAll: () => void
}

/** What stands in place of an empty list of dishes. */
export function NoDishes({ isMenuEmpty, description, action, onShowAll }: NoDishesProps) {
  if (isMenuEmpty)
    return <EmptyState icon={<Soup />} title={t('menuEditor.empty')} description={description} action={action} />
  return (
    <EmptyState
      role="status"
      icon={<SearchX />}
      title={t('menuEditor.noMatch')}
      description={t('menuEditor.noMatchDescription')}
      action={
        <Button variant="outline" onClick={onShowAll}>
          {t('menuEditor.showAll')}
        </Button>
      }
    />
  )
}
