import { Pencil, Plus, X } from 'lucide-react'
import { useRef } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { OptionGroup } from '#shared/contracts/menu/options.ts'
import { nameIn } from '#shared/domain/language.ts'
import { MAX_DISH_GROUPS } from '#shared/domain/menu/options.ts'
import { showDialog } from '../../../kit/dialog.tsx'
import { fieldsOf, useField } from '../../../kit/fields.tsx'
import { useFormContext } from '../../../kit/form.ts'
import { useBothLanguages } from '../../../lib/changes/both-languages.tsx'
import { fieldProps } from '../../../lib/changes/field-error.ts'
import { Badge, Button, IconButton, language, MoveButtons, Select, Switch, TextField, t } from '../../../ui/index.ts'
import { type DishForm, dishForm } from '../dish-form.ts'
import { useOptionGroups } from '../owners-menu.ts'
import { PriceInput } from '../price-input.tsx'
import { COURSE, EMPTY_GROUP, type GroupForm, SIZES, useGroupTexts } from './group-form.tsx'
import { GroupEditor } from './options-view.tsx'

const { Yes } = fieldsOf(dishForm)

/** The group that the dialog edits, or how a new one begins. */
type EditedGroup = { group: OptionGroup } | { start: GroupForm; dishId: number | null }

/** The groups of a dish, in the order in which guests see them; whether it is a set menu, and its takeaway fee. */
export function DishOptions({ dish }: { dish: MenuItem | null }) {
  const { data: groups = [] } = useOptionGroups()
  const { limits, prices } = useGroupTexts()
  const { field } = useField('optionGroupIds', 'menuEditor.fields.optionGroupIds', (chosen: number[]) =>
    groups
      .filter(({ id }) => chosen.includes(id))
      .map((group) => nameIn(language, group))
      .join(', '),
  )
  const chosen: number[] = field.value
  const isSetMenu = dishForm.useValues((values) => values.isSetMenu)
  const newButton = useRef<HTMLButtonElement>(null)
  // A group of its own belongs to the dish as soon as it is made, whether or not the dish is saved.
  const own = groups.filter(({ id, dishId }) => dish && dishId === dish.id && !chosen.includes(id)).reverse()
  const shown = [...own, ...chosen.flatMap((id) => groups.find((group) => group.id === id) ?? [])]
  const ids = shown.map(({ id }) => id)
  const others = groups.filter(({ id, dishId }) => dishId === null && !ids.includes(id))
  const isFull = shown.length >= MAX_DISH_GROUPS
  const moved = (i: number, to: number) => {
    const next = [...ids]
    next.splice(to, 0, ...next.splice(i, 1))
    field.onChange(next)
  }
  const edit = (edited: EditedGroup) =>
    void showDialog({
      title: t('start' in edited ? 'menuOptions.newGroup' : 'menuOptions.editTitle'),
      className: 'sm:max-w-5xl!',
      content: (close) => (
        <div className="@container">
          <GroupEditor
            {...('group' in edited ? edited : { group: null, ...edited })}
            onDone={(saved) => {
              // The server puts a dish's own group first, where sizes belong, but not the courses of a set menu.
              if (saved && (saved.dishId === null || isSetMenu) && !ids.includes(saved.id))
                field.onChange([...ids, saved.id])
              close(undefined, saved === undefined)
            }}
            onCancel={() => close()}
          />
        </div>
      ),
      focusAfter: newButton,
    })
  return (
    <section aria-label={t('menuOptions.ofThisDish')} className="space-y-3">
      <div>
        <h3 className="font-semibold text-sm">{t('menuOptions.ofThisDish')}</h3>
        {shown.length > 1 && <p className="text-muted text-sm">{t('menuOptions.ofThisDishHint')}</p>}
      </div>
      {shown.length > 0 && (
        <ol className="divide-y divide-line rounded-panel border border-line bg-card">
          {shown.map((group, i) => {
            const name = nameIn(language, group)
            return (
              <li key={group.id} aria-label={name} className="flex flex-wrap items-center gap-x-2 py-1.5 pr-1.5 pl-3.5">
                <span className="min-w-0 flex-1 basis-40">
                  <span className="font-semibold break-words">{name}</span>{' '}
                  {group.dishId !== null && <Badge>{t('menuOptions.own')}</Badge>}
                  <span className="block text-muted text-sm">
                    {limits(group)} · {prices(group)}
                  </span>
                </span>
                <span className="ml-auto flex">
                  <MoveButtons
                    up={t('common.moveUp', { name })}
                    down={t('common.moveDown', { name })}
                    isFirst={i === 0}
                    isLast={i === shown.length - 1}
                    onMove={(direction) => moved(i, direction === 'up' ? i - 1 : i + 1)}
                  />
                  <IconButton label={t('menuEditor.edit', { name })} onClick={() => edit({ group })}>
                    <Pencil className="size-4.5 text-muted" />
                  </IconButton>
                  {group.dishId === null && (
                    <IconButton
                      label={t('common.removeName', { name })}
                      onClick={() => field.onChange(ids.filter((id) => id !== group.id))}
                    >
                      <X className="size-4.5 text-muted" />
                    </IconButton>
                  )}
                </span>
              </li>
            )
          })}
        </ol>
      )}
      {isFull ? (
        <p className="text-muted text-sm">{t('menuOptions.full', { count: MAX_DISH_GROUPS })}</p>
      ) : (
        <div className="flex flex-wrap gap-2.5">
          {others.length > 0 && (
            <Select
              label={t('menuOptions.pick')}
              placeholder={t('menuOptions.pick')}
              value={null as number | null}
              onValueChange={(id) => id !== null && field.onChange([...ids, id])}
              options={others.map((group) => ({
                value: group.id as number | null,
                label: nameIn(language, group),
                note: limits(group),
              }))}
              className="h-11! w-auto! min-w-52"
            />
          )}
          <Button ref={newButton} variant="outline" onClick={() => edit({ start: EMPTY_GROUP, dishId: null })}>
            <Plus className="size-4.5" />
            {t('menuOptions.newGroup')}
          </Button>
          {dish && (
            <Button variant="outline" onClick={() => edit({ start: isSetMenu ? COURSE : SIZES, dishId: dish.id })}>
              <Plus className="size-4.5" />
              {t(isSetMenu ? 'menuOptions.addCourse' : 'menuOptions.addSizes')}
            </Button>
          )}
        </div>
      )}
      {!dish && <p className="text-muted text-sm">{t('menuOptions.sizesLater')}</p>}
      <Yes
        name="isSetMenu"
        label="menuEditor.fields.isSetMenu"
        hint="menuOptions.isSetMenuHint"
        saidOff="menuOptions.noSetMenu"
      />
      <TakeawayFeeFields />
    </section>
  )
}

