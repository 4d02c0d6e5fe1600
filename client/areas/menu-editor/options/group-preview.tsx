import { Ban, Check } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OptionGroup } from '#shared/contracts/menu/options.ts'
import { LANGUAGES, type Language, nameIn } from '#shared/domain/language.ts'
import { useMoney, useSettings } from '../../../lib/settings/settings.ts'
import { useLanguage } from '../../../lib/words/language.ts'
import { cx } from '../../../ui/cx.ts'
import { Badge } from '../../../ui/parts/badge.tsx'
import { knownPrice } from '../price-input.tsx'
import { type GroupForm, kindOf, type OptionForm, useGroupTexts } from './group-form.ts'

interface GroupPreviewProps {
  form: GroupForm
  /** As it is stored; null for a new group. */
  group: OptionGroup | null
}

/** A group as guests see it, before anything is chosen; it cannot be used. */
export function GroupPreview({ form, group }: GroupPreviewProps) {
  const { t } = useTranslation()
  const [language, setLanguage] = useState<Language>(useLanguage())
  const { format } = useMoney()
  const { currency } = useSettings()
  const priceOf = ({ price }: OptionForm) => knownPrice(price, currency) ?? 0
  const { limits, optionName, dishOf } = useGroupTexts()
  const kind = kindOf(form)
  const options = form.options.filter((option) => option.isActive && optionName(option) !== '')
  const count = options.filter(({ preselected }) => preselected).length
  const isSoldOut = (option: OptionForm) =>
    Boolean((dishOf(option) ?? group?.options.find(({ id }) => id === option.optionId))?.soldOutUntil)
  return (
    <section aria-label={t('menuOptions.asGuests')}>
      <div className="flex min-h-11 items-center justify-between gap-3">
        <h3 className="font-semibold text-[15px]">{t('menuOptions.asGuests')}</h3>
        <fieldset aria-label={t('menuOptions.language')} className="flex rounded-full bg-sunk p-1">
          {LANGUAGES.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === language}
              onClick={() => setLanguage(each)}
              className="touch min-h-9 rounded-full px-3.5 font-semibold text-muted text-sm uppercase aria-pressed:bg-card aria-pressed:text-ink"
            >
              {each}
            </button>
          ))}
        </fieldset>
      </div>
      <div lang={language} className="mt-2 rounded-card border-6 border-line bg-paper px-4 py-3.5">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <h4 className="display text-[17px]">{nameIn(language, form) || form.nameRo || '…'}</h4>
          <p className="text-muted text-sm">{limits(form, language)}</p>
          <p
            className={cx(
              'ml-auto flex items-center gap-1 font-semibold text-sm',
              count > 0 ? 'text-ready' : 'text-muted',
            )}
          >
            {count > 0 && <Check aria-hidden="true" className="size-3.5" strokeWidth={3} />}
            {count === 0 && form.min > 0 && t('menuOptions.required', { lng: language })}
            {count > 0 &&
              (form.max !== null && form.max > 1
                ? t('menuOptions.of', { lng: language, count, max: form.max })
                : t('menuOptions.chosen', { lng: language }))}
          </p>
        </div>
        <ul className={kind === 'without' ? 'mt-2 flex flex-wrap gap-1.5' : 'mt-1.5 divide-y divide-line'}>
          {options.map((option, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity before they are saved.
            <li key={i} className={kind === 'without' ? undefined : 'flex min-h-11 items-center gap-2.5 py-1.5'}>
              {kind === 'without' ? (
                <WithoutChip option={option} name={optionName(option, language)} />
              ) : (
                <>
                  <span
                    aria-hidden="true"
                    className={cx(
                      'grid size-5 shrink-0 place-items-center border-2',
                      kind === 'one' ? 'rounded-full' : 'rounded-md',
                      option.preselected ? 'border-accent bg-accent text-on-accent' : 'border-edge',
                    )}
                  >
                    {option.preselected && <Check className="size-3" strokeWidth={4} />}
                  </span>
                  <span className={cx('min-w-0 flex-1 break-words text-[15px]', option.preselected && 'font-semibold')}>
                    {optionName(option, language)}
                    {option.times > 1 && <span className="text-muted"> × {option.times}</span>}
                  </span>
                  {isSoldOut(option) ? (
                    <Badge>{t('menuOptions.soldOut', { lng: language })}</Badge>
                  ) : priceOf(option) === 0 ? (
                    <span className="text-muted text-sm">{t('menuOptions.included', { lng: language })}</span>
                  ) : (
                    <span className="figures font-semibold text-[15px]">+{format(priceOf(option))}</span>
                  )}
                </>
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function WithoutChip({ option: { preselected }, name }: { option: OptionForm; name: string }) {
  return (
    <span
      className={cx(
        'inline-flex min-h-9 items-center gap-1.5 rounded-full border px-3 text-sm font-semibold',
        preselected ? 'border-cancelled bg-cancelled-soft text-cancelled line-through' : 'border-edge bg-card',
      )}
    >
      {preselected && <Ban aria-hidden="true" className="size-3.5" />}
      {name}
    </span>
  )
}
