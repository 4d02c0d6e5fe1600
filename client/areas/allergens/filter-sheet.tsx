import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { type Named, nameIn } from '#shared/domain/language.ts'
import type { AllergenWarning } from '#shared/domain/menu/allergens.ts'
import { ALLERGEN_CODES } from '#shared/domain/menu/allergens.ts'
import { DIETS, mayContain, NO_FILTER } from '#shared/domain/menu/filter.ts'
import { confirm } from '../../lib/dialogs/confirm.tsx'
import { Button, Dialog, language, Switch, ToggleChips, t } from '../../ui/index.ts'
import { allergenNames, changeFilter, useMyFilter } from './guest-filter.tsx'

interface FilterSheetProps {
  /** The whole menu; undefined until it is loaded. */
  items: readonly MenuItem[] | undefined
  open: boolean
  onClose: () => void
}

/** The sheet in which the guest says what the menu shows: diets, and the allergens to avoid. Each change applies at once. */
export default function FilterSheet({ items = [], open, onClose }: FilterSheetProps) {
  const { allergens, leavesOut, diets } = useMyFilter()
  const avoided = items.filter((item) => mayContain(item, allergens))
  const unknown = avoided.filter(({ allergenCodes }) => allergenCodes.length === 0).length
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={t('allergens.filterTitle')}
      footer={
        <div className="flex gap-2.5">
          <Button
            variant="outline"
            disabled={allergens.length === 0 && diets.length === 0}
            onClick={() => changeFilter(NO_FILTER)}
          >
            {t('allergens.clear')}
          </Button>
          <Button className="flex-1" onClick={onClose}>
            {t('allergens.done')}
          </Button>
        </div>
      }
    >
      <ToggleChips
        legend={t('allergens.diets')}
        options={DIETS.map((diet) => ({
          value: diet,
          label: diet === 'noAlcohol' ? t('allergens.noAlcohol') : t(`menu.tags.${diet}`),
        }))}
        value={diets}
        onChange={(next) => changeFilter({ diets: next })}
        tone="ink"
      />
      <p className="mt-1.5 text-small text-muted leading-snug">{t('allergens.byTags')}</p>
      <div className="mt-5">
        <ToggleChips
          legend={t('menu.myAllergens')}
          options={ALLERGEN_CODES.map((code) => ({ value: code, label: t(`menu.allergens.${code}`) }))}
          value={allergens}
          onChange={(next) => changeFilter({ allergens: ALLERGEN_CODES.filter((code) => next.includes(code)) })}
          tone="warning"
          before={<p className="mb-2 text-small text-muted leading-snug">{t('allergens.description')}</p>}
        />
      </div>
      <div className="mt-3 border-line border-y py-2">
        <Switch
          label={
            allergens.length > 0 ? t('allergens.leaveOutCount', { count: avoided.length }) : t('allergens.leaveOut')
          }
          hint={unknown > 0 && t('allergens.unknownToo', { count: unknown })}
          checked={leavesOut && allergens.length > 0}
          disabled={allergens.length === 0}
          onCheckedChange={(next) => changeFilter({ leavesOut: next })}
        />
      </div>
      <p className="mt-4 text-small leading-snug text-muted">{t('allergens.stays')}</p>
      <p className="mt-1.5 text-small leading-snug text-muted">{t('allergens.caution')}</p>
    </Dialog>
  )
}

/** Asks before adding a dish that contains, or may contain, an allergen that the guest has marked. */
export async function askAboutAllergens(item: Named, warning: AllergenWarning, add: () => void): Promise<void> {
  const name = nameIn(language, item)
  const isConfirmed = await confirm({
    ...(warning.kind === 'contains'
      ? {
          title: t('allergens.askTitle', { name, allergens: allergenNames(t, language, warning.codes) }),
          description: t('allergens.askDescription'),
        }
      : {
          title: t('allergens.askUnknownTitle', { name }),
          description:
            warning.kind === 'undeclared'
              ? t('allergens.askUndeclared')
              : t('allergens.askText', { text: warning.text }),
        }),
    confirm: t('allergens.addAnyway'),
    cancel: t('allergens.doNotAdd'),
    isDestructive: true,
  })
  if (isConfirmed) add()
}