function TakeawayFeeFields() {
  const { form, said } = useFormContext()
  const register = fieldProps(form)
  const names = useBothLanguages().pair('name')
  const { amount, deposit } = dishForm.useValues(({ takeawayFee }) => takeawayFee)
  said.set('takeawayFee', {
    label: t('menuEditor.fields.takeawayFee'),
    textOf: ({ takeawayFee: fee }: DishForm) =>
      [nameIn(language, fee), fee.amount, fee.deposit && `(${t('menuOptions.deposit')})`].filter(Boolean).join(' '),
  })
  return (
    <fieldset className="space-y-2.5">
      <legend className="font-semibold text-sm">{t('menuEditor.fields.takeawayFee')}</legend>
      <p className="text-muted text-sm">{t('menuOptions.takeawayFeeHint')}</p>
      <div className="grid gap-3 sm:grid-cols-[1fr_1fr_8rem] sm:items-start">
        {names.map((name) => (
          <TextField
            key={name}
            label={t(`menuOptions.${name === 'name' ? 'feeName' : 'feeNameRo'}`)}
            {...register(`takeawayFee.${name}`)}
            maxLength={60}
          />
        ))}
        <TextField
          as={PriceInput}
          label={t('payments.amount')}
          {...register('takeawayFee.amount')}
          isShort
          text={amount}
          onChoose={(chosen) => form.setValue('takeawayFee.amount', chosen)}
        />
      </div>
      <Switch
        label={t('menuOptions.deposit')}
        hint={t('menuOptions.depositHint')}
        checked={deposit}
        onCheckedChange={(next) => form.setValue('takeawayFee.deposit', next)}
      />
    </fieldset>
  )
}
