import { CloudOff, Soup } from 'lucide-react'
import type { useMenu } from '../../areas/menu/index.ts'
import { errorMessage } from '../../lib/api/request-error.ts'
import { Button, EmptyState, useTranslation } from '../../ui/index.ts'

export { LeftOutNotice } from '../../areas/allergens/index.ts'

/** Shown in place of dishes that could not be loaded. */
export function MenuProblem({ menu }: { menu: ReturnType<typeof useMenu> }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      role="alert"
      icon={<CloudOff />}
      title={t('menu.loadError')}
      description={errorMessage(menu.error)}
      action={
        <Button
          onClick={() => {
            // The button is removed while the menu loads, so the focus moves to the content.
            document.getElementById('content')?.focus({ preventScroll: true })
            menu.refetch()
          }}
        >
          {t('common.tryAgain')}
        </Button>
      }
    />
  )
}

/** Shown in place of dishes if there are none, or none that is visible. On its own: most menus never load it early. */
export function EmptyMenu({ hasDishes }: { hasDishes: boolean }) {
  const { t } = useTranslation()
  return hasDishes ? (
    <EmptyState
      role="status"
      icon={<Soup />}
      title={t('menu.noCategories')}
      description={t('menu.noCategoriesDescription')}
    />
  ) : (
    <EmptyState role="status" icon={<Soup />} title={t('menu.noItems')} description={t('menu.noItemsDescription')} />
  )
}
