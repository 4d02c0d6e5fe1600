import { zodResolver } from '@hookform/resolvers/zod'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { joinSession } from '#shared/contracts/shared-sessions.ts'
import { withLabel } from '#shared/domain/table-name.ts'
import { useFieldError } from '../../../lib/changes/field-error.ts'
import { Field, TextInput } from '../../../ui/inputs/field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Button } from '../../../ui/parts/button.tsx'
import { joinSharedCart } from '../session.ts'
import { tableStore, useTableStore } from '../table-store.ts'

const joinForm = z.object({ name: joinSession.body.shape.name })

interface JoinDialogProps {
  table: { number: number; label: string | null }
  /**
   * Joining needs the table key, which this phone lacks: the dialog says what to do
   * (docs/product/tables.md#tables-keys).
   */
  mustScan?: boolean
}

/** Asks for a name and joins the table's cart with it. If it is dismissed, this phone orders alone. */
export function JoinDialog({ table, mustScan = false }: JoinDialogProps) {
  const { t } = useTranslation()
  const fieldError = useFieldError()
  const input = useRef<HTMLInputElement>(null)
  const open = useTableStore(({ dialog }) => dialog === 'join')
  const isJoining = useTableStore((table) => table.isJoining)
  const name = useTableStore((table) => table.name)
  const form = useForm({ resolver: zodResolver(joinForm), defaultValues: { name } })
  const close = () => tableStore.setState({ dialog: null })
  const { ref, ...field } = form.register('name')
  if (mustScan) {
    return (
      <Dialog open={open} onOpenChange={close} title={t('table.scan')} description={t('table.scanDescription')}>
        <Button size="large" className="w-full" onClick={close}>
          {t('table.scanLater')}
        </Button>
      </Dialog>
    )
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) close()
      }}
      initialFocus={input}
      title={t('sharedTable.joinTitle', { table: withLabel(String(table.number), table.label) })}
      description={t('sharedTable.joinDescription')}
    >
      <form noValidate onSubmit={(event) => void form.handleSubmit(({ name }) => joinSharedCart(name))(event)}>
        <Field label={t('sharedTable.yourName')} error={fieldError(form.formState.errors.name)}>
          {(control) => (
            <TextInput
              {...control}
              {...field}
              ref={(element) => {
                ref(element)
                input.current = element
              }}
              autoComplete="given-name"
              enterKeyHint="go"
              maxLength={50}
              required
            />
          )}
        </Field>
        <p className="mt-2 text-[13px] text-muted leading-snug">{t('sharedTable.privacy')}</p>
        <Button type="submit" size="large" pending={isJoining} className="mt-4 w-full">
          {isJoining ? t('sharedTable.joining') : t('sharedTable.join')}
        </Button>
        <Button variant="quiet" className="mt-2 w-full" onClick={close}>
          {t('sharedTable.alone')}
        </Button>
      </form>
    </Dialog>
  )
}
