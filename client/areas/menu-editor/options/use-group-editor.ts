import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver, UseFormReturn } from 'react-hook-form'
import {
  type OptionGroup,
  type OptionGroupInput,
  optionGroupInputSchema,
  optionGroupSchema,
} from '#shared/contracts/menu/options.ts'
import { nameIn } from '#shared/domain/language.ts'
import type { Currency } from '#shared/domain/money.ts'
import { toastFailure } from '../../../lib/changes/toast-failure.ts'
import { useEditor } from '../../../lib/changes/use-editor.ts'
import { useSettings } from '../../../lib/settings/settings.ts'
import { toast, useTranslation } from '../../../ui/index.ts'
import { EMPTY_GROUP, formOfGroup, type GroupForm, parseGroupForm, withKnownIds } from './group-form.ts'
import { useSaveGroup } from './option-requests.ts'

interface FormContext {
  currency: Currency
}
export type GroupEditorForm = UseFormReturn<GroupForm, FormContext, OptionGroupInput>

const checkGroup = zodResolver(optionGroupInputSchema)
const resolver: Resolver<GroupForm, FormContext, OptionGroupInput> = (values, context, options) =>
  // The casts are safe, because the schema validates the value.
  checkGroup(parseGroupForm(values, context?.currency ?? 'lei') as never, context, options as never) as never

const parseGroup = (value: unknown): OptionGroup | undefined => optionGroupSchema.safeParse(value).data

export interface GroupEditorOptions {
  group: OptionGroup | null
  /** The only dish that a new group belongs to. */
  dishId?: number | null
  start?: GroupForm
  onDone: (saved: OptionGroup) => void
}

export function useGroupEditor({ group, dishId = null, start = EMPTY_GROUP, onDone }: GroupEditorOptions) {
  const { t, language } = useTranslation()
  const { currency } = useSettings()
  const save = useSaveGroup()
  return useEditor<GroupForm, OptionGroupInput, OptionGroup, FormContext>({
    name: `options.${group?.id ?? (dishId === null ? 'new' : `dish-${dishId}`)}`,
    resolver,
    context: { currency },
    saved: group,
    valuesOf: formOfGroup,
    start,
    parseBase: parseGroup,
    // Two sizes to be priced can be saved as they are.
    isCopy: start !== EMPTY_GROUP,
    add: (input, key) => save.mutateAsync({ input, dishId, key }),
    change: ({ saved, input }) => save.mutateAsync({ input: withKnownIds(input, saved), group: saved }),
    conflictOf: ({ code, body }) => (code === 'options_changed' ? parseGroup(body.optionGroup) : undefined),
    fieldOfCode: { group_exists: 'name' },
    onFailure: (error) => toastFailure(t('menuOptions.addFailed'), error),
    onSaved: (saved) => toast({ title: t('menuEditor.saved', { name: nameIn(language, saved) }) }),
    onDone,
  })
}
