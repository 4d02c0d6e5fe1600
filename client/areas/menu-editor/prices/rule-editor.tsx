import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, type Resolver, useWatch } from 'react-hook-form'
import {
  type PriceRule,
  type PriceRuleInput,
  priceRuleInputSchema,
  priceRuleSchema,
  RULE_NAME_MAX,
  ruleIssues,
} from '#shared/contracts/price-rules.ts'
import { nameIn } from '#shared/domain/language.ts'
import { actionableFirst } from '#shared/domain/lists.ts'
import { MAX_PERCENT } from '#shared/domain/menu/offers.ts'
import { concerns } from '#shared/domain/menu/price-rules.ts'
import { pick } from '#shared/domain/objects.ts'
import { WEEKDAYS } from '#shared/domain/time/promotion-window.ts'
import { TextPair, withRomanian } from '../../../lib/changes/both-languages.tsx'
import { EditorForm } from '../../../lib/changes/editor-form.tsx'
import { useFieldError } from '../../../lib/changes/field-error.ts'
import { toastFailure } from '../../../lib/changes/send-change.ts'
import { type Editor, useEditor } from '../../../lib/changes/use-editor.ts'
import { confirmDelete } from '../../../lib/dialogs/confirm.tsx'
import { DateInput, Switch, TextField, ToggleChips, useTranslation } from '../../../ui/index.ts'
import { WeekField } from '../declaration-fields.tsx'
import { DishSearch } from '../dish-search.tsx'
import type { OwnersMenu } from '../owners-menu.ts'
import { LoweredDishes } from './lowered-dishes.tsx'
import { timesText, useAddRule, useDeleteRule, useSaveRule } from './rules.ts'

/** The hours with which a new rule begins. */
const AFTERNOON = { from: '16:00', to: '18:00' }

const formOf = (rule: Omit<PriceRule, 'id' | 'version'>) => ({
  ...pick(rule, ['name', 'nameRo', 'categoryIds', 'dishIds', 'weekly', 'isActive']),
  percent: String(rule.percent || ''),
  from: rule.from ?? '',
  until: rule.until ?? '',
})
type RuleForm = ReturnType<typeof formOf>

const NEW_RULE = formOf({
  ...{ name: '', nameRo: '', percent: 0, categoryIds: [], dishIds: [], from: null, until: null, isActive: true },
  weekly: WEEKDAYS.map((day) => ({ day, ...AFTERNOON })),
})

/** What is no number becomes NaN, which the contract refuses. */
const percentOf = (text: string) => (text.trim() === '' ? undefined : Number(text.replace(',', '.')))
const validate = zodResolver(priceRuleInputSchema)

interface RuleEditorProps {
  /** The rule to change; null to add one. */
  rule: PriceRule | null
  menu: OwnersMenu
  onClose: () => void
}

/** The form that adds or changes a rule. */
export function RuleEditor({ rule, menu, onClose }: RuleEditorProps) {
  const { t, language } = useTranslation()
  const { mutateAsync: add } = useAddRule()
  const { mutateAsync: save } = useSaveRule()
  const { mutateAsync: remove } = useDeleteRule()
  const resolver: Resolver<RuleForm, RuleForm, PriceRuleInput> = async (values, context, options) => {
    // One name is enough: it is read by the house.
    const { percent, from, until, ...rest } = withRomanian(values, ['name'])
    const read = { ...rest, percent: percentOf(percent), from: from || null, until: until || null }
    // The casts are safe, because the schema validates the value.
    const result = await validate(read as PriceRuleInput, context, options as never)
    // Said with the errors of single fields: the schema says them only once there are none.
    const together = ruleIssues(read).map(([field, message]) => [field, { type: 'custom', message }])
    const errors = { ...Object.fromEntries(together), ...result.errors }
    return (Object.keys(errors).length > 0 ? { values: {}, errors } : result) as never
  }
  const editor = useEditor<RuleForm, PriceRuleInput, PriceRule>({
    name: `price-rule.${rule?.id ?? 'new'}`,
    resolver,
    saved: rule,
    valuesOf: formOf,
    start: NEW_RULE,
    versions: { code: 'rule_changed', field: 'rule', parse: (value) => priceRuleSchema.safeParse(value).data },
    add: (input, key) => add({ input, key }),
    change: (changed, item) => save({ item, input: changed }),
    onFailure: (error) => toastFailure(t('common.notChanged'), error),
    savedText: (saved) => t('common.saved', { name: nameIn(language, saved) }),
    onDone: onClose,
  })
  const { form } = editor
  const askToDelete = async (asked: PriceRule) => {
    const title = t('common.deleteName', { name: nameIn(language, asked) })
    const description = t('priceRules.deleteDescription')
    if (await confirmDelete({ title, description, action: () => remove(asked) })) onClose()
  }
  const isActive = useWatch({ control: form.control, name: 'isActive' })
  return (
    <EditorForm
      editor={editor}
      gone={t('priceRules.gone')}
      versions={{ title: t('priceRules.conflict'), fields: useRuleTexts(menu) }}
      remove={rule && !editor.isNew && { label: t('common.delete'), onPress: () => void askToDelete(rule) }}
      onCancel={onClose}
      footer={
        <Switch
          label={t(isActive ? 'priceRules.on' : 'priceRules.standing.off')}
          checked={isActive}
          onCheckedChange={(next) => form.setValue('isActive', next)}
        />
      }
      className="grid gap-x-6 gap-y-5 md:grid-cols-2"
    >
      <WhatIsLowered editor={editor} menu={menu} />
      <div className="min-w-0 space-y-5">
        <WeekField
          form={form}
          name="weekly"
          section={t('priceRules.weekly')}
          label={t('priceRules.weekly')}
          usual={AFTERNOON}
        />
        <div className="grid grid-cols-2 gap-4">
          {(['from', 'until'] as const).map((name) => (
            <Controller
              key={name}
              name={name}
              control={form.control}
              render={({ field }) => (
                <TextField
                  as={DateInput}
                  label={t(`promotionEditor.fields.${name === 'from' ? 'startDate' : 'endDate'}`)}
                  hint={t('priceRules.anyDate')}
                  error={editor.register(name).error}
                  mayBeEmpty
                  {...field}
                />
              )}
            />
          ))}
        </div>
        <Examples editor={editor} menu={menu} />
      </div>
    </EditorForm>
  )
}

