import { CloudOff, Soup } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { useMenu } from '../../areas/menu/index.ts'
import { errorMessage } from '../../lib/api/request-error.ts'
import { Button } from '../../ui/parts/button.tsx'
import { EmptyState } from '../../ui/parts/empty-state.tsx'

/** Shown in place of dishes: the menu could not be loaded, has no dishes, or none that is visible. */
export function MenuProblem({ menu }: { menu: ReturnType<typeof useMenu> }) {
  const { t } = useTranslation()
  if (menu.failed) {
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
  if (!menu.items || menu.items.length > 0 || menu.isEmpty === undefined) return null
  return menu.isEmpty ? (
    <EmptyState role="status" icon={<Soup />} title={t('menu.noItems')} description={t('menu.noItemsDescription')} />
  ) : (
    <EmptyState
      role="status"
      icon={<Soup />}
      title={t('menu.noCategories')}
      description={t('menu.noCategoriesDescription')}
    />
  )
}
