import { Ellipsis } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLogOut } from '../../areas/accounts/index.ts'
import { openSettings } from '../../lib/browser/settings-opening.ts'
import { ActionMenu } from '../../ui/overlays/menu.tsx'
import { IconButton } from '../../ui/parts/icon-button.tsx'
import { openView, useView } from './views.tsx'

/** The menu at the end of the header, with actions that are used before or after service. */
export function HeaderMenu() {
  const { t } = useTranslation()
  const view = useView()
  const logOut = useLogOut()
  const button = useRef<HTMLButtonElement>(null)
  const wasInView = useRef(view !== undefined)
  useEffect(() => {
    // A screen that was opened here gives the focus back when it is left.
    if (wasInView.current && view === undefined && document.activeElement === document.body) button.current?.focus()
    wasInView.current = view !== undefined
  }, [view])
  return (
    <>
      <ActionMenu
        trigger={
          <IconButton ref={button} label={t('dashboard.more')} variant="outline">
            <Ellipsis aria-hidden="true" className="size-5" />
          </IconButton>
        }
        actions={[
          { key: 'before-service', label: t('beforeService.title'), onChoose: () => openView('before-service') },
          { key: 'settings', label: t('dashboard.settings'), onChoose: () => openSettings() },
          { key: 'log-out', label: t('auth.logOut'), onChoose: logOut.start },
        ]}
      />
      {logOut.dialog}
    </>
  )
}
