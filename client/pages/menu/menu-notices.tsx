import { CloudOff, Soup } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { useMenu } from '../../areas/menu/index.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { usePauseText } from '../../lib/settings/pause-note.tsx'
import { Button } from '../../ui/parts/button.tsx'
import { EmptyState } from '../../ui/parts/empty-state.tsx'

/** Says above the menu that orders are paused, and until when. Part of the first view, hence without an icon. */
export function PauseNotice() {
  const { t } = useTranslation()
  const text = usePauseText()
  if (!text) return null
  return (
    <p role="status" className="mt-4 rounded-card bg-pending-soft px-4 py-3 text-[15px]">
      <strong className="font-semibold">{text}</strong> {t('menu.pausedDescription')}
    </p>
  )
}

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
