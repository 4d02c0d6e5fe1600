import { ChevronDown, Plus, UtensilsCrossed } from 'lucide-react'
import { useId, useState } from 'react'
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { OptionGroup } from '#shared/contracts/menu/options.ts'
import { MAX_GROUP_OPTIONS, MAX_TIMES } from '#shared/domain/menu/options.ts'
import { useFormContext } from '../../../kit/form.ts'
import { useBothLanguages } from '../../../lib/changes/both-languages.tsx'
import { fieldError } from '../../../lib/changes/field-error.ts'
import { currency } from '../../../lib/settings/settings.ts'
import { Badge, Button, cx, FieldError, IconButton, MoreMenu, Switch, TextInput, t } from '../../../ui/index.ts'
import { AllergenChips } from '../declaration-fields.tsx'
import { DishSearch } from '../dish-search.tsx'
import { dishList } from '../owners-menu.ts'
import { PriceInput, readPrice } from '../price-input.tsx'
import {
  type GroupForm,
  groupList,
  kindOf,
  LabelledStepper,
  NEW_OPTION,
  type OptionForm,
  useGroupTexts,
} from './group-form.tsx'

interface OptionRowsProps {
  /** As it is now; null for a group that is not saved. */
  group: OptionGroup | null
  choosable: readonly MenuItem[]
}

const columnsOf = (isWithout: boolean) =>
  isWithout
    ? '@min-[38rem]:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]'
    : '@min-[38rem]:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_6rem_auto]'

/** What a field is, where there are no heads. */
function Prefix({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="w-9 shrink-0 font-semibold text-muted text-sm uppercase @min-[38rem]:hidden">
      {children}
    </span>
  )
}

const isBlank = (option: OptionForm | undefined) =>
  option !== undefined && option.menuItemId === null && option.name === '' && option.nameRo === ''

export function OptionRows({ group, choosable }: OptionRowsProps) {
  const { said, ...context } = useFormContext()
  const form: UseFormReturn<GroupForm> = context.form
  const { optionName } = useGroupTexts()
  said.set('options', {
    label: t('menuOptions.views.options'),
    textOf: ({ options }: GroupForm) =>
      options.map((one) => [optionName(one), one.price].filter(Boolean).join(' ')).join('\n'),
  })
  const names = useBothLanguages().pair('name')
  const [first] = names
  const { fields, insert, update, append, move, remove } = useFieldArray({
    control: form.control,
    name: 'options',
    keyName: 'row',
  })
  const isWithout = useWatch({ control: form.control, compute: (values) => kindOf(values) === 'without' })
  const { options: errors } = form.formState.errors
  const error = fieldError(errors?.root ?? (errors?.message ? { message: errors.message } : undefined))
  const isFull = fields.length >= MAX_GROUP_OPTIONS
  const add = (at: number) => {
    if (!isFull) insert(at, NEW_OPTION, { focusName: `options.${at}.${first}` })
  }
  const addDish = ({ id }: MenuItem) => {
    const option = { ...NEW_OPTION, menuItemId: id }
    const last = fields.length - 1
    if (isBlank(form.getValues('options').at(-1))) update(last, option)
    else append(option, { shouldFocus: false })
  }
  return (
    <fieldset className="@container">
      <legend className="mb-1 font-semibold text-sm">{t('menuOptions.views.options')}</legend>
      {!isWithout && <p className="mb-1.5 text-muted text-sm">{t('menuOptions.addedTo')}</p>}
      {/* The heads of the columns; on a phone each field says it. */}
      <div
        aria-hidden="true"
        className={cx('@min-[38rem]:grid hidden gap-2 pb-1 font-semibold text-muted text-sm', columnsOf(isWithout))}
      >
        {names.map((field) => (
          <span key={field}>{t(`menuOptions.${field}Short`)}</span>
        ))}
        {!isWithout && <span>{t('menuEditor.fields.price')}</span>}
        <span className="w-22" />
      </div>
      <ul className="divide-y divide-line border-line border-y">
        {fields.map(({ row }, i) => (
          <OptionRow
            key={row}
            {...{ form, group, isWithout, i }}
            count={fields.length}
            onMove={(to) => move(i, to)}
            onRemove={() => remove(i)}
            onEnter={() => add(i + 1)}
          />
        ))}
      </ul>
      {error && <FieldError id={undefined}>{error}</FieldError>}
      {!isFull && (
        <div className="mt-3 flex flex-wrap items-start gap-2.5">
          <Button variant="outline" onClick={() => add(fields.length)}>
            <Plus className="size-4.5" />
            {t('menuOptions.addOption')}
          </Button>
          {!isWithout && <DishSearch dishes={choosable} onChoose={addDish} />}
        </div>
      )}
    </fieldset>
  )
}

