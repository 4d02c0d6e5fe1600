import { Ban, Check, ChevronDown, Copy } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import type { OptionGroup } from '#shared/contracts/menu/options.ts'
import { nameIn } from '#shared/domain/language.ts'
import { TextPair } from '../../../lib/changes/both-languages.tsx'
import { EditorForm } from '../../../lib/changes/editor-form.tsx'
import { useMoney, useSettings } from '../../../lib/settings/settings.ts'
import { Badge, Button, cx, useTranslation } from '../../../ui/index.ts'
import { useOptionGroups } from '../owners-menu.ts'
import { knownPrice } from '../price-input.tsx'
import {
  dishesWithRequiredGroup,
  type GroupEditorOptions,
  type GroupForm,
  kindOf,
  LimitFields,
  type OptionForm,
  useGroupEditor,
  useGroupTexts,
} from './group-form.tsx'
import { OptionRows } from './option-rows.tsx'

interface GroupPreviewProps {
  form: GroupForm
  /** As it is stored; null for a new group. */
  group: OptionGroup | null
}

/** A group as guests see it, before anything is chosen; it cannot be used. */
function GroupPreview({ form, group }: GroupPreviewProps) {
  const { t, language } = useTranslation()
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
      <h3 className="flex min-h-11 items-center font-semibold text-body">{t('menuOptions.asGuests')}</h3>
      <div className="mt-2 rounded-card border-6 border-line bg-paper px-4 py-3.5">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <h4 className="display text-name">{nameIn(language, form) || form.nameRo || '…'}</h4>
          <p className="text-muted text-sm">{limits(form)}</p>
          <p
            className={cx(
              'ml-auto flex items-center gap-1 font-semibold text-sm',
              count > 0 ? 'text-ready' : 'text-muted',
            )}
          >
            {count > 0 && <Check className="size-3.5" strokeWidth={3} />}
            {count === 0 && form.min > 0 && t('menuOptions.required')}
            {count > 0 &&
              (form.max !== null && form.max > 1
                ? t('menuOptions.of', { count, max: form.max })
                : t('menuOptions.chosen'))}
          </p>
        </div>
        <ul className={kind === 'without' ? 'mt-2 flex flex-wrap gap-1.5' : 'mt-1.5 divide-y divide-line'}>
          {options.map((option, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity before they are saved.
            <li key={i} className={kind === 'without' ? undefined : 'flex min-h-11 items-center gap-2.5 py-1.5'}>
              {kind === 'without' ? (
                <WithoutChip option={option} name={optionName(option)} />
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
                  <span className={cx('min-w-0 flex-1 break-words text-body', option.preselected && 'font-semibold')}>
                    {optionName(option)}
                    {option.times > 1 && <span className="text-muted"> × {option.times}</span>}
                  </span>
                  {isSoldOut(option) ? (
                    <Badge>{t('menuOptions.soldOut')}</Badge>
                  ) : priceOf(option) === 0 ? (
                    <span className="text-muted text-sm">{t('menuOptions.included')}</span>
                  ) : (
                    <span className="figures font-semibold text-body">+{format(priceOf(option))}</span>
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
      {preselected && <Ban className="size-3.5" />}
      {name}
    </span>
  )
}

interface GroupEditorProps extends GroupEditorOptions {
  onCancel: () => void
  onCopy?: (group: OptionGroup) => void
  onDelete?: (group: OptionGroup) => void
}

/** The form of a group, beside it the group as guests see it. Key it by the group, so that its state begins anew. */
export function GroupEditor({ onCancel, onCopy, onDelete, ...options }: GroupEditorProps) {
  const { t, language } = useTranslation()
  const { group } = options
  const { data: groups = [] } = useOptionGroups()
  const editor = useGroupEditor(options)
  const { form } = editor
  const values = useWatch({ control: form.control, compute: (all) => all })
  const texts = useGroupTexts()
  const { dishes, usedBy, limits } = texts
  const { options: _, ...errors } = form.formState.errors
  const isWrong = Object.keys(errors).length > 0
  const withRequired = dishesWithRequiredGroup(groups)
  const named = new Set(values.options.map(({ menuItemId }) => menuItemId))
  const users = group?.usedBy?.length ?? 0
  return (
    <EditorForm
      editor={editor}
      gone={t('menuOptions.gone')}
      versions={{
        title: t('menuOptions.conflict'),
        fields: [
          { label: t('menuEditor.fields.name'), textOf: ({ name }) => name },
          { label: t('menuEditor.fields.nameRo'), textOf: ({ nameRo }) => nameRo },
          { label: t('menuOptions.kind'), textOf: limits },
          { label: t('menuOptions.options'), textOf: texts.options },
        ],
      }}
      remove={group && onDelete && !editor.isNew && { label: t('common.askDelete'), onPress: () => onDelete(group) }}
      onCancel={onCancel}
      footer={
        users > 1 && <p className="text-muted text-sm max-sm:hidden">{t('menuOptions.changesAll', { count: users })}</p>
      }
    >
      <div className="grid gap-6 @min-[62rem]:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="min-w-0 space-y-5">
          {group && (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h2 className="display min-w-0 text-title break-words">{nameIn(language, group)}</h2>
              <p className="text-muted text-sm">{usedBy(group)}</p>
              {onCopy && (
                <Button variant="outline" className="ml-auto" onClick={() => onCopy(group)}>
                  <Copy className="size-4.5" />
                  {t('menuOptions.copy')}
                </Button>
              )}
            </div>
          )}
          <details className="group" open={!group || isWrong || undefined}>
            <summary
              className={cx(
                'flex min-h-11 cursor-pointer list-none flex-wrap items-center gap-x-1.5 text-body',
                !group && 'hidden',
              )}
            >
              <span className="font-semibold">{t('menuOptions.nameAndLimits')}</span>
              <span className="text-muted">· {limits(values)}</span>
              <ChevronDown className="size-4.5 text-muted group-open:rotate-180" />
            </summary>
            <div className="space-y-5 pt-1 pb-1">
              <div className="grid gap-4 sm:grid-cols-2">
                <TextPair
                  form={form}
                  field="name"
                  label={(field) => t(`menuEditor.fields.${field}`)}
                  hint={false}
                  maxLength={100}
                />
              </div>
              <LimitFields form={form} />
            </div>
          </details>
          <OptionRows
            form={form}
            group={group}
            ownDish={dishes.find(({ id }) => id === options.dishId)}
            choosable={dishes.filter(({ id }) => !withRequired.has(id) && !named.has(id) && id !== options.dishId)}
          />
        </div>
        <div className="min-w-0 @min-[62rem]:sticky @min-[62rem]:top-4 @min-[62rem]:self-start">
          <GroupPreview form={values} group={group} />
        </div>
      </div>
    </EditorForm>
  )
}
