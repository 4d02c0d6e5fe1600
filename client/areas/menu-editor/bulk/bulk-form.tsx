import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/parts/button.tsx'

interface BulkFormProps {
  /** Why there is no preview. */
  error: string | undefined
  onSubmit: () => void
  children: ReactNode
}

/** A form of choices whose submit button requests the preview. */
export function BulkForm({ error, onSubmit, children }: BulkFormProps) {
  const { t } = useTranslation()
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
      {error && (
        <p role="alert" className="flex items-start gap-1.5 text-sm font-medium text-cancelled">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
      <Button type="submit" size="large" className="mt-1 w-full">
        {t('menuImports.bulk.preview')}
      </Button>
    </form>
  )
}