interface OptionRowProps extends Omit<OptionRowsProps, 'choosable'> {
  form: UseFormReturn<GroupForm>
  isWithout: boolean
  /** Its position, from 0. */
  i: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
  onEnter: () => void
}

function OptionRow({ form, group, isWithout, i, count, onMove, onRemove, onEnter }: OptionRowProps) {
  const names = useBothLanguages().pair('name')
  const detailsId = useId()
  const [isOpen, setOpen] = useState(false)
  const option = useWatch({ control: form.control, name: `options.${i}` })
  const { times } = option
  const set = <Name extends keyof OptionForm>(name: Name, value: OptionForm[Name]) =>
    form.setValue(`options.${i}.${name}`, value as never)
  const { optionName, dishOf } = useGroupTexts()
  const number = i + 1
  const name = optionName(option) || t('menuOptions.option', { number })
  const dish = dishOf(option)
  const soldOut = useOptionSoldOut(group, option, dish)
  const errors = form.formState.errors.options?.[i]
  const isUnclear = readPrice(option.price).kind === 'unclear'
  const priceError = errors?.price && (isUnclear ? t('menuEditor.price.choose') : fieldError(errors.price))
  const nameError = fieldError(errors?.name ?? errors?.nameRo ?? errors?.menuItemId)
  return (
    <li
      aria-label={name}
      className={cx('grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 py-2.5', columnsOf(isWithout))}
    >
      {option.menuItemId === null ? (
        names.map((field) => (
          <div key={field} className="flex items-center @max-[38rem]:col-span-full">
            <Prefix>{field === 'name' ? 'en' : 'ro'}</Prefix>
            <TextInput
              {...form.register(`options.${i}.${field}`)}
              aria-label={t(`menuOptions.option${field === 'name' ? 'Name' : 'NameRo'}`, { number })}
              aria-invalid={nameError && field === names[0] ? true : undefined}
              placeholder={t(`menuOptions.${field}Short`)}
              lang={field === 'name' ? 'en' : 'ro'}
              maxLength={100}
              enterKeyHint="next"
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                onEnter()
              }}
              className="min-w-0 flex-1"
            />
          </div>
        ))
      ) : (
        <p className="flex min-h-11.5 items-center gap-2 font-semibold @max-[38rem]:col-span-full @min-[38rem]:col-span-2">
          <UtensilsCrossed className="size-4.5 shrink-0 text-muted" />
          <span className={cx('min-w-0 break-words', !dish && 'text-cancelled')}>
            {dish ? name : t('menuOptions.dishGone')}
          </span>
        </p>
      )}
      {!isWithout && (
        <div className="flex min-w-0 max-w-52 items-start">
          <span className="mt-3 flex @min-[38rem]:hidden">
            <Prefix>{currency === 'eur' ? '€' : 'lei'}</Prefix>
          </span>
          <div className="min-w-0 flex-1">
            <PriceInput
              {...form.register(`options.${i}.price`)}
              id={`${detailsId}-price`}
              aria-label={t('menuOptions.price', { number })}
              aria-invalid={priceError ? true : undefined}
              placeholder="0.00"
              isShort
              text={option.price}
              onChoose={(chosen) => set('price', chosen)}
            />
          </div>
        </div>
      )}
      <div className="flex justify-end">
        <IconButton
          label={t('menuOptions.details', { name })}
          aria-expanded={isOpen}
          aria-controls={detailsId}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronDown className={cx('size-5 text-muted', isOpen && 'rotate-180')} />
        </IconButton>
        <MoreMenu
          label={t('common.moreFor', { name })}
          className="text-muted"
          actions={[
            ...(soldOut
              ? [
                  {
                    label: t(soldOut.isSet ? 'menuOptions.available' : 'menuOptions.soldOut'),
                    onChoose: soldOut.toggle,
                  },
                ]
              : []),
            ...(i > 0 ? [{ label: t('menuEditor.up'), onChoose: () => onMove(i - 1) }] : []),
            ...(i < count - 1 ? [{ label: t('menuEditor.down'), onChoose: () => onMove(i + 1) }] : []),
            { label: t('common.removeName', { name }), isDangerous: true, onChoose: onRemove },
          ]}
        />
      </div>
      {(nameError || priceError) && (
        <div className="col-span-full">
          {nameError && <FieldError id={undefined}>{nameError}</FieldError>}
          {priceError && <FieldError id={undefined}>{priceError}</FieldError>}
        </div>
      )}
      <Marks option={option} dish={dish} isSoldOut={soldOut?.isSet === true} />
      {isOpen && (
        <div id={detailsId} className="col-span-full space-y-3 rounded-card border border-line bg-paper p-4">
          {dish ? (
            <p className="text-muted text-sm">{t('menuOptions.ofDish')}</p>
          ) : (
            <AllergenChips value={option.allergenCodes} onChange={(codes) => set('allergenCodes', codes)} />
          )}
          {!isWithout && (
            <LabelledStepper
              name={t('menuOptions.times')}
              quantity={times}
              min={1}
              max={MAX_TIMES}
              onChange={(next) => set('times', next)}
            />
          )}
          {(['preselected', 'isActive'] as const).map((field) => (
            <Switch
              key={field}
              label={t(`menuOptions.${field}`)}
              checked={option[field]}
              onCheckedChange={(next) => set(field, next)}
            />
          ))}
        </div>
      )}
    </li>
  )
}

