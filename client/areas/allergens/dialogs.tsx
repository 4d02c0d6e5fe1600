import { useTranslation } from 'react-i18next'
import { nameIn } from '#shared/domain/language.ts'
import { ALLERGEN_CODES, type AllergenCode } from '#shared/domain/menu/allergens.ts'
import { useLanguage } from '../../lib/words/language.ts'
import { cx } from '../../ui/cx.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Button } from '../../ui/parts/button.tsx'
import { type AllergenDialog, markAllergens, useAllergenNames, useMyAllergens } from './my-allergens.ts'

interface AskDialogProps {
  open: boolean
  dialog: Extract<AllergenDialog, { kind: 'dish' }>
  onClose: () => void
}

/** Asks before adding a dish that contains, or may contain, an allergen that the guest has marked. */
export function AskDialog({ open, dialog: { item, warning, add }, onClose }: AskDialogProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const names = useAllergenNames()
  const name = nameIn(language, item)
  const isCertain = warning.kind === 'contains'
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={
        isCertain
          ? t('allergens.askTitle', { name, allergens: names(warning.codes) })
          : t('allergens.askUnknownTitle', { name })
      }
      description={
        isCertain
          ? t('allergens.askDescription')
          : warning.kind === 'undeclared'
            ? t('allergens.askUndeclared')
            : t('allergens.askText', { text: warning.text })
      }
      confirmLabel={t('allergens.addAnyway')}
      cancelLabel={t('allergens.doNotAdd')}
      destructive
      onConfirm={() => {
        onClose()
        add()
      }}
    />
  )
}

/** The dialog in which the guest marks allergens among the 14 groups. Each change applies at once. */
export function ChoiceDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const marked = useMyAllergens()
  const toggle = (code: AllergenCode) =>
    markAllergens(ALLERGEN_CODES.filter((other) => (other === code) !== marked.includes(other)))
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={t('allergens.title')}
      description={t('allergens.description')}
      footer={
        <div className="flex gap-2.5">
          <Button variant="outline" disabled={marked.length === 0} onClick={() => markAllergens([])}>
            {t('allergens.clear')}
          </Button>
          <Button className="flex-1" onClick={onClose}>
            {t('allergens.done')}
          </Button>
        </div>
      }
    >
      <fieldset className="grid grid-cols-2 gap-2">
        <legend className="sr-only">{t('allergens.title')}</legend>
        {ALLERGEN_CODES.map((code) => (
          <label
            key={code}
            className={cx(
              'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control border px-3 py-2 text-[14.5px] font-semibold leading-tight',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              marked.includes(code) ? 'border-cancelled bg-cancelled-soft text-cancelled' : 'border-edge bg-card',
            )}
          >
            <input
              type="checkbox"
              checked={marked.includes(code)}
              onChange={() => toggle(code)}
              className="size-4.5 shrink-0 accent-cancelled outline-none"
            />
            {t(`menu.allergens.${code}`)}
          </label>
        ))}
      </fieldset>
      <p className="mt-4 text-[13px] leading-snug text-muted">{t('allergens.stays')}</p>
      <p className="mt-1.5 text-[13px] leading-snug text-muted">{t('allergens.caution')}</p>
    </Dialog>
  )
}
