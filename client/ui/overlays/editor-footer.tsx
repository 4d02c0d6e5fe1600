import type { ReactNode } from 'react'
import { Button } from '../parts/button.tsx'
import { useTranslation } from '../translation.ts'

interface EditorFooterProps {
  /** Missing for an entry that is not saved yet. */
  remove?: { label: string; onPress: () => void } | undefined
  saveLabel: string
  pending: boolean
  onCancel: () => void
  /** Another button, before the one that saves. */
  extra?: ReactNode
  /** A switch that can be set at any time. */
  children?: ReactNode
}

/** The footer of a dialog's long form, always visible while the fields scroll. */
export function EditorFooter({ remove, saveLabel, pending, onCancel, extra, children }: EditorFooterProps) {
  const { t } = useTranslation()
  return (
    <div
      data-bottom-bar=""
      className="sticky -bottom-5 z-1 -mx-5 mt-6 -mb-5 flex flex-wrap items-center justify-end gap-x-2 gap-y-2 border-line border-t bg-card px-5 py-3.5 pb-[max(0.875rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:gap-x-5 sm:rounded-b-drawer sm:px-6"
    >
      {remove && (
        <Button variant="outline" className="mr-auto text-cancelled!" onClick={remove.onPress}>
          {remove.label}
        </Button>
      )}
      {children}
      <div className="flex flex-wrap justify-end gap-2.5">
        {/* On a phone, three buttons would take a second row; the dialog can be closed above. */}
        <Button variant="outline" className={extra || remove ? 'max-sm:hidden' : undefined} onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        {extra}
        <Button type="submit" pending={pending}>
          {saveLabel}
        </Button>
      </div>
    </div>
  )
}