interface PartProps extends Pick<RuleEditorProps, 'menu'> {
  editor: Editor<RuleForm>
}

/** Names, percent, categories and dishes. */
function WhatIsLowered({ editor, menu }: PartProps) {
  const { t, language } = useTranslation()
  const fieldError = useFieldError()
  const { form, errors, register } = editor
  const [categoryIds, dishIds] = useWatch({ control: form.control, name: ['categoryIds', 'dishIds'] })
  const choose = (name: 'categoryIds' | 'dishIds', ids: number[]) => {
    form.setValue(name, ids, { shouldDirty: true })
    // One of both fields is enough for both.
    if (errors.dishIds) void form.trigger('dishIds')
  }
  const chips = (list: readonly { id: number; name: string; nameRo: string }[]) =>
    list.map((one) => ({ value: String(one.id), label: nameIn(language, one) }))
  return (
    <div className="min-w-0 space-y-5">
      <TextPair form={form} field="name" label={(field) => t(`menuEditor.fields.${field}`)} maxLength={RULE_NAME_MAX} />
      <TextField
        label={t('priceRules.percent')}
        {...register('percent')}
        inputMode="numeric"
        maxLength={4}
        placeholder={`1–${MAX_PERCENT}`}
        className="figures max-w-32"
      />
      <ToggleChips
        legend={t('menuEditor.categories.title')}
        tone="ink"
        options={chips(menu.categories)}
        value={categoryIds.map(String)}
        onChange={(ids) => choose('categoryIds', ids.map(Number))}
      />
      <ToggleChips
        legend={t('menuOptions.views.dishes')}
        tone="ink"
        before={
          <div className="mb-1.5">
            <DishSearch
              dishes={menu.dishes.filter(({ id }) => !dishIds.includes(id))}
              onChoose={({ id }) => choose('dishIds', [...dishIds, id])}
            />
          </div>
        }
        options={chips(menu.dishes.filter(({ id }) => dishIds.includes(id)))}
        value={dishIds.map(String)}
        onChange={(ids) => choose('dishIds', ids.map(Number))}
        error={fieldError(errors.dishIds as { message?: string } | undefined)}
      />
    </div>
  )
}

const EXAMPLES = 5

/** What guests then pay for some of the dishes. */
function Examples({ editor, menu }: PartProps) {
  const { t } = useTranslation()
  const [text, categoryIds, dishIds] = useWatch({
    control: editor.form.control,
    name: ['percent', 'categoryIds', 'dishIds'],
  })
  const percent = percentOf(text) ?? 0
  const concerned = withCategoryIds(menu).filter((dish) => dish.price > 0 && concerns({ categoryIds, dishIds }, dish))
  const examples = actionableFirst(concerned, ({ fromPrice }) => fromPrice === null).slice(0, EXAMPLES)
  if (examples.length === 0 || !(percent >= 1 && percent <= MAX_PERCENT)) return null
  return (
    <section aria-label={t('priceRules.examples')}>
      <h3 className="font-semibold text-sm">{t('priceRules.examples')}</h3>
      <LoweredDishes label={t('priceRules.examples')} dishes={examples.map((dish) => ({ dish, percent }))} />
    </section>
  )
}

/** The dishes with the ids of their categories, which rules name. */
export function withCategoryIds({ dishes, categories }: OwnersMenu) {
  const ids = new Map(categories.map(({ name, id }) => [name, id]))
  return dishes.map((dish) => ({ ...dish, categoryId: ids.get(dish.category) ?? 0 }))
}

/** What a rule lowers: the names of its categories and dishes. */
export function useNamesOf({ dishes, categories }: OwnersMenu) {
  const { language } = useTranslation()
  return ({ categoryIds, dishIds }: Pick<PriceRule, 'categoryIds' | 'dishIds'>) =>
    [...categories.filter(({ id }) => categoryIds.includes(id)), ...dishes.filter(({ id }) => dishIds.includes(id))]
      .map((one) => nameIn(language, one))
      .join(', ')
}

/** What each field of a rule means in words, to show two versions of it. */
function useRuleTexts(menu: OwnersMenu) {
  const { t, language } = useTranslation()
  const texts: [string, (form: RuleForm) => string][] = [
    [t('menuEditor.fields.name'), ({ name }) => name],
    [t('menuEditor.fields.nameRo'), ({ nameRo }) => nameRo],
    [t('priceRules.percent'), ({ percent }) => percent],
    [t('priceRules.lowers'), useNamesOf(menu)],
    [t('priceRules.weekly'), (form) => timesText(form, t, language)],
    [t('priceRules.on'), ({ isActive }) => t(isActive ? 'priceRules.on' : 'priceRules.standing.off')],
  ]
  return texts.map(([label, textOf]) => ({ label, textOf }))
}