function Marks({ option, dish, isSoldOut }: { option: OptionForm; dish: MenuItem | undefined; isSoldOut: boolean }) {
  const codes = dish?.allergenCodes ?? option.allergenCodes
  const marks = [
    option.times > 1 && `× ${option.times}`,
    option.preselected && t('menuOptions.preselected'),
    !option.isActive && t('menuEditor.isHidden'),
  ].filter((mark) => mark !== false)
  if (codes.length + marks.length === 0 && !isSoldOut) return null
  return (
    <p className="col-span-full flex flex-wrap gap-1.5">
      {isSoldOut && <Badge tone="cancelled">{t('menuOptions.soldOut')}</Badge>}
      {marks.map((mark) => (
        <Badge key={mark}>{mark}</Badge>
      ))}
      {codes.map((code) => (
        <Badge key={code} tone="cancelled">
          {t(`menu.allergens.${code}`)}
        </Badge>
      ))}
    </p>
  )
}

/** Whether an option, or the dish that it names, is sold out today, which is changed at once; null before it is saved. */
function useOptionSoldOut(group: OptionGroup | null, option: OptionForm, dish: MenuItem | undefined) {
  const stored = group?.options.find(({ id }) => id === option.optionId)
  if (!dish && !(group && stored)) return null
  const isSet = (dish ?? stored)?.soldOutUntil !== null
  const toggle = () => {
    if (dish) void dishList.sellOut(dish)
    else if (group && stored) void groupList.sellOut(group, { optionId: stored.id, soldOut: !isSet })
  }
  return { isSet, toggle }
}
